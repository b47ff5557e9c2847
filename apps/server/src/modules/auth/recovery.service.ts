import { canonicalEmail } from '../../email-address.ts'
import { ApiError } from '../../errors.ts'
import { logEvent } from '../../events.ts'
import { queueMail } from '../../mail/mails.repository.ts'
import { recordAudit } from '../audit/audit.ts'
import { removeTokens } from '../tokens/tokens.repository.ts'
import type { AccountServiceOptions } from './account-service-options.ts'
import type { AuthActions } from './auth.actions.ts'
import { findMailToken, redeemMailToken } from './mail-tokens.repository.ts'
import { hashToken } from './session-token.ts'
import { removeSessions } from './sessions.repository.ts'
import { findUserById, markEmailVerified, setPasswordHash } from './users.repository.ts'

/** Resets passwords by mailed links. See docs/decisions/0060. */
export function createRecoveryService(
  options: AccountServiceOptions,
): Pick<AuthActions, 'forgotPassword' | 'resetPassword'> {
  const { database, hasher, limits, logger, wakeMail, now } = options

  return {
    async forgotPassword({ email: given }, { address }) {
      const email = canonicalEmail(given)
      await limits.requireMail({ email, kind: 'reset', address }, (queries) =>
        queueMail(queries, { kind: 'reset', email, now: now() }),
      )
      wakeMail()
      logEvent(logger, 'reset-asked', { address })
    },

    async resetPassword({ token, newPassword }, { address }) {
      const refuse = async (): Promise<never> => {
        await database.write((queries) => limits.count(queries, 'bad-links', address))
        logEvent(logger, 'reset-failed', { address })
        throw new ApiError('auth/invalid-reset-token')
      }
      await limits.requireBelowLimit('bad-links', address)
      // Checked before the expensive hash.
      const found = await findMailToken(database.read, { tokenHash: hashToken(token), purpose: 'reset', now: now() })
      if (!found || found.used_at !== null) return refuse()
      const user = await findUserById(database.read, found.user_id)
      if (!user) return refuse()
      if (user.is_demo) {
        logEvent(logger, 'demo-refused', { userId: found.user_id })
        throw new ApiError('auth/demo-account')
      }
      const passwordHash = await hasher.hash(newPassword)
      const userId = await database.write(async (queries) => {
        const time = now()
        const owner = await redeemMailToken(queries, { tokenHash: hashToken(token), purpose: 'reset', now: time })
        if (!owner) return undefined
        await setPasswordHash(queries, owner, passwordHash, time)
        // The link was sent to the address, so its use proves control of the address.
        await markEmailVerified(queries, owner, time)
        await removeSessions(queries, owner, { reason: 'password-reset', now: time })
        await removeTokens(queries, owner)
        await limits.clearPasswords(queries, user.email)
        await queueMail(queries, { kind: 'password-changed', email: user.email, now: time })
        await recordAudit(queries, 'password-reset', { actorId: owner, address, now: time })
        return owner
      })
      if (!userId) return refuse()
      wakeMail()
      logEvent(logger, 'password-reset', { userId, address })
    },
  }
}
