import type { DataOf, Properties } from './descriptors.ts'
import { amqp } from './edges/amqp.kind.ts'
import { databaseConnection } from './edges/database.kind.ts'
import { defaultConnection } from './edges/default.kind.ts'
import { eventStream } from './edges/event-stream.kind.ts'
import { grpc } from './edges/grpc.kind.ts'
import { http } from './edges/http.kind.ts'
import { kafka } from './edges/kafka.kind.ts'
import { mqtt } from './edges/mqtt.kind.ts'
import { tcp } from './edges/tcp.kind.ts'
import { udp } from './edges/udp.kind.ts'
import { websocket } from './edges/websocket.kind.ts'
import type { EdgeKind, EdgeLook, EdgeType, NodeKind, NodeType } from './kinds.ts'
import { cache } from './nodes/cache.kind.ts'
import { client } from './nodes/client.kind.ts'
import { database } from './nodes/database.kind.ts'
import { loadBalancer } from './nodes/load-balancer.kind.ts'
import { server } from './nodes/server.kind.ts'
import { completeData, type Data } from './validation.ts'

/** The kinds of nodes, in the order of the palette. */
export const NODE_KINDS = {
  Server: server,
  Database: database,
  LoadBalancer: loadBalancer,
  Client: client,
  Cache: cache,
} as const satisfies { readonly [T in NodeType]: NodeKind<T> }

/** The kinds of edges. */
export const EDGE_KINDS = {
  default: defaultConnection,
  http,
  websocket,
  grpc,
  tcp,
  udp,
  mqtt,
  amqp,
  kafka,
  eventStream,
  database: databaseConnection,
} as const satisfies { readonly [T in EdgeType]: EdgeKind<T> }

/** The stored data of a node of kind `T`. */
export type NodeData<T extends NodeType = NodeType> = DataOf<(typeof NODE_KINDS)[T]['properties']>

/** The stored data of an edge of kind `T`. */
export type EdgeData<T extends EdgeType = EdgeType> = DataOf<(typeof EDGE_KINDS)[T]['properties']>

export const nodeKind = <T extends NodeType>(type: T): NodeKind<T> => NODE_KINDS[type] as NodeKind as NodeKind<T>

export const edgeKind = <T extends EdgeType>(type: T): EdgeKind<T> => EDGE_KINDS[type] as EdgeKind as EdgeKind<T>

/** Whether nodes of this kind make requests of their own: they have users. */
export const makesRequests = (type: NodeType): boolean => {
  const properties: Properties = nodeKind(type).properties
  return Object.values(properties).some(({ role }) => role === 'users')
}

export const isNodeType = (type: unknown): type is NodeType =>
  typeof type === 'string' && Object.hasOwn(NODE_KINDS, type)

export const isEdgeType = (type: unknown): type is EdgeType =>
  typeof type === 'string' && Object.hasOwn(EDGE_KINDS, type)

/** Maps either spelling of a node type (`LoadBalancer`, `loadBalancer`) to the type; null when there is none. */
export function nodeTypeOf(spelling: string): NodeType | null {
  const type = spelling.slice(0, 1).toUpperCase() + spelling.slice(1)
  return isNodeType(type) ? type : null
}

/** The label of a node type; `Unknown Type` for any other text. */
export const nodeKindLabel = (type: string): string => (isNodeType(type) ? NODE_KINDS[type].label : 'Unknown Type')

/** The text under the label of a node. */
export function nodeSummary(type: NodeType, data: Data): string {
  const kind = nodeKind(type)
  return kind.summary(complete(kind.properties, data))
}

/** How an edge with this data is drawn. */
export function edgeLook(type: EdgeType, data: Data): EdgeLook {
  const kind = edgeKind(type)
  return kind.look(complete(kind.properties, data))
}

/** Whether a kind of edge has properties that not every edge has. */
export const hasSpecificProperties = (type: EdgeType): boolean =>
  Object.keys(EDGE_KINDS[type].properties).some((name) => !Object.hasOwn(EDGE_KINDS.default.properties, name))

const complete = (properties: Properties, data: Data) => completeData(properties, data) as DataOf<Properties>
