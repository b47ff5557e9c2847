import type { MissingConnection } from '@plimsoll/simulation'
import type { EarlierWays } from './earlier-ways.ts'
import type { Network } from './network.ts'

/** Names the connection for want of which a request finds no way. Kept as long as the network stays the same. */
export class MissingConnections {
  readonly #network: Network
  readonly #earlier: EarlierWays
  readonly #known = new Map<string, MissingConnection>()

  constructor(network: Network, earlier: EarlierWays) {
    this.#network = network
    this.#earlier = earlier
  }

  /** `destinationId` is null where nothing that could answer was ever within reach. */
  between(nodeId: string, destinationId: string | null): MissingConnection {
    if (destinationId === null) return { from: nodeId, to: null }
    const key = JSON.stringify([nodeId, destinationId])
    const missing = this.#known.get(key) ?? this.#find(nodeId, destinationId)
    this.#known.set(key, missing)
    return missing
  }

  /** The first gap on the earlier way, from the last node before it to the first after it that is still there. */
  #find(nodeId: string, destinationId: string): MissingConnection {
    const way = this.#earlierWay(nodeId, destinationId)
    const gap = way.slice(1).findIndex((id, index) => !this.#targetsNow(way[index] ?? '').has(id))
    const to = way.slice(gap + 1).find((id) => this.#network.stationOf.has(id))
    return gap < 0 ? { from: nodeId, to: destinationId } : { from: way[gap] ?? nodeId, to: to ?? destinationId }
  }

  /** Ids from one node to the other over as few connections as possible that are no longer there. */
  #earlierWay(from: string, to: string): readonly string[] {
    const before = new Map<string, string | null>([[from, null]])
    let found = [from]
    while (found.length > 0 && !before.has(to)) {
      for (const id of found) {
        for (const target of this.#targetsNow(id)) {
          if (before.has(target)) continue
          before.set(target, id)
          found.push(target)
        }
      }
      const beyond: string[] = []
      for (const id of found) {
        for (const target of this.#earlier.targetsOf(id)) {
          if (before.has(target)) continue
          before.set(target, id)
          beyond.push(target)
        }
      }
      found = beyond
    }
    const way: string[] = []
    for (let id: string | null | undefined = before.has(to) ? to : from; id != null; id = before.get(id))
      way.unshift(id)
    return way
  }

  #targetsNow(id: string): ReadonlySet<string> {
    return new Set(this.#network.stationOf.get(id)?.out.map(({ target }) => target.id))
  }
}
