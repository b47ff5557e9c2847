import { LIMITS } from '@plimsoll/contract'
import type { Config } from '../../config.ts'
import type { Queries } from '../../database/database.ts'
import { trimEndedSessions } from './ended-sessions.repository.ts'
import { hashToken, newToken } from './session-token.ts'
import { addSession, makeRoomForSession, removeExpiredSessions } from './sessions.repository.ts'

interface NewSession {
  userId: string
  userAgent: string | null
  /** How many sessions the user may have. */
  most: number
  config: Pick<Config, 'sessionIdleMs' | 'sessionMaxMs'>
  now: number
}

/** Opens a session. Returns its token, and how many of the user's sessions had to end for it. */
export async function openSession(queries: Queries, { userId, userAgent, most, config, now }: NewSession) {
  const token = newToken()
  await removeExpiredSessions(queries, config, now, userId)
  const ended = await makeRoomForSession(queries, userId, { most, now })
  await trimEndedSessions(queries, userId, LIMITS.endedSessionsShown)
  await addSession(queries, { tokenHash: hashToken(token), userId, userAgent, now })
  return { token, ended }
}
