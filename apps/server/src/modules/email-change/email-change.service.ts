import type { Queries } from '../../database/database.ts'
import { canonicalEmail } from '../../email-address.ts'
import { ApiError } from '../../errors.ts'
import { logEvent } from '../../events.ts'
import { lockQueuedMails, queueMail, removeQueuedMails } from '../../mail/mails.repository.ts'
import { recordAudit } from '../audit/audit.ts'
import type { AccountServiceOptions } from '../auth/account-service-options.ts'
import type { ConfirmPassword } from '../auth/confirm-password.ts'
import { redeemMailToken, removeResetLinks } from '../auth/mail-tokens.repository.ts'
import { hashToken } from '../auth/session-token.ts'
import { findUserByEmail, findUserById, removeUnverifiedAt } from '../auth/users.repository.ts'
import { requireMayRegister } from '../auth/who-may-register.ts'
import { DEMO_EMAIL } from '../demo/demo-limits.ts'
import { refuseDemo } from '../demo/refuse-demo.ts'
import type { EmailChangeActions } from './email-change.actions.ts'
import {
  changeEmail,
  findEmailChange,
  markConfirmed,
  removeEmailChange,
  replaceEmailChange,
} from './email-change.repository.ts'

const BAD_LINK = 'This link is invalid or has expired. Ask for the change again in your profile.'
const IN_USE = 'The new address has an account of its own by now. Choose another one in your profile.'

/** Whoever registered an address and has not verified it must not keep it from who has. In the order of who registers it again. */
async function removeRegistration(queries: Queries, email: string, now: number) {
  await lockQueuedMails(queries, email, 'verify')
  if (await removeUnverifiedAt(queries, { email, until: now })) await removeQueuedMails(queries, email, 'verify')
}

/** Changes the address of an account, once its user has shown that both are theirs. See docs/decisions/0314. */
export function createEmailChangeService(
  options: AccountServiceOptions & { confirmPassword: ConfirmPassword },
): EmailChangeActions {
  const { database, limits, config, logger, confirmPassword, wakeMail, now } = options

  return {
    async find({ id }) {
      const change = await findEmailChange(database.read, id)
      if (!change) return null
      return {
        newEmail: change.new_email,
        isOldConfirmed: change.old_confirmed_at !== null,
        isNewConfirmed: change.new_confirmed_at !== null,
      }
    },

    async ask(user, { newEmail: given, currentPassword }, { address }) {
      refuseDemo(user, logger)
      const newEmail = canonicalEmail(given)
      if (config.registration.mode === 'domains')
        await requireMayRegister(database.read, newEmail, config.registration, now())
      const confirmation = { password: currentPassword, refusal: 'email-change-refused' } as const
      await confirmPassword(user, confirmation, async ({ email }, succeed) => {
        if (newEmail === email || newEmail === DEMO_EMAIL)
          throw new ApiError('validation/error', {
            errors: { newEmail: 'Choose an address that you do not use here yet' },
          })
        await limits.requireMail({ email: newEmail, kind: 'notice', address }, async (queries) => {
          await succeed(queries)
          const time = now()
          await replaceEmailChange(queries, { userId: user.id, newEmail, now: time })
          await queueMail(queries, { kind: 'old-email', email, userId: user.id, now: time })
          await queueMail(queries, { kind: 'new-email', email: newEmail, userId: user.id, now: time })
        })
        return true
      })
      wakeMail()
      logEvent(logger, 'email-change-asked', { userId: user.id, address })
    },

    async cancel({ id }) {
      await database.write((queries) => removeEmailChange(queries, id))
    },

    async confirm(token, { address }) {
      await limits.requireBelowLimit('bad-links', address)
      const outcome = await database.write(async (queries) => {
        const time = now()
        for (const purpose of ['new-email', 'old-email'] as const) {
          const userId = await redeemMailToken(queries, { tokenHash: hashToken(token), purpose, now: time })
          if (!userId) continue
          const change = await markConfirmed(queries, userId, { isNew: purpose === 'new-email', now: time })
          if (!change) break
          if (change.old_confirmed_at === null) return { userId, state: 'old-is-missing' } as const
          if (change.new_confirmed_at === null) return { userId, state: 'new-is-missing' } as const
          await removeEmailChange(queries, userId)
          await removeRegistration(queries, change.new_email, time)
          if (await findUserByEmail(queries, change.new_email)) return { userId, state: 'in-use' } as const
          const user = await findUserById(queries, userId)
          if (!user) break
          await removeResetLinks(queries, { userId, email: user.email })
          await changeEmail(queries, { userId, from: user.email, to: change.new_email, now: time })
          await queueMail(queries, { kind: 'email-changed', email: user.email, userId, now: time })
          await recordAudit(queries, 'email-changed', { actorId: userId, address, now: time })
          return { userId, state: 'changed' } as const
        }
        await limits.count(queries, 'bad-links', address)
        return undefined
      })
      if (!outcome) throw new ApiError('client/bad-request', { message: BAD_LINK })
      const { userId, state } = outcome
      if (state === 'in-use') throw new ApiError('client/bad-request', { message: IN_USE })
      if (state === 'changed') {
        wakeMail()
        logEvent(logger, 'email-changed', { userId, address })
      }
      return state
    },
  }
}
