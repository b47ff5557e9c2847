import type { NodeType } from '@plimsoll/catalog'
import type { Link, Route, Station } from './model.ts'

/** More hops than a request lives for count as this many. */
const FAR = 254
const UNREACHABLE = 255

/** Stations with more ways than this get those to a destination listed once. */
const MANY_WAYS = 8

/** With no more stations than this before a destination, the ways are found from its end. */
const FEW_STATIONS = 8

/** Neighbours by index: those of station i stand in `ends` from `starts[i]` to `starts[i + 1]`. */
interface Neighbours {
  readonly starts: Int32Array
  readonly ends: Int32Array
}

/** Where requests can get in a network: worked out when first asked for, kept as long as the network stays the same. */
export class Routes {
  readonly #stations: readonly Station[]
  readonly #into: Neighbours
  readonly #out: Neighbours
  /** Room for one search at a time. */
  readonly #found: Int32Array
  readonly #routes = new Map<Station, Route>()
  readonly #reach = new Map<Station, ReadonlyMap<NodeType, readonly Station[]>>()

  constructor(stations: readonly Station[]) {
    this.#stations = stations
    this.#into = neighboursOf(stations, ({ into }) => into.map(({ source }) => source.index))
    this.#out = neighboursOf(stations, ({ out }) => out.map(({ target }) => target.index))
    this.#found = new Int32Array(stations.length)
  }

  to(destination: Station): Route {
    let route = this.#routes.get(destination)
    if (route === undefined) {
      const { hops, found } = this.#search(destination, this.#into)
      route = createRoute(hops, found.length <= FEW_STATIONS ? this.#linksInto(found) : null)
      this.#routes.set(destination, route)
    }
    return route
  }

  /** The stations of each kind that a request from `client` can get to. */
  reachableFrom(client: Station): ReadonlyMap<NodeType, readonly Station[]> {
    // Clients behind the same first node share one answer: no client is within reach of another.
    const start = client.out.length === 1 ? (client.out[0]?.target ?? client) : client
    let reach = this.#reach.get(start)
    if (reach === undefined) {
      reach = this.#byKind(this.#search(start, this.#out).found)
      this.#reach.set(start, reach)
    }
    return reach
  }

  /** Breadth first: hops from `start` to each station, and the stations found, which the next search overwrites. */
  #search({ index }: Station, { starts, ends }: Neighbours): { hops: Uint8Array; found: Int32Array } {
    const hops = new Uint8Array(this.#stations.length).fill(UNREACHABLE)
    const found = this.#found
    hops[index] = 0
    found[0] = index
    let count = 1
    for (let next = 0; next < count; next += 1) {
      const station = found[next] as number
      const hopsThere = Math.min((hops[station] as number) + 1, FAR)
      for (let at = starts[station] as number; at < (starts[station + 1] as number); at += 1) {
        const neighbour = ends[at] as number
        if (hops[neighbour] !== UNREACHABLE) continue
        hops[neighbour] = hopsThere
        found[count] = neighbour
        count += 1
      }
    }
    return { hops, found: found.subarray(0, count) }
  }

  #linksInto(stations: Int32Array): readonly Link[] {
    return [...stations].flatMap((index) => this.#stations[index]?.into ?? [])
  }

  #byKind(found: Int32Array): ReadonlyMap<NodeType, readonly Station[]> {
    const byKind = new Map<NodeType, Station[]>()
    for (const index of found) {
      const station = this.#stations[index]
      if (station === undefined) continue
      const alike = byKind.get(station.kind)
      if (alike === undefined) byKind.set(station.kind, [station])
      else alike.push(station)
    }
    return byKind
  }
}

/** `links` are all that lead to the destination, where these are few. */
function createRoute(hops: Uint8Array, links: readonly Link[] | null): Route {
  const listed = new Map<Station, readonly Link[]>()
  const leadsThere = ({ target }: Link) => hops[target.index] !== UNREACHABLE
  const findWays = (station: Station) => {
    if (links !== null && links.length < station.out.length) {
      return links.filter(({ source }) => source === station).sort((one, other) => one.position - other.position)
    }
    return station.out.every(leadsThere) ? station.out : station.out.filter(leadsThere)
  }
  return {
    bestWays: new Map(),
    hopsFrom: (station) => hops[station.index] ?? UNREACHABLE,
    leadsFrom: (station) => hops[station.index] !== UNREACHABLE,
    waysFrom(station) {
      if (station.out.length <= MANY_WAYS) return findWays(station)
      const ways = listed.get(station) ?? findWays(station)
      listed.set(station, ways)
      return ways
    },
  }
}

function neighboursOf(stations: readonly Station[], indexesOf: (station: Station) => readonly number[]): Neighbours {
  const starts = new Int32Array(stations.length + 1)
  const ends: number[] = []
  for (const station of stations) {
    for (const index of indexesOf(station)) ends.push(index)
    starts[station.index + 1] = ends.length
  }
  return { starts, ends: Int32Array.from(ends) }
}
