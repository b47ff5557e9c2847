import { Worker } from 'node:worker_threads'
import type { Replication, ReplicationTask, RunOutcome } from '@plimsoll/simulation'

interface Options {
  /** How many run at once. */
  readonly threads: number
  /** Called after each, with how many are done. */
  readonly onDone?: (count: number) => void
}

/** Runs the replications on threads of their own; gives the outcomes in the order of the replications, whoever ran them. */
export async function runOnThreads(
  task: ReplicationTask,
  replications: readonly Replication[],
  { threads, onDone }: Options,
): Promise<readonly RunOutcome[]> {
  const outcomes: RunOutcome[] = []
  const workers: Worker[] = []
  let next = 0
  let done = 0
  const work = async () => {
    const worker = new Worker(new URL('./replication.worker.ts', import.meta.url), { workerData: task })
    workers.push(worker)
    for (let index = next++; index < replications.length; index = next++) {
      outcomes[index] = await runOn(worker, replications[index] as Replication)
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

function runOn(worker: Worker, replication: Replication): Promise<RunOutcome> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number) => reject(new Error(`A thread of the simulation ended with code ${code}.`))
    worker
      .once('error', reject)
      .once('exit', onExit)
      .once('message', (outcome: RunOutcome) => {
        worker.off('error', reject).off('exit', onExit)
        resolve(outcome)
      })
    worker.postMessage(replication)
  })
}
