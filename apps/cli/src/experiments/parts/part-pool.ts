import { type Signal, Stopped, type WorkerPool } from '@plimsoll/experiments'
import type { Part, PartAnswer, PartQueue } from './part-queue.ts'

/** Interval for finding parts that others have answered. */
const COLLECT_MS = 100

interface PoolOptions {
  readonly queue: PartQueue
  /** The claim under which the experiment is run. */
  readonly claim: string
  /** How many parts may be queued or under way at once. */
  readonly size: number
  /** Takes what must stay in one place: the next stage of a run continues what the one before has left. */
  readonly here: WorkerPool
}

/** Thrown where the queue cannot be reached: what it holds is not known, and the experiment has to begin again. */
export class QueueLost extends Error {
  override readonly name = 'QueueLost'
}

interface Pending {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/**
 * A pool whose work is done by whoever takes the parts of the queue. Which of them, and in which order, makes no difference. Its work rejects
 * with QueueLost where the queue cannot be reached.
 */
export function createPartPool({ queue, claim, size, here }: PoolOptions): WorkerPool {
  const pending = new Map<string, Pending>()
  let isCollecting = false

  function collectLater(): void {
    if (isCollecting || pending.size === 0) return
    isCollecting = true
    setTimeout(collect, COLLECT_MS)
  }

  async function collect(): Promise<void> {
    try {
      for (const [id, answer] of await queue.collect([...pending.keys()])) settle(id, answer)
    } catch (error) {
      for (const { reject } of pending.values()) reject(lost(error))
      pending.clear()
    }
    isCollecting = false
    collectLater()
  }

  function settle(id: string, answer: PartAnswer): void {
    const one = pending.get(id)
    pending.delete(id)
    if ('failed' in answer) one?.reject(new Error(answer.failed))
    else one?.resolve(answer.computed)
  }

  async function done(part: Part, signal: Signal | undefined): Promise<unknown> {
    if (signal?.aborted) throw new Stopped()
    const id = await queue.add(claim, part).catch((error) => {
      throw lost(error)
    })
    return new Promise((resolve, reject) => {
      // What is not wanted any more is left to whoever takes it: its answer is not collected.
      const stop = () => {
        pending.delete(id)
        reject(new Stopped())
      }
      signal?.addEventListener('abort', stop)
      const end = () => signal?.removeEventListener('abort', stop)
      pending.set(id, {
        resolve: (result) => {
          end()
          resolve(result)
        },
        reject: (error) => {
          end()
          reject(error)
        },
      })
      if (signal?.aborted) stop()
      collectLater()
    })
  }

  return {
    size,
    run: (task, onProgress, signal) =>
      task.worker === undefined
        ? (done({ run: task }, signal) as ReturnType<WorkerPool['run']>)
        : here.run(task, onProgress, signal),
    compute: (input, signal) => done({ compute: input }, signal),
  }
}

const lost = (cause: unknown) => new QueueLost('The queue of parts cannot be reached.', { cause })
