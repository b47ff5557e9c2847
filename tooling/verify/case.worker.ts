import { parentPort, workerData } from 'node:worker_threads'
import { createJudge, type Verdict } from '../reference-cases/case-runner.ts'
import { CannotBeRead, type CaseFile, type ReferenceCase } from '../reference-cases/reference-case.ts'
import type { CaseOutcome } from './outcome.ts'

const judge = createJudge(workerData as CaseFile)

parentPort?.on('message', (reference: ReferenceCase) => parentPort?.postMessage(outcomeOf(reference)))

function outcomeOf(reference: ReferenceCase): CaseOutcome {
  const { id, title, expected } = reference
  const started = performance.now()
  const verdict = verdictOf(reference)
  const seconds = (performance.now() - started) / 1000
  return { id, title, isPassed: verdict.misses.length === 0, expected, seconds, ...verdict }
}

function verdictOf(reference: ReferenceCase): Verdict {
  try {
    return judge(reference)
  } catch (error) {
    const { message, stack } = error as Error
    const miss = error instanceof CannotBeRead ? message : (stack ?? message)
    return { by: 'nothing', misses: [miss], measured: {}, rows: [], seeds: [1, 0] }
  }
}
