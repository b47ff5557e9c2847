import { Worker } from 'node:worker_threads'
import { ApiError } from '../../errors.ts'
import type { Logger } from '../../logger.ts'
import type { Drawing, Drawn } from './picture.worker.ts'

const PROGRAM = new URL('./picture.worker.ts', import.meta.url)

/** Bounds of what drawing pictures takes from the server. */
export const PICTURE_BOUNDS = {
  /** Pictures that are kept, of some 60 KB each. */
  kept: 100,
  /** Further ones are refused. */
  waiting: 20,
  /** A drawing that takes longer is given up; the first one waits for its thread to start, on a machine that is busy. */
  drawMs: 30_000,
  /** A thread that has nothing to draw for so long ends. */
  idleMs: 60_000,
  heapMiB: 512,
} as const

export interface Pictures {
  /**
   * The PNG of a stored flow, drawn when it is first asked for; undefined for one that cannot be drawn. Throws 'api/busy' while too many
   * wait.
   */
  of(key: string, packed: () => Promise<Uint8Array | undefined>): Promise<Uint8Array<ArrayBuffer> | undefined>
  stop(): Promise<void>
}

/** Pictures of flows, drawn one at a time by a thread of their own. */
export function createPictures({ logger }: { logger: Logger }): Pictures {
  const kept = new Map<string, Promise<Uint8Array<ArrayBuffer> | undefined>>()
  let turn: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  function start(): Worker {
    clearTimeout(idle)
    worker ??= new Worker(PROGRAM, { resourceLimits: { maxOldGenerationSizeMb: PICTURE_BOUNDS.heapMiB } }).once(
      'exit',
      () => {
        worker = undefined
      },
    )
    worker.ref()
    return worker
  }

  function draw(packed: Uint8Array): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const thread = start()
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer> | undefined>()
    const timer = setTimeout(() => void thread.terminate(), PICTURE_BOUNDS.drawMs)
    const drawn = ({ png }: Drawn) => resolve(png ? new Uint8Array(png) : undefined)
    const ended = () => reject(new Error('The thread that draws pictures has ended.'))
    thread.once('message', drawn).once('error', reject).once('exit', ended)
    thread.postMessage({ packed } satisfies Drawing)
    return promise.finally(() => {
      clearTimeout(timer)
      thread.off('message', drawn).off('error', reject).off('exit', ended)
      thread.unref()
      idle = setTimeout(() => void thread.terminate(), PICTURE_BOUNDS.idleMs).unref()
    })
  }

  async function drawInTurn(packed: () => Promise<Uint8Array | undefined>) {
    if (waiting >= PICTURE_BOUNDS.waiting) throw new ApiError('api/busy', { headers: { 'retry-after': '5' } })
    waiting++
    const result = turn.then(async () => {
      const content = await packed()
      return content && draw(content)
    })
    turn = result.catch(() => {})
    try {
      return await result
    } catch (error) {
      logger.warn({ error }, 'a picture of a flow could not be drawn')
      return undefined
    } finally {
      waiting--
    }
  }

  return {
    of(key, packed) {
      const picture = kept.get(key) ?? drawInTurn(packed)
      // The one that was asked for last is the last to go.
      kept.delete(key)
      kept.set(key, picture)
      const forget = () => void kept.delete(key)
      picture.then((png) => png ?? forget(), forget)
      const [oldest] = kept.keys()
      if (kept.size > PICTURE_BOUNDS.kept && oldest !== undefined) kept.delete(oldest)
      return picture
    },
    async stop() {
      clearTimeout(idle)
      await worker?.terminate()
    },
  }
}
