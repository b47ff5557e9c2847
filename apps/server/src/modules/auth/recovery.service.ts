import type { Database } from '../../database/database.ts'
import { ApiError } from '../../errors.ts'
import { logEvent } from '../../events.ts'
import type { Logger } from '../../logger.ts'
import { queueMail } from '../../mail/mail-queue.ts'
import type { AuthActions } from './auth.routes.ts'
import { findMailToken, redeemMailToken } from './mail-tokens.repository.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { removeSessions } from './sessions.repository.ts'
import { findUserById, markEmailVerified, setPasswordHash } from './users.repository.ts'

interface RecoveryOptions {
  database: Database
  hasher: PasswordHasher
  logger: Logger
  /** To be called when a mail was queued. */
  wakeMail: () => void
  now: () => number
}

/** Lets whoever reads the mails of an account set its password anew. */
export function createRecoveryService(options: RecoveryOptions): Pick<AuthActions, 'forgotPassword' | 'resetPassword'> {
  const { database, hasher, logger, wakeMail, now } = options

  return {
    async forgotPassword({ email }, { address }) {
      await database.write((queries) => queueMail(queries, { kind: 'reset', email: email.toLowerCase(), now: now() }))
      wakeMail()
      logEvent(logger, 'reset-asked', { address })
    },

    async resetPassword({ token, newPassword }, { address }) {
      const refuse = () => {
        logEvent(logger, 'reset-failed', { address })
        return new ApiError('auth/invalid-reset-token')
      }
      // Whoever has no link is not worth the work of a hash.
      const found = await findMailToken(database.read, { token, purpose: 'reset', now: now() })
      if (!found || found.used_at !== null) throw refuse()
      const user = await findUserById(database.read, found.user_id)
      if (!user) throw refuse()
      if (user.is_demo) {
        logEvent(logger, 'demo-refused', { userId: found.user_id })
        throw new ApiError('auth/demo-account')
      }
      const passwordHash = await hasher.hash(newPassword)
      const userId = await database.write(async (queries) => {
        const time = now()
        const owner = await redeemMailToken(queries, { token, purpose: 'reset', now: time })
        if (!owner) return undefined
        await setPasswordHash(queries, owner, passwordHash, time)
        // The link went to the address, so whoever used it reads what is sent there.
        await markEmailVerified(queries, owner, time)
        await removeSessions(queries, owner)
        await queueMail(queries, { kind: 'password-changed', email: user.email, now: time })
        return owner
      })
      if (!userId) throw refuse()
      wakeMail()
      logEvent(logger, 'password-reset', { userId, address })
    },
  }
}
