import type { Config } from '../../config.ts'
import type { Database, Queries } from '../../database/database.ts'
import { ApiError } from '../../errors.ts'
import { type EventName, logEvent } from '../../events.ts'
import type { Logger } from '../../logger.ts'
import type { SignedInUser } from '../../requester.ts'
import type { Limits } from '../limits/limits.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { findUserById } from './users.repository.ts'

interface ConfirmPasswordOptions {
  database: Database
  hasher: PasswordHasher
  limits: Limits
  logger: Logger
  config: Pick<Config, 'oidc'>
}

interface Confirmation {
  password: string
  /** The event that a wrong password logs. */
  refusal: EventName
}

/** Returns false when the password has changed since it was checked. */
type ConfirmedAction = (
  account: NonNullable<Awaited<ReturnType<typeof findUserById>>>,
  succeed: (queries: Queries) => Promise<void>,
) => Promise<boolean>

export type ConfirmPassword = ReturnType<typeof createConfirmPassword>

/** Runs work of signed-in users after checking their current password. */
export function createConfirmPassword({ database, hasher, limits, logger, config }: ConfirmPasswordOptions) {
  /** Throws when the password is wrong or has changed meanwhile, and where none is taken. */
  return async function confirmPassword(
    { id }: SignedInUser,
    { password, refusal }: Confirmation,
    act: ConfirmedAction,
  ) {
    if (config.oidc?.isOnly) throw new ApiError('auth/single-sign-on-only')
    const account = await findUserById(database.read, id)
    if (!account) throw new ApiError('auth/unauthorized')
    const at = { account: account.email, loginFrom: undefined, userId: id }
    await limits.tryPassword(at, async ({ check, succeed }) => {
      const isRight = await check(() => hasher.verify(account.password_hash, password))
      // What the work refuses is no fault of the password.
      const isDone = isRight && (await check(() => act(account, succeed)))
      if (isDone) return
      logEvent(logger, refusal, { userId: id })
      throw new ApiError('profile/incorrect-password')
    })
  }
}
