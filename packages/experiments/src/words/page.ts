import type { PartRef, VerdictResult } from '@plimsoll/event-engine'
import type { Sentence } from './verdict.ts'

/** What a report says, whatever it is written as. Texts are plain: who writes them escapes them. */
export interface Page {
  readonly title: string
  /** Engine, times and seeds. */
  readonly about: string
  /** Of all objectives together; null: there is none. */
  readonly result: VerdictResult | null
  readonly sentences: readonly Sentence[]
  /** Tables without rows are left out. */
  readonly tables: readonly Table[]
  readonly charts: readonly Chart[]
  readonly distributions: readonly Distribution[]
  readonly curves?: readonly Curves[]
  readonly bars?: readonly Bars[]
  /** The slowest requests, the slowest first. */
  readonly traces?: readonly Bars[]
  readonly notes: readonly Notes[]
}

export interface Table {
  readonly title: string
  /** A column that says what the row is about comes first. */
  readonly head: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  /** What each row is about; null: no single part. Absent: none is about a part. */
  readonly parts?: readonly (PartRef | null)[]
  /** Not for a summary. */
  readonly isDetail?: boolean
  /** What another table has, for the eye: not for CSV of the page. */
  readonly isHeatMap?: boolean
}

export type Cell =
  | string
  | number
  | null
  | { readonly text: string; readonly share?: number; readonly heat?: number; readonly result?: VerdictResult }

/** Lines over simulated seconds. */
export interface Chart {
  readonly title: string
  readonly unit: string
  readonly times: readonly number[]
  readonly lines: readonly { readonly name: string; readonly values: readonly (number | null)[] }[]
  /** Spans that explain what is seen. */
  readonly bands: readonly { readonly name: string; readonly fromS: number; readonly toS: number }[]
}

/** How often values of a range occur. */
export interface Distribution {
  readonly title: string
  readonly unit: string
  /** Least first; at least one. */
  readonly bins: readonly { readonly from: number; readonly to: number; readonly count: number }[]
  /** Values that are to be seen beside it. */
  readonly limits: readonly { readonly name: string; readonly value: number }[]
}

/** Lines over a quantity. */
export interface Curves {
  readonly title: string
  /** Of the lines. */
  readonly unit: string
  /** What they are over, with its unit. */
  readonly over: string
  /** Whether the scale of that is logarithmic; then it is above 0. */
  readonly isLogarithmic: boolean
  readonly lines: readonly {
    readonly name: string
    /** The least first. */
    readonly points: readonly CurvePoint[]
  }[]
  /** Values that no line joins. */
  readonly dots?: { readonly name: string; readonly points: readonly CurvePoint[] }
  /** Values that a line is to keep to. */
  readonly limits?: readonly { readonly name: string; readonly value: number }[]
  /** Places that are to be seen. */
  readonly marks?: readonly { readonly name: string; readonly at: number }[]
}

export interface CurvePoint {
  readonly at: number
  readonly value: number | null
  /** The 95 % interval of what was measured; null: not known. */
  readonly lower?: number | null
  readonly upper?: number | null
}

/** Amounts of several kinds end to end, what happened when, or what a figure is from and to: bars on one scale. */
export interface Bars {
  readonly title: string
  /** What the segments are. */
  readonly kinds: readonly string[]
  /** Where the scale begins; absent: at 0. */
  readonly start?: number
  /** Where the scale ends; above its beginning. */
  readonly end: number
  /** What the bars are seen beside; absent: nothing. */
  readonly mark?: number
  readonly rows: readonly Bar[]
}

export interface Bar {
  readonly name: string
  /** How far it is set in: what it is called by stands above it. */
  readonly depth: number
  readonly part: PartRef | null
  readonly segments: readonly Segment[]
  /** What the bar shows, in words. */
  readonly text: string
}

export interface Segment {
  /** Position in the kinds. */
  readonly kind: number
  readonly from: number
  readonly to: number
}

export interface Notes {
  readonly title: string
  readonly texts: readonly string[]
}
