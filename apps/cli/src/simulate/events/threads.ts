import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { RecordedRun, Replication, ReplicationTask, RunOutcome, Stage } from '@plimsoll/event-engine'

/** A whole replication, the next stage of one that grows, or a run that happens again. */
export type Job = Replication | Stage | { readonly recorded: RecordedRun }

/** What a thread sends: how much of a run is simulated, and at last what it measured. */
export type ThreadMessage = { readonly share: number } | { readonly outcome: RunOutcome }

interface Options {
  /** How many run at once. */
  readonly threads: number
  /** Called after each, with how many are done. */
  readonly onDone?: (count: number) => void
  /** Called now and then with the share of all that is simulated. */
  readonly onProgress?: (share: number) => void
}

/** Beside this file, as a source or bundled. */
const WORKER = new URL(`./replication.worker${extname(import.meta.url)}`, import.meta.url)

/** Runs the replications on threads of their own; gives the outcomes in the order of the replications, whoever ran them. */
export async function runOnThreads(
  task: ReplicationTask,
  replications: readonly Replication[],
  { threads, onDone, onProgress }: Options,
): Promise<readonly RunOutcome[]> {
  const outcomes: RunOutcome[] = []
  const workers: Worker[] = []
  const shares = replications.map(() => 0)
  let next = 0
  let done = 0
  const work = async () => {
    const worker = startWorker(task)
    workers.push(worker)
    for (let index = next++; index < replications.length; index = next++) {
      outcomes[index] = await runOn(worker, replications[index] as Replication, (share) => {
        shares[index] = share
        onProgress?.(shares.reduce((sum, one) => sum + one, 0) / shares.length)
      })
      shares[index] = 1
      done += 1
      onDone?.(done)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(threads, replications.length) }, work))
    return outcomes
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

/** Lets a run happen again on a thread of its own; the task has the flow that it began with. */
export async function replayOnThread(
  task: ReplicationTask,
  recorded: RecordedRun,
  onProgress: (share: number) => void,
): Promise<RunOutcome> {
  const worker = startWorker(task)
  try {
    return await runOn(worker, { recorded }, onProgress)
  } finally {
    await worker.terminate()
  }
}

/** Threads that keep the replications that they began, so that each can be continued. */
export class GrowingThreads {
  readonly #workers: readonly Worker[]

  constructor(task: ReplicationTask, threads: number) {
    this.#workers = Array.from({ length: threads }, () => startWorker(task))
  }

  /** Runs the stages, those of one replication always on the same thread; gives the outcomes in the order of the stages. */
  async run(stages: readonly Stage[], onProgress: (share: number) => void): Promise<readonly RunOutcome[]> {
    const outcomes: RunOutcome[] = []
    const shares = stages.map(() => 0)
    const work = async (worker: Worker, thread: number) => {
      for (let index = thread; index < stages.length; index += this.#workers.length) {
        outcomes[index] = await runOn(worker, stages[index] as Stage, (share) => {
          shares[index] = share
          onProgress(shares.reduce((sum, one) => sum + one, 0) / shares.length)
        })
        shares[index] = 1
      }
    }
    await Promise.all(this.#workers.map(work))
    return outcomes
  }

  async end(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()))
  }
}

const startWorker = (task: ReplicationTask): Worker => new Worker(WORKER, { workerData: task })

function runOn(worker: Worker, replication: Job, onShare: (share: number) => void): Promise<RunOutcome> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number) => reject(new Error(`A thread of the simulation ended with code ${code}.`))
    const onMessage = (message: ThreadMessage) => {
      if ('share' in message) return onShare(message.share)
      worker.off('error', reject).off('exit', onExit).off('message', onMessage)
      resolve(message.outcome)
    }
    worker.on('error', reject).on('exit', onExit).on('message', onMessage)
    worker.postMessage(replication)
  })
}
