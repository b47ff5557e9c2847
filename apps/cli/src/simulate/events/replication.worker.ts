import { parentPort, workerData } from 'node:worker_threads'
import { createGrower, createReplicator, type RecordedRun, type RunOutcome, replay } from '@plimsoll/event-engine'
import type { Job, ThreadMessage } from './threads.ts'

/** Shares that are worth telling lie so far apart. */
const STEP = 0.01

const replicate = createReplicator(workerData)
const grow = createGrower(workerData)
const send = (message: ThreadMessage) => parentPort?.postMessage(message)

function outcomeOf(job: Job, onProgress: (share: number) => void): RunOutcome {
  if ('recorded' in job) return replayed(job.recorded, onProgress)
  return 'durationMs' in job ? grow(job, onProgress) : replicate(job, onProgress)
}

function replayed(recorded: RecordedRun, onProgress: (share: number) => void): RunOutcome {
  const again = replay(recorded, onProgress)
  if (again.ok) return again.run.outcome()
  throw new Error(again.faults.map(({ path, message }) => `${path} ${message}`).join('\n'))
}

parentPort?.on('message', (job: Job) => {
  let sent = 0
  const onProgress = (share: number) => {
    if (share < sent + STEP) return
    sent = share
    send({ share })
  }
  send({ outcome: outcomeOf(job, onProgress) })
})
