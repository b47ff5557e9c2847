import type { Database } from '../../database/database.ts'
import { logEvent } from '../../events.ts'
import type { Logger } from '../../logger.ts'
import type { SignedInUser } from '../../requester.ts'
import { DEMO_LIMITS } from '../demo/demo-limits.ts'
import type { AuthActions } from './auth.actions.ts'
import { findEnd } from './ended-sessions.repository.ts'
import { whyEnded } from './session-end-texts.ts'
import { isSessionOver, whyOver } from './session-lifetime.ts'
import { hashToken } from './session-token.ts'
import {
  findSession,
  findSessions,
  markSessionSeen,
  removeSession,
  type SessionLifetimes,
} from './sessions.repository.ts'

/** A session's last use is updated after this part of its idle limit, not with every request. */
const SEEN_STEP = { part: 1 / 20, longestMs: 60_000 }

interface SessionServiceOptions {
  database: Database
  config: SessionLifetimes
  logger: Logger
  now: () => number
}

interface SessionService extends Pick<AuthActions, 'logout'> {
  /** Maps a token to its user; undefined when it is unknown or its session has expired. */
  identify(token: string): Promise<SignedInUser | undefined>
  /** Why the session of a token ended, in words for its user; undefined when that is not known. */
  whyEnded(token: string): Promise<string | undefined>
  /** Those of these sessions that are open still, which is no use of them. */
  openAmong(sessionIds: readonly string[]): Promise<ReadonlySet<string>>
}

/** Looks up and ends sessions. */
export function createSessionService({ database, config, logger, now }: SessionServiceOptions): SessionService {
  const seenStepMs = Math.min(config.sessionIdleMs * SEEN_STEP.part, SEEN_STEP.longestMs)

  /** A sandbox ends after a day, however long other sessions last. */
  const limitsOf = ({ is_demo }: { is_demo: number }) =>
    is_demo ? { ...config, sessionMaxMs: Math.min(config.sessionMaxMs, DEMO_LIMITS.lifeMs) } : config

  async function findOpen(sessionId: string) {
    const [session] = await findSession(database, sessionId)
    return session && !isSessionOver(session, limitsOf(session), now()) ? session : undefined
  }

  return {
    async whyEnded(token) {
      const sessionId = hashToken(token)
      const [expired] = await findSession(database, sessionId)
      const limits = expired ? limitsOf(expired) : config
      const reason = expired ? whyOver(expired, limits, now()) : await findEnd(database.read, sessionId)
      return reason && whyEnded(reason, limits)
    },

    async openAmong(sessionIds) {
      const found = await findSessions(database.read, sessionIds)
      const open = found.filter((session) => !isSessionOver(session, limitsOf(session), now()))
      return new Set(open.map(({ token_hash }) => token_hash))
    },

    async identify(token) {
      const sessionId = hashToken(token)
      const session = await findOpen(sessionId)
      if (!session) return undefined
      const time = now()
      if (time - session.last_seen_at >= seenStepMs) {
        await database
          .write((queries) => markSessionSeen(queries, sessionId, time))
          .catch((error) => logger.warn({ error }, 'the use of a session could not be written down'))
      }
      const isAdministrator = session.role === 'administrator'
      return { id: session.user_id, sessionId, isDemo: session.is_demo === 1, isAdministrator }
    },

    async logout({ id, sessionId }) {
      await database.write((queries) => removeSession(queries, sessionId, { reason: 'logged-out', now: now() }))
      logEvent(logger, 'logout', { userId: id })
    },
  }
}
