import { LIMITS } from '@plimsoll/contract'
import { AuthorizationResponseError } from 'openid-client'
import { z } from 'zod'
import type { OidcConfig } from '../../config.ts'
import type { Database, Queries } from '../../database/database.ts'
import { newId } from '../../database/ids.ts'
import { canonicalEmail } from '../../email-address.ts'
import { logEvent } from '../../events.ts'
import type { Logger } from '../../logger.ts'
import { changeAccount, findRole, isLastAdministrator } from '../administration/accounts.repository.ts'
import { recordAudit } from '../audit/audit.ts'
import { openSession } from '../auth/open-session.ts'
import { hashToken } from '../auth/session-token.ts'
import { removeSession, type SessionLifetimes } from '../auth/sessions.repository.ts'
import { tellNewDevice } from '../auth/tell-new-device.ts'
import { addUser, findUserByEmail, markEmailVerified, setPasswordHash } from '../auth/users.repository.ts'
import { DEMO_EMAIL } from '../demo/demo-limits.ts'
import type { Limits } from '../limits/limits.ts'
import { followGroups } from './group-teams.ts'
import { createProvider, type SignedInPerson } from './provider.ts'
import { type PendingSignIn, SignInRefused, type SingleSignOnActions } from './single-sign-on.actions.ts'
import { addIdentity, findIdToken, findUserOfIdentity, keepIdToken } from './single-sign-on.repository.ts'

/** What is read of the claims; a provider may leave out all of it. */
const claimsSchema = z.object({
  email: z.email().max(LIMITS.email).optional().catch(undefined),
  // Some providers send it as text.
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
  given_name: z.string().trim().min(1).optional().catch(undefined),
  family_name: z.string().trim().optional().catch(undefined),
  name: z.string().trim().min(1).optional().catch(undefined),
})
const groupsSchema = z
  .union([z.array(z.string()), z.string().transform((group) => [group])])
  .optional()
  .catch(undefined)

interface SingleSignOnOptions {
  oidc: OidcConfig
  /** The origin under which browsers reach this server. */
  publicUrl: () => string
  database: Database
  config: SessionLifetimes
  limits: Limits
  logger: Logger
  wakeMail: () => void
  now: () => number
}

