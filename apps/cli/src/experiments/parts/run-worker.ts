import { constants, setPriority } from 'node:os'
import { createThreads } from '../../simulate/events/threads.ts'
import { openPartQueue } from './part-queue.ts'
import { takeParts } from './take-parts.ts'

interface WorkerOptions {
  readonly databaseUrl: string
  readonly threads: number
  readonly tell: (text: string) => void
}

/** Takes parts until the process is told to end; those under way are given back. Returns what it says then. */
export async function runWorker({ databaseUrl, threads, tell }: WorkerOptions): Promise<string> {
  setPriority(constants.priority.PRIORITY_LOW)
  const onError = (error: unknown) => tell(`The queue could not be worked on: ${(error as Error).message}`)
  const queue = await openPartQueue({ databaseUrl, isSupervisor: false, onError })
  const pool = createThreads(threads)
  const ending = new AbortController()
  process.on('SIGTERM', () => ending.abort())
  tell(`The worker takes parts of experiments, ${threads} at a time.`)
  await takeParts({ queue, pool, signal: ending.signal, onError })
  await Promise.all([pool.end(), queue.end()])
  return 'The worker has ended.'
}
