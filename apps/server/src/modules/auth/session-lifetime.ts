import type { SessionLifetimes } from './sessions.repository.ts'

interface SessionTimes {
  created_at: number
  last_seen_at: number
  is_remembered: number
}

/** Why a session is over, if it is: unused for too long, or too old. Who asked to stay signed in has one time for both. */
export function whyOver(
  { created_at, last_seen_at, is_remembered }: SessionTimes,
  { sessionIdleMs, sessionMaxMs, sessionRememberMs }: SessionLifetimes,
  now: number,
) {
  if (is_remembered) return now - created_at >= sessionRememberMs ? 'remembered-too-old' : undefined
  if (now - created_at >= sessionMaxMs) return 'too-old'
  return now - last_seen_at >= sessionIdleMs ? 'unused' : undefined
}

export const isSessionOver = (...session: Parameters<typeof whyOver>): boolean => whyOver(...session) !== undefined
