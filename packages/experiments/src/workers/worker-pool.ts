import type { ReplicationTask, RunOutcome, Stage, StageEvents } from '@plimsoll/event-engine'
import type { Job, WorkerMessage, WorkerReply } from './runner.ts'
import { type Signal, Stopped } from './signal.ts'

/** One run. */
export interface RunTask<J extends Job = Job> {
  /** The same object for all runs that share it: a worker is sent it once. */
  readonly task: ReplicationTask
  readonly job: J
  /** The runs with one number go to the same worker: a stage continues there what the one before has left. Absent: to any. */
  readonly worker?: number
}

export type UnreportedStage = Stage & { readonly isUnreported: true }

/** Who runs: threads of the terminal, Web Workers of the page. */
export interface WorkerPool {
  /** How many run at once. */
  readonly size: number
  /** What runs in this thread where no worker is worth starting. Absent: a worker is started for anything. */
  readonly here?: WorkerPool
  /** What the run measured. Rejects with Stopped when the signal is aborted before, with an Error where the run fails. */
  run(task: RunTask, onProgress?: (share: number) => void, signal?: Signal): Promise<RunOutcome>
  /** Simulates a stage and tells only how many events there were. Absent: each stage is told. */
  advance?(task: RunTask<UnreportedStage>, onProgress?: (share: number) => void): Promise<StageEvents>
  /** What a worker makes of the input, both plain data. Rejects as a run does. */
  compute(input: unknown, signal?: Signal): Promise<unknown>
}

/** A thread or a Web Worker that answers with `createRunner`. */
export interface WorkerPort {
  post(message: WorkerMessage): void
  /** Called once, before the first message. */
  listen(onReply: (reply: WorkerReply) => void, onError: (error: Error) => void): void
  /** Ends it at once, in the middle of a run, too. */
  end(): unknown
}

interface Waiting {
  readonly work: RunTask | { readonly compute: unknown }
  readonly onProgress: ((share: number) => void) | undefined
  readonly signal: Signal | undefined
  readonly end: (result: unknown) => void
}

/** A pool of workers that start when they are first needed. A run that is stopped ends its worker; another takes its place. */
export function createWorkerPool(size: number, start: () => WorkerPort): WorkerPool & { end(): Promise<void> } {
  const slots = Array.from({ length: size }, () => new Slot(start))
  const waiting: Waiting[] = []

  function next(): void {
    for (const one of [...waiting]) {
      // One that is stopped is about to leave.
      const slot = one.signal?.aborted ? undefined : freeSlot(one.work)
      if (slot === undefined) continue
      waiting.splice(waiting.indexOf(one), 1)
      slot.run(one, next)
    }
  }

  function freeSlot(work: Waiting['work']): Slot | undefined {
    if ('compute' in work) return slots.find(({ isFree }) => isFree)
    const { task, worker } = work
    const own = worker === undefined ? undefined : slots[worker % size]
    if (own) return own.isFree ? own : undefined
    const free = slots.filter(({ isFree }) => isFree)
    return free.find((slot) => slot.has(task)) ?? free[0]
  }

  const enqueue = (work: Waiting['work'], onProgress: Waiting['onProgress'], signal: Waiting['signal']) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new Stopped())
      const stop = () => {
        const index = waiting.indexOf(one)
        if (index >= 0) {
          waiting.splice(index, 1)
          one.end(new Stopped())
        } else slots.find((slot) => slot.runs(one))?.stop(new Stopped())
      }
      const one: Waiting = {
        work,
        onProgress,
        signal,
        end: (result) => {
          signal?.removeEventListener('abort', stop)
          if (result instanceof Error) reject(result)
          else resolve(result)
        },
      }
      signal?.addEventListener('abort', stop)
      waiting.push(one)
      next()
    })

  return {
    size,
    run: (runTask, onProgress, signal) => enqueue(runTask, onProgress, signal) as Promise<RunOutcome>,
    advance: (runTask, onProgress) => enqueue(runTask, onProgress, undefined) as Promise<StageEvents>,
    compute: (input, signal) => enqueue({ compute: input }, undefined, signal),
    end: async () => {
      for (const { end } of waiting.splice(0)) end(new Stopped())
      await Promise.all(slots.map((slot) => slot.stop(new Stopped())))
    },
  }
}

/** The place of a worker in a pool. */
class Slot {
  readonly #start: () => WorkerPort
  #port: WorkerPort | null = null
  #task: ReplicationTask | null = null
  #running: { readonly one: Waiting; readonly onFree: () => void } | null = null

  constructor(start: () => WorkerPort) {
    this.#start = start
  }

  get isFree(): boolean {
    return this.#running === null
  }

  has(task: ReplicationTask): boolean {
    return this.#task === task
  }

  runs(one: Waiting): boolean {
    return this.#running?.one === one
  }

  run(one: Waiting, onFree: () => void): void {
    this.#running = { one, onFree }
    this.#port ??= this.#open()
    if ('compute' in one.work) {
      this.#port.post(one.work)
      return
    }
    const { task, job } = one.work
    const isNew = this.#task !== task
    this.#task = task
    this.#port.post(isNew ? { task, job } : { job })
  }

  /** Ends the worker, and what it runs by that error. */
  stop(error: Error): unknown {
    const port = this.#port
    this.#port = null
    this.#task = null
    const ended = port?.end()
    this.#finish(error)
    return ended
  }

  #open(): WorkerPort {
    const port = this.#start()
    port.listen(
      (reply) => {
        if ('share' in reply) this.#running?.one.onProgress?.(reply.share)
        else if ('failed' in reply) this.#finish(new Error(reply.failed))
        else this.#finish('outcome' in reply ? reply.outcome : reply.computed)
      },
      (error) => {
        if (this.#port === port) this.stop(error)
      },
    )
    return port
  }

  #finish(result: unknown): void {
    const running = this.#running
    this.#running = null
    running?.one.end(result)
    running?.onFree()
  }
}
