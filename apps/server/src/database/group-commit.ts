import { setTimeout as delay } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { DatabaseBusyError, MOST_WAITING, type Queries } from './database.ts'

/** How long a first write waits for others to share its commit, in milliseconds. */
const GATHER_MS = 2
const REOPEN_EVERY_MS = 1_000

interface GroupCommitOptions {
  db: Queries
  /** Whether an error leaves it unknown what the disk has of a commit. */
  isDiskFault: (error: unknown) => boolean
  /** Makes sure that the disk has all that was answered, over a new connection; throws while it cannot. */
  reopen: () => void
}

interface Job {
  /** Does the work; what it returns tells the caller, once everything is on the disk. */
  run(queries: Queries): Promise<() => void>
  reject(error: unknown): void
}

/**
 * Writes for a database with one writer whose commit is expensive because it waits for the disk: writes that arrive
 * together share one commit. Each has a savepoint of its own, so that one that fails takes no other along. After the
 * disk has failed nothing is written until the connection has been opened anew.
 */
export function groupCommits({ db, isDiskFault, reopen }: GroupCommitOptions) {
  let waiting: Job[] = []
  let committing: Promise<void> | undefined
  /** Why nothing is written for now. */
  let stoppedBy: unknown
  let isClosed = false

  function write<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> {
    if (stoppedBy) return Promise.reject(stoppedBy)
    if (waiting.length >= MOST_WAITING) return Promise.reject(new DatabaseBusyError())
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
      await commitBatch(db, takeAll).catch(stopAfterDiskFault)
    }
    committing = undefined
  }

  function takeAll(): Job[] {
    const all = waiting
    waiting = []
    return all
  }

  function stopAfterDiskFault(error: unknown) {
    if (!isDiskFault(error)) return
    stoppedBy = error
    for (const { reject } of takeAll()) reject(error)
    void goOnWhenSafe()
  }

  async function goOnWhenSafe() {
    while (stoppedBy) {
      await delay(REOPEN_EVERY_MS, undefined, { ref: false })
      if (isClosed) return
      try {
        reopen()
        stoppedBy = undefined
      } catch (error) {
        stoppedBy = error
      }
    }
  }

  async function close() {
    await committing
    isClosed = true
  }

  return { write, close }
}

/** Commits what has gathered until the database lets us write. Throws, after its callers were told, when it cannot. */
async function commitBatch(db: Queries, takeBatch: () => Job[]): Promise<void> {
  let batch: Job[] = []
  const tellCallers: (() => void)[] = []
  try {
    await db.connection().execute(async (connection) => {
      await execute(connection, 'begin immediate')
      try {
        batch = takeBatch()
        for (const job of batch) tellCallers.push(await attempt(job, connection))
        await execute(connection, 'commit')
      } catch (error) {
        // The database may have rolled back on its own account.
        await execute(connection, 'rollback').catch(() => {})
        throw error
      }
    })
  } catch (error) {
    if (batch.length === 0) batch = takeBatch()
    for (const { reject } of batch) reject(error)
    throw error
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
