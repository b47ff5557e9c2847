import type { Database } from '../../database/database.ts'
import { isId } from '../../database/ids.ts'
import { ApiError } from '../../errors.ts'
import { lockUser } from '../flows/flows.repository.ts'
import { refuseFullLibrary } from '../flows/quota.ts'
import { summaryOf } from '../flows/summary.ts'
import type { BinActions } from './bin.actions.ts'
import { listBin, moveFromBin } from './bin.repository.ts'

interface BinServiceOptions {
  database: Database
  flowsPerUser: number
}

export function createBinService({ database, flowsPerUser }: BinServiceOptions): BinActions {
  return {
    async list({ id: userId }) {
      const rows = await listBin(database.read, userId)
      return rows.map((row) => ({ ...summaryOf(row), removedAt: new Date(row.removed_at).toISOString() }))
    },

    async restore(user, id) {
      const isRestored =
        isId(id) &&
        (await database.write(async (queries) => {
          if (!(await lockUser(queries, user.id))) throw new ApiError('auth/unauthorized')
          await refuseFullLibrary(queries, user, flowsPerUser)
          return moveFromBin(queries, user.id, id)
        }))
      if (!isRestored) throw new ApiError('resource/not-found')
    },
  }
}
