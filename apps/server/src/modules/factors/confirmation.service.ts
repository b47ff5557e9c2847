import type { Config } from '../../config.ts'
import type { Database, Queries } from '../../database/database.ts'
import { ApiError } from '../../errors.ts'
import { logEvent } from '../../events.ts'
import type { Logger } from '../../logger.ts'
import type { SignedInUser } from '../../requester.ts'
import type { ConfirmPassword } from '../auth/confirm-password.ts'
import { confirmSession } from '../auth/sessions.repository.ts'
import { findUserById } from '../auth/users.repository.ts'
import type { ConfirmationActions } from './factors.actions.ts'
import { findConfirmedAt, findFactors, usePasskey } from './factors.repository.ts'
import type { Passkeys } from './passkeys.ts'
import type { SecondFactor } from './second-factor.ts'

/** How long a confirmation holds. */
export const CONFIRMATION_MS = 600_000

interface ConfirmationOptions {
  database: Database
  config: Pick<Config, 'oidc'>
  confirmPassword: ConfirmPassword
  secondFactor: SecondFactor
  passkeys: Passkeys
  logger: Logger
  now: () => number
}

export interface Confirmation extends ConfirmationActions {
  /** Throws when the account has a second factor and the session has not confirmed it; with `always`, also without one. */
  require(user: SignedInUser, options?: { always: boolean }): Promise<void>
}

/** Confirms who is signed in before dangerous steps, by all that the account has. See docs/decisions/0311. */
export function createConfirmation(options: ConfirmationOptions): Confirmation {
  const { database, config, confirmPassword, secondFactor, passkeys, logger, now } = options

  async function confirmIn(queries: Queries, { id, sessionId }: SignedInUser) {
    await confirmSession(queries, sessionId, now())
    logEvent(logger, 'confirmed', { userId: id })
  }

  return {
    async require({ id, sessionId }, { always } = { always: false }) {
      if (!always && !(await findFactors(database.read, id)).hasAny) return
      const confirmedAt = await findConfirmedAt(database.read, sessionId)
      if (confirmedAt !== null && now() - confirmedAt < CONFIRMATION_MS) return
      const { message } = new ApiError('auth/confirmation')
      throw new ApiError('auth/confirmation', { errors: { confirmation: message } })
    },

    async byPassword(user, { password = '', code }, { address }) {
      const account = await findUserById(database.read, user.id)
      const { hasAny } = await findFactors(database.read, user.id)
      const requireCode = () => secondFactor.require({ userId: user.id, code, address })
      const hasPassword = account?.password_hash !== '' && !config.oidc?.isOnly
      if (!hasPassword && hasAny) {
        await requireCode()
        await database.write((queries) => confirmIn(queries, user))
        return
      }
      const confirmation = { password, refusal: 'confirmation-failed' } as const
      await confirmPassword(user, confirmation, async (_account, succeed) => {
        await requireCode()
        await database.write(async (queries) => {
          await succeed(queries)
          await confirmIn(queries, user)
        })
        return true
      })
    },

    passkeyOptions: ({ id }) => passkeys.requestOptions({ purpose: 'confirm', userId: id }),

    async byPasskey(user, response) {
      const used = await passkeys.readUse({ purpose: 'confirm', userId: user.id }, response)
      const isRight =
        used &&
        (await database.write(async (queries) => {
          const { id, counter: from } = used.passkey
          if (!(await usePasskey(queries, id, { from, to: used.counter, now: now() }))) return false
          await confirmIn(queries, user)
          return true
        }))
      if (isRight) return
      logEvent(logger, 'passkey-failed', { userId: user.id })
      throw new ApiError('profile/invalid-passkey')
    },
  }
}
