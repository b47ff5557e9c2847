import type { ConfirmPasswordRequest } from '@plimsoll/contract'
import { ApiError } from '../../errors.ts'
import { logEvent } from '../../events.ts'
import type { AccountServiceOptions } from './account-service-options.ts'
import type { AuthActions } from './auth.actions.ts'
import { findMailToken } from './mail-tokens.repository.ts'
import { hashToken } from './session-token.ts'
import { findUserById, releasePassword } from './users.repository.ts'

const BAD_LINK = 'This verification link is invalid or has expired. Reset your password to log in.'
const WRONG = 'This is not the password that was chosen at registration.'

/** Lets who verified an address in another browser confirm or replace the password of the registration. See docs/decisions/0299. */
export function createHeldPasswordService(options: AccountServiceOptions): Pick<AuthActions, 'confirmPassword'> {
  const { database, hasher, limits, logger, now } = options

  async function findHeld(token: string, address: string) {
    await limits.requireBelowLimit('bad-links', address)
    const time = now()
    const link = await findMailToken(database.read, { tokenHash: hashToken(token), purpose: 'verify', now: time })
    const user = link && (await findUserById(database.read, link.user_id))
    // A link that has not verified the address yet confirms nothing.
    if (link && user?.is_password_held && link.used_at !== null && link.expires_at > time)
      return { id: link.user_id, ...user }
    await database.write((queries) => limits.count(queries, 'bad-links', address))
    logEvent(logger, 'verification-failed', { address })
    throw new ApiError('client/bad-request', { message: BAD_LINK })
  }

  type Held = Awaited<ReturnType<typeof findHeld>>

  /** Returns whether the password was held still. */
  const replace = async ({ id, password_hash: from }: Held, newPassword: string) => {
    const to = await hasher.hash(newPassword)
    return database.write((queries) => releasePassword(queries, id, { from, to, now: now() }))
  }

  const confirm = ({ id, email, password_hash: hash }: Held, password: string) =>
    limits.tryPassword({ account: email, loginFrom: undefined, userId: id }, async ({ check, succeed }) => {
      if (!(await check(() => hasher.verify(hash, password))))
        throw new ApiError('validation/error', { errors: { password: WRONG } })
      return database.write(async (queries) => {
        await succeed(queries)
        return releasePassword(queries, id, { from: hash, to: hash, now: now() })
      })
    })

  return {
    async confirmPassword({ token, password, newPassword }: ConfirmPasswordRequest, { address }) {
      const user = await findHeld(token, address)
      const isReleased = await (newPassword === undefined ? confirm(user, password ?? '') : replace(user, newPassword))
      if (!isReleased) throw new ApiError('client/bad-request', { message: BAD_LINK })
      logEvent(logger, 'password-confirmed', { userId: user.id, address })
    },
  }
}
