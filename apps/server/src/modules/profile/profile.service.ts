import type { Profile } from '@plimsoll/contract'
import type { Database } from '../../database/database.ts'
import { ApiError } from '../../errors.ts'
import { logEvent } from '../../events.ts'
import type { Logger } from '../../logger.ts'
import { queueMail } from '../../mail/mail-queue.ts'
import type { PasswordHasher } from '../auth/password-hasher.ts'
import { removeOtherSessions } from '../auth/sessions.repository.ts'
import { findUserById, removeUser, replacePasswordHash } from '../auth/users.repository.ts'
import { refuseDemo } from '../demo/refuse-demo.ts'
import { findProfile, updateNames } from './profile.repository.ts'
import type { ProfileActions } from './profile.routes.ts'

interface ProfileServiceOptions {
  database: Database
  hasher: PasswordHasher
  logger: Logger
  /** To be called when a mail was queued. */
  wakeMail: () => void
  now: () => number
}

/** What users do to their own account. */
export function createProfileService(options: ProfileServiceOptions): Omit<ProfileActions, 'export'> {
  const { database, hasher, logger, wakeMail, now } = options

  /** The account, when this is its password. */
  async function checkPassword(userId: string, password: string) {
    const user = await findUserById(database.read, userId)
    return user && (await hasher.verify(user.password_hash, password)) ? user : undefined
  }

  return {
    async show({ id }) {
      const [profile] = await findProfile(database, id)
      return presentProfile(profile)
    },

    async update(user, { firstName, lastName }) {
      refuseDemo(user, logger)
      const names = { firstName, lastName, now: now() }
      const profile = presentProfile(await database.write((queries) => updateNames(queries, user.id, names)))
      logEvent(logger, 'profile-changed', { userId: user.id })
      return profile
    },

    async changePassword(user, { currentPassword, newPassword }) {
      refuseDemo(user, logger)
      const refuse = () => {
        logEvent(logger, 'password-change-refused', { userId: user.id })
        return new ApiError('profile/incorrect-password')
      }
      const account = await checkPassword(user.id, currentPassword)
      if (!account) throw refuse()
      const { email, password_hash: from } = account
      const to = await hasher.hash(newPassword)
      const isChanged = await database.write(async (queries) => {
        const isReplaced = await replacePasswordHash(queries, user.id, { from, to, now: now() })
        if (!isReplaced) return false
        await removeOtherSessions(queries, user.id, user.sessionId)
        await queueMail(queries, { kind: 'password-changed', email, now: now() })
        return true
      })
      if (!isChanged) throw refuse()
      wakeMail()
      logEvent(logger, 'password-changed', { userId: user.id })
    },

    async remove(user, { currentPassword }) {
      refuseDemo(user, logger)
      const refuse = () => {
        logEvent(logger, 'account-deletion-refused', { userId: user.id })
        return new ApiError('profile/incorrect-password')
      }
      const account = await checkPassword(user.id, currentPassword)
      if (!account) throw refuse()
      const isRemoved = await database.write(async (queries) => {
        if (!(await removeUser(queries, user.id, account.password_hash))) return false
        await queries.deleteFrom('mails').where('email', '=', account.email).execute()
        return true
      })
      if (!isRemoved) throw refuse()
      logEvent(logger, 'account-deleted', { userId: user.id })
    },
  }
}

/** A row of the profile as users see it. Throws when there is none. */
export function presentProfile(row: Awaited<ReturnType<typeof findProfile>>[number] | undefined): Profile {
  // The account was deleted after its session was looked up.
  if (!row) throw new ApiError('auth/unauthorized')
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    isEmailVerified: row.email_verified_at !== null,
  }
}
