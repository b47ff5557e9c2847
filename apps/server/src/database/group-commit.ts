import { setTimeout as delay } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { createFairQueue, type FairQueue } from '../fair-queue.ts'
import { whose } from '../on-behalf-of.ts'
import { DatabaseBusyError, MAX_WAITING, type Queries } from './database.ts'

/** How long the first write of a batch waits for others, in milliseconds. */
const BATCH_MS = 2
/** How long a batch works before it commits: reads wait for it, too. */
const MAX_WORK_MS = 20
const REOPEN_EVERY_MS = 1_000

interface GroupCommitOptions {
  db: Queries
  /** Whether it is unknown after this error how much of a commit is on the disk. */
  isDiskFault: (error: unknown) => boolean
  /** Opens a new connection and syncs all acknowledged commits; throws when it cannot. */
  reopen: () => void
}

interface Job {
  /** Does the work; the returned function settles the caller's promise after the commit. */
  run(queries: Queries): Promise<() => void>
  reject(error: unknown): void
}

/**
 * Group commit for a database with one writer: writes that arrive together share one commit, because each commit waits for
 * the disk. Each write has its own savepoint, so a failing one does not affect the others. Those who write take turns. After a disk
 * fault nothing is written until the database was reopened. See docs/decisions/0012, docs/decisions/0076 and docs/decisions/0294.
 */
export function groupCommits({ db, isDiskFault, reopen }: GroupCommitOptions) {
  const waiting = createFairQueue<Job>({ most: MAX_WAITING })
  let committing: Promise<void> | undefined
  /** The disk fault that currently blocks writes. */
  let diskFault: unknown
  let isClosed = false

  function write<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> {
    if (diskFault) return Promise.reject(diskFault)
    return new Promise((resolve, reject) => {
      const run = async (queries: Queries) => {
        const result = await work(queries)
        return () => resolve(result)
      }
      waiting.add(whose(), { run, reject })?.reject(new DatabaseBusyError())
      committing ??= commitWaiting()
    })
  }

  async function commitWaiting() {
    while (waiting.size > 0) {
      await delay(BATCH_MS)
      await commitBatch(db, waiting).catch(stopAfterDiskFault)
    }
    committing = undefined
  }

  function stopAfterDiskFault(error: unknown) {
    if (!isDiskFault(error)) return
    diskFault = error
    rejectAll(waiting, error)
    void reopenUntilSafe()
  }

  async function reopenUntilSafe() {
    while (diskFault) {
      await delay(REOPEN_EVERY_MS, undefined, { ref: false })
      if (isClosed) return
      try {
        reopen()
        diskFault = undefined
      } catch (error) {
        diskFault = error
      }
    }
  }

  async function close() {
    await committing
    isClosed = true
  }

  return { write, close }
}

/** Commits a batch of what waits once the write lock is held. Throws after rejecting its jobs, or without the lock all, when it cannot. */
async function commitBatch(db: Queries, waiting: FairQueue<Job>): Promise<void> {
  const batch: Job[] = []
  const settlers: (() => void)[] = []
  try {
    await db.connection().execute(async (connection) => {
      await execute(connection, 'begin immediate')
      try {
        const end = performance.now() + MAX_WORK_MS
        do {
          const job = waiting.take()
          if (!job) break
          batch.push(job)
          settlers.push(await attempt(job, connection))
        } while (performance.now() < end)
        await execute(connection, 'commit')
      } catch (error) {
        // The database may have rolled back by itself.
        await execute(connection, 'rollback').catch(() => {})
        throw error
      }
    })
  } catch (error) {
    if (batch.length === 0) rejectAll(waiting, error)
    for (const { reject } of batch) reject(error)
    throw error
  }
  for (const settle of settlers) settle()
}

function rejectAll(waiting: FairQueue<Job>, error: unknown): void {
  for (let job = waiting.take(); job; job = waiting.take()) job.reject(error)
}

async function attempt({ run, reject }: Job, connection: Queries): Promise<() => void> {
  await execute(connection, 'savepoint job')
  try {
    const settle = await run(connection)
    await execute(connection, 'release job')
    return settle
  } catch (error) {
    try {
      await execute(connection, 'rollback to job')
      await execute(connection, 'release job')
    } catch {
      // The error has rolled back the whole transaction.
      throw error
    }
    return () => reject(error)
  }
}

function execute(connection: Queries, statement: string) {
  return connection.executeQuery(CompiledQuery.raw(statement))
}
