import { LIMITS } from '@plimsoll/contract'
import type { Database } from '../../database/database.ts'
import { ApiError } from '../../errors.ts'
import { logEvent } from '../../events.ts'
import type { Logger } from '../../logger.ts'
import type { SignedInUser } from '../../requester.ts'
import { listEndedSessions } from '../auth/ended-sessions.repository.ts'
import { isSessionOver } from '../auth/session-lifetime.ts'
import { hashToken } from '../auth/session-token.ts'
import {
  listSessions,
  removeExpiredSessions,
  removeOtherSessions,
  removeSession,
  type SessionLifetimes,
} from '../auth/sessions.repository.ts'
import type { SessionListActions } from './session-list.actions.ts'

interface SessionListOptions {
  database: Database
  config: SessionLifetimes
  logger: Logger
  now: () => number
}

/** Lists and ends the sessions of a user. */
export function createSessionListService({ database, config, logger, now }: SessionListOptions): SessionListActions {
  async function openSessions({ id, sessionId }: SignedInUser) {
    const time = now()
    const sessions = await listSessions(database.read, id)
    return sessions
      .map((session) => ({ ...session, isCurrent: session.token_hash === sessionId }))
      .map((session) => (session.isCurrent ? { ...session, last_seen_at: time } : session))
      .filter((session) => !isSessionOver(session, config, time))
      .sort((a, b) => b.last_seen_at - a.last_seen_at)
  }

  return {
    async list(user) {
      const sessions = await openSessions(user)
      return sessions.map(({ token_hash, created_at, last_seen_at, user_agent, is_remembered, isCurrent }) => ({
        id: publicId(token_hash),
        createdAt: new Date(created_at).toISOString(),
        lastSeenAt: new Date(last_seen_at).toISOString(),
        userAgent: user_agent,
        isRemembered: is_remembered === 1,
        isCurrent,
      }))
    },

    async listEnded(user) {
      const ended = await database.write(async (queries) => {
        await removeExpiredSessions(queries, config, now(), user.id)
        return listEndedSessions(queries, user.id, LIMITS.endedSessionsShown)
      })
      return ended.map(({ token_hash, user_agent, reason, ended_at }) => ({
        id: publicId(token_hash),
        endedAt: new Date(ended_at).toISOString(),
        userAgent: user_agent,
        reason,
      }))
    },

    async end(user, id) {
      const session = (await openSessions(user)).find(({ token_hash }) => publicId(token_hash) === id)
      if (!session) throw new ApiError('resource/not-found')
      await database.write((queries) =>
        removeSession(queries, session.token_hash, { reason: 'ended-from-list', now: now() }),
      )
      logEvent(logger, 'session-ended', { userId: user.id })
    },

    async endOthers(user) {
      const others = { userId: user.id, tokenHash: user.sessionId }
      await database.write((queries) => removeOtherSessions(queries, others, { reason: 'ended-from-list', now: now() }))
      logEvent(logger, 'sessions-ended', { userId: user.id })
    },
  }
}

/** The id of a session in the API, from which its database key cannot be derived. */
function publicId(tokenHash: string): string {
  return hashToken(tokenHash)
}
