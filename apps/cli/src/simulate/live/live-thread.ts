import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Flow } from '@plimsoll/flow'
import type { LiveMeasurement } from '@plimsoll/live-engine'
import type { createRunHistory } from '@plimsoll/simulation'

export interface LiveTask {
  readonly flow: Flow
  readonly durationMs: number
  readonly warmUpMs: number
  readonly replications: number
  /** Of the first replication; each further one has the next. */
  readonly seed: number
}

/** One replication, in order of their seeds. */
export interface FromLiveWorker {
  readonly run: LiveMeasurement
  /** Empty but for the first. */
  readonly history: ReturnType<ReturnType<typeof createRunHistory>['points']>
}

/** Beside this file, as a source or bundled. */
const WORKER = new URL(`./live.worker${extname(import.meta.url)}`, import.meta.url)

/** Runs the replications on a thread, so that this one hears an interrupt; calls `onDone` after each. */
export function runLive(task: LiveTask, onDone: (count: number) => void): Promise<readonly FromLiveWorker[]> {
  return new Promise((resolve, reject) => {
    const done: FromLiveWorker[] = []
    new Worker(WORKER, { workerData: task })
      .on('message', (message: FromLiveWorker) => onDone(done.push(message)))
      .on('error', reject)
      .on('exit', (code) => {
        if (done.length === task.replications) resolve(done)
        else reject(new Error(`The thread of the simulation ended with code ${code}.`))
      })
  })
}
