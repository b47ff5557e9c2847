import { type DeleteAccountRequest, LIMITS, type Profile, profileSchema } from '@plimsoll/contract'
import type { Config } from '../../config.ts'
import type { Queries } from '../../database/database.ts'
import { isId } from '../../database/ids.ts'
import { canonicalEmail } from '../../email-address.ts'
import { ApiError, schemaError } from '../../errors.ts'
import { logEvent } from '../../events.ts'
import { queueMail, removeQueuedMails } from '../../mail/mails.repository.ts'
import { queueNotice } from '../../mail/queue-notice.ts'
import type { SignedInUser } from '../../requester.ts'
import { isLastAdministrator } from '../administration/accounts.repository.ts'
import { recordAudit } from '../audit/audit.ts'
import type { AccountServiceOptions } from '../auth/account-service-options.ts'
import type { ConfirmPassword } from '../auth/confirm-password.ts'
import { removeResetLinks } from '../auth/mail-tokens.repository.ts'
import { removeOtherSessions } from '../auth/sessions.repository.ts'
import { findUserById, replacePasswordHash } from '../auth/users.repository.ts'
import { DEMO_ACCOUNT } from '../demo/demo-limits.ts'
import { refuseDemo } from '../demo/refuse-demo.ts'
import { measureStorage } from '../flows/stored-bytes.repository.ts'
import { closeUser } from '../removal/removal.repository.ts'
import { handOnIn } from '../sharing/people.service.ts'
import { listOwnShared, removeSharesWith } from '../sharing/sharing.repository.ts'
import { moveToTeam } from '../sharing/team-shares.service.ts'
import { removeMemberships } from '../teams/teams.repository.ts'
import { handOnTeams } from '../teams/teams.service.ts'
import type { ProfileActions } from './profile.actions.ts'
import { findProfile, updateNames } from './profile.repository.ts'

type Account = NonNullable<Awaited<ReturnType<typeof findUserById>>>

interface ProfileServiceOptions extends AccountServiceOptions {
  config: Pick<Config, 'registration' | 'oidc'>
  flowsPerUser: number
  quotaBytesPerUser: number
  /** Whether mails reach anybody. */
  hasMail: boolean
  confirmPassword: ConfirmPassword
  wakeRemoval: () => void
  /** Throws unless the user has confirmed who they are. */
  requireConfirmation: (user: SignedInUser) => Promise<void>
}

