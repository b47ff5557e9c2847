import { parentPort, workerData } from 'node:worker_threads'
import { core, runModel } from './bundled-engine.ts'
import { savedModel } from './event-flows.ts'

// Simulates the workload once for each seed that it is told, when it is told; answers how many requests that were.
const { durationMs } = workerData as { durationMs: number }
const model = savedModel('three-tier')
parentPort?.on('message', (seeds: readonly number[]) => {
  const arrived = seeds.map((seed) => runModel(model, { seed, durationMs, warmUpMs: 0, core }).requests.arrived)
  parentPort?.postMessage(arrived.reduce((sum, requests) => sum + requests, 0))
})
