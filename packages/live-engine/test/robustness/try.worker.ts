import { parentPort } from 'node:worker_threads'
import { tryFlow } from './try-flow.ts'

parentPort?.on('message', (seed: number) => parentPort?.postMessage(tryFlow(seed)))