/** Changes of a user's own account. */
export function createProfileService(options: ProfileServiceOptions): Omit<ProfileActions, 'export'> {
  const { database, config, hasher, limits, logger, flowsPerUser, quotaBytesPerUser, confirmPassword } = options
  const { requireConfirmation, wakeMail, wakeRemoval, now } = options

  /** Hands on the flows that others have a role in, as was decided. Returns who has which. Throws when nothing was decided about one of them. */
  async function handOnShared(queries: Queries, userId: string, decisions: NonNullable<DeleteAccountRequest['flows']>) {
    const heirs = new Map(decisions.map(({ id, to }) => [id, to]))
    const shared = await listOwnShared(queries, userId, now())
    const open = shared.filter(({ id }) => !heirs.has(id))
    if (open.length > 0) {
      const errors = Object.fromEntries(
        open.slice(0, LIMITS.reportedFaults).map(({ id, name }) => [id, `“${name}” is shared`]),
      )
      throw new ApiError('validation/shared-flows', { errors })
    }
    const given: { flowId: string; email: string }[] = []
    for (const { id: flowId } of shared) {
      const heir = heirs.get(flowId)
      if (!heir) continue
      const gift = { userId, flowId, flowsPerUser, quotaBytesPerUser, now: now() }
      if (isId(heir)) await moveToTeam(queries, { ...gift, teamId: heir })
      else {
        const email = canonicalEmail(heir)
        await handOnIn(queries, { ...gift, email })
        given.push({ flowId, email })
      }
    }
    return given
  }

  return {
    async show({ id }) {
      const [profile] = await findProfile(database, id)
      return presentProfile(profile)
    },

    async storage({ id }) {
      const { used, allowed } = await measureStorage(database.read, id, quotaBytesPerUser)
      return { usedBytes: used, allowedBytes: allowed }
    },

    async update(user, { firstName, lastName }) {
      const [present] = await findProfile(database, user.id)
      const checked = profileSchema(presentProfile(present)).safeParse({ firstName, lastName })
      if (!checked.success) throw schemaError(checked.error, 'validation/error')
      const names = { ...checked.data, now: now() }
      const profile = presentProfile(await database.write((queries) => updateNames(queries, user.id, names)))
      logEvent(logger, 'profile-changed', { userId: user.id })
      return profile
    },

    async changePassword(user, { currentPassword, newPassword }) {
      refuseDemo(user, logger)
      const confirmation = { password: currentPassword, refusal: 'password-change-refused' } as const
      await confirmPassword(user, confirmation, async ({ email, password_hash: from }, succeed) => {
        const to = await hasher.hash(newPassword)
        return database.write(async (queries) => {
          const time = now()
          if (!(await replacePasswordHash(queries, user.id, { from, to, now: time }))) return false
          await removeOtherSessions(
            queries,
            { userId: user.id, tokenHash: user.sessionId },
            { reason: 'password-changed', now: time },
          )
          await removeResetLinks(queries, { userId: user.id, email })
          await queueMail(queries, { kind: 'password-changed', email, now: time })
          await recordAudit(queries, 'password-changed', { actorId: user.id, now: time })
          await succeed(queries)
          return true
        })
      })
      wakeMail()
      logEvent(logger, 'password-changed', { userId: user.id })
    },

    async remove(user, { currentPassword, flows = [], teams = [] }, { address }) {
      refuseDemo(user, logger)
      let given: Awaited<ReturnType<typeof handOnShared>> = []
      const removeAccount = ({ email, password_hash: passwordHash }: Account) =>
        database.write(async (queries) => {
          if (await isLastAdministrator(queries, user.id)) throw LAST_ADMINISTRATOR
          // Its row is locked from now on, and the password is still the one that was checked.
          const unchanged = { from: passwordHash, to: passwordHash, now: now() }
          if (!(await replacePasswordHash(queries, user.id, unchanged))) return false
          await handOnTeams(queries, { userId: user.id, decisions: teams, now: now() })
          given = await handOnShared(queries, user.id, flows)
          // First, as whoever sends one takes the mail and then the account.
          await removeQueuedMails(queries, email)
          await closeUser(queries, user.id, now())
          await removeSharesWith(queries, email)
          await removeMemberships(queries, email)
          await limits.clearPasswords(queries, email)
          await recordAudit(queries, 'account-deleted', { actorId: user.id, now: now() })
          return true
        })
      const account = await findUserById(database.read, user.id)
      if (account && (account.password_hash === '' || config.oidc?.isOnly)) {
        // Single sign-on has made it, or is the only way in.
        await requireConfirmation(user)
        await removeAccount(account)
      } else {
        if (!currentPassword) throw new ApiError('validation/error', { errors: { currentPassword: PASSWORD_MISSING } })
        const confirmation = { password: currentPassword, refusal: 'account-deletion-refused' } as const
        await confirmPassword(user, confirmation, removeAccount)
      }
      logEvent(logger, 'account-deleted', { userId: user.id })
      for (const gift of given) await queueNotice(options, { kind: 'flow-given', ...gift, userId: user.id, address })
      wakeRemoval()
    },
  }
}

const PASSWORD_MISSING = 'Current password is required'

const LAST_ADMINISTRATOR = new ApiError('client/bad-request', {
  message: 'You are the last administrator of this server. Make somebody else an administrator first.',
})

/** Converts a row to a profile. Throws when there is none. */
export function presentProfile(row: Awaited<ReturnType<typeof findProfile>>[number] | undefined): Profile {
  // The account was deleted after the session was looked up.
  if (!row) throw new ApiError('auth/unauthorized')
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.is_demo ? DEMO_ACCOUNT.email : row.email,
    isEmailVerified: row.email_verified_at !== null,
    isAdministrator: row.role === 'administrator',
    ...(row.is_demo && { isDemo: true }),
  }
}
