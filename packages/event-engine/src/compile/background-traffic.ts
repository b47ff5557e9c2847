import type { SourceModel } from '../model.ts'
import { BYTES_PER_KB, lineMs } from '../rules/transfer.ts'
import { amount } from './amount.ts'
import { compressedTo } from './edges/context.ts'
import { bandwidth } from './edges/time.ts'
import type { Traffic } from './kinds/plan.ts'
import type { Notes } from './notes.ts'
import type { Parts } from './parts.ts'

/** Users of a connection, and the index of a client that some of them use. */
interface Users {
  readonly count: number
  readonly client: number
}

/** By client: messages beside the requests, on the connections that its users take. */
export function backgroundTrafficBy(parts: Parts, notes: Notes): ReadonlyMap<number, SourceModel['backgroundTraffic']> {
  const { nodes, edges } = parts
  const backgroundTraffic = new Map<number, SourceModel['backgroundTraffic'][number][]>()
  const talks = edges.some(({ data }) => amount(data.messageRatePerSecond, 0) > 0)
  const users = talks ? usersBy(parts) : []
  for (const [link, { target, data }] of edges.entries()) {
    const pushed = nodes[target]?.plan.traffic
    const { count, client } = users[link] ?? { count: pushed == null ? 0 : usersOf(pushed), client: target }
    const sizeKB = amount(data.averageMessageSizeKB, 0)
    const perSecond = count * amount(data.messageRatePerSecond, 0)
    if (perSecond === 0 || sizeKB === 0) continue
    const share = compressedTo({ data, notes })
    const busyMs = lineMs({ sizeKB, bandwidthMbps: bandwidth(data), compressedTo: share })
    const messages = { link, perSecond, lineMs: busyMs, bytes: sizeKB * BYTES_PER_KB * share }
    backgroundTraffic.set(client, [...(backgroundTraffic.get(client) ?? []), messages])
  }
  return backgroundTraffic
}

/** As many as the load is tried with. */
const usersOf = ({ users, scale }: Traffic): number => users * scale

/** By edge: users follow the connections; a load balancer divides them evenly. Null: no user takes it, or only beyond a cycle. */
function usersBy({ nodes, edges, outgoing }: Parts): readonly (Users | null)[] {
  const there = nodes.map(({ plan }, client): Users | null => plan.traffic && { count: usersOf(plan.traffic), client })
  const by = edges.map((): Users | null => null)
  const before = nodes.map(() => 0)
  const countBefore = (node: number, more: number): number => {
    before[node] = (before[node] ?? 0) + more
    return before[node]
  }
  for (const out of outgoing) for (const edge of out) countBefore(edges[edge]?.target ?? -1, 1)
  const ready = [...before.keys()].filter((node) => before[node] === 0)
  for (let node = ready.pop(); node !== undefined; node = ready.pop()) {
    const out = outgoing[node] ?? []
    const users = there[node] ?? null
    const share = nodes[node]?.plan.balancer === null ? 1 : 1 / out.length
    for (const edge of out) {
      const target = edges[edge]?.target ?? -1
      if (users !== null) {
        const coming = { count: users.count * share, client: users.client }
        by[edge] = coming
        there[target] = {
          count: (there[target]?.count ?? 0) + coming.count,
          client: there[target]?.client ?? coming.client,
        }
      }
      if (countBefore(target, -1) === 0) ready.push(target)
    }
  }
  return by
}
