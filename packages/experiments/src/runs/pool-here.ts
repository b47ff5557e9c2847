import type { CompiledCore } from '@plimsoll/event-engine'
import { createRunnerWith, type WorkerReply } from '../workers/runner.ts'
import { createWorkerPool, type WorkerPool, type WorkerPort } from '../workers/worker-pool.ts'

/** Runs in this thread, one after the other. `later`: does something once what else waits for the thread has had its turn. */
export const createPoolHere = (core: CompiledCore | null, later: (step: () => void) => void = soon): WorkerPool =>
  createWorkerPool(1, () => startHere(core, later))

/** Once it is ended, nothing of it goes on. */
function startHere(core: CompiledCore | null, later: (step: () => void) => void): WorkerPort {
  let isEnded = false
  let answer: (reply: WorkerReply) => void = () => {}
  const send = (reply: WorkerReply) => answer(reply)
  return {
    post: createRunnerWith(unasked, send, core, (step) => later(() => void (isEnded || step()))),
    listen: (onReply) => {
      answer = onReply
    },
    end: () => {
      isEnded = true
    },
  }
}

const soon = (step: () => void) => void Promise.resolve().then(step)

const unasked = () => Promise.reject(new Error('A run needs nothing computed.'))
