import type { CompiledCore } from '@plimsoll/event-engine'
import { createRunnerWith, type WorkerReply } from '../workers/runner.ts'
import { createWorkerPool, type WorkerPool } from '../workers/worker-pool.ts'

/** Runs in this thread, one after the other. `later`: has a run begin once what else waits for the thread has had its turn. */
export function createPoolHere(core: CompiledCore | null, later: (run: () => void) => void = soon): WorkerPool {
  let answer: (reply: WorkerReply) => void = () => {}
  const run = createRunnerWith(unasked, (reply) => answer(reply), core)
  return createWorkerPool(1, () => ({
    post: (message) => later(() => run(message)),
    listen: (onReply) => {
      answer = onReply
    },
    end: () => {},
  }))
}

const soon = (run: () => void) => void Promise.resolve().then(run)

const unasked = () => Promise.reject(new Error('A run needs nothing computed.'))
