import type { PartRef } from '@plimsoll/event-engine'
import type { FoundLoad } from '../capacity/capacity-here.ts'
import type { PairedDifference } from '../runs/paired-difference.ts'
import type { Point, ResponseFigure } from '../runs/point.ts'

/** What the properties are compared by: p99, or the highest load that meets all objectives, too. */
export const MEASURES = ['p99', 'capacity'] as const
export type Measure = (typeof MEASURES)[number]

/** What a property's other value does. */
export interface VariedSide {
  readonly value: number
  /** Over the replications with one seed, the other value less the present one; ms and rps. Null: not measured with both. */
  readonly response: PairedDifference | null
  readonly throughput: PairedDifference | null
  /** Requests per second at which the first part is saturated. */
  readonly saturatedAtRps: number | null
  readonly isSteady: boolean
  /** Null: it was not asked for. */
  readonly carries: FoundLoad | null
}

export interface VariedProperty {
  readonly part: PartRef
  /** As a setting names it: `api.instances`. */
  readonly property: string
  /** For a person: `API: Instances`. */
  readonly name: string
  readonly unit: string
  readonly value: number
  /** Null: it cannot be lower, or higher. */
  readonly low: VariedSide | null
  readonly high: VariedSide | null
}

/** What `plimsoll sensitivity --format json` prints. */
export interface SensitivityReport {
  readonly format: 'plimsoll-sensitivity'
  readonly version: 1
  readonly flow: { readonly name: string }
  readonly seed: number
  readonly durationMs: number
  readonly replications: number
  /** The share that each value is less and more; null: ranges were given. */
  readonly by: number | null
  /** Where no part is used by more than `above`, the `busiest` are varied; `given`: the ranges. */
  readonly varies: 'busy' | 'busiest' | 'given'
  readonly above: number
  /** The response time that is compared: p99, or what runs of this length measure in place of it. */
  readonly figure: ResponseFigure
  /** With all values as they are. */
  readonly base: Point
  readonly measure: Measure
  /** What the design carries as it is; null: it was not asked for. */
  readonly carries: FoundLoad | null
  /** What changes the measure most comes first, what is sure of it before the rest. */
  readonly varied: readonly VariedProperty[]
  readonly sentence: string
}
