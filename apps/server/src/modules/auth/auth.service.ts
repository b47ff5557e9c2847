import { LIMITS, type LoginRequest } from '@plimsoll/contract'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import { ApiError } from '../../errors.ts'
import { logEvent } from '../../events.ts'
import type { Logger } from '../../logger.ts'
import type { SignedInUser } from '../../plugins/router.ts'
import { DEMO_LIMITS } from '../demo/demo-limits.ts'
import type { AuthActions } from './auth.routes.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { hashToken, newToken } from './session-token.ts'
import {
  addSession,
  findSession,
  makeRoomForSession,
  markSessionSeen,
  removeExpiredSessions,
  removeSession,
} from './sessions.repository.ts'
import { findUserByEmail, replacePasswordHash } from './users.repository.ts'

/** A session's use is written down when this much of its idle limit has passed, not with every request. */
const SEEN_STEP = { part: 1 / 20, longestMs: 60_000 }

interface AuthServiceOptions {
  database: Database
  hasher: PasswordHasher
  config: Pick<Config, 'demoMode' | 'sessionIdleMs' | 'sessionMaxMs'>
  logger: Logger
  now: () => number
}

interface AuthService extends Pick<AuthActions, 'login' | 'logout'> {
  /** Whose token it is; undefined when it is nobody's or its session is over. */
  identify(token: string): Promise<SignedInUser | undefined>
}

/** Opens sessions, knows whose they are and ends them. */
export function createAuthService({ database, hasher, config, logger, now }: AuthServiceOptions): AuthService {
  const seenStepMs = Math.min(config.sessionIdleMs * SEEN_STEP.part, SEEN_STEP.longestMs)

  async function checkPassword(email: string, password: string) {
    const user = await findUserByEmail(database.read, email)
    const matches = await hasher.verify(user?.password_hash, password)
    return user && matches && !(user.is_demo && !config.demoMode) ? user : undefined
  }

  return {
    async login({ email, password }: LoginRequest, { userAgent, address }, heldToken) {
      const user = await checkPassword(email.toLowerCase(), password)
      if (!user) {
        logEvent(logger, 'login-failed', { address })
        throw new ApiError('auth/invalid-credentials')
      }
      if (user.email_verified_at === null) {
        logEvent(logger, 'login-unverified', { userId: user.id, address })
        throw new ApiError('auth/email-unverified')
      }

      const token = newToken()
      const time = now()
      const expired = { lastSeen: time - config.sessionIdleMs, created: time - config.sessionMaxMs }
      const from = user.password_hash
      const to = from
      const most = user.is_demo ? DEMO_LIMITS.sessions : LIMITS.sessionsPerUser
      const ended = await database.write(async (queries) => {
        const isStillRight = await replacePasswordHash(queries, user.id, { from, to, now: time })
        if (!isStillRight) throw new ApiError('auth/invalid-credentials')
        if (heldToken) await removeSession(queries, hashToken(heldToken))
        await removeExpiredSessions(queries, user.id, expired)
        const count = await makeRoomForSession(queries, user.id, most)
        await addSession(queries, { tokenHash: hashToken(token), userId: user.id, userAgent, now: time })
        return count
      })
      logEvent(logger, 'login', { userId: user.id, address })
      if (ended > 0) logEvent(logger, 'session-limit', { userId: user.id, count: ended })
      return token
    },

    async logout({ id, sessionId }) {
      await database.write((queries) => removeSession(queries, sessionId))
      logEvent(logger, 'logout', { userId: id })
    },

    async identify(token) {
      const sessionId = hashToken(token)
      const [session] = await findSession(database, sessionId)
      if (!session) return undefined
      const time = now()
      const idleMs = time - session.last_seen_at
      if (idleMs >= config.sessionIdleMs || time - session.created_at >= config.sessionMaxMs) return undefined
      if (idleMs >= seenStepMs) {
        await database
          .write((queries) => markSessionSeen(queries, sessionId, time))
          .catch((error) => logger.warn({ error }, 'the use of a session could not be written down'))
      }
      return { id: session.user_id, sessionId, isDemo: session.is_demo === 1 }
    },
  }
}
