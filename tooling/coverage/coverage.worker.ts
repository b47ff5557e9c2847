import { parentPort } from 'node:worker_threads'
import { runSet, type SetName } from './coverage.ts'

parentPort?.on('message', async (given: SetName) => parentPort?.postMessage(await runSet(given, { decides: true })))
