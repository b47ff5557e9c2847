import { LIMITS, type OwnSharedFlow } from '@plimsoll/contract'
import type { Database, Queries } from '../../database/database.ts'
import { canonicalEmail } from '../../email-address.ts'
import { ApiError } from '../../errors.ts'
import { logEvent } from '../../events.ts'
import type { Logger } from '../../logger.ts'
import { queueNotice } from '../../mail/queue-notice.ts'
import { recordAudit } from '../audit/audit.ts'
import { findUserById } from '../auth/users.repository.ts'
import { DEMO_EMAIL } from '../demo/demo-limits.ts'
import { refuseDemo } from '../demo/refuse-demo.ts'
import { lockUser } from '../flows/flows.repository.ts'
import { refuseFullLibrary } from '../flows/quota.ts'
import { refuseFullStorage } from '../flows/room.ts'
import type { Limits } from '../limits/limits.ts'
import { authorizeIn } from './authorize.ts'
import type { PeopleActions } from './sharing.actions.ts'
import {
  countPeople,
  findShare,
  giveFlow,
  listOwnShared,
  listShares,
  putShare,
  removeLinkRoles,
  removeShare,
} from './sharing.repository.ts'
import { findTeamsOfFlows } from './team-shares.repository.ts'
import { keepTeam } from './team-shares.service.ts'

interface PeopleServiceOptions {
  database: Database
  limits: Limits
  logger: Logger
  flowsPerUser: number
  quotaBytesPerUser: number
  /** Whether mails reach anybody. */
  hasMail: boolean
  wakeMail: () => void
  now: () => number
}

/** Roles that owners give to addresses. See docs/decisions/0246. */
export function createPeopleService(options: PeopleServiceOptions): PeopleActions {
  const { database, logger, flowsPerUser, quotaBytesPerUser, now } = options

  return {
    async share(user, flowId, { email: given, role }, { address }) {
      refuseDemo(user, logger)
      const email = canonicalEmail(given)
      if (email === DEMO_EMAIL) throw badEmail('This is the address of the demo. Make a link instead.')
      const isNew = await database.write(async (queries) => {
        const { ownerId } = await authorizeIn(queries, { userId: user.id, flowId, action: 'share', now: now() })
        // Who shares at once is counted one after the other, and so are the owners of a team.
        await lockUser(queries, ownerId)
        if ((await findUserById(queries, user.id))?.email === email) throw badEmail('This flow is yours.')
        const before = await findShare(queries, { flowId, email })
        if (!before && (await countPeople(queries, { flowId, now: now() })) >= LIMITS.peoplePerFlow)
          throw badEmail(`A flow can be shared with ${LIMITS.peoplePerFlow} people.`)
        await putShare(queries, { flowId, email, role, now: now() })
        await recordAudit(queries, 'flow-shared', { actorId: user.id, subjectId: flowId, detail: role, now: now() })
        return !before
      })
      logEvent(logger, 'flow-shared', { userId: user.id })
      const notice = { kind: 'flow-shared', email, flowId, userId: user.id, address } as const
      return { isMailed: isNew && (await queueNotice(options, notice)) }
    },

    async unshare({ id: userId }, flowId, { email }) {
      await database.write(async (queries) => {
        await authorizeIn(queries, { userId, flowId, action: 'unshare', now: now() })
        const isRemoved = await removeShare(queries, { flowId, email: canonicalEmail(email) })
        if (!isRemoved) throw new ApiError('resource/not-found')
        await recordAudit(queries, 'flow-unshared', { actorId: userId, subjectId: flowId, now: now() })
      })
      logEvent(logger, 'flow-unshared', { userId })
    },

    async leave({ id: userId }, flowId) {
      await database.write(async (queries) => {
        await authorizeIn(queries, { userId, flowId, action: 'leave', now: now() })
        const user = await findUserById(queries, userId)
        const isRemoved = user && (await removeShare(queries, { flowId, email: user.email }))
        const hadLink = await removeLinkRoles(queries, { flowId, userId })
        if (!isRemoved && !hadLink)
          throw new ApiError('auth/forbidden', {
            message: 'You have this flow through a team. Leave the team instead.',
          })
        await recordAudit(queries, 'flow-left', { actorId: userId, subjectId: flowId, now: now() })
      })
      logEvent(logger, 'flow-left', { userId })
    },

    async handOn(user, flowId, { email: given }, { address }) {
      refuseDemo(user, logger)
      const email = canonicalEmail(given)
      await database.write(async (queries) => {
        const gift = { userId: user.id, flowId, email, now: now() }
        await handOnIn(queries, { ...gift, flowsPerUser, quotaBytesPerUser })
        await recordAudit(queries, 'flow-handed-on', { actorId: user.id, subjectId: flowId, now: now() })
      })
      logEvent(logger, 'flow-handed-on', { userId: user.id })
      await queueNotice(options, { kind: 'flow-given', email, flowId, userId: user.id, address })
    },

    async ownShared({ id: userId }): Promise<OwnSharedFlow[]> {
      const flows = await listOwnShared(database.read, userId, now())
      const ids = flows.map(({ id }) => id)
      const shares = await sharesOf(database.read, ids)
      const teams = ids.length === 0 ? [] : await findTeamsOfFlows(database.read, userId, ids)
      return flows.map(({ id, name, by_link }) => {
        const people = shares.filter(({ flow_id }) => flow_id === id)
        const inTeams = teams.filter(({ flow_id }) => flow_id === id)
        const heirs = people.flatMap(({ email, role, first_name, last_name }) =>
          role === 'editor' && first_name !== null ? [{ email, name: fullName({ first_name, last_name }) }] : [],
        )
        return {
          id,
          name,
          people: people.length + (by_link ?? 0),
          heirs,
          teams: inTeams.map((team) => ({ id: team.team_id, name: team.name })),
        }
      })
    },
  }
}

