import { parentPort } from 'node:worker_threads'
import { CompiledCore } from '@plimsoll/event-engine'
import { createRunner } from '@plimsoll/experiments'

const run = createRunner((reply) => parentPort?.postMessage(reply), CompiledCore.load())
parentPort?.on('message', run)
