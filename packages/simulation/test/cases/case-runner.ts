import { createEventRunner } from './event-cases/event-runner.ts'
import type { EventEngine } from './event-cases/scenario.ts'
import { functionRunner, isFunctionCase } from './function-cases.ts'
import { liveRunner } from './live-cases.ts'
import { assertionsOf, type CaseFile, type CaseRunner, type ReferenceCase } from './reference-case.ts'

/** Which engine, and what of it, measures the cases of a file. */
export function createRunnerOf(engine: EventEngine, file: CaseFile): (reference: ReferenceCase) => CaseRunner {
  const eventRunner = createEventRunner(engine, file)
  return (reference) => {
    if (reference.group === 'live' || reference.level === 'tick') return liveRunner
    const hasSentences = assertionsOf(reference).length > 0
    return !hasSentences && isFunctionCase(reference) ? functionRunner : eventRunner
  }
}
