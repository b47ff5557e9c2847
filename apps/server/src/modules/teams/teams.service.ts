import { type LastOwnedTeam, LIMITS, type TeamRole } from '@plimsoll/contract'
import type { Database, Queries } from '../../database/database.ts'
import { newId } from '../../database/ids.ts'
import { canonicalEmail } from '../../email-address.ts'
import { ApiError } from '../../errors.ts'
import { logEvent } from '../../events.ts'
import type { Logger } from '../../logger.ts'
import { queueNotice } from '../../mail/queue-notice.ts'
import type { SignedInUser } from '../../requester.ts'
import { recordAudit } from '../audit/audit.ts'
import { findUserById } from '../auth/users.repository.ts'
import { DEMO_EMAIL } from '../demo/demo-limits.ts'
import { refuseDemo } from '../demo/refuse-demo.ts'
import { countFlows, lockUser } from '../flows/flows.repository.ts'
import type { Limits } from '../limits/limits.ts'
import { closeUser } from '../removal/removal.repository.ts'
import { fullName } from '../sharing/people.service.ts'
import { authorizeTeam, authorizeTeamChange } from './authorize-team.ts'
import type { TeamActions } from './teams.actions.ts'
import {
  addTeam,
  countMembers,
  countTeams,
  findMember,
  findTeamName,
  listMembers,
  listTeams,
  lockTeamsOf,
  openTeam,
  putMember,
  removeMember,
  renameTeam,
} from './teams.repository.ts'

interface TeamServiceOptions {
  database: Database
  limits: Limits
  logger: Logger
  /** Whether mails reach anybody. */
  hasMail: boolean
  wakeMail: () => void
  wakeRemoval: () => void
  /** Throws when the user has a second factor and has not confirmed it. */
  requireConfirmation: (user: SignedInUser) => Promise<void>
  now: () => number
}

/** Teams and their members. See docs/decisions/0248. */
export function createTeamService(options: TeamServiceOptions): TeamActions {
  const { database, logger, wakeRemoval, requireConfirmation, now } = options

  return {
    list: ({ id: userId }) => listTeams(database.read, userId),

    async create(user, name) {
      refuseDemo(user, logger)
      const id = newId()
      const time = now()
      await database.write(async (queries) => {
        await lockUser(queries, user.id)
        const person = await findUserById(queries, user.id)
        if (!person) throw new ApiError('auth/unauthorized')
        await lockTeamsOf(queries, person.email, time)
        if ((await countTeams(queries, person.email)) >= LIMITS.teamsPerUser)
          throw new ApiError('validation/error', {
            errors: { name: `You can be in at most ${LIMITS.teamsPerUser} teams.` },
          })
        await addTeam(queries, { id, name, now: time })
        await putMember(queries, { teamId: id, email: person.email, role: 'owner', now: time, openedAt: time })
        await recordAudit(queries, 'team-made', { actorId: user.id, subjectId: id, now: time })
      })
      logEvent(logger, 'team-made', { userId: user.id })
      return { id, name, role: 'owner', members: 1, flows: 0 }
    },

    async show({ id: userId }, teamId) {
      const role = await authorizeTeam(database.read, { userId, teamId, action: 'show' })
      const [name, members, flows] = [
        await findTeamName(database.read, teamId),
        await listMembers(database.read, teamId),
        await countFlows(database.read, teamId),
      ]
      if (name === undefined) throw new ApiError('resource/not-found')
      return { id: teamId, name, role, flows, members: members.map(presentMember) }
    },

    async open({ id: userId }, teamId) {
      await database.write(async (queries) => {
        await authorizeTeam(queries, { userId, teamId, action: 'open' })
        await openTeam(queries, { teamId, userId, now: now() })
      })
    },

    async rename({ id: userId }, teamId, name) {
      await database.write(async (queries) => {
        await authorizeTeam(queries, { userId, teamId, action: 'rename' })
        await renameTeam(queries, teamId, { name, now: now() })
        await recordAudit(queries, 'team-renamed', { actorId: userId, subjectId: teamId, now: now() })
      })
    },

    async remove({ id: userId }, teamId) {
      await database.write(async (queries) => {
        await authorizeTeamChange(queries, { userId, teamId, action: 'delete' })
        if ((await countFlows(queries, teamId)) > 0)
          throw new ApiError('validation/error', {
            errors: { team: 'The team has flows. Move them out of it, or remove them, first.' },
          })
        await closeUser(queries, teamId, now())
        await recordAudit(queries, 'team-deleted', { actorId: userId, subjectId: teamId, now: now() })
      })
      wakeRemoval()
      logEvent(logger, 'team-deleted', { userId })
    },

    async putMember(user, teamId, { email: given, role }, { address }) {
      refuseDemo(user, logger)
      const email = canonicalEmail(given)
      if (email === DEMO_EMAIL) throw badEmail('This is the address of the demo, which is in no team.')
      // Owners decide about all that the team has, and about each other.
      if (role === 'owner') await requireConfirmation(user)
      const isNew = await database.write(async (queries) => {
        await lockTeamsOf(queries, email, now())
        await authorizeTeamChange(queries, { userId: user.id, teamId, action: 'put member' })
        const before = await findMember(queries, { teamId, email })
        if (role === 'owner') await requireJoined(before)
        if (before?.role === 'owner' && role !== 'owner') await keepAnOwner(queries, teamId)
        if (!before) await refuseFull(queries, { teamId, email })
        await putMember(queries, { teamId, email, role, now: now() })
        await recordAudit(queries, 'team-member-put', { actorId: user.id, subjectId: teamId, detail: role, now: now() })
        return !before
      })
      logEvent(logger, 'team-member-put', { userId: user.id })
      return { isMailed: isNew && (await queueNotice(options, { kind: 'team-invited', email, teamId, address })) }
    },

    async removeMember({ id: userId }, teamId, { email: given }) {
      const email = canonicalEmail(given)
      await database.write(async (queries) => {
        await authorizeTeamChange(queries, { userId, teamId, action: 'remove member' })
        await removeFrom(queries, { teamId, email })
        await recordAudit(queries, 'team-member-removed', { actorId: userId, subjectId: teamId, now: now() })
      })
      logEvent(logger, 'team-member-removed', { userId })
    },

    async leave({ id: userId }, teamId) {
      await database.write(async (queries) => {
        await authorizeTeamChange(queries, { userId, teamId, action: 'leave' })
        const person = await findUserById(queries, userId)
        if (person) await removeFrom(queries, { teamId, email: person.email })
        await recordAudit(queries, 'team-left', { actorId: userId, subjectId: teamId, now: now() })
      })
      logEvent(logger, 'team-left', { userId })
    },

    async lastOwned({ id: userId }): Promise<LastOwnedTeam[]> {
      const teams = await lastOwnedTeams(database.read, userId)
      return Promise.all(
        teams.map(async ({ id, name, flows }) => {
          const members = await listMembers(database.read, id)
          const heirs = members.flatMap(({ email, role, ...person }) =>
            role !== 'owner' && person.first_name !== null ? [{ email, name: fullName(person) }] : [],
          )
          return { id, name, flows, heirs }
        }),
      )
    },
  }
}

