import type { Queries } from '../../database/database.ts'
import { makeRoom } from '../flows/room.ts'
import { measureStorage } from '../flows/stored-bytes.repository.ts'
import { LIVE_TIMES } from './live.policy.ts'

interface RoomOptions {
  quotaBytesPerUser: number
  now: () => number
}

export interface RoomOfOwners {
  /** To be called once so many bytes of a user's flow are written. Throws 'validation/storage' where they are too many. */
  take(queries: Queries, userId: string, bytes: number): Promise<void>
}

/** Keeps what is drawn within what the owners of flows may store, without counting all that they store at each stroke. */
export function createRoomOfOwners({ quotaBytesPerUser, now }: RoomOptions): RoomOfOwners {
  /** Bytes that are left of a user, as they were counted not long ago. */
  const counted = new Map<string, { left: number; until: number }>()

  function forget() {
    for (const [userId, { until }] of counted) if (until <= now()) counted.delete(userId)
  }

  return {
    async take(queries, userId, bytes) {
      const known = counted.get(userId)
      if (known && known.until > now() && known.left >= bytes) {
        known.left -= bytes
        return
      }
      forget()
      await makeRoom(queries, userId, quotaBytesPerUser)
      const { used, allowed } = await measureStorage(queries, userId, quotaBytesPerUser)
      counted.set(userId, { left: allowed - used, until: now() + LIVE_TIMES.countedMs })
    },
  }
}
