import type { EdgeType, NodeType } from './kinds.ts'

/** The kind that a new connection gets, by its source (row) and target. */
const DEFAULT_EDGE_TYPES = {
  Client: { Client: 'http', LoadBalancer: 'http', Server: 'http', Cache: 'http', Database: 'http' },
  LoadBalancer: { Client: 'http', LoadBalancer: 'http', Server: 'http', Cache: 'http', Database: 'http' },
  Server: { Client: 'websocket', LoadBalancer: 'http', Server: 'http', Cache: 'tcp', Database: 'database' },
  Cache: { Client: 'http', LoadBalancer: 'http', Server: 'tcp', Cache: 'tcp', Database: 'http' },
  Database: { Client: 'http', LoadBalancer: 'http', Server: 'database', Cache: 'http', Database: 'database' },
} as const satisfies Readonly<Record<NodeType, Readonly<Record<NodeType, EdgeType>>>>

/** The kind that a new connection from `source` to `target` gets. */
export const defaultEdgeType = (source: NodeType, target: NodeType): EdgeType => DEFAULT_EDGE_TYPES[source][target]