interface HandOn {
  userId: string
  flowId: string
  email: string
  flowsPerUser: number
  quotaBytesPerUser: number
  now: number
}

/** Gives a flow to one of its editors, whose library must have room for it; the former owner is an editor then. */
export async function handOnIn(queries: Queries, gift: HandOn): Promise<void> {
  const { userId, flowId, email, flowsPerUser, quotaBytesPerUser, now } = gift
  const { ownerId } = await authorizeIn(queries, { userId, flowId, action: 'hand on', now })
  const share = await findShare(queries, { flowId, email })
  // Nobody gets what they have not agreed to; nor does the answer tell which addresses have an account.
  if (share?.role !== 'editor' || share.opened_at === 0 || share.user_id === null)
    throw badEmail('Must be an editor who has opened the flow.')
  await lockUser(queries, share.user_id)
  await refuseFullLibrary(queries, { id: share.user_id, isDemo: false }, flowsPerUser).catch((error) => {
    throw error instanceof ApiError ? new ApiError(error.code, { message: 'Their library is full.' }) : error
  })
  const isGiven = await giveFlow(queries, { flowId, from: ownerId, to: share.user_id, openedAt: share.opened_at })
  if (!isGiven) throw new ApiError('resource/not-found')
  await refuseFullStorage(queries, { userId: share.user_id, quotaBytesPerUser, message: 'Their storage is full.' })
  await removeShare(queries, { flowId, email })
  await removeLinkRoles(queries, { flowId, userId: share.user_id })
  await keepTeam(queries, { flowId, ownerId, now })
  const former = ownerId === userId ? await findUserById(queries, userId) : undefined
  if (former) await putShare(queries, { flowId, email: former.email, role: 'editor', now, openedAt: now })
}

export const sharesOf = async (queries: Queries, flowIds: readonly string[]) =>
  flowIds.length === 0 ? [] : listShares(queries, flowIds)

/** As the person spells it. */
export const fullName = ({ first_name, last_name }: { first_name: string | null; last_name: string | null }): string =>
  `${first_name ?? ''} ${last_name ?? ''}`.trim()

const badEmail = (message: string) => new ApiError('validation/error', { errors: { email: message } })
