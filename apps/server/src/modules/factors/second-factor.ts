import type { Database, Queries } from '../../database/database.ts'
import { ApiError } from '../../errors.ts'
import { logEvent } from '../../events.ts'
import type { Logger } from '../../logger.ts'
import { hashToken } from '../auth/session-token.ts'
import type { Limits } from '../limits/limits.ts'
import { findApp, findFactors, redeemRecoveryCode, useStep } from './factors.repository.ts'
import { asRecoveryCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

interface SecondFactorOptions {
  database: Database
  limits: Limits
  logger: Logger
  now: () => number
}

interface CodeUse {
  userId: string
  code: string | undefined
  /** Network address. */
  address: string
  /** Further work in the transaction that counts a wrong code. */
  onWrong?: (queries: Queries) => Promise<void>
}

export interface SecondFactor {
  /** Uses up a code of an account that has a second factor. Throws when it is missing or wrong. */
  require(use: CodeUse): Promise<void>
}

/** Checks the codes of authenticator apps and recovery codes; each is good for once. */
export function createSecondFactor({ database, limits, logger, now }: SecondFactorOptions): SecondFactor {
  async function useAppCode(userId: string, code: string) {
    const app = await findApp(database.read, userId)
    const step = app?.confirmed_at ? stepOfCode(app.secret, code, now()) : undefined
    return step !== undefined && (await database.write((queries) => useStep(queries, userId, step)))
  }

  /** Counts as wrong until it is right, apart from passwords: who does not know the password cannot use up the tries. */
  const tryAppCode = (userId: string, code: string) =>
    limits.tryPassword(
      { account: `code of ${userId}`, loginFrom: undefined, userId, isCode: true },
      async (attempt) => {
        const isRight = await attempt.check(() => useAppCode(userId, code))
        if (isRight) await database.write(attempt.succeed)
        return isRight
      },
    )

  /** Too long to be guessed, so the tries of other codes do not count for it. */
  async function useRecoveryCode(userId: string, code: string) {
    const isRight = await database.write(async (queries) => {
      const isThere = await redeemRecoveryCode(queries, userId, hashToken(code))
      if (isThere) await limits.clearPasswords(queries, `code of ${userId}`)
      return isThere
    })
    if (isRight) logEvent(logger, 'recovery-code-used', { userId })
    return isRight
  }

  return {
    async require({ userId, code, address, onWrong }) {
      const { hasAny, hasApp, passkeys } = await findFactors(database.read, userId)
      if (!hasAny) return
      if (code === undefined) {
        logEvent(logger, 'code-asked', { userId, address })
        throw new ApiError('auth/second-factor', {
          errors: { code: hasApp ? ASK_APP : ASK_PASSKEY, ...(passkeys.length > 0 && { passkey: USE_PASSKEY }) },
        })
      }
      await limits.requireBelowLimit('login-failures', address)
      const recoveryCode = asRecoveryCode(code)
      const isRight = recoveryCode ? await useRecoveryCode(userId, recoveryCode) : await tryAppCode(userId, code)
      if (isRight) return
      await database.write(async (queries) => {
        await limits.countOrRefuse(queries, 'login-failures', address)
        await onWrong?.(queries)
      })
      logEvent(logger, 'code-failed', { userId, address })
      const error = new ApiError('auth/wrong-code')
      throw new ApiError('auth/wrong-code', { errors: { code: error.message } })
    },
  }
}

const ASK_APP = 'Enter the code of your authenticator app, or a recovery code.'
const USE_PASSKEY = 'The account has a passkey.'
const ASK_PASSKEY = 'Log in with your passkey, or enter a recovery code.'
