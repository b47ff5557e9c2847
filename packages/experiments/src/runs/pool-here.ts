import type { CompiledCore } from '@plimsoll/event-engine'
import { createRunnerWith, type Turns, type WorkerReply } from '../workers/runner.ts'
import { createWorkerPool, type WorkerPool, type WorkerPort } from '../workers/worker-pool.ts'

/** So many take some hundredths of a second. */
const TURN_EVENTS = 200_000

/** Runs in this thread, one after the other. `later`: does something once what else waits for the thread has had its turn. */
export const createPoolHere = (core: CompiledCore | null, later: Turns['later'] = soon): WorkerPool =>
  createWorkerPool(1, () => startHere(core, later))

/** Once it is ended, nothing of it goes on. */
function startHere(core: CompiledCore | null, later: Turns['later']): WorkerPort {
  let isEnded = false
  let answer: (reply: WorkerReply) => void = () => {}
  const send = (reply: WorkerReply) => answer(reply)
  const unlessEnded = (step: () => void) =>
    later(() => {
      if (!isEnded) step()
    })
  return {
    post: createRunnerWith(unasked, send, core, { events: TURN_EVENTS, later: unlessEnded }),
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
