import type { RunOutcome } from '@plimsoll/event-engine'
import { describe, expect, it } from 'vitest'
import type { WorkerMessage, WorkerReply } from '../src/workers/runner.ts'
import { Stopped } from '../src/workers/signal.ts'
import { createWorkerPool, type RunTask, type WorkerPort } from '../src/workers/worker-pool.ts'

/** A worker that answers when it is told to. */
class FakeWorker implements WorkerPort {
  readonly messages: WorkerMessage[] = []
  hasEnded = false
  reply: (reply: WorkerReply) => void = () => {}
  fail: (error: Error) => void = () => {}
  post(message: WorkerMessage) {
    this.messages.push(message)
  }
  listen(onReply: (reply: WorkerReply) => void, onError: (error: Error) => void) {
    this.reply = onReply
    this.fail = onError
  }
  end() {
    this.hasEnded = true
  }
}

function poolOf(size: number) {
  const workers: FakeWorker[] = []
  const pool = createWorkerPool(size, () => {
    const worker = new FakeWorker()
    workers.push(worker)
    return worker
  })
  return { pool, workers }
}

const TASK = { flow: { nodes: [], edges: [] }, settings: {} } as unknown as RunTask['task']
const run = (seed: number, worker?: number): RunTask => ({
  task: TASK,
  job: { seed },
  ...(worker !== undefined && { worker }),
})
const outcome = (seed: number) => ({ outcome: { seed } as RunOutcome })

describe('a pool of workers', () => {
  it('[EXP-1] starts a worker when it is needed, and sends it what its runs share once', async () => {
    const { pool, workers } = poolOf(2)
    expect(workers).toHaveLength(0)
    const first = pool.run(run(1))
    workers[0]?.reply(outcome(1))
    await expect(first).resolves.toMatchObject({ seed: 1 })
    const second = pool.run(run(2))
    workers[0]?.reply(outcome(2))
    await second
    expect(workers.map(({ messages }) => messages)).toEqual([[{ task: TASK, job: { seed: 1 } }, { job: { seed: 2 } }]])
  })

  it('[EXP-1] keeps the stages of a run on one worker', () => {
    const { pool, workers } = poolOf(2)
    for (const [seed, worker] of [
      [1, 0],
      [2, 1],
      [3, 0],
    ] as const)
      void pool.run(run(seed, worker))
    const seedsOf = () =>
      workers.map(({ messages }) => messages.map((one) => 'job' in one && 'seed' in one.job && one.job.seed))
    expect(seedsOf()).toEqual([[1], [2]])
    workers[1]?.reply(outcome(2))
    expect(seedsOf()).toEqual([[1], [2]])
    workers[0]?.reply(outcome(1))
    expect(seedsOf()).toEqual([[1, 3], [2]])
  })

  it('[EXP-2] ends the worker of a run that is stopped, and lets go of one that waits', async () => {
    const { pool, workers } = poolOf(1)
    const stop = new AbortController()
    const running = pool.run(run(1), undefined, stop.signal)
    const waiting = pool.run(run(2), undefined, stop.signal)
    const other = pool.run(run(3))
    stop.abort()
    await expect(running).rejects.toBeInstanceOf(Stopped)
    await expect(waiting).rejects.toBeInstanceOf(Stopped)
    await expect(pool.run(run(4), undefined, stop.signal)).rejects.toBeInstanceOf(Stopped)
    expect(workers.map(({ hasEnded }) => hasEnded)).toEqual([true, false])
    workers[1]?.reply(outcome(3))
    await expect(other).resolves.toMatchObject({ seed: 3 })
  })

  it('[EXP-3] tells why a run failed, and replaces a worker that is lost', async () => {
    const { pool, workers } = poolOf(1)
    const failed = pool.run(run(1))
    workers[0]?.reply({ failed: 'Out of memory' })
    await expect(failed).rejects.toThrow('Out of memory')
    const lost = pool.run(run(2))
    const next = pool.run(run(3))
    workers[0]?.fail(new Error('It is gone.'))
    await expect(lost).rejects.toThrow('It is gone.')
    expect(workers[1]?.messages).toEqual([{ task: TASK, job: { seed: 3 } }])
    workers[1]?.reply(outcome(3))
    await next
    await pool.end()
    expect(workers.map(({ hasEnded }) => hasEnded)).toEqual([true, true])
  })
})
