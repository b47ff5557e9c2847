import { LIMITS, type RecoveryCodes } from '@plimsoll/contract'
import type { Config } from '../../config.ts'
import type { Database, Queries } from '../../database/database.ts'
import { newId } from '../../database/ids.ts'
import { ApiError } from '../../errors.ts'
import { logEvent } from '../../events.ts'
import type { Logger } from '../../logger.ts'
import type { SignedInUser } from '../../requester.ts'
import { recordAudit } from '../audit/audit.ts'
import { hashToken } from '../auth/session-token.ts'
import { unconfirmOtherSessions } from '../auth/sessions.repository.ts'
import { findUserById } from '../auth/users.repository.ts'
import { refuseDemo } from '../demo/refuse-demo.ts'
import { lockUser } from '../flows/flows.repository.ts'
import type { FactorActions } from './factors.actions.ts'
import {
  addPasskey,
  confirmApp,
  countRecoveryCodes,
  findApp,
  findFactors,
  listPasskeys,
  offerApp,
  type PasskeyRow,
  putRecoveryCodes,
  removeApp,
  removePasskey,
  useStep,
} from './factors.repository.ts'
import type { Passkeys } from './passkeys.ts'
import { asRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

type Factor = 'passkey' | 'authenticator app'

interface FactorServiceOptions {
  database: Database
  config: Pick<Config, 'oidc'>
  passkeys: Passkeys
  /** Throws unless this is who is signed in, by password and code. */
  confirm: (...confirmation: Parameters<FactorActions['removeApp']>) => Promise<void>
  logger: Logger
  now: () => number
}

/** Adds and removes the second factors of a user. Its routes ask for a confirmation first. */
export function createFactorService(options: FactorServiceOptions): FactorActions {
  const { database, config, passkeys, confirm, logger, now } = options

  /** The same user for all that changes the factors, one after the other. */
  async function locked<Result>({ id }: SignedInUser, act: (queries: Queries) => Promise<Result>): Promise<Result> {
    return database.write(async (queries) => {
      if (!(await lockUser(queries, id))) throw new ApiError('auth/unauthorized')
      return act(queries)
    })
  }

  async function makeRecoveryCodes(queries: Queries, userId: string): Promise<RecoveryCodes> {
    const recoveryCodes = newRecoveryCodes()
    const hashes = recoveryCodes.map((code) => hashToken(asRecoveryCode(code) ?? ''))
    await putRecoveryCodes(queries, userId, hashes)
    return { recoveryCodes }
  }

  /** Follows a new factor: the first one comes with recovery codes. What others confirmed without it is void. */
  async function added(queries: Queries, { id, sessionId }: SignedInUser, detail: Factor): Promise<RecoveryCodes> {
    await recordAudit(queries, 'factor-added', { actorId: id, detail, now: now() })
    await unconfirmOtherSessions(queries, id, sessionId)
    const hasCodes = (await countRecoveryCodes(queries, id)) > 0
    return hasCodes ? { recoveryCodes: null } : makeRecoveryCodes(queries, id)
  }

  /** Recovery codes stand for another factor, so they go with the last one. */
  async function removed(queries: Queries, { id }: SignedInUser, detail: Factor) {
    await recordAudit(queries, 'factor-removed', { actorId: id, detail, now: now() })
    if (!(await findFactors(queries, id)).hasAny) await putRecoveryCodes(queries, id, [])
  }

  async function findAccount({ id }: SignedInUser) {
    const account = await findUserById(database.read, id)
    if (!account) throw new ApiError('auth/unauthorized')
    return account
  }

  return {
    async list(user) {
      const { password_hash } = await findAccount(user)
      const found = await findFactors(database.read, user.id)
      return {
        hasPassword: password_hash !== '' && !config.oidc?.isOnly,
        passkeys: found.passkeys.map(present),
        authenticatorApp: found.hasApp,
        recoveryCodes: await countRecoveryCodes(database.read, user.id),
      }
    },

    async passkeyCreation(user) {
      refuseDemo(user, logger)
      const { email } = await findAccount(user)
      return passkeys.creationOptions({ id: user.id, email, name: email })
    },

    async addPasskey(user, { name, response }) {
      refuseDemo(user, logger)
      const made = await passkeys.readNew(user.id, response)
      if (!made) throw new ApiError('profile/invalid-passkey')
      const passkey = { ...made, id: newId(), user_id: user.id, name, created_at: now(), last_used_at: null }
      const codes = await locked(user, async (queries) => {
        if ((await listPasskeys(queries, user.id)).length >= LIMITS.passkeysPerUser)
          throw new ApiError('validation/error', {
            errors: { name: `You have ${LIMITS.passkeysPerUser} passkeys already` },
          })
        if (!(await addPasskey(queries, passkey))) throw new ApiError('profile/invalid-passkey')
        return added(queries, user, 'passkey')
      })
      logEvent(logger, 'factor-added', { userId: user.id, reason: 'passkey' })
      return codes
    },

    async removePasskey(user, id) {
      await locked(user, async (queries) => {
        if (!(await removePasskey(queries, user.id, id))) throw new ApiError('resource/not-found')
        await removed(queries, user, 'passkey')
      })
      logEvent(logger, 'factor-removed', { userId: user.id, reason: 'passkey' })
    },

    async offerApp(user) {
      refuseDemo(user, logger)
      const { email } = await findAccount(user)
      const secret = newTotpSecret()
      if (!(await database.write((queries) => offerApp(queries, user.id, secret)))) throw hasAppAlready()
      return { secret, uri: totpUri(secret, email) }
    },

    async confirmApp(user, code) {
      refuseDemo(user, logger)
      const codes = await locked(user, async (queries) => {
        const app = await findApp(queries, user.id)
        if (!app || app.confirmed_at !== null) throw hasAppAlready()
        const step = stepOfCode(app.secret, code, now())
        if (step === undefined) throw new ApiError('validation/error', { errors: { code: WRONG_FIRST_CODE } })
        await confirmApp(queries, user.id, app.secret, now())
        await useStep(queries, user.id, step)
        return added(queries, user, 'authenticator app')
      })
      logEvent(logger, 'factor-added', { userId: user.id, reason: 'authenticator app' })
      return codes
    },

    async removeApp(user, confirmation, client) {
      await confirm(user, confirmation, client)
      await locked(user, async (queries) => {
        await removeApp(queries, user.id)
        await removed(queries, user, 'authenticator app')
      })
      logEvent(logger, 'factor-removed', { userId: user.id, reason: 'authenticator app' })
    },

    async renewRecoveryCodes(user) {
      const codes = await locked(user, async (queries) => {
        if (!(await findFactors(queries, user.id)).hasAny) throw new ApiError('resource/not-found')
        await recordAudit(queries, 'recovery-codes-made', { actorId: user.id, now: now() })
        return makeRecoveryCodes(queries, user.id)
      })
      logEvent(logger, 'recovery-codes-made', { userId: user.id })
      return codes
    },
  }
}

const WRONG_FIRST_CODE = 'This is not the code that the app shows now. Is the clock of your device right?'

const hasAppAlready = () =>
  new ApiError('validation/error', { message: 'Set up the authenticator app anew, or turn it off first.' })

const present = ({ id, name, created_at, last_used_at }: PasskeyRow) => ({
  ...{ id, name },
  createdAt: new Date(created_at).toISOString(),
  lastUsedAt: last_used_at === null ? null : new Date(last_used_at).toISOString(),
})
