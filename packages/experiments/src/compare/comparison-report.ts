import type { EventReport, Verdict } from '@plimsoll/event-engine'
import type { NamedCost } from '../cost/cost-words.ts'
import type { FigureName } from '../runs/must-simulate.ts'
import type { PairedDifference } from '../runs/paired-difference.ts'

/** A figure of both designs over the same replications; null: not measured in both. */
export interface PairedFigure extends PairedDifference {
  readonly unit: string
  readonly a: number
  readonly b: number
}

/** What `plimsoll compare --format json` prints. */
export interface ComparisonReport {
  readonly format: 'plimsoll-comparison'
  readonly version: 1
  readonly a: ComparedReport
  readonly b: ComparedReport
  readonly seeds: readonly number[]
  readonly durationMs: number
  readonly paired: Readonly<Record<FigureName, PairedFigure | null>>
  /** Properties that differ, and parts that only one has. */
  readonly differences: readonly {
    readonly part: string
    readonly what: string
    readonly a: string
    readonly b: string
  }[]
  /** The answer in words. */
  readonly sentence: string
}

export interface ComparedReport {
  readonly name: string
  readonly objectives: readonly Verdict[]
  readonly steadiness: EventReport['steadiness']['state']
  /** Dollars; absent: nothing has a price. */
  readonly cost?: NamedCost
  /** Of the response times; empty without a steady state. */
  readonly histogram: EventReport['histogram']
  readonly series: Pick<EventReport['series'], (typeof SERIES)[number]>
}

/** What is told over time. */
export const SERIES = ['times', 'goodput', 'failures', 'p50', 'p95', 'p99'] as const
