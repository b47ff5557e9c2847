import type { ReplicationTask, RunOutcome, StageEvents } from '@plimsoll/event-engine'
import type { Job } from './runner.ts'
import { type Signal, Stopped } from './signal.ts'
import type { UnreportedStage, WorkerPool } from './worker-pool.ts'

interface Options {
  readonly pool: WorkerPool
  /** How many run at once. */
  readonly workers: number
  /** Whether a later stage of each run continues it. */
  readonly isContinued?: boolean
  readonly signal?: Signal | undefined
  /** Called now and then with the share of all that is simulated, and after each run with how many are done. */
  readonly onProgress?: (share: number, done: number) => void
}

/** Runs the jobs of a task; gives the outcomes in the order of the jobs, whoever ran them, null for one that was stopped. */
export const runAll = (
  task: ReplicationTask,
  jobs: readonly Job[],
  options: Options,
): Promise<readonly (RunOutcome | null)[]> =>
  doAll(jobs, options, (job, pinned, tell) => options.pool.run({ task, job, ...pinned }, tell, options.signal))

/** The same of stages of which only the events are told, in a pool that has them. */
export const advanceAll = (
  task: ReplicationTask,
  stages: readonly UnreportedStage[],
  { pool, ...options }: Options & { readonly pool: AdvancingPool },
): Promise<readonly (StageEvents | null)[]> =>
  doAll(stages, { pool, ...options }, (job, pinned, tell) => pool.advance({ task, job, ...pinned }, tell))

export type AdvancingPool = WorkerPool & Required<Pick<WorkerPool, 'advance'>>

type Pinned = { readonly worker?: number }
type RunOne<J, O> = (job: J, pinned: Pinned, tell: (share: number) => void) => Promise<O>

async function doAll<J, O>(
  jobs: readonly J[],
  { pool, workers, isContinued = false, onProgress = () => {} }: Options,
  runOne: RunOne<J, O>,
): Promise<readonly (O | null)[]> {
  const outcomes: (O | null)[] = jobs.map(() => null)
  const shares = jobs.map(() => 0)
  const lanes = Math.max(1, Math.min(workers, pool.size, jobs.length))
  let next = 0
  let done = 0
  let hasFailed = false

  const tell = (index: number, share: number) => {
    shares[index] = share
    onProgress(shares.reduce((sum, one) => sum + one, 0) / shares.length, done)
  }

  async function run(index: number, worker: number): Promise<void> {
    try {
      outcomes[index] = await runOne(jobs[index] as J, isContinued ? { worker } : {}, (share) => tell(index, share))
    } catch (error) {
      if (error instanceof Stopped) return
      hasFailed = true
      throw error
    }
    done += 1
    tell(index, 1)
  }

  async function work(lane: number): Promise<void> {
    if (isContinued) for (let index = lane; index < jobs.length && !hasFailed; index += lanes) await run(index, lane)
    else for (let index = next++; index < jobs.length && !hasFailed; index = next++) await run(index, lane)
  }

  await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)))
  return outcomes
}
