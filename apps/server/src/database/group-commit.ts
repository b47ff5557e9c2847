import { setTimeout as delay } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import type { Queries } from './database.ts'

/** How long a first write waits for others to share its commit, in milliseconds. */
const GATHER_MS = 2

interface Job {
  /** Does the work; what it returns tells the caller, once everything is on the disk. */
  run(queries: Queries): Promise<() => void>
  reject(error: unknown): void
}

/**
 * Writes for a database with one writer whose commit is expensive because it waits for the disk: writes that arrive
 * together share one commit. Each has a savepoint of its own, so that one that fails takes no other along.
 */
export function groupCommits(db: Queries) {
  let waiting: Job[] = []
  let committing: Promise<void> | undefined

  function write<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const run = async (queries: Queries) => {
        const result = await work(queries)
        return () => resolve(result)
      }
      waiting.push({ run, reject })
      committing ??= commitWaiting()
    })
  }

  async function commitWaiting() {
    while (waiting.length > 0) {
      await delay(GATHER_MS)
      const batch = waiting
      waiting = []
      await commitBatch(db, batch)
    }
    committing = undefined
  }

  return { write, settled: async () => committing }
}

async function commitBatch(db: Queries, batch: readonly Job[]): Promise<void> {
  const tellCallers: (() => void)[] = []
  try {
    await db.connection().execute(async (connection) => {
      await execute(connection, 'begin immediate')
      try {
        for (const job of batch) tellCallers.push(await attempt(job, connection))
        await execute(connection, 'commit')
      } catch (error) {
        // The database may have rolled back on its own account.
        await execute(connection, 'rollback').catch(() => {})
        throw error
      }
    })
  } catch (error) {
    for (const { reject } of batch) reject(error)
    return
  }
  for (const tell of tellCallers) tell()
}

async function attempt({ run, reject }: Job, connection: Queries): Promise<() => void> {
  await execute(connection, 'savepoint job')
  try {
    const tell = await run(connection)
    await execute(connection, 'release job')
    return tell
  } catch (error) {
    try {
      await execute(connection, 'rollback to job')
      await execute(connection, 'release job')
    } catch {
      // The whole transaction is gone, and this error is why.
      throw error
    }
    return () => reject(error)
  }
}

function execute(connection: Queries, statement: string) {
  return connection.executeQuery(CompiledQuery.raw(statement))
}
