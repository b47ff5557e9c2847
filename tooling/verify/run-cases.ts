import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ReferenceCase } from '../../packages/simulation/test/cases/reference-case.ts'
import type { CaseOutcome } from './outcome.ts'

interface RunOptions {
  /** Called with each outcome, in the order of the cases. */
  readonly onOutcome: (outcome: CaseOutcome) => void
  readonly threads?: number
}

/** Runs the cases, one a thread at a time; gives the outcomes in the order of the cases. */
export async function runCases(
  cases: readonly ReferenceCase[],
  { onOutcome, threads = availableParallelism() }: RunOptions,
): Promise<readonly CaseOutcome[]> {
  const outcomes: CaseOutcome[] = []
  let next = 0
  let told = 0
  const note = (index: number, outcome: CaseOutcome) => {
    outcomes[index] = outcome
    for (let known = outcomes[told]; known; known = outcomes[told]) {
      onOutcome(known)
      told += 1
    }
  }

  const work = async () => {
    let worker = createWorker()
    for (let index = next++; index < cases.length; index = next++) {
      const reference = cases[index] as ReferenceCase
      const outcome = await runIn(worker, reference)
      note(index, outcome.done ?? broken(reference, outcome.reason))
      if (outcome.done) continue
      await worker.terminate()
      worker = createWorker()
    }
    await worker.terminate()
  }
  await Promise.all(Array.from({ length: Math.min(threads, cases.length) }, work))
  return outcomes
}

const createWorker = () => new Worker(new URL('./case.worker.ts', import.meta.url))

type Ended = { done: CaseOutcome } | { done: null; reason: string }

/** The outcome that the worker tells, or why it will tell none. */
function runIn(worker: Worker, reference: ReferenceCase): Promise<Ended> {
  return new Promise((resolve) => {
    const onMessage = (done: CaseOutcome) => end({ done })
    const onError = (error: unknown) => end({ done: null, reason: String(error) })
    const onExit = (code: number) => end({ done: null, reason: `The thread ended with code ${code}.` })
    const end = (ended: Ended) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      resolve(ended)
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(reference)
  })
}

const broken = ({ id, title, expected }: ReferenceCase, reason: string): CaseOutcome => ({
  id,
  title,
  isPassed: false,
  misses: [reason],
  expected,
  measured: null,
  seconds: 0,
})
