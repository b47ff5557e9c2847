import type { Arriving } from './edges/context.ts'
import type { Parts } from './parts.ts'

/** Maxima over the clients before a node: the check, then by region whether some users are far from it (1). */
type Most = Float64Array

/**
 * By edge. Clients are met by the first nodes that answer them, however many balancers and caches lie between; where several
 * clients come by the same edge, the most that one of them brings counts.
 */
export function arrivingBy(parts: Parts): readonly Arriving[] {
  const { nodes, edges, outgoing } = parts
  const regions = regionsOf(parts)
  const most = nodes.map((): Most | null => null)
  const pending: number[] = []
  const meet = (node: number, brought: Most) => {
    const before = most[node]
    const after = before == null ? brought : before.map((known, index) => Math.max(known, brought[index] ?? 0))
    if (before?.every((known, index) => known === after[index])) return
    most[node] = after
    pending.push(node)
  }
  for (const [node, { plan }] of nodes.entries()) {
    const { traffic } = plan
    if (traffic === null) continue
    const isFar = regions.map((region) => Number(traffic.areas.some((isFarFrom) => isFarFrom(region))))
    meet(node, Float64Array.of(traffic.checkMs, ...isFar))
  }
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const brought = most[node]
    for (const edge of outgoing[node] ?? []) {
      const target = edges[edge]?.target ?? -1
      const plan = nodes[target]?.plan
      const passesOn = plan?.answersClients === false && plan.group !== 'database'
      if (passesOn && brought != null) meet(target, brought)
    }
  }
  return edges.map(({ source, target }) => {
    const plan = nodes[target]?.plan
    const isFromClient = most[source] != null
    const brought = plan?.answersClients === true ? most[source] : null
    const region = regions.indexOf(plan?.region ?? '')
    return {
      isFromClient,
      checkMs: brought?.[0] ?? 0,
      farFrom: region >= 0 && brought?.[1 + region] === 1 ? region : null,
    }
  })
}

/** All that nodes are in: links and users know them by their positions. */
export const regionsOf = ({ nodes }: Parts): readonly string[] => [
  ...new Set(nodes.flatMap(({ plan }) => plan.region ?? [])),
]