interface Member {
  teamId: string
  email: string
}

async function removeFrom(queries: Queries, member: Member) {
  const before = await findMember(queries, member)
  if (!before) throw new ApiError('resource/not-found')
  if (before.role === 'owner') await keepAnOwner(queries, member.teamId)
  await removeMember(queries, member)
}

async function keepAnOwner(queries: Queries, teamId: string) {
  if ((await countMembers(queries, teamId, 'owner')) === 1)
    throw new ApiError('validation/error', {
      errors: { role: 'A team has at least one owner. Make another member an owner first, or delete the team.' },
    })
}

/** Nobody owns what they have not agreed to; nor does the answer tell which addresses have an account. */
async function requireJoined(member: { opened_at: number; user_id: string | null } | undefined) {
  if (!member || member.opened_at === 0 || member.user_id === null)
    throw badEmail('Must be a member who has opened the team.')
}

/** The number of an address's teams tells nothing of an account: it counts those that it was invited to, too. */
async function refuseFull(queries: Queries, { teamId, email }: Member) {
  if ((await countMembers(queries, teamId)) >= LIMITS.membersPerTeam)
    throw badEmail(`A team has at most ${LIMITS.membersPerTeam} members.`)
  if ((await countTeams(queries, email)) >= LIMITS.teamsPerUser)
    throw badEmail(`This address is in ${LIMITS.teamsPerUser} teams already, which is the most.`)
}

/** Those that would have no owner without a user. */
export async function lastOwnedTeams(queries: Queries, userId: string) {
  const teams = await listTeams(queries, userId)
  const owned = teams.filter(({ role }) => role === 'owner')
  const owners = await Promise.all(owned.map(({ id }) => countMembers(queries, id, 'owner')))
  return owned.filter((_, index) => owners[index] === 1)
}

/**
 * Gives the teams whose last owner a user is to a member who has opened them, or deletes them with their flows, as was decided.
 * Throws when nothing was decided about one of them.
 */
export async function handOnTeams(
  queries: Queries,
  { userId, decisions, now }: { userId: string; decisions: { id: string; to: string | null }[]; now: number },
): Promise<void> {
  const heirs = new Map(decisions.map(({ id, to }) => [id, to]))
  const teams = await listTeams(queries, userId)
  // In one order, so that two owners who go at once do not wait for each other.
  for (const id of teams.map((team) => team.id).toSorted()) await lockUser(queries, id)
  const last = await lastOwnedTeams(queries, userId)
  const open = last.filter(({ id }) => !heirs.has(id))
  if (open.length > 0)
    throw new ApiError('validation/teams', {
      errors: Object.fromEntries(open.map(({ id, name }) => [id, `“${name}” has no other owner`])),
    })
  for (const { id: teamId } of last) {
    const heir = heirs.get(teamId)
    if (!heir) await closeUser(queries, teamId, now)
    else {
      const email = canonicalEmail(heir)
      await requireJoined(await findMember(queries, { teamId, email }))
      await putMember(queries, { teamId, email, role: 'owner', now })
    }
  }
}

interface MemberRow {
  email: string
  role: TeamRole
  first_name: string | null
  last_name: string | null
}

const presentMember = ({ email, role, ...name }: MemberRow) => ({
  email,
  role,
  name: name.first_name === null ? null : fullName(name),
})

const badEmail = (message: string) => new ApiError('validation/error', { errors: { email: message } })
