import type { NodeType } from '@plimsoll/catalog'
import type { Flow } from '@plimsoll/flow'
import { edge, flow, node } from '../support/flows.ts'

/** Plenty of room, so that requests go on to the end. */
const WIDE_EDGE = { maxThroughputRPS: 1e6 } as const
const wideNode = (type: NodeType, id: string) =>
  type === 'Client' ? node(type, id, { concurrentUsers: 200 }) : node(type, id)

const named = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${index}`)

/** A client before a balancer, and servers behind it. */
export function star(size: number): Flow {
  const leaves = named(size - 2, 's')
  return flow(
    [
      node('Client', 'c', { concurrentUsers: 10_000 }),
      node('LoadBalancer', 'hub', { maxConnections: 100_000 }),
      ...leaves.map((id) => wideNode('Server', id)),
    ],
    [edge('c', 'hub', WIDE_EDGE), ...leaves.map((id) => edge('hub', id, WIDE_EDGE))],
  )
}

/** Servers one behind the other, a database at the end: longer than a request lives. */
export function line(size: number): Flow {
  const ids = ['c', ...named(size - 2, 's'), 'd']
  return flow(
    ids.map((id) => wideNode(id === 'c' ? 'Client' : id === 'd' ? 'Database' : 'Server', id)),
    ids.slice(1).map((id, index) => edge(ids[index] ?? '', id, WIDE_EDGE)),
  )
}

const LAYERS: readonly (readonly [NodeType, number])[] = [
  ['Client', 0.04],
  ['LoadBalancer', 0.06],
  ['Server', 0.5],
  ['Cache', 0.15],
  ['Database', 0.25],
]

/** Clients, balancers, servers, caches and databases, three connections for two nodes. */
export function layers(size: number): Flow {
  const groups = LAYERS.map(([type, share]) => ({ type, ids: named(Math.round(size * share), type) }))
  const edges = groups.slice(1).flatMap(({ ids }, before) => {
    const sources = groups[before]?.ids ?? []
    const from = (index: number) => sources[index % sources.length] ?? ''
    return ids.flatMap((id, index) => [
      edge(from(index), id, WIDE_EDGE),
      ...(index % 2 === 0 ? [edge(from(index + 7), id, WIDE_EDGE, { id: `more-${id}` })] : []),
    ])
  })
  return flow(
    groups.flatMap(({ type, ids }) => ids.map((id) => wideNode(type, id))),
    edges,
  )
}

/** Every node joined to every later one. */
export function complete(size: number): Flow {
  const ids = named(size, 'n')
  const typeOf = (index: number): NodeType => (index < 5 ? 'Client' : index % 3 === 0 ? 'Database' : 'Server')
  return flow(
    ids.map((id, index) => wideNode(typeOf(index), id)),
    ids.flatMap((id, index) => ids.slice(index + 1).map((later) => edge(id, later, WIDE_EDGE))),
  )
}
