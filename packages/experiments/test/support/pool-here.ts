import { CompiledCore } from '@plimsoll/event-engine'
import { createRunner, createWorkerPool, type WorkerReply } from '../../src/index.ts'

/** A worker on the thread of the test, which answers after the current turn as another thread does. */
export const poolHere = (size = 1, onReply: (reply: WorkerReply) => void = () => {}) =>
  createWorkerPool(size, () => {
    let reply: (reply: WorkerReply) => void = () => {}
    const run = createRunner((one) => {
      onReply(one)
      reply(one)
    }, CompiledCore.load())
    return {
      post: (message) => setImmediate(() => run(message)),
      listen: (listener) => {
        reply = listener
      },
      end: () => {},
    }
  })
