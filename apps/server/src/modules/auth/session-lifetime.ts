import type { SessionLifetimes } from './sessions.repository.ts'

interface SessionTimes {
  created_at: number
  last_seen_at: number
  is_remembered: number
}

/** Whether a session has ended: unused for too long, or too old. Who asked to stay signed in has one time for both. */
export function isSessionOver(
  { created_at, last_seen_at, is_remembered }: SessionTimes,
  { sessionIdleMs, sessionMaxMs, sessionRememberMs }: SessionLifetimes,
  now: number,
): boolean {
  if (is_remembered) return now - created_at >= sessionRememberMs
  return now - last_seen_at >= sessionIdleMs || now - created_at >= sessionMaxMs
}
