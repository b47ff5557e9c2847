import { LIMITS, type LoginWithFactorsRequest } from '@plimsoll/contract'
import type { Config } from '../../config.ts'
import type { Database, Queries } from '../../database/database.ts'
import { canonicalEmail } from '../../email-address.ts'
import { ApiError } from '../../errors.ts'
import { logEvent } from '../../events.ts'
import type { Logger } from '../../logger.ts'
import { onBehalfOfMember } from '../../on-behalf-of.ts'
import { createPatientSlots } from '../../patient-slots.ts'
import type { Client } from '../../requester.ts'
import { recordAudit } from '../audit/audit.ts'
import { DEMO_ACCOUNT } from '../demo/demo-limits.ts'
import { createSandboxes } from '../demo/sandboxes.ts'
import type { SecondFactor } from '../factors/second-factor.ts'
import { LOGIN_POLICY } from '../limits/limits.policy.ts'
import type { Limits } from '../limits/limits.ts'
import type { AuthActions } from './auth.actions.ts'
import { openSession } from './open-session.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { hashToken } from './session-token.ts'
import { removeSession, type SessionLifetimes } from './sessions.repository.ts'
import { tellNewDevice } from './tell-new-device.ts'
import { findUserByEmail, replacePasswordHash } from './users.repository.ts'

/** A parallel request may replace the hash between its check and the new session; then the login starts over. */
const ATTEMPTS = 3

interface LoginServiceOptions {
  database: Database
  hasher: PasswordHasher
  limits: Limits
  secondFactor: SecondFactor
  config: SessionLifetimes & Pick<Config, 'demoMode' | 'hasRateLimits'>
  logger: Logger
  wakeMail: () => void
  now: () => number
}

interface NewSession {
  user: Account
  /** Stored from now on. */
  passwordHash: string
  userAgent: string | null
  isRemembered: boolean | undefined
  previousToken: string | undefined
  /** Further work in the same transaction. */
  also: (queries: Queries) => Promise<void>
}

type Account = NonNullable<Awaited<ReturnType<typeof findUserByEmail>>>

/** Checks credentials and opens sessions. */
export function createLoginService(options: LoginServiceOptions): Pick<AuthActions, 'login'> {
  const { database, hasher, limits, secondFactor, config, logger, wakeMail, now } = options
  const openSandbox = createSandboxes(options)
  const isDemo = (email: string) => config.demoMode && email === DEMO_ACCOUNT.email

  /** Counts attempts for the demo by address, because all visitors use its credentials. */
  function attemptAt(email: string, address: string) {
    return { account: isDemo(email) ? `${email} from ${address}` : email, loginFrom: address }
  }

  /** Takes as long for an unknown account. Without a user a right password is the demo's, which is no secret. */
  async function checkPassword(email: string, password: string) {
    const user = await findUserByEmail(database.read, email)
    if (!user && isDemo(email)) return { user, isRight: password === DEMO_ACCOUNT.password }
    return { user, isRight: await hasher.verify(user?.password_hash, password) }
  }

  /** The hash to store from now on: a new one when the configured cost has grown. */
  async function upgradedHash({ id, password_hash: passwordHash }: Account, password: string) {
    if (!hasher.isOutdated(passwordHash)) return passwordHash
    try {
      const stronger = await hasher.hash(password)
      logEvent(logger, 'password-rehashed', { userId: id })
      return stronger
    } catch {
      // The hasher is busy; the next login upgrades the hash.
      return passwordHash
    }
  }

  /** Returns undefined when the password has changed since it was checked. */
  async function replaceSession({ user, passwordHash, previousToken, also, ...login }: NewSession) {
    const time = now()
    return database.write(async (queries) => {
      const change = { from: user.password_hash, to: passwordHash, now: time }
      if (!(await replacePasswordHash(queries, user.id, change))) return undefined
      if (previousToken) await removeSession(queries, hashToken(previousToken), { reason: 'logged-out', now: time })
      const opened = await openSession(queries, {
        userId: user.id,
        ...login,
        isConfirmed: true,
        most: LIMITS.sessionsPerUser,
        config,
        now: time,
      })
      await also(queries)
      return opened
    })
  }

  const noteFailure = (queries: Queries, address: string, about: { subjectId: string | undefined; detail?: string }) =>
    recordAudit(queries, 'login-failed', { ...about, address, now: now() })

  async function refuse(address: string, userId?: string): Promise<never> {
    await database.write(async (queries) => {
      await limits.countOrRefuse(queries, 'login-failures', address)
      await noteFailure(queries, address, { subjectId: userId })
    })
    logEvent(logger, 'login-failed', { userId, address })
    throw new ApiError('auth/invalid-credentials')
  }

  const underWay = createPatientSlots({
    ...LOGIN_POLICY,
    code: 'api/busy',
    message: 'Too many logins of your network are under way. Please wait a second before you try again.',
  })

  async function logIn(request: LoginWithFactorsRequest, client: Client, previousToken?: string) {
    const { email, password, code, remember: isRemembered, device } = request
    const { userAgent, address } = client
    await limits.requireBelowLimit('login-failures', address)
    return limits.tryPassword(attemptAt(email, address), async ({ check, succeed }) => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const { user, isRight } = await check(() => checkPassword(email, password))
        if (!isRight) return refuse(address, user?.id)
        if (!user) return openSandbox({ client, previousToken, also: succeed })
        if (user.disabled_at !== null) {
          await database.write(async (queries) => {
            await succeed(queries)
            await recordAudit(queries, 'login-disabled', { subjectId: user.id, address, now: now() })
          })
          logEvent(logger, 'login-disabled', { userId: user.id, address })
          throw new ApiError('auth/account-disabled')
        }
        if (user.email_verified_at === null) {
          await database.write(succeed)
          logEvent(logger, 'login-unverified', { userId: user.id, address })
          throw new ApiError('auth/email-unverified')
        }
        if (user.is_password_held) {
          await database.write(succeed)
          logEvent(logger, 'login-held', { userId: user.id, address })
          throw new ApiError('auth/password-held')
        }
        // Neither a wrong password nor, yet, a login.
        const onWrong = (queries: Queries) => noteFailure(queries, address, { subjectId: user.id, detail: 'code' })
        await check(() => secondFactor.require({ userId: user.id, code, address, onWrong }))
        const passwordHash = await upgradedHash(user, password)
        let isNewDevice = false
        const also = async (queries: Queries) => {
          await succeed(queries)
          const owner = { id: user.id, email, isDemo: user.is_demo === 1 }
          isNewDevice = await tellNewDevice(queries, { user: owner, device, client, limits, now: now() })
          if (!user.is_demo) await recordAudit(queries, 'login', { actorId: user.id, address, now: now() })
        }
        const opened = await replaceSession({ user, passwordHash, userAgent, isRemembered, previousToken, also })
        if (!opened) continue
        logEvent(logger, 'login', { userId: user.id, address })
        if (isNewDevice) logEvent(logger, 'new-device', { userId: user.id, address })
        if (isNewDevice) wakeMail()
        if (opened.ended > 0) logEvent(logger, 'session-limit', { userId: user.id, count: opened.ended })
        return opened.token
      }
      return refuse(address)
    })
  }

  return {
    login(request: LoginWithFactorsRequest, client, previousToken) {
      const email = canonicalEmail(request.email)
      onBehalfOfMember(email)
      const work = () => logIn({ ...request, email }, client, previousToken)
      return config.hasRateLimits ? underWay(work) : work()
    },
  }
}
