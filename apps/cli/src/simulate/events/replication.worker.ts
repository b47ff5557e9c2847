import { parentPort, workerData } from 'node:worker_threads'
import { createGrower, createReplicator } from '@plimsoll/event-engine'
import type { Job, Told } from './threads.ts'

/** Shares that are worth telling lie so far apart. */
const STEP = 0.01

const replicate = createReplicator(workerData)
const grow = createGrower(workerData)
const tell = (told: Told) => parentPort?.postMessage(told)

parentPort?.on('message', (job: Job) => {
  let told = 0
  const onProgress = (share: number) => {
    if (share < told + STEP) return
    told = share
    tell({ share })
  }
  const outcome = 'durationMs' in job ? grow(job, onProgress) : replicate(job, onProgress)
  tell({ outcome })
})
