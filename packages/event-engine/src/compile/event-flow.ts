import type { Data } from '@plimsoll/catalog'

/** A drawn system whose parts may lack properties: what a property that is absent would do is switched off. */
export interface EventFlow {
  readonly nodes: readonly EventNode[]
  readonly edges: readonly EventEdge[]
  /** What `readSettings` reads. */
  readonly simulation?: unknown
}

export interface EventNode {
  readonly id: string
  readonly type: string
  readonly data: Data
}

export interface EventEdge {
  readonly id: string
  readonly type: string
  readonly source: string
  readonly target: string
  readonly data: Data
}
