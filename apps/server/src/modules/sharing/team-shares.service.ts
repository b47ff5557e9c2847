import { LIMITS } from '@plimsoll/contract'
import type { Database, Queries } from '../../database/database.ts'
import { isId } from '../../database/ids.ts'
import { ApiError } from '../../errors.ts'
import { logEvent } from '../../events.ts'
import type { Logger } from '../../logger.ts'
import { recordAudit } from '../audit/audit.ts'
import { findUserById } from '../auth/users.repository.ts'
import { refuseDemo } from '../demo/refuse-demo.ts'
import { lockUser } from '../flows/flows.repository.ts'
import { refuseFullLibrary } from '../flows/quota.ts'
import { makeRoom, refuseFullStorage } from '../flows/room.ts'
import { findTeamName, findTeamRole } from '../teams/teams.repository.ts'
import { authorizeIn } from './authorize.ts'
import type { TeamShareActions } from './sharing.actions.ts'
import { giveFlow, removeShare } from './sharing.repository.ts'
import { listTeamShares, putTeamShare, removeTeamShare } from './team-shares.repository.ts'

interface TeamShareServiceOptions {
  database: Database
  logger: Logger
  flowsPerUser: number
  quotaBytesPerUser: number
  now: () => number
}

/** Roles that owners give to their teams, and flows that teams own. See docs/decisions/0248. */
export function createTeamShareService(options: TeamShareServiceOptions): TeamShareActions {
  const { database, logger, flowsPerUser, quotaBytesPerUser, now } = options

  return {
    async shareWithTeam(user, flowId, { team: teamId, role }) {
      refuseDemo(user, logger)
      await database.write(async (queries) => {
        const { ownerId } = await authorizeIn(queries, {
          userId: user.id,
          flowId,
          action: 'share with team',
          now: now(),
        })
        await requireOwnTeam(queries, user.id, teamId)
        if (ownerId === teamId) throw badTeam('The flow belongs to this team.')
        await lockUser(queries, ownerId)
        const before = await listTeamShares(queries, [flowId])
        if (before.length >= LIMITS.teamsPerFlow && !before.some(({ id }) => id === teamId))
          throw badTeam(`A flow can be shared with ${LIMITS.teamsPerFlow} teams.`)
        await putTeamShare(queries, { flowId, teamId, role, now: now() })
        await recordAudit(queries, 'flow-shared', {
          actorId: user.id,
          subjectId: flowId,
          detail: `team ${role}`,
          now: now(),
        })
      })
      logEvent(logger, 'flow-shared', { userId: user.id })
    },

    async unshareFromTeam({ id: userId }, flowId, { team: teamId }) {
      await database.write(async (queries) => {
        await authorizeIn(queries, { userId, flowId, action: 'unshare from team', now: now() })
        const isRemoved = await removeTeamShare(queries, { flowId, teamId })
        if (!isRemoved) throw new ApiError('resource/not-found')
        await recordAudit(queries, 'flow-unshared', { actorId: userId, subjectId: flowId, detail: 'team', now: now() })
      })
      logEvent(logger, 'flow-unshared', { userId })
    },

    async move(user, flowId, { team: teamId }) {
      refuseDemo(user, logger)
      await database.write(async (queries) => {
        const move = { userId: user.id, flowId, flowsPerUser, quotaBytesPerUser, now: now() }
        if (teamId === null) await takeFlow(queries, move)
        else await moveToTeam(queries, { ...move, teamId })
        await recordAudit(queries, 'flow-moved', { actorId: user.id, subjectId: flowId, now: now() })
      })
      logEvent(logger, 'flow-moved', { userId: user.id })
    },
  }
}

interface Move {
  userId: string
  flowId: string
  flowsPerUser: number
  quotaBytesPerUser: number
  now: number
}

/** Gives a flow to a team of its owner, whose library must have room for it. */
export async function moveToTeam(queries: Queries, { teamId, ...move }: Move & { teamId: string }): Promise<void> {
  const { userId, flowId, flowsPerUser, quotaBytesPerUser, now } = move
  const { ownerId } = await authorizeIn(queries, { userId, flowId, action: 'move', now })
  await requireOwnTeam(queries, userId, teamId)
  if (ownerId === teamId) throw badTeam('The flow belongs to this team.')
  await giveToTeam(queries, { flowId, ownerId, teamId, flowsPerUser, quotaBytesPerUser, now })
}

interface GiftToTeam extends Omit<Move, 'userId'> {
  ownerId: string
  /** Whose row is locked. */
  teamId: string
}

/** Throws where the library or the storage of the team has no room. */
export async function giveToTeam(queries: Queries, gift: GiftToTeam): Promise<void> {
  const { flowId, ownerId, teamId, flowsPerUser, quotaBytesPerUser, now } = gift
  await refuseFullLibrary(queries, { id: teamId, isDemo: false }, flowsPerUser).catch((error) => {
    throw error instanceof ApiError ? new ApiError(error.code, { message: 'The library of the team is full.' }) : error
  })
  await giveTo(queries, { flowId, from: ownerId, to: teamId })
  const full = 'The storage of the team is full.'
  await refuseFullStorage(queries, { userId: teamId, quotaBytesPerUser, message: full })
  await removeTeamShare(queries, { flowId, teamId })
  await keepTeam(queries, { flowId, ownerId, now })
}

/** Takes a flow of a team into the own library. */
async function takeFlow(queries: Queries, { userId, flowId, flowsPerUser, quotaBytesPerUser, now }: Move) {
  const { ownerId } = await authorizeIn(queries, { userId, flowId, action: 'move', now })
  if (ownerId === userId) throw badTeam('The flow is in your library.')
  await lockUser(queries, userId)
  await refuseFullLibrary(queries, { id: userId, isDemo: false }, flowsPerUser)
  await giveTo(queries, { flowId, from: ownerId, to: userId, openedAt: now })
  await makeRoom(queries, userId, quotaBytesPerUser)
  const person = await findUserById(queries, userId)
  if (person) await removeShare(queries, { flowId, email: person.email })
  await keepTeam(queries, { flowId, ownerId, now })
}

async function giveTo(queries: Queries, gift: { flowId: string; from: string; to: string; openedAt?: number }) {
  const isGiven = await giveFlow(queries, { openedAt: 0, ...gift })
  if (!isGiven) throw new ApiError('resource/not-found')
}

/** A team that gave a flow away is its editor, as a person is. */
export async function keepTeam(
  queries: Queries,
  { flowId, ownerId, now }: { flowId: string; ownerId: string; now: number },
) {
  const isTeam = (await findTeamName(queries, ownerId)) !== undefined
  if (isTeam) await putTeamShare(queries, { flowId, teamId: ownerId, role: 'editor', now })
}

async function requireOwnTeam(queries: Queries, userId: string, teamId: string) {
  const isMember = isId(teamId) && (await findTeamRole(queries, userId, teamId)) !== undefined
  // Locked, so that it is not deleted meanwhile.
  if (!isMember || !(await lockUser(queries, teamId))) throw badTeam('Must be a team that you are in.')
}

const badTeam = (message: string) => new ApiError('validation/error', { errors: { team: message } })
