import { type ChildProcess, fork } from 'node:child_process'
import type { Result, Task, WorkerSetup } from './mutant.worker.ts'

/** What is still silent after so long, beyond `limit` of processor time, waits for something that never comes. */
const GRACE = 90_000
const NOTHING = { by: undefined, message: undefined, cpuMs: 0, blocksRun: {} }

export type Outcome = Omit<Result, 'verdict'> & { verdict: Result['verdict'] | 'crashed' }

/** Performs tasks, each in one of several processes; a process that hangs or dies is replaced. */
export async function performAll<Item>(
  items: readonly Item[],
  options: {
    setup: WorkerSetup
    workers: number
    taskOf: (item: Item) => Task
    onOutcome: (item: Item, outcome: Outcome) => void
  },
): Promise<void> {
  const waiting = [...items]
  const work = async () => {
    let worker: ChildProcess | null = null
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      worker ??= await startWorker(options.setup)
      const outcome = await perform(worker, options.taskOf(item))
      options.onOutcome(item, outcome)
      if (['passed', 'failed'].includes(outcome.verdict)) continue
      worker.kill('SIGKILL')
      worker = null
    }
    worker?.kill('SIGKILL')
  }
  await Promise.all(Array.from({ length: Math.min(options.workers, items.length) }, work))
}

async function startWorker(setup: WorkerSetup): Promise<ChildProcess> {
  const worker = fork(new URL('./mutant.worker.ts', import.meta.url), [JSON.stringify(setup)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--max-old-space-size=2048'],
  })
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('exit', (code) => reject(new Error(`vitest could not be started (exit code ${code}).`)))
  })
  return worker
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
    const timer = setTimeout(() => settle({ verdict: 'timed out', ...NOTHING }), task.limit * 5 + GRACE)
    worker.on('message', settle)
    worker.on('exit', onExit)
    worker.send(task)
  })
}
