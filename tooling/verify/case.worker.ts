import { parentPort, workerData } from 'node:worker_threads'
import { createRunnerOf } from '../reference-cases/case-runner.ts'
import { eventEngine } from '../reference-cases/event-engine.ts'
import { type Judgement, judgeCase } from '../reference-cases/judge.ts'
import { type CaseFile, type ReferenceCase, Unmapped } from '../reference-cases/reference-case.ts'
import type { CaseOutcome } from './outcome.ts'

const runnerOf = createRunnerOf(eventEngine, workerData as CaseFile)

parentPort?.on('message', (reference: ReferenceCase) => parentPort?.postMessage(outcomeOf(reference)))

function outcomeOf(reference: ReferenceCase): CaseOutcome {
  const { id, title, expected } = reference
  const started = performance.now()
  const judgement = judge(reference)
  const seconds = (performance.now() - started) / 1000
  return { id, title, isPassed: judgement.misses.length === 0, expected, seconds, ...judgement }
}

function judge(reference: ReferenceCase): Judgement {
  try {
    return judgeCase(reference, runnerOf(reference))
  } catch (error) {
    const { message, stack } = error as Error
    const miss = error instanceof Unmapped ? message : (stack ?? message)
    return { misses: [miss], measured: {}, figures: [], seeds: [1, 0] }
  }
}
