import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ApiError } from '../errors.ts'
import type { BodyForm, CheckedBody, SentError } from './body-source.ts'
import type { ReadDocument } from './check-body.ts'

const PROGRAM = fileURLToPath(new URL('./body-process.ts', import.meta.url))
/** How V8 ends a process that has no memory left. */
const OUT_OF_MEMORY = 'SIGABRT'
const MIB = 2 ** 20

const POOL = {
  processes: 2,
  /** What the bodies being checked have together: two of the largest do not fit into memory at once. */
  bytes: 32 * MIB,
  heapMb: 256,
  /** How long one waits for its next body. Its memory is free then. */
  idleMs: 10_000,
} as const

type Heading = { name: string; description: string }

export type Job = { form: BodyForm; bytes: Uint8Array } | { form: 'stored flow'; bytes: Uint8Array; heading: Heading }

export type Answer =
  | { result: CheckedBody | ReadDocument; error?: undefined }
  | { result?: undefined; error: SentError }

interface Waiting {
  job: Job
  bytes: number
  /** Whose it is: a user has one body in a process at a time. */
  owner: string
  resolve(result: CheckedBody | ReadDocument): void
  reject(error: unknown): void
}

export interface BodyProcesses {
  check(form: BodyForm, bytes: Uint8Array, owner: string): Promise<CheckedBody>
  /** Reads the document of a stored flow. `size` is what it is unpacked. */
  read(packed: Uint8Array, heading: Heading, about: { owner: string; size: number }): Promise<ReadDocument>
  stop(): Promise<void>
}

interface Pool {
  processes: number
  bytes: number
  heapMb: number
  idleMs: number
}

/**
 * Checks large bodies in a few processes, so that nobody waits for them but who sent them. One that runs out of memory or crashes
 * fails its body alone: a thread would take the server with it. See docs/decisions/0290.
 */
export function createBodyProcesses(pool: Pool = POOL): BodyProcesses {
  let idle: { child: ChildProcess; timer: NodeJS.Timeout }[] = []
  const running = new Map<ChildProcess, Waiting>()
  let waiting: Waiting[] = []

  function next() {
    const under = [...running.values()]
    if (under.length >= pool.processes) return
    const bytes = under.reduce((sum, one) => sum + one.bytes, 0)
    const first = waiting.find(
      (one) =>
        (under.length === 0 || bytes + one.bytes <= pool.bytes) && !under.some(({ owner }) => owner === one.owner),
    )
    if (!first) return
    waiting = waiting.filter((one) => one !== first)
    run(first)
    next()
  }

  function run(entry: Waiting) {
    const child = takeIdle() ?? start()
    running.set(child, entry)
    child.send(entry.job)
  }

  function takeIdle() {
    const found = idle.pop()
    clearTimeout(found?.timer)
    return found?.child
  }

  function start() {
    const child = fork(PROGRAM, {
      execArgv: [`--max-old-space-size=${pool.heapMb}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.on('message', ({ result, error }: Answer) => {
      const entry = running.get(child)
      running.delete(child)
      idle.push({ child, timer: setTimeout(() => end(child), pool.idleMs).unref() })
      next()
      if (error) entry?.reject(new ApiError(error.code, error))
      else entry?.resolve(result)
    })
    // A message that a process no longer takes is an error as well: its exit says that it is gone.
    child.on('error', (error) => {
      if (child.pid === undefined) fail(child, error)
    })
    child.on('exit', (code, signal) =>
      fail(child, signal === OUT_OF_MEMORY ? tooMuch() : new Error(`It ended with ${signal ?? code}.`)),
    )
    return child
  }

  function forget(child: ChildProcess) {
    idle = idle.filter((one) => one.child !== child)
  }

  /** Before it has gone, nobody may be given to it. */
  function end(child: ChildProcess) {
    forget(child)
    child.kill('SIGKILL')
  }

  function fail(child: ChildProcess, error: Error) {
    forget(child)
    const entry = running.get(child)
    running.delete(child)
    next()
    entry?.reject(
      error instanceof ApiError ? error : new Error('A process ended while it checked a body.', { cause: error }),
    )
  }

  function add(job: Job, about: { owner: string; bytes: number }) {
    return new Promise<CheckedBody | ReadDocument>((resolve, reject) => {
      waiting.push({ job, ...about, resolve, reject })
      next()
    })
  }

  return {
    check: (form, bytes, owner) => add({ form, bytes }, { owner, bytes: bytes.byteLength }) as Promise<CheckedBody>,
    read: (packed, heading, { owner, size }) =>
      add({ form: 'stored flow', bytes: packed, heading }, { owner, bytes: size }) as Promise<ReadDocument>,
    async stop() {
      const children = [...idle.map(({ child }) => child), ...running.keys()]
      await Promise.all(
        children.map(async (child) => {
          const ended = once(child, 'exit')
          child.kill('SIGKILL')
          await ended
        }),
      )
    },
  }
}

const tooMuch = () => new ApiError('client/too-large', { message: 'The request holds more than can be checked.' })
