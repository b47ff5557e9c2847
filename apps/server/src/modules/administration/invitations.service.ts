import { type Invitation, LIMITS } from '@plimsoll/contract'
import type { Config } from '../../config.ts'
import type { Database, Queries } from '../../database/database.ts'
import { isId, newId } from '../../database/ids.ts'
import { canonicalEmail } from '../../email-address.ts'
import { ApiError } from '../../errors.ts'
import { logEvent } from '../../events.ts'
import type { Logger } from '../../logger.ts'
import { queueMail, removeQueuedMails } from '../../mail/mails.repository.ts'
import { replaceSubject } from '../audit/audit.repository.ts'
import { recordAudit } from '../audit/audit.ts'
import type { PasswordHasher } from '../auth/password-hasher.ts'
import { hashToken, newToken } from '../auth/session-token.ts'
import { addUser, findUserByEmail, removeUserById } from '../auth/users.repository.ts'
import { DEMO_EMAIL } from '../demo/demo-limits.ts'
import type { Limits } from '../limits/limits.ts'
import { lockAdministrators } from './accounts.repository.ts'
import type { InvitationActions } from './invitations.actions.ts'
import {
  countInvitations,
  findByToken,
  findInvitationById,
  type InvitationRow,
  listInvitations,
  prolong,
  putInvitation,
  removeInvitation,
  renewToken,
} from './invitations.repository.ts'

interface InvitationServiceOptions {
  database: Database
  hasher: PasswordHasher
  limits: Limits
  config: Pick<Config, 'invitationTtlMs' | 'oidc'>
  logger: Logger
  /** Whether mails reach anybody. */
  hasMail: boolean
  wakeMail: () => void
  publicUrl: () => string
  now: () => number
}

/** Invitations of administrators, which open registration for an address. See docs/decisions/0305. */
export function createInvitationService(options: InvitationServiceOptions): InvitationActions {
  const { database, hasher, limits, config, logger, hasMail, wakeMail, publicUrl, now } = options

  async function refuse(address: string): Promise<never> {
    await database.write((queries) => limits.count(queries, 'bad-links', address))
    logEvent(logger, 'invitation-refused', { address })
    throw new ApiError('auth/bad-link')
  }

  async function find(id: string): Promise<InvitationRow> {
    const found = isId(id) ? await findInvitationById(database.read, id) : undefined
    if (!found) throw new ApiError('resource/not-found')
    return found
  }

  return {
    async list() {
      const time = now()
      return (await listInvitations(database.read, LIMITS.invitations)).map((row) => present(row, time))
    },

    async invite({ id: actorId }, { email: given, isMailed }, { address }) {
      const email = canonicalEmail(given)
      const byMail = isMailed && hasMail
      const [id, token, time] = [newId(), newToken(), now()]
      const invite = async (queries: Queries) => {
        // Who invites several at once is counted one after the other.
        await lockAdministrators(queries)
        const user = await findUserByEmail(queries, email)
        if (email === DEMO_EMAIL || (user && user.email_verified_at !== null))
          throw badEmail('This address has an account already.')
        if ((await countInvitations(queries)) >= LIMITS.invitations)
          throw badEmail(`There are ${LIMITS.invitations} invitations already. Revoke some first.`)
        await putInvitation(queries, {
          ...{ id, email, invited_by: actorId, token_hash: byMail ? null : hashToken(token) },
          ...{ created_at: time, expires_at: time + config.invitationTtlMs },
        })
        if (byMail) await queueMail(queries, { kind: 'invited', email, now: time })
        await recordAudit(queries, 'user-invited', { actorId, subjectId: id, now: time })
      }
      if (byMail) await limits.requireMail({ email, kind: 'notice', address }, invite)
      else await database.write(invite)
      if (byMail) wakeMail()
      logEvent(logger, 'user-invited', { userId: actorId })
      return { ...present(await find(id), time), link: byMail ? null : linkOf(publicUrl(), token) }
    },

    async renewLink({ id: actorId }, id) {
      const { email } = await find(id)
      const [token, time] = [newToken(), now()]
      const expiresAt = time + config.invitationTtlMs
      await database.write(async (queries) => {
        await prolong(queries, id, expiresAt)
        await renewToken(queries, email, { tokenHash: hashToken(token), now: time })
        await recordAudit(queries, 'invitation-renewed', { actorId, subjectId: id, now: time })
      })
      return { link: linkOf(publicUrl(), token), expiresAt: new Date(expiresAt).toISOString() }
    },

    async revoke({ id: actorId }, id) {
      const { email } = await find(id)
      await database.write(async (queries) => {
        if (!(await removeInvitation(queries, id))) throw new ApiError('resource/not-found')
        await removeQueuedMails(queries, email, 'invited')
        await recordAudit(queries, 'invitation-revoked', { actorId, subjectId: id, now: now() })
      })
    },

    async open(token, { address }) {
      await limits.requireBelowLimit('bad-links', address)
      const found = await findByToken(database.read, hashToken(token), now())
      return found ? { email: found.email } : refuse(address)
    },

    async accept({ token, firstName, lastName, password }, { address }) {
      if (config.oidc?.isOnly) throw new ApiError('auth/single-sign-on-only')
      await limits.requireBelowLimit('bad-links', address)
      // Before the hash, which costs.
      if (!(await findByToken(database.read, hashToken(token), now()))) return refuse(address)
      const passwordHash = await hasher.hash(password)
      const time = now()
      const accepted = await database.write(async (queries) => {
        const invitation = await findByToken(queries, hashToken(token), time)
        // Whoever removes it has it alone.
        if (!invitation || !(await removeInvitation(queries, invitation.id))) return undefined
        const { id: invitationId, email } = invitation
        const before = await findUserByEmail(queries, email)
        // A stranger may have registered it, and chosen its password. Nobody could log in.
        if (before && before.email_verified_at === null) await removeUserById(queries, before.id)
        const user = {
          ...{ id: newId(), email, first_name: firstName, last_name: lastName, is_demo: 0 },
          ...{ password_hash: passwordHash, email_verified_at: time, created_at: time, updated_at: time },
        }
        if (!(await addUser(queries, user))) throw new ApiError('auth/email-already-in-use')
        await removeQueuedMails(queries, email, 'invited')
        await replaceSubject(queries, invitationId, user.id)
        await recordAudit(queries, 'invitation-accepted', { actorId: user.id, address, now: time })
        return { userId: user.id, email }
      })
      if (!accepted) return refuse(address)
      logEvent(logger, 'registered', { userId: accepted.userId, address })
      return { email: accepted.email }
    },
  }
}

/** The secret is in the fragment, which browsers send to nobody. */
export const linkOf = (publicUrl: string, token: string): string => `${publicUrl}/invitation#${token}`

const badEmail = (message: string) => new ApiError('validation/error', { errors: { email: message } })

const present = ({ id, email, inviter, created_at, expires_at }: InvitationRow, now: number): Invitation => ({
  ...{ id, email, invitedBy: inviter },
  createdAt: new Date(created_at).toISOString(),
  expiresAt: new Date(expires_at).toISOString(),
  isExpired: expires_at <= now,
})
