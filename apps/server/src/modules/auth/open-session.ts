import { LIMITS } from '@plimsoll/contract'
import type { Queries } from '../../database/database.ts'
import { trimEndedSessions } from './ended-sessions.repository.ts'
import { hashToken, newToken } from './session-token.ts'
import { addSession, makeRoomForSession, removeExpiredSessions, type SessionLifetimes } from './sessions.repository.ts'

interface NewSession {
  userId: string
  userAgent: string | null
  isRemembered?: boolean | undefined
  /** Whether the login showed all factors of the account. */
  isConfirmed?: boolean
  /** How many sessions the user may have. */
  most: number
  config: SessionLifetimes
  now: number
}

/** Opens a session. Returns its token, and how many of the user's sessions had to end for it. */
export async function openSession(queries: Queries, { most, config, ...session }: NewSession) {
  const token = newToken()
  const { userId, now } = session
  await removeExpiredSessions(queries, config, now, userId)
  const ended = await makeRoomForSession(queries, userId, { most, now })
  await trimEndedSessions(queries, userId, LIMITS.endedSessionsShown)
  await addSession(queries, { ...session, tokenHash: hashToken(token) })
  return { token, ended }
}
