import { type ChildProcess, fork } from 'node:child_process'
import type { Result, Task, WorkerSetup } from './mutant.worker.ts'

/** What is still silent after so long, beyond five times its last limit of processor time, waits for something that never comes. */
const GRACE = 90_000
const NOTHING = { by: undefined, message: undefined, cpuMs: 0, blocksRun: {} }

/** `late`: not done in time by the wall clock. That and a crash may come from a machine that is busy with other tasks. */
export type Outcome = Omit<Result, 'verdict'> & { verdict: Result['verdict'] | 'crashed' }

/** A process that performs one task after the other. */
export interface Worker {
  perform(task: Task): Promise<Outcome>
  stop(): void
}

interface Pool<Item> {
  start: () => Promise<Worker>
  workers: number
  taskOf: (item: Item) => Task
  onOutcome: (item: Item, outcome: Outcome) => void
}

/** Performs tasks, each in one of several processes; one that was late or crashed is performed again, alone, and the second outcome counts. */
export async function performAll<Item>(items: readonly Item[], pool: Pool<Item>): Promise<void> {
  const again: Item[] = []
  await performEach(items, {
    ...pool,
    onOutcome: (item, outcome) => {
      if (['late', 'crashed'].includes(outcome.verdict)) again.push(item)
      else pool.onOutcome(item, outcome)
    },
  })
  await performEach(again, { ...pool, workers: 1 })
}

/** A process that hangs or dies is replaced. */
async function performEach<Item>(items: readonly Item[], { start, workers, taskOf, onOutcome }: Pool<Item>) {
  const waiting = [...items]
  const work = async () => {
    let worker: Worker | null = null
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      worker ??= await start()
      const outcome = await worker.perform(taskOf(item))
      onOutcome(item, outcome)
      if (['passed', 'failed'].includes(outcome.verdict)) continue
      worker.stop()
      worker = null
    }
    worker?.stop()
  }
  await Promise.all(Array.from({ length: Math.min(workers, items.length) }, work))
}

export async function startWorker(setup: WorkerSetup): Promise<Worker> {
  const worker = fork(new URL('./mutant.worker.ts', import.meta.url), [JSON.stringify(setup)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--max-old-space-size=2048'],
  })
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('exit', (code) => reject(new Error(`vitest could not be started (exit code ${code}).`)))
  })
  return { perform: (task) => perform(worker, task), stop: () => worker.kill('SIGKILL') }
}

function perform(worker: ChildProcess, task: Task): Promise<Outcome> {
  return new Promise((resolve) => {
    const settle = (outcome: Outcome) => {
      clearTimeout(timer)
      worker.off('message', settle)
      worker.off('exit', onExit)
      resolve(outcome)
    }
    const onExit = () => settle({ verdict: 'crashed', ...NOTHING })
    const timer = setTimeout(() => settle({ verdict: 'late', ...NOTHING }), (task.limits.at(-1) ?? 0) * 5 + GRACE)
    worker.on('message', settle)
    worker.on('exit', onExit)
    worker.send(task)
  })
}
