import type { EdgeType, NodeData, NodeType } from '@plimsoll/catalog'
import { createEdge, createNode, type Flow, type FlowEdge, type FlowNode } from '@plimsoll/flow'

type Settings<T extends NodeType> = Partial<NodeData<T>>
type EdgeSettings = FlowEdge['data'] extends infer D ? Partial<D> : never

export const node = <T extends NodeType>(type: T, id: string, settings: Settings<T> = {}): FlowNode =>
  createNode(type, { id, position: { x: 0, y: 0 }, settings })

export const edge = (
  source: string,
  target: string,
  settings: EdgeSettings = {},
  { id = `${source}-${target}`, type = 'http' }: { id?: string; type?: EdgeType } = {},
): FlowEdge => createEdge(type, { id, ends: { source, target }, settings })

export const flow = (nodes: readonly FlowNode[], edges: readonly FlowEdge[] = []): Flow => ({ nodes, edges })

/** Ten requests a second: one in each tick, from the first on. */
export const ONE_A_TICK = { concurrentUsers: 10, thinkTimeBetweenRequests: 1000 } as const

/** client → server → database with ids `c`, `s`, `d`; nothing fails by itself at server, database and edges. */
export const chain = ({
  client = {},
  server = {},
  database = {},
  edges = {},
}: {
  client?: Settings<'Client'>
  server?: Settings<'Server'>
  database?: Settings<'Database'>
  edges?: EdgeSettings
} = {}): Flow =>
  flow(
    [
      node('Client', 'c', { ...ONE_A_TICK, ...client }),
      node('Server', 's', { failureProbability: 0, ...server }),
      node('Database', 'd', { failureProbability: 0, ...database }),
    ],
    [edge('c', 's', { failureProbability: 0, ...edges }), edge('s', 'd', { failureProbability: 0, ...edges })],
  )

export const without = ({ nodes, edges }: Flow, ...ids: readonly string[]): Flow => ({
  nodes: nodes.filter(({ id }) => !ids.includes(id)),
  edges: edges.filter(({ id, source, target }) => ![id, source, target].some((part) => ids.includes(part))),
})
