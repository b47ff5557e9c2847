import { parentPort, workerData } from 'node:worker_threads'
import { createGrower, createReplicator } from '@plimsoll/event-engine'
import type { Job, ThreadMessage } from './threads.ts'

/** Shares that are worth telling lie so far apart. */
const STEP = 0.01

const replicate = createReplicator(workerData)
const grow = createGrower(workerData)
const send = (message: ThreadMessage) => parentPort?.postMessage(message)

parentPort?.on('message', (job: Job) => {
  let sent = 0
  const onProgress = (share: number) => {
    if (share < sent + STEP) return
    sent = share
    send({ share })
  }
  const outcome = 'durationMs' in job ? grow(job, onProgress) : replicate(job, onProgress)
  send({ outcome })
})
