import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from './database/database.ts'
import { counterKey, lockCounter, saveCounter } from './modules/limits/counters.repository.ts'

/** Whoever asks causes a write this often at most. */
const WRITE_EVERY_MS = 5_000
const DAY_MS = 86_400_000
/** Two bodies of a flow at their largest, with the log of what writes them. */
const LEAST_ROOM = 64 * 1024 ** 2

interface ReadinessOptions {
  database: Database
  /** Where the server keeps its own database; undefined when another program does. */
  dataDir: string | undefined
  /** In bytes. */
  leastRoom?: number
  now: () => number
}

/** Tells whether the database answers, takes writes, and has room on its disk. */
export function createReadiness({ database, dataDir, leastRoom = LEAST_ROOM, now }: ReadinessOptions) {
  let triedAt = Number.NEGATIVE_INFINITY
  let canStore = Promise.resolve(true)

  const answers = () =>
    sql`select 1`.execute(database.read).then(
      () => true,
      () => false,
    )

  async function hasRoom(): Promise<boolean> {
    if (dataDir === undefined) return true
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize >= leastRoom
  }

  async function takesWrites(): Promise<boolean> {
    const time = now()
    const key = counterKey('readiness')
    try {
      await database.write(async (queries) => {
        const counter = await lockCounter(queries, key, time)
        await saveCounter(queries, key, { ...counter, since: time, expiresAt: time + DAY_MS })
      })
      return true
    } catch (error) {
      // A server under load does its work: without it the others would have more.
      return database.faultOf(error) === 'busy'
    }
  }

  return async function isReady(): Promise<boolean> {
    if (now() - triedAt >= WRITE_EVERY_MS) {
      triedAt = now()
      canStore = Promise.all([hasRoom(), takesWrites()]).then(
        (checks) => checks.every(Boolean),
        () => false,
      )
    }
    return (await answers()) && (await canStore)
  }
}
