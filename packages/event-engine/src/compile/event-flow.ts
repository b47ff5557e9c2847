import type { Data } from '@plimsoll/catalog'

/** A drawn system whose parts may lack properties: what a property that is absent would do is switched off. */
export interface EventFlow {
  readonly nodes: readonly EventNode[]
  readonly edges: readonly EventEdge[]
  readonly groups?: readonly EventGroup[]
  /** What `readSettings` reads. */
  readonly simulation?: unknown
}

export interface EventNode {
  readonly id: string
  readonly type: string
  readonly data: Data
  /** Where it is drawn, for the groups that it belongs to. */
  readonly position?: Position
  readonly width?: number
  readonly height?: number
}

interface Position {
  readonly x: number
  readonly y: number
}

/** A rectangle behind nodes: a node belongs to it while its center is inside. */
interface EventGroup {
  readonly id: string
  readonly label?: string
  readonly position: Position
  readonly width: number
  readonly height: number
}

export interface EventEdge {
  readonly id: string
  readonly type: string
  readonly source: string
  readonly target: string
  readonly data: Data
}
