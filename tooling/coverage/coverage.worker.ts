import { parentPort } from 'node:worker_threads'
import { runSet } from './coverage.ts'

parentPort?.on('message', async (given: { load: number; set: number }) =>
  parentPort?.postMessage(await runSet(given, { decides: true })),
)
