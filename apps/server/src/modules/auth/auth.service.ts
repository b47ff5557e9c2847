import type { LoginRequest } from '@plimsoll/contract'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import { ApiError } from '../../errors.ts'
import type { Logger } from '../../logger.ts'
import type { SignedInUser } from '../../plugins/router.ts'
import {
  addSession,
  findSession,
  findUserByEmail,
  markSessionSeen,
  removeExpiredSessions,
  removeSession,
} from './auth.repository.ts'
import type { AuthActions } from './auth.routes.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { hashToken, newToken } from './session-token.ts'

/** A session's use is written down when this part of its idle limit has passed, not with every request. */
const SEEN_STEP = 1 / 20

interface AuthServiceOptions {
  database: Database
  hasher: PasswordHasher
  config: Pick<Config, 'demoMode' | 'sessionIdleMs' | 'sessionMaxMs'>
  logger: Logger
  now: () => number
}

export interface AuthService extends AuthActions {
  /** Whose token it is; undefined when it is nobody's or its session is over. */
  identify(token: string): Promise<SignedInUser | undefined>
}

export function createAuthService({ database, hasher, config, logger, now }: AuthServiceOptions): AuthService {
  return {
    async login({ email, password }: LoginRequest) {
      const user = await findUserByEmail(database.read, email.toLowerCase())
      const matches = await hasher.verify(user?.password_hash, password)
      if (!user || !matches || (user.is_demo && !config.demoMode)) {
        logger.warn({ event: 'login-failed', userId: user?.id }, 'login failed')
        throw new ApiError('auth/invalid-credentials')
      }
      if (user.email_verified_at === null) throw new ApiError('auth/email-unverified')

      const token = newToken()
      const time = now()
      const expired = { lastSeen: time - config.sessionIdleMs, created: time - config.sessionMaxMs }
      await database.write(async (queries) => {
        await removeExpiredSessions(queries, user.id, expired)
        await addSession(queries, { tokenHash: hashToken(token), userId: user.id, now: time })
      })
      logger.info({ event: 'login', userId: user.id }, 'logged in')
      return token
    },

    async logout({ id, sessionId }) {
      await database.write((queries) => removeSession(queries, sessionId))
      logger.info({ event: 'logout', userId: id }, 'logged out')
    },

    async identify(token) {
      const sessionId = hashToken(token)
      const [session] = await findSession(database, sessionId)
      if (!session) return undefined
      const time = now()
      const idleMs = time - session.last_seen_at
      if (idleMs >= config.sessionIdleMs || time - session.created_at >= config.sessionMaxMs) return undefined
      if (idleMs >= config.sessionIdleMs * SEEN_STEP) {
        await database
          .write((queries) => markSessionSeen(queries, sessionId, time))
          .catch((error) => logger.warn({ error }, 'the use of a session could not be written down'))
      }
      return { id: session.user_id, sessionId }
    },
  }
}
