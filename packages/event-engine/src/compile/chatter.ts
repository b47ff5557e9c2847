import type { SourceModel } from '../model.ts'
import { BYTES_PER_KB, lineMs } from '../rules/transfer.ts'
import { amount } from './amount.ts'
import { bandwidth } from './edges/time.ts'
import type { Parts } from './parts.ts'

/** Users on a connection, and a client that some of them come from, by its place. */
interface Users {
  readonly count: number
  readonly client: number
}

/** By place, of clients: messages beside the requests, on the connections that their users come by. */
export function chatterBy(parts: Parts): ReadonlyMap<number, SourceModel['chatter']> {
  const { places, ways } = parts
  const chatter = new Map<number, SourceModel['chatter'][number][]>()
  const talks = ways.some(({ data }) => amount(data.messageRatePerSecond, 0) > 0)
  const users = talks ? usersBy(parts) : []
  for (const [link, { source, target, data }] of ways.entries()) {
    const pushed = places[target]?.plan.traffic
    const { count, client } = users[link] ?? { count: pushed?.users ?? 0, client: target }
    const sizeKB = amount(data.averageMessageSizeKB, 0)
    const perSecond = count * amount(data.messageRatePerSecond, 0)
    if (perSecond === 0 || sizeKB === 0) continue
    const access = (places[source]?.plan.traffic ?? pushed)?.bandwidthMbps ?? Number.POSITIVE_INFINITY
    const bandwidthMbps = Math.min(bandwidth(data), access)
    const messages = { link, perSecond, lineMs: lineMs({ sizeKB, bandwidthMbps }), bytes: sizeKB * BYTES_PER_KB }
    chatter.set(client, [...(chatter.get(client) ?? []), messages])
  }
  return chatter
}

/** By way: users follow the connections; a balancer divides them evenly. Null: nobody comes by it, or only past a circle. */
function usersBy({ places, ways, onward }: Parts): readonly (Users | null)[] {
  const there = places.map(({ plan }, client): Users | null => plan.traffic && { count: plan.traffic.users, client })
  const by = ways.map((): Users | null => null)
  const before = places.map(() => 0)
  const countBefore = (place: number, more: number): number => {
    before[place] = (before[place] ?? 0) + more
    return before[place]
  }
  for (const out of onward) for (const way of out) countBefore(ways[way]?.target ?? -1, 1)
  const ready = [...before.keys()].filter((place) => before[place] === 0)
  for (let place = ready.pop(); place !== undefined; place = ready.pop()) {
    const out = onward[place] ?? []
    const users = there[place] ?? null
    const share = places[place]?.plan.balancer === null ? 1 : 1 / out.length
    for (const way of out) {
      const target = ways[way]?.target ?? -1
      if (users !== null) {
        const coming = { count: users.count * share, client: users.client }
        by[way] = coming
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
