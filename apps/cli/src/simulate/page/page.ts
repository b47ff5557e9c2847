import type { VerdictResult } from '@plimsoll/event-engine'

/** What a report says, whatever it is written as. Texts are plain: who writes them escapes them. */
export interface Page {
  readonly title: string
  /** Engine, times and seeds. */
  readonly about: string
  /** Of all objectives together; null: there is none. */
  readonly result: VerdictResult | null
  readonly sentences: readonly string[]
  /** Tables without rows are left out. */
  readonly tables: readonly Table[]
  readonly charts: readonly Chart[]
  readonly distributions: readonly Distribution[]
  readonly notes: readonly Notes[]
}

export interface Table {
  readonly title: string
  /** A column that says what the row is about comes first. */
  readonly head: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  /** Not for a summary. */
  readonly isDetail?: boolean
}

export type Cell =
  | string
  | number
  | null
  | { readonly text: string; readonly share?: number; readonly result?: VerdictResult }

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

interface Notes {
  readonly title: string
  readonly texts: readonly string[]
}
