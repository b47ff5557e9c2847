import type { Drawn, Ran } from './saved-flow.ts'

/** What a control of the event engine does to a flow, as a figure known beforehand. */
export interface Expectation {
  /** The rule that says so. */
  readonly rule: string
  readonly control: string
  readonly does: string
  readonly flow: Drawn
  readonly figure: (ran: Ran) => number
  readonly expected: number
  /** Largest difference: rounding, the ±5 % of a low latency level, or four standard errors of chance. */
  readonly within: number
  readonly from: 'by hand' | 'theory'
  readonly because: string
}
