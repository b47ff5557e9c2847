import type { Database, Queries } from '../../database/database.ts'
import { isId } from '../../database/ids.ts'
import { inSlices } from '../../database/slices.ts'
import { ApiError } from '../../errors.ts'
import { recordAudit } from '../audit/audit.ts'
import { lockUser } from '../flows/flows.repository.ts'
import { refuseFullLibrary } from '../flows/quota.ts'
import { summaryOf } from '../flows/summary.ts'
import { listTeams } from '../teams/teams.repository.ts'
import { recountBytes } from '../versions/versions.repository.ts'
import type { BinActions } from './bin.actions.ts'
import {
  deleteFromBin,
  deleteSliceOfBins,
  findBinOwner,
  listBin,
  moveFromBin,
  removeLeftovers,
} from './bin.repository.ts'

/** As long as who deletes waits for the versions and comments of the flows to go as well. What is left goes at the next clean-up. */
const PATIENCE_MS = 5_000

interface BinServiceOptions {
  database: Database
  flowsPerUser: number
  now: () => number
}

export function createBinService({ database, flowsPerUser, now }: BinServiceOptions): BinActions {
  /** Removes versions and comments of what these owners deleted. The room that they took is free then. */
  async function removeWhatIsLeft(ownerIds: readonly string[]) {
    await inSlices(database, { stopped: AbortSignal.timeout(PATIENCE_MS), work: removeLeftovers })
    await database.write(async (queries) => {
      for (const id of ownerIds) await recountBytes(queries, id)
    })
  }

  /** Who owns a flow in the bin of this user. */
  async function ownerOf(queries: Queries, userId: string, id: string): Promise<string | undefined> {
    if (!(await lockUser(queries, userId))) throw new ApiError('auth/unauthorized')
    const ownerId = await findBinOwner(queries, id)
    if (ownerId === undefined || ownerId === userId) return ownerId
    if (!(await ownedTeams(queries, userId)).has(ownerId)) return undefined
    await lockUser(queries, ownerId)
    return ownerId
  }

  return {
    async list({ id: userId }) {
      const teams = await ownedTeams(database.read, userId)
      const rows = await listBin(database.read, [userId, ...teams.keys()])
      return rows.map((row) => {
        const team = teams.get(row.user_id)
        const removedAt = new Date(row.removed_at).toISOString()
        return { ...summaryOf(row), removedAt, ...(team !== undefined && { team }) }
      })
    },

    async restore(user, id) {
      const isRestored =
        isId(id) &&
        (await database.write(async (queries) => {
          const ownerId = await ownerOf(queries, user.id, id)
          if (ownerId === undefined) return false
          await refuseFullLibrary(queries, { ...user, id: ownerId }, flowsPerUser)
          return moveFromBin(queries, ownerId, id)
        }))
      if (!isRestored) throw new ApiError('resource/not-found')
    },

    async delete(user, id) {
      const ownerId =
        isId(id) &&
        (await database.write(async (queries) => {
          const owner = await ownerOf(queries, user.id, id)
          if (owner === undefined || !(await deleteFromBin(queries, owner, id))) return undefined
          await recordAudit(queries, 'flow-deleted', { actorId: user.id, subjectId: id, now: now() })
          return owner
        }))
      if (!ownerId) throw new ApiError('resource/not-found')
      await removeWhatIsLeft([ownerId])
    },

    async empty(user) {
      // What others remove meanwhile stays.
      const until = now()
      const owners = [user.id, ...(await ownedTeams(database.read, user.id)).keys()]
      await inSlices(database, {
        stopped: new AbortController().signal,
        work: async (queries) => {
          const owned = await ownedTeams(queries, user.id)
          const mine = owners.filter((id) => id === user.id || owned.has(id))
          const gone = await deleteSliceOfBins(queries, mine, until)
          for (const { id } of gone)
            await recordAudit(queries, 'flow-deleted', { actorId: user.id, subjectId: id, now: now() })
          return gone.length > 0
        },
      })
      await removeWhatIsLeft(owners)
    },
  }
}

/** The names of the teams that a user owns: what these remove is in the user's bin, too. */
async function ownedTeams(queries: Queries, userId: string) {
  const teams = await listTeams(queries, userId)
  return new Map(teams.flatMap(({ id, name, role }) => (role === 'owner' ? [[id, name]] : [])))
}