/** Sign-in by a provider of OpenID Connect. See docs/decisions/0277. */
export function createSingleSignOnService(options: SingleSignOnOptions): SingleSignOnActions {
  const { oidc, publicUrl, database, config, limits, logger, wakeMail, now } = options
  const provider = createProvider(oidc)
  const redirectUri = () => `${publicUrl()}/api/auth/oidc/callback`

  async function findPerson(answer: URLSearchParams, pending: PendingSignIn): Promise<SignedInPerson> {
    try {
      return await provider.finish(new URL(`${redirectUri()}?${answer}`), pending)
    } catch (error) {
      const isDenied = error instanceof AuthorizationResponseError && error.error === 'access_denied'
      throw new SignInRefused(isDenied ? 'denied' : 'failed', error)
    }
  }

  /** The account of this identity, else of its address, else a new one. Throws SignInRefused. */
  async function accountOf(
    queries: Queries,
    { issuer, claims }: SignedInPerson,
  ): Promise<{ id: string; email: string }> {
    const identity = { issuer, subject: claims.sub }
    const known = await findUserOfIdentity(queries, identity)
    if (known) return known
    const person = claimsSchema.parse(claims)
    const email = person.email && canonicalEmail(person.email)
    // Whoever may name any address at the provider would take over the account that has it here.
    if (email === undefined || person.email_verified !== true || email === DEMO_EMAIL)
      throw new SignInRefused('unverified')
    const time = now()
    const user = {
      ...{ id: newId(), email, password_hash: '', is_demo: 0 },
      ...namesOf(person, email),
      ...{ email_verified_at: time, created_at: time, updated_at: time },
    }
    const isNew = await addUser(queries, user)
    const account = isNew ? user : await findUserByEmail(queries, email)
    if (!account) throw new SignInRefused('failed')
    // The password of an account that nobody verified may be a stranger's.
    if (account.email_verified_at === null) {
      await setPasswordHash(queries, account.id, '', time)
      await markEmailVerified(queries, account.id, time)
    }
    await addIdentity(queries, account.id, identity)
    if (isNew) {
      await recordAudit(queries, 'registered', { actorId: account.id, detail: 'single sign-on', now: time })
      logEvent(logger, 'registered', { userId: account.id })
    }
    return { id: account.id, email }
  }

  /** A group makes an administrator at each sign-in, and takes the role back that it gave, but for the last one. */
  async function followAdminGroups(queries: Queries, account: Role & { id: string }, groups: readonly string[]) {
    if (oidc.adminGroups.length === 0) return
    const isIn = groups.some((group) => oidc.adminGroups.includes(group))
    const role = isIn ? 'administrator' : 'user'
    if (account.role === role || (!isIn && account.role_by_claim === 0)) return
    if (!isIn && (await isLastAdministrator(queries, account.id))) return
    await changeAccount(queries, account.id, { role, role_by_claim: isIn ? 1 : 0, updated_at: now() })
    await recordAudit(queries, 'role-changed', { subjectId: account.id, detail: `${role} by group`, now: now() })
  }

  async function noteFailure(error: unknown, address: string) {
    const detail = error instanceof SignInRefused ? error.reason : 'failed'
    const record = { detail, address, now: now() }
    await database.write((queries) => recordAudit(queries, 'single-sign-on-failed', record)).catch(() => {})
  }

  /** Writes a failure down, and throws it. */
  function refuse(error: unknown, address?: string): never {
    const refusal = error instanceof SignInRefused ? error : new SignInRefused('failed', error)
    const { reason, cause } = refusal
    logEvent(logger, 'single-sign-on-failed', { address, reason })
    // Its words alone: what the provider answered may hold claims.
    if (cause !== undefined && reason !== 'denied')
      logger.warn({ error: String(cause) }, 'the provider of single sign-on could not be used')
    throw refusal
  }

  return {
    isHttps: () => publicUrl().startsWith('https:'),

    begin: (wish) =>
      provider.begin(redirectUri(), wish).catch((error) => refuse(new SignInRefused('unavailable', error))),

    async finish(answer, pending, client) {
      const { address, userAgent } = client
      const signIn = async () => {
        if (!pending) throw new SignInRefused('expired')
        const person = await findPerson(answer, pending)
        const groups = groupsSchema.parse(person.claims[oidc.groupsClaim]) ?? []
        return database.write(async (queries) => {
          const { id: userId, email } = await accountOf(queries, person)
          const time = now()
          const account = await findRole(queries, userId)
          if (account?.disabled_at != null) throw new SignInRefused('disabled')
          const refused = await followGroups(queries, oidc.teamGroups, { userId, email, groups, now: time })
          if (account) await followAdminGroups(queries, { ...account, id: userId }, groups)
          const most = LIMITS.sessionsPerUser
          const opened = await openSession(queries, {
            ...{ userId, userAgent, most, config, now: time },
            ...{ isConfirmed: pending.isFresh, isRemembered: pending.isRemembered },
          })
          if (person.idToken) await keepIdToken(queries, hashToken(opened.token), person.idToken)
          const login = {
            user: { id: userId, email, isDemo: false },
            device: pending.device,
            client,
            limits,
            now: time,
          }
          const isNewDevice = await tellNewDevice(queries, login)
          await recordAudit(queries, 'single-sign-on', { actorId: userId, address, now: time })
          return { userId, refused, isNewDevice, ...opened }
        })
      }
      const { userId, token, ended, refused, isNewDevice } = await signIn().catch(async (error) => {
        await noteFailure(error, address)
        return refuse(error, address)
      })
      logEvent(logger, 'single-sign-on', { userId, address })
      if (isNewDevice) logEvent(logger, 'new-device', { userId, address })
      if (isNewDevice) wakeMail()
      if (refused > 0)
        logger.warn(
          { userId, count: refused },
          'teams of groups were not joined: one of them or the person has as many as may be',
        )
      if (ended > 0) logEvent(logger, 'session-limit', { userId, count: ended })
      return token
    },

    async endPrevious(token) {
      const end = { reason: 'logged-out', now: now() } as const
      await database.write((queries) => removeSession(queries, hashToken(token), end))
    },

    findIdToken: ({ sessionId }) => findIdToken(database.read, sessionId),

    async endSessionUrl(idToken) {
      try {
        return (await provider.endSessionUrl(idToken, `${publicUrl()}/login`))?.href
      } catch (error) {
        logger.warn({ error: String(error) }, 'the session at the provider cannot be ended')
        return undefined
      }
    },
  }
}

type Role = NonNullable<Awaited<ReturnType<typeof findRole>>>

type Names = Pick<z.infer<typeof claimsSchema>, 'given_name' | 'family_name' | 'name'>

function namesOf({ given_name: given, family_name: family, name }: Names, email: string) {
  const [first = '', ...rest] = (name ?? email.split('@')[0] ?? '').split(/\s+/)
  return { first_name: cut(given ?? first), last_name: cut(family ?? (given === undefined ? rest.join(' ') : '')) }
}

const cut = (text: string) => [...text].slice(0, LIMITS.personName).join('')
