import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { CompiledCore } from '@plimsoll/event-engine'
import { createPoolHere, createWorkerPool, type WorkerPool, type WorkerPort } from '@plimsoll/experiments'

/** Beside this file, as a source or bundled. */
const WORKER = new URL(`./replication.worker${extname(import.meta.url)}`, import.meta.url)

/** Threads that simulate; they are started when they are needed, and must be ended. */
export const createThreads = (count: number) => createWorkerPool(count, startThread)

/** Threads, and this one for runs that would be done before a thread has started. */
export function createThreadsAndHere(count: number): ReturnType<typeof createThreads> {
  let here: WorkerPool | null = null
  return {
    ...createThreads(count),
    get here() {
      here ??= createPoolHere(CompiledCore.load(), setImmediate)
      return here
    },
  }
}

/** A run makes little garbage: the usual room for it would only be more memory to touch, which takes a cold run longer. */
const YOUNG_MB = 6

function startThread(): WorkerPort {
  const thread = new Worker(WORKER, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } })
  return {
    post: (message) => thread.postMessage(message),
    listen: (onReply, onError) =>
      thread
        .on('message', onReply)
        .on('error', onError)
        .on('exit', (code) => onError(new Error(`A thread of the simulation ended with code ${code}.`))),
    end: () => thread.terminate(),
  }
}
