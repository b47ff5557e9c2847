import { parentPort, workerData } from 'node:worker_threads'
import { measureLive } from '@plimsoll/live-engine'
import { createRunHistory } from '@plimsoll/simulation'
import type { FromLiveWorker, LiveTask } from './live-thread.ts'

const { replications, seed, ...measured } = workerData as LiveTask
const send = (message: FromLiveWorker) => parentPort?.postMessage(message)

for (let index = 0; index < replications; index += 1) {
  const history = createRunHistory()
  const onTick = index === 0 ? { onTick: history.note } : {}
  const run = measureLive({ ...measured, seed: seed + index, ...onTick })
  send({ run, history: history.points() })
}
