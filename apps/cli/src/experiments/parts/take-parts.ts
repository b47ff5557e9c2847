import { setTimeout as delay } from 'node:timers/promises'
import { Stopped, type WorkerPool } from '@plimsoll/experiments'
import type { PartQueue, TakenPart } from './part-queue.ts'

/** Interval for finding parts that were queued. */
const POLL_MS = 250
/** So often a worker says that it is at work, and asks whether the part is still wanted. */
const TOUCH_MS = 2_500

interface TakeOptions {
  readonly queue: PartQueue
  /** What computes; as many parts are taken at once as it runs at once. */
  readonly pool: WorkerPool
  /** Ends the work; parts under way are given back. */
  readonly signal: AbortSignal
  readonly onError: (error: unknown) => void
}

/** Takes parts of experiments and computes them, until the signal ends that. */
export async function takeParts({ queue, pool, signal, onError }: TakeOptions): Promise<void> {
  const wait = () => delay(POLL_MS, undefined, { signal }).catch(() => {})

  async function work(): Promise<void> {
    while (!signal.aborted) {
      try {
        const taken = await queue.take()
        if (taken) await finish(taken)
        else await wait()
      } catch (error) {
        onError(error)
        await wait()
      }
    }
  }

  async function finish(taken: TakenPart): Promise<void> {
    const unwanted = new AbortController()
    const check = () => taken.isWanted().then((isWanted) => isWanted || unwanted.abort(), onError)
    void check()
    const timer = setInterval(check, TOUCH_MS)
    try {
      const ended = AbortSignal.any([signal, unwanted.signal])
      const { part } = taken
      const computed =
        'run' in part ? await pool.run(part.run, undefined, ended) : await pool.compute(part.compute, ended)
      await taken.answer({ computed })
    } catch (error) {
      if (!(error instanceof Stopped)) await taken.answer({ failed: (error as Error).message })
      else if (unwanted.signal.aborted) await taken.answer({ failed: 'It is not wanted any more.' })
      else await taken.release()
    } finally {
      clearInterval(timer)
    }
  }

  await Promise.all(Array.from({ length: pool.size }, work))
}
