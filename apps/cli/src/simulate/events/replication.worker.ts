import { parentPort } from 'node:worker_threads'
import { createRunner } from '@plimsoll/experiments'

const run = createRunner((reply) => parentPort?.postMessage(reply))
parentPort?.on('message', run)
