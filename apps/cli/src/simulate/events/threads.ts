import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Replication, ReplicationTask, RunOutcome } from '@plimsoll/event-engine'

/** What a thread tells: how much of a run is simulated, and at last what it measured. */
export type Told = { readonly share: number } | { readonly outcome: RunOutcome }

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
    const worker = new Worker(WORKER, { workerData: task })
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

function runOn(worker: Worker, replication: Replication, onShare: (share: number) => void): Promise<RunOutcome> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number) => reject(new Error(`A thread of the simulation ended with code ${code}.`))
    const onMessage = (told: Told) => {
      if ('share' in told) return onShare(told.share)
      worker.off('error', reject).off('exit', onExit).off('message', onMessage)
      resolve(told.outcome)
    }
    worker.on('error', reject).on('exit', onExit).on('message', onMessage)
    worker.postMessage(replication)
  })
}
