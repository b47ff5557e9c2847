import { parentPort } from 'node:worker_threads'
import { judgeCase } from '../../packages/simulation/test/cases/judge.ts'
import { type ReferenceCase, Unmapped } from '../../packages/simulation/test/cases/reference-case.ts'
import { runnerOf } from './engines.ts'
import type { CaseOutcome } from './outcome.ts'

parentPort?.on('message', (reference: ReferenceCase) => parentPort?.postMessage(outcomeOf(reference)))

function outcomeOf(reference: ReferenceCase): CaseOutcome {
  const { id, title, expected } = reference
  const started = performance.now()
  const { misses, measured } = judge(reference)
  const seconds = (performance.now() - started) / 1000
  return { id, title, isPassed: misses.length === 0, misses, expected, measured, seconds }
}

function judge(reference: ReferenceCase): Pick<CaseOutcome, 'misses' | 'measured'> {
  try {
    return judgeCase(reference, runnerOf(reference))
  } catch (error) {
    const { message, stack } = error as Error
    return { misses: [error instanceof Unmapped ? message : (stack ?? message)], measured: null }
  }
}
