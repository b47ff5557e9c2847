import type { Database, Queries } from '../../database/database.ts'
import { isId } from '../../database/ids.ts'
import { ApiError } from '../../errors.ts'
import { lockUser } from '../flows/flows.repository.ts'
import { refuseFullLibrary } from '../flows/quota.ts'
import { summaryOf } from '../flows/summary.ts'
import { listTeams } from '../teams/teams.repository.ts'
import type { BinActions } from './bin.actions.ts'
import { findBinOwner, listBin, moveFromBin } from './bin.repository.ts'

interface BinServiceOptions {
  database: Database
  flowsPerUser: number
}

export function createBinService({ database, flowsPerUser }: BinServiceOptions): BinActions {
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
          if (!(await lockUser(queries, user.id))) throw new ApiError('auth/unauthorized')
          const ownerId = await findBinOwner(queries, id)
          if (ownerId === undefined) return false
          if (ownerId !== user.id) {
            if (!(await ownedTeams(queries, user.id)).has(ownerId)) return false
            await lockUser(queries, ownerId)
          }
          await refuseFullLibrary(queries, { ...user, id: ownerId }, flowsPerUser)
          return moveFromBin(queries, ownerId, id)
        }))
      if (!isRestored) throw new ApiError('resource/not-found')
    },
  }
}

/** The names of the teams that a user owns: what these remove is in the user's bin, too. */
async function ownedTeams(queries: Queries, userId: string) {
  const teams = await listTeams(queries, userId)
  return new Map(teams.flatMap(({ id, name, role }) => (role === 'owner' ? [[id, name]] : [])))
}
