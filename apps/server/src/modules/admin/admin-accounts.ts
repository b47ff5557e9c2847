import { type AuditEvent, type RegisterRequest, registerSchema } from '@plimsoll/contract'
import { type Config, localUrl } from '../../config.ts'
import type { Database, Queries } from '../../database/database.ts'
import { newId } from '../../database/ids.ts'
import { canonicalEmail } from '../../email-address.ts'
import { queueMail } from '../../mail/mails.repository.ts'
import { makeAdministratorLink } from '../administration/first-administrator.service.ts'
import { recordAudit } from '../audit/audit.ts'
import { issueMailToken } from '../auth/issue-mail-token.ts'
import { createPasswordHasher } from '../auth/password-hasher.ts'
import { newToken } from '../auth/session-token.ts'
import { listSessions, removeAllSessions, removeSessions } from '../auth/sessions.repository.ts'
import { addUser, findUserByEmail } from '../auth/users.repository.ts'
import { DEMO_EMAIL } from '../demo/demo-limits.ts'
import { removeFactors } from '../factors/factors.repository.ts'
import { AdminError } from './admin-error.ts'

interface NewUser extends Omit<RegisterRequest, 'password'> {
  /** Undefined when the user chooses it by a reset link. */
  password: string | undefined
  isVerified: boolean
}

/** The operator's commands for accounts. Each throws an `AdminError` with the reason when it fails. */
export interface AdminAccounts {
  /** Returns a link for choosing a password; undefined when a password was given. */
  createUser(user: NewUser): Promise<string | undefined>
  /** Returns a link that resets the user's password, and invalidates earlier ones. */
  makeResetLink(email: string): Promise<string>
  /** Queues a mail with such a link for a running server. */
  sendResetLink(email: string): Promise<void>
  /** Returns a link that makes an account an administrator. */
  makeAdministratorLink(): Promise<string>
  /** Ends all sessions of a user and returns their number. */
  revokeSessions(email: string): Promise<number>
  /** Ends the sessions of everybody and returns their number. */
  revokeAllSessions(): Promise<number>
  /** Removes the second factors of a user, and ends all sessions. */
  removeFactors(email: string): Promise<void>
}

interface AdminAccountsOptions {
  database: Database
  config: Pick<Config, 'publicUrl' | 'port' | 'resetTtlMs'>
  now: () => number
}

export function createAdminAccounts({ database, config, now }: AdminAccountsOptions): AdminAccounts {
  async function requireUser(email: string) {
    const user = await findUserByEmail(database.read, canonicalEmail(email))
    if (!user) throw new AdminError(`There is no user with the address ${email}.`)
    if (user.is_demo) throw new AdminError('This is a sandbox of the demo, which ends with its session.')
    return user
  }

  /** Whoever has the machine has no account in it. */
  const record = (queries: Queries, event: AuditEvent, subjectId?: string) =>
    recordAudit(queries, event, { subjectId, detail: 'terminal', now: now() })

  async function makeLink(userId: string) {
    const options = { userId, purpose: 'reset', now: now(), ttlMs: config.resetTtlMs } as const
    const token = await database.write(async (queries) => {
      await record(queries, 'reset-link-made', userId)
      return issueMailToken(queries, options)
    })
    return `${config.publicUrl ?? localUrl(config.port)}/reset-password?token=${token}`
  }

  return {
    async createUser({ password, isVerified, ...given }) {
      const { email, firstName, lastName } = requireValid({ ...given, password })
      const time = now()
      const hasher = await createPasswordHasher()
      const user = {
        id: newId(),
        email: canonicalEmail(email),
        // Without a password nobody can log in before the link is used.
        password_hash: await hasher.hash(password ?? newToken()),
        first_name: firstName,
        last_name: lastName,
        email_verified_at: isVerified ? time : null,
        is_demo: 0,
        created_at: time,
        updated_at: time,
      }
      const isAdded = await database.write(async (queries) => {
        const isNew = user.email !== DEMO_EMAIL && (await addUser(queries, user))
        const mustVerify = password !== undefined && !isVerified
        if (isNew) await record(queries, 'user-made', user.id)
        if (isNew && mustVerify) await queueMail(queries, { kind: 'verify', email: user.email, now: time })
        return isNew
      })
      if (!isAdded) throw new AdminError(`A user with the address ${user.email} exists already.`)
      return password === undefined ? makeLink(user.id) : undefined
    },

    makeResetLink: async (email) => makeLink((await requireUser(email)).id),

    async sendResetLink(given) {
      const { id } = await requireUser(given)
      const email = canonicalEmail(given)
      await database.write(async (queries) => {
        await record(queries, 'reset-link-made', id)
        await queueMail(queries, { kind: 'reset', email, now: now() })
      })
    },

    async makeAdministratorLink() {
      await database.write((queries) => record(queries, 'administrator-link-made'))
      return makeAdministratorLink({ database, publicUrl: config.publicUrl ?? localUrl(config.port), now: now() })
    },

    async revokeSessions(email) {
      const { id } = await requireUser(email)
      return database.write(async (queries) => {
        const sessions = await listSessions(queries, id)
        await record(queries, 'sessions-revoked', id)
        await removeSessions(queries, id, { reason: 'by-administrator', now: now() })
        return sessions.length
      })
    },

    revokeAllSessions: () =>
      database.write(async (queries) => {
        await record(queries, 'sessions-revoked')
        return removeAllSessions(queries, { reason: 'by-administrator', now: now() })
      }),

    async removeFactors(email) {
      const { id } = await requireUser(email)
      await database.write(async (queries) => {
        await removeFactors(queries, id)
        await record(queries, 'factor-removed', id)
        await removeSessions(queries, id, { reason: 'by-administrator', now: now() })
      })
    },
  }
}

const LABELS: Record<keyof RegisterRequest, string> = {
  email: '--email',
  firstName: '--first-name',
  lastName: '--last-name',
  password: 'the password',
}

function requireValid({ password, ...user }: Omit<NewUser, 'isVerified'>) {
  const schema = password === undefined ? registerSchema.omit({ password: true }) : registerSchema
  const { data, error } = schema.safeParse({ ...user, password })
  if (data) return data
  const faults = error.issues.map(({ path, message }) => `${LABELS[path[0] as keyof RegisterRequest]}: ${message}`)
  throw new AdminError(faults.join('\n'))
}
