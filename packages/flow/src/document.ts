import type { EdgeData, EdgeType, NodeData, NodeType } from '@plimsoll/catalog'

/** In canvas pixels; x grows to the right, y downwards. */
export interface Position {
  readonly x: number
  readonly y: number
}

export interface FlowNode<T extends NodeType = NodeType> {
  readonly id: string
  readonly type: T
  readonly position: Position
  readonly width?: number
  readonly height?: number
  readonly data: NodeData<T>
}

/** Source and target of an edge. Without a handle, the edge ends at the node's only handle. */
export interface Ends {
  readonly source: string
  readonly target: string
  readonly sourceHandle?: string | null
  readonly targetHandle?: string | null
}

export interface FlowEdge<T extends EdgeType = EdgeType> extends Ends {
  readonly id: string
  readonly type: T
  readonly data: EdgeData<T>
  readonly markerEnd: { readonly type: 'arrowclosed' }
}

/** A labelled rectangle behind nodes, such as a zone or a tier. A node belongs to it while its center is inside. See docs/decisions/0106. */
export interface FlowGroup {
  readonly id: string
  readonly label: string
  readonly position: Position
  readonly width: number
  readonly height: number
}

/** A rectangle of the plane, larger than nothing. */
export interface Area extends Position {
  readonly width: number
  readonly height: number
}

/** A named view of a flow with a text; in their order they are a presentation. See docs/decisions/0288. */
export interface FlowSlide {
  readonly id: string
  readonly title: string
  /** Paragraphs, each from one empty line to the next. */
  readonly text: string
  /** What is shown of the plane. */
  readonly area: Area
  /** What is shown instead: these nodes and groups, as far as the flow has them. */
  readonly elements?: readonly string[]
}

/** An architecture as it is saved, simulated and drawn. Every property is present in every `data`. */
export interface Flow {
  readonly nodes: readonly FlowNode[]
  readonly edges: readonly FlowEdge[]
  /** Absent when the flow has no group. */
  readonly groups?: readonly FlowGroup[]
  /** Absent when the flow has no slide. */
  readonly slides?: readonly FlowSlide[]
  /** Settings of the simulation, unchanged since they were read. */
  readonly simulation?: Readonly<Record<string, unknown>>
}

export const EMPTY_FLOW: Flow = { nodes: [], edges: [] }

export const FLOW_LIMITS = {
  nodes: 10_000,
  edges: 20_000,
  groups: 1_000,
  groupLabel: 200,
  slides: 100,
  slideTitle: 200,
  slideText: 4_000,
  slideElements: 500,
  idLength: 200,
  /** All settings of the simulation together, in characters of JSON. */
  simulation: 65_536,
} as const

/** Smallest size of a node, in canvas pixels. */
export const NODE_MINIMUM = { width: 100, height: 50 } as const

/** Smallest size of a group, in canvas pixels. */
export const GROUP_MINIMUM = { width: 120, height: 90 } as const
