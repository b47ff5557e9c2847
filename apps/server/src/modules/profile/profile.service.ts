import type { Profile } from '@plimsoll/contract'
import type { Database } from '../../database/database.ts'
import { ApiError } from '../../errors.ts'
import type { Logger } from '../../logger.ts'
import type { PasswordHasher } from '../auth/password-hasher.ts'
import {
  findPasswordHash,
  findProfile,
  removeOtherSessions,
  replacePasswordHash,
  updateNames,
} from './profile.repository.ts'
import type { ProfileActions } from './profile.routes.ts'

interface ProfileServiceOptions {
  database: Database
  hasher: PasswordHasher
  logger: Logger
  now: () => number
}

export function createProfileService({ database, hasher, logger, now }: ProfileServiceOptions): ProfileActions {
  return {
    async show({ id }) {
      const [profile] = await findProfile(database, id)
      return present(profile)
    },

    async update({ id }, { firstName, lastName }) {
      return present(await database.write((queries) => updateNames(queries, id, { firstName, lastName, now: now() })))
    },

    async changePassword({ id, sessionId }, { currentPassword, newPassword }) {
      const from = (await findPasswordHash(database.read, id))?.password_hash
      if (!from || !(await hasher.verify(from, currentPassword))) throw new ApiError('profile/incorrect-password')
      const to = await hasher.hash(newPassword)
      await database.write(async (queries) => {
        const isReplaced = await replacePasswordHash(queries, id, { from, to, now: now() })
        if (!isReplaced) throw new ApiError('profile/incorrect-password')
        await removeOtherSessions(queries, id, sessionId)
      })
      logger.info({ event: 'password-changed', userId: id }, 'password changed')
    },
  }
}

function present(row: Awaited<ReturnType<typeof findProfile>>[number] | undefined): Profile {
  // The account was deleted after its session was looked up.
  if (!row) throw new ApiError('auth/unauthorized')
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    isEmailVerified: row.email_verified_at !== null,
  }
}
