import { createEventRunner } from '../../packages/event-engine/test/cases/event-cases/event-runner.ts'
import type { EventEngine } from '../../packages/event-engine/test/cases/event-cases/scenario.ts'
import { functionRunner, isFunctionCase } from '../../packages/event-engine/test/cases/function-cases.ts'
import { liveRunner } from '../../packages/live-engine/test/cases/live-cases.ts'
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
