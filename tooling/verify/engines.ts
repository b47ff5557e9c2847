import { liveRunner } from '../../packages/simulation/test/cases/live-cases.ts'
import { type CaseRunner, type ReferenceCase, Unmapped } from '../../packages/simulation/test/cases/reference-case.ts'

/** Which engine measures the cases of a group. */
const RUNNERS: Readonly<Record<string, CaseRunner>> = { live: liveRunner }

/** The runner of a case; throws `Unmapped` where there is none yet. */
export function runnerOf({ group }: ReferenceCase): CaseRunner {
  const runner = Object.hasOwn(RUNNERS, group) ? RUNNERS[group] : undefined
  if (runner === undefined) throw new Unmapped(`The event engine is not there yet, which cases of "${group}" are for.`)
  return runner
}
