import type { Balancing, ByClass, Step } from '../model.ts'
import { amount } from './amount.ts'
import { keptShareOf } from './edges/calling.ts'
import type { Coming, EdgeContext } from './edges/context.ts'
import type { KeptShare } from './kept-share.ts'
import { type NodePlan, perUser } from './kinds/plan.ts'
import type { Parts } from './parts.ts'
import type { Route } from './routes.ts'
import { basePerSecond } from './sources.ts'

/** By node, and by edge before its sender answers some by what it kept. */
export interface ComingBy {
  readonly nodes: readonly Coming[]
  readonly edges: readonly Coming[]
}

export const NOTHING_COMES: Coming = { requests: 0, reads: 0 }

interface Counted {
  /** Of the class that is followed now, and of all so far. */
  perSecond: number
  requests: number
  reads: number
}

interface Place extends Counted {
  readonly plan: NodePlan
  readonly route: Route | undefined
  readonly outgoing: Way[]
  /** Ways lead to places of higher ranks, but for those that close a cycle. */
  rank: number
  /** Of the class that is followed now. */
  hitRate: number
}

interface Way extends Counted {
  readonly data: EdgeContext['data']
  readonly from: Place
  readonly to: Place
}

interface Scope {
  readonly routes: readonly Route[]
  readonly mix: ByClass<number>
  readonly keptShare: KeptShare
}

/**
 * Follows the requests of all clients along their routes, in time linear in the size of the flow. Connections that close a cycle on a way
 * from the clients are left out.
 */
export function comingBy(parts: Parts, { routes, mix, keptShare }: Scope): ComingBy {
  const { places, ways } = drawn(parts, routes)
  const ordered = inOrder(places)
  for (const [type, share] of mix.entries()) {
    const isRead = type === 0
    for (const way of ways) way.perSecond = 0
    for (const place of places) place.perSecond = share * sentBy(place.plan, mix, isRead)
    const send = (way: Way, perSecond: number) => {
      way.perSecond += perSecond
      const { data, from, to } = way
      const kept = isRead
        ? keptShareOf({ data, traffic: from.plan.traffic, mix, keptShare, readsPerSecond: way.perSecond })
        : 0
      to.perSecond += perSecond * (1 - kept)
    }
    for (const place of ordered) {
      place.hitRate = isRead ? place.plan.readHitRate(place.perSecond) : 0
      callsOf(place, { type, ways, areStored: false, send })
    }
    // What comes to a database depends on the caches beside its callers; what it calls itself is followed no further.
    for (const place of ordered) callsOf(place, { type, ways, areStored: true, send })
    for (const one of [...places, ...ways]) {
      one.requests += one.perSecond
      if (isRead) one.reads = one.perSecond
    }
  }
  return { nodes: places, edges: ways }
}

/** What a client sends, without what its device answers. */
function sentBy({ traffic }: NodePlan, mix: ByClass<number>, isRead: boolean): number {
  if (traffic === null) return 0
  return basePerSecond(traffic) * (isRead ? 1 - traffic.localHitRate(mix[0] * perUser(traffic)) : 1)
}

interface Calls {
  readonly type: number
  readonly ways: readonly Way[]
  /** Those to databases, or all others. */
  readonly areStored: boolean
  readonly send: (way: Way, perSecond: number) => void
}

function callsOf(place: Place, { type, ways, areStored, send }: Calls): void {
  let missed = 1
  for (const step of place.route?.program[type] ?? []) {
    const taken = step.links.flatMap((link) => ways[link] ?? []).filter(({ from, to }) => to.rank > from.rank)
    const perSecond = place.perSecond * (step.unlessHit ? missed * (1 - place.hitRate) : 1)
    for (const { way, share } of sharesOf(step, taken, place, type))
      if (isStore(way.to) === areStored) send(way, perSecond * share)
    missed *= 1 - taken.reduce((sum, { to }) => sum + to.hitRate, 0) / Math.max(1, taken.length)
  }
}

const isStore = ({ plan }: Place): boolean => plan.group === 'database'

interface ShareOfWay {
  readonly way: Way
  readonly share: number
}

/** Which part of the requests of a class takes each of the ways. */
function sharesOf({ copies }: Step, taken: readonly Way[], { route }: Place, type: number): readonly ShareOfWay[] {
  if (copies) return taken.map((way) => ({ way, share: 1 }))
  const by = balancingOf(route?.balancing)
  if (by === 'first') return taken.slice(0, 1).map((one) => ({ way: one, share: 1 }))
  if (by === 'class')
    return taken.flatMap((one, index) => (index === type % taken.length ? { way: one, share: 1 } : []))
  const isWeighted = by === 'weight' || by === 'weighted-rotation'
  const weightOf = ({ data }: Way) => (isWeighted ? amount(data.weight, 1) : 1)
  const total = taken.reduce((sum, one) => sum + weightOf(one), 0)
  return taken.map((one) => ({ way: one, share: total === 0 ? 1 / taken.length : weightOf(one) / total }))
}

const balancingOf = (balancing: Balancing | undefined): Balancing['by'] =>
  balancing === undefined ? 'weight' : balancing.by === 'session' ? balancing.otherwise.by : balancing.by

function drawn({ nodes, edges, outgoing }: Parts, routes: readonly Route[]) {
  const nothing = { perSecond: 0, requests: 0, reads: 0 }
  const places = nodes.map(
    ({ plan }, node): Place => ({ ...nothing, plan, route: routes[node], outgoing: [], rank: -1, hitRate: 0 }),
  )
  const ways = edges.flatMap(({ data, source, target }): Way[] => {
    const [from, to] = [places[source], places[target]]
    return from === undefined || to === undefined ? [] : [{ ...nothing, data, from, to }]
  })
  for (const [node, place] of places.entries())
    for (const edge of outgoing[node] ?? []) place.outgoing.push(...ways.slice(edge, edge + 1))
  return { places, ways }
}

/** Places so that ways lead to later ones, but for those that close a cycle on a way from a client. */
function inOrder(places: readonly Place[]): readonly Place[] {
  const done: Place[] = []
  const met = new Set<Place>()
  const clients = places.filter(({ plan }) => plan.traffic !== null)
  for (const start of [...clients, ...places]) {
    if (met.has(start)) continue
    met.add(start)
    const path = [{ place: start, next: 0 }]
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const to = last.place.outgoing[last.next]?.to
      last.next += 1
      if (to === undefined) {
        done.push(last.place)
        path.pop()
      } else if (!met.has(to)) {
        met.add(to)
        path.push({ place: to, next: 0 })
      }
    }
  }
  done.reverse()
  for (const [rank, place] of done.entries()) place.rank = rank
  return done
}
