import { constants, setPriority } from 'node:os'
import { gunzipSync, gzipSync } from 'node:zlib'
import {
  type ExperimentRequest,
  runRequest,
  Stopped,
  TIME_IS_OVER,
  Unfit,
  type WorkerPool,
} from '@plimsoll/experiments'
import { setCompilerFlags } from '../compiler-flags.ts'
import { createThreads } from '../simulate/events/threads.ts'
import { createPartPool, QueueLost } from './parts/part-pool.ts'
import { takeParts } from './parts/take-parts.ts'

setCompilerFlags()
// The server answers first; what is left of the machine is for the experiment.
setPriority(constants.priority.PRIORITY_LOW)

const TOLD_MS = 200

/** More than the workers of an installation run at once. */
const MOST_PARTS = 256
let toldAt = 0

interface Asked {
  /** Packed. */
  readonly request: Uint8Array
  readonly claim: string
  /** Where the parts are queued; absent: all is computed here. */
  readonly databaseUrl: string | undefined
  /** How many threads take parts; 0: only workers do. */
  readonly threads: number
}

// A server that is gone takes its experiment with it: another one runs it again.
process.once('disconnect', () => process.exit(0))
process.once('message', (asked: Asked) => void run(asked))

async function run(asked: Asked): Promise<void> {
  const request: ExperimentRequest = JSON.parse(gunzipSync(asked.request).toString())
  process.send?.({ ran: await answer(request, await poolFor(asked)) })
}

async function poolFor({ claim, databaseUrl, threads }: Asked): Promise<WorkerPool> {
  const here = createThreads(Math.max(1, threads))
  if (databaseUrl === undefined) return here
  const { openPartQueue } = await import('./parts/part-queue.ts')
  const queue = await openPartQueue({ databaseUrl, isSupervisor: true, onError: console.error })
  const { signal } = new AbortController()
  if (threads > 0) void takeParts({ queue, pool: here, signal, onError: console.error })
  return createPartPool({ queue, claim, size: MOST_PARTS, here })
}

async function answer(request: ExperimentRequest, pool: WorkerPool) {
  try {
    return {
      result: gzipSync(
        JSON.stringify({ data: await runRequest(request, { pool, onProgress, after: AbortSignal.timeout }) }),
      ),
    }
  } catch (error) {
    // The process ends with it: its server has the experiment begin again.
    if (error instanceof QueueLost) throw error
    if (error instanceof Stopped) return { refused: TIME_IS_OVER }
    if (error instanceof Unfit) return { refused: error.texts.join('\n') }
    return { refused: `The engine gave up: ${(error as Error).message}` }
  }
}

function onProgress(share: number, text: string): void {
  const now = performance.now()
  if (now - toldAt < TOLD_MS) return
  toldAt = now
  process.send?.({ progress: { share, text } })
}
