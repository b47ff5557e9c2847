import type { Verdict } from '../reference-cases/case-runner.ts'

/** What became of a case: it is met when nothing was missed. */
export interface CaseOutcome extends Verdict {
  readonly id: string
  readonly title: string
  readonly isPassed: boolean
  readonly expected: unknown
  readonly seconds: number
  /** What was checked out when it ran; absent where that is not known. */
  readonly commit?: string
  /** Version of the event engine then; absent where that is not known. */
  readonly version?: number
}

/** A line for a case, and one for each figure that it missed. */
export function describeOutcome({ id, title, isPassed, misses, seconds }: CaseOutcome): string {
  const head = `${isPassed ? 'ok  ' : 'FAIL'} ${id.padEnd(6)} ${seconds.toFixed(1).padStart(6)} s  ${title}`
  return [head, ...misses.map((miss) => `       ${miss}`)].join('\n')
}
