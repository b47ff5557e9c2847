import type { RunSnapshot } from '@plimsoll/simulation'

/** What the page asks of the worker: to go on by so many simulated ms with so many users. Each request gets one report. */
export interface HeroRequest {
  readonly users: number
  readonly advanceMs: number
}

export interface HeroReport {
  readonly snapshot: RunSnapshot
  /** The cards' second lines, in the order of the template's nodes. */
  readonly summaries: readonly string[]
}
