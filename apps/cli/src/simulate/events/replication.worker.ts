import { parentPort, workerData } from 'node:worker_threads'
import { createReplicator, type Replication } from '@plimsoll/event-engine'
import type { Told } from './threads.ts'

/** Shares that are worth telling lie so far apart. */
const STEP = 0.01

const replicate = createReplicator(workerData)
const tell = (told: Told) => parentPort?.postMessage(told)

parentPort?.on('message', (replication: Replication) => {
  let told = 0
  const outcome = replicate(replication, (share) => {
    if (share < told + STEP) return
    told = share
    tell({ share })
  })
  tell({ outcome })
})
