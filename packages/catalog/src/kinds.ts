import type { Condition, DataOf, Properties, PropertyValue } from './descriptors.ts'

export const NODE_TYPES = ['Server', 'Database', 'LoadBalancer', 'Client', 'Cache'] as const
export type NodeType = (typeof NODE_TYPES)[number]

export const EDGE_TYPES = [
  'default',
  'http',
  'websocket',
  'grpc',
  'tcp',
  'udp',
  'mqtt',
  'amqp',
  'kafka',
  'eventStream',
  'database',
] as const
export type EdgeType = (typeof EDGE_TYPES)[number]

/** What a request is about. */
type RequestType = 'Read' | 'Write' | 'Compute' | 'Transaction'

export const EVERY_REQUEST: readonly RequestType[] = ['Read', 'Write', 'Compute', 'Transaction']

/** Setting `when.property` to `when.is` also sets `set`; `and` must hold before the change. */
export interface LinkedRule {
  readonly statement: string
  readonly when: Condition
  readonly and?: Condition
  readonly set: Readonly<Record<string, PropertyValue>>
  /** Whether what it sets cannot be changed for as long as `when` holds. */
  readonly isHeld?: true
}

interface Kind<T extends string, P extends Properties> {
  readonly type: T
  readonly label: string
  readonly caption: string
  /** Name of a Lucide icon. */
  readonly icon: string
  readonly properties: P
  readonly rules: readonly LinkedRule[]
}

export interface NodeKind<T extends NodeType = NodeType, P extends Properties = Properties> extends Kind<T, P> {
  /** Types of requests that may end here with an answer; other requests need a way on. */
  readonly answers: readonly RequestType[]
  /** The text under the node's label. */
  summary(data: DataOf<P>): string
}

/** How an edge is drawn apart from its load: meaning of its color, and width in px. */
export interface EdgeLook {
  readonly tone: 'neutral' | 'secure' | 'insecure' | 'slow'
  readonly width: number
  /** Why the edge is highlighted, or null. */
  readonly highlight: string | null
  readonly dashed: boolean
  /** Whether its dashes move. */
  readonly animated: boolean
  /** Whether both ends have an arrow. */
  readonly bidirectional: boolean
}

export interface EdgeKind<T extends EdgeType = EdgeType, P extends Properties = Properties> extends Kind<T, P> {
  look(data: DataOf<P>): EdgeLook
}

export const defineNodeKind = <const T extends NodeType, const P extends Properties>(
  kind: NodeKind<T, P>,
): NodeKind<T, P> => kind

export const defineEdgeKind = <const T extends EdgeType, const P extends Properties>(
  kind: EdgeKind<T, P>,
): EdgeKind<T, P> => kind
