import type { CompiledCore } from '@plimsoll/event-engine'
import { createRunnerWith, type WorkerReply } from '../workers/runner.ts'
import { createWorkerPool, type WorkerPool } from '../workers/worker-pool.ts'

/** Runs in this thread, one after the other. */
export function createPoolHere(core: CompiledCore | null): WorkerPool {
  let answer: (reply: WorkerReply) => void = () => {}
  const run = createRunnerWith(unasked, (reply) => answer(reply), core)
  return createWorkerPool(1, () => ({
    post: (message) => void Promise.resolve().then(() => run(message)),
    listen: (onReply) => {
      answer = onReply
    },
    end: () => {},
  }))
}

const unasked = () => Promise.reject(new Error('A run needs nothing computed.'))
