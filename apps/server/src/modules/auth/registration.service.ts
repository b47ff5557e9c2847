import type { Database } from '../../database/database.ts'
import { newId } from '../../database/ids.ts'
import { ApiError } from '../../errors.ts'
import { logEvent } from '../../events.ts'
import type { Logger } from '../../logger.ts'
import { queueMail } from '../../mail/mail-queue.ts'
import type { AuthActions } from './auth.routes.ts'
import { findMailToken, redeemMailToken } from './mail-tokens.repository.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { addUser, findUserByEmail, markEmailVerified } from './users.repository.ts'

interface RegistrationOptions {
  database: Database
  hasher: PasswordHasher
  logger: Logger
  /** To be called when a mail was queued. */
  wakeMail: () => void
  now: () => number
}

type RegistrationActions = Pick<AuthActions, 'register' | 'verifyEmail' | 'previewVerification' | 'resendVerification'>

const BAD_LINK = 'This verification link is invalid or has expired.'

/** Makes accounts and verifies their addresses. */
export function createRegistrationService(options: RegistrationOptions): RegistrationActions {
  const { database, hasher, logger, wakeMail, now } = options

  return {
    async register({ firstName, lastName, email: given, password }, { address }) {
      const email = given.toLowerCase()
      const id = newId()
      const time = now()
      const user = {
        id,
        email,
        password_hash: await hasher.hash(password),
        first_name: firstName,
        last_name: lastName,
        email_verified_at: null,
        is_demo: 0,
        created_at: time,
        updated_at: time,
      }
      const isNew = await database.write(async (queries) => {
        const isAdded = await addUser(queries, user)
        if (isAdded) await queueMail(queries, { kind: 'verify', email, now: time })
        return isAdded
      })
      if (!isNew) {
        logEvent(logger, 'register-exists', { address })
        throw new ApiError('auth/email-already-in-use')
      }
      wakeMail()
      logEvent(logger, 'registered', { userId: id, address })
    },

    async verifyEmail(token, { address }) {
      const outcome = await database.write(async (queries) => {
        const time = now()
        const userId = await redeemMailToken(queries, { token, purpose: 'verify', now: time })
        if (userId) return { userId, isNew: await markEmailVerified(queries, userId, time) }
        const used = await findMailToken(queries, { token, purpose: 'verify', now: time })
        return used && { userId: used.user_id, isNew: false }
      })
      if (!outcome) {
        logEvent(logger, 'verification-failed', { address })
        throw new ApiError('client/bad-request', { message: BAD_LINK })
      }
      if (outcome.isNew) logEvent(logger, 'email-verified', { userId: outcome.userId, address })
      return outcome.isNew ? 'verified' : 'already-verified'
    },

    async previewVerification(token) {
      const found = await findMailToken(database.read, { token, purpose: 'verify', now: now() })
      if (!found) throw new ApiError('client/bad-request', { message: BAD_LINK })
      return found.used_at === null ? 'verified' : 'already-verified'
    },

    async resendVerification({ email: given }, { address }) {
      const email = given.toLowerCase()
      const user = await findUserByEmail(database.read, email)
      if (user && user.email_verified_at !== null) return 'already-verified'
      await database.write((queries) => queueMail(queries, { kind: 'verify', email, now: now() }))
      wakeMail()
      logEvent(logger, 'verification-mail-asked', { userId: user?.id, address })
      return 'sent'
    },
  }
}
