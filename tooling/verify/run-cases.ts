import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { CaseFile, ReferenceCase } from '../reference-cases/reference-case.ts'
import { expectedWork } from './expected-work.ts'
import type { CaseOutcome } from './outcome.ts'

interface RunOptions {
  /** What the cases of a file share. */
  readonly file: CaseFile
  /** Outcomes that are there already. */
  readonly known?: readonly CaseOutcome[]
  /** Called with each outcome, in the order of the cases. */
  readonly onOutcome: (outcome: CaseOutcome) => void
  /** Called with each outcome as it comes. */
  readonly onDone?: (outcome: CaseOutcome) => void
  readonly threads?: number
}

/** Runs the cases, one a thread at a time and the long ones first; gives the outcomes in the order of the cases. */
export async function runCases(
  cases: readonly ReferenceCase[],
  { file, known = [], onOutcome, onDone = () => {}, threads = availableParallelism() }: RunOptions,
): Promise<readonly CaseOutcome[]> {
  const outcomes = cases.map(({ id }) => known.find((one) => one.id === id))
  const waiting = cases
    .map((reference, index) => ({ reference, index, work: expectedWork(reference) }))
    .filter(({ index }) => outcomes[index] === undefined)
    .sort((one, other) => other.work - one.work)
  let told = 0
  const tell = () => {
    for (let next = outcomes[told]; next; next = outcomes[told]) {
      onOutcome(next)
      told += 1
    }
  }
  tell()

  const work = async () => {
    let worker = createWorker(file)
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { reference, index } = next
      const ended = await runIn(worker, reference)
      const outcome = ended.done ?? broken(reference, ended.reason)
      outcomes[index] = outcome
      onDone(outcome)
      tell()
      if (ended.done) continue
      await worker.terminate()
      worker = createWorker(file)
    }
    await worker.terminate()
  }
  await Promise.all(Array.from({ length: Math.min(threads, waiting.length) }, work))
  return outcomes.filter((outcome) => outcome !== undefined)
}

const createWorker = (file: CaseFile) => new Worker(new URL('./case.worker.ts', import.meta.url), { workerData: file })

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
  measured: {},
  by: 'nothing',
  rows: [],
  seeds: [1, 0],
  seconds: 0,
})
