import type { EdgeType, NodeType } from './kinds.ts'

/** The default kind of an edge, by source (row) and target. */
const DEFAULT_EDGE_TYPES = {
  Client: { Client: 'http', LoadBalancer: 'http', Server: 'http', Cache: 'http', Database: 'http' },
  LoadBalancer: { Client: 'http', LoadBalancer: 'http', Server: 'http', Cache: 'http', Database: 'http' },
  Server: { Client: 'websocket', LoadBalancer: 'http', Server: 'http', Cache: 'tcp', Database: 'database' },
  Cache: { Client: 'http', LoadBalancer: 'http', Server: 'tcp', Cache: 'tcp', Database: 'http' },
  Database: { Client: 'http', LoadBalancer: 'http', Server: 'database', Cache: 'http', Database: 'database' },
} as const satisfies Readonly<Record<NodeType, Readonly<Record<NodeType, EdgeType>>>>

/** The default kind of a new edge from `source` to `target`. */
export const defaultEdgeType = (source: NodeType, target: NodeType): EdgeType => DEFAULT_EDGE_TYPES[source][target]
