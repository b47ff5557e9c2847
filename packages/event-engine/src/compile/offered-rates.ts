import type { Balancing, ByClass, Step } from '../model.ts'
import { amount } from './amount.ts'
import { keptShareOf } from './edges/calling.ts'
import type { EdgeContext, OfferedRate } from './edges/context.ts'
import type { KeptShare } from './kept-share.ts'
import { type NodePlan, perUser } from './kinds/plan.ts'
import type { Parts } from './parts.ts'
import type { Route } from './routes.ts'
import { basePerSecond } from './sources.ts'

/** By node, and by edge before its sender answers some by what it kept. */
export interface OfferedRates {
  readonly nodes: readonly OfferedRate[]
  readonly edges: readonly OfferedRate[]
}

export const NO_REQUESTS: OfferedRate = { requests: 0, reads: 0 }

interface Counted {
  /** Of the class that is followed now, and of all so far. */
  perSecond: number
  requests: number
  reads: number
}

interface NodeRate extends Counted {
  readonly plan: NodePlan
  readonly route: Route | undefined
  readonly outgoing: EdgeRate[]
  /** Edges lead to nodes of higher ranks, but for those that close a cycle. */
  rank: number
  /** Of the class that is followed now. */
  hitRate: number
}

interface EdgeRate extends Counted {
  readonly data: EdgeContext['data']
  readonly from: NodeRate
  readonly to: NodeRate
}

interface Scope {
  readonly routes: readonly Route[]
  readonly mix: ByClass<number>
  readonly keptShare: KeptShare
}

/**
 * The requests a second that are offered to each node and edge: those of all clients along their routes, in time linear in the size of
 * the flow. Edges that close a cycle on a path
 * from the clients are left out.
 */
export function offeredRates(parts: Parts, { routes, mix, keptShare }: Scope): OfferedRates {
  const { nodeRates, edgeRates } = zeroRates(parts, routes)
  const ordered = inOrder(nodeRates)
  for (const [type, share] of mix.entries()) {
    const isRead = type === 0
    for (const edge of edgeRates) edge.perSecond = 0
    for (const node of nodeRates) node.perSecond = share * sentBy(node.plan, mix, isRead)
    const send = (edge: EdgeRate, perSecond: number) => {
      edge.perSecond += perSecond
      const { data, from, to } = edge
      const kept = isRead
        ? keptShareOf({ data, traffic: from.plan.traffic, mix, keptShare, readsPerSecond: edge.perSecond })
        : 0
      to.perSecond += perSecond * (1 - kept)
    }
    for (const node of ordered) {
      node.hitRate = isRead ? node.plan.readHitRate(node.perSecond) : 0
      callsOf(node, { type, edgeRates, areStored: false, send })
    }
    // What comes to a database depends on the caches beside its callers; what it calls itself is followed no further.
    for (const node of ordered) callsOf(node, { type, edgeRates, areStored: true, send })
    for (const one of [...nodeRates, ...edgeRates]) {
      one.requests += one.perSecond
      if (isRead) one.reads = one.perSecond
    }
  }
  return { nodes: nodeRates, edges: edgeRates }
}

/** What a client sends, without what its device answers. */
function sentBy({ traffic }: NodePlan, mix: ByClass<number>, isRead: boolean): number {
  if (traffic === null) return 0
  return basePerSecond(traffic) * (isRead ? 1 - traffic.localHitRate(mix[0] * perUser(traffic)) : 1)
}

interface Calls {
  readonly type: number
  readonly edgeRates: readonly EdgeRate[]
  /** Those to databases, or all others. */
  readonly areStored: boolean
  readonly send: (edge: EdgeRate, perSecond: number) => void
}

function callsOf(node: NodeRate, { type, edgeRates, areStored, send }: Calls): void {
  let missed = 1
  for (const step of node.route?.program[type] ?? []) {
    const taken = step.links.flatMap((link) => edgeRates[link] ?? []).filter(({ from, to }) => to.rank > from.rank)
    const perSecond = node.perSecond * (step.unlessHit ? missed * (1 - node.hitRate) : 1)
    for (const { edge, share } of sharesOf(step, taken, node, type))
      if (isStore(edge.to) === areStored) send(edge, perSecond * share)
    missed *= 1 - taken.reduce((sum, { to }) => sum + to.hitRate, 0) / Math.max(1, taken.length)
  }
}

const isStore = ({ plan }: NodeRate): boolean => plan.group === 'database'

interface ShareOfEdge {
  readonly edge: EdgeRate
  readonly share: number
}

/** Which part of the requests of a class takes each of the edges. */
function sharesOf(
  { copies }: Step,
  taken: readonly EdgeRate[],
  { route }: NodeRate,
  type: number,
): readonly ShareOfEdge[] {
  if (copies) return taken.map((edge) => ({ edge, share: 1 }))
  const by = balancingOf(route?.balancing)
  if (by === 'first') return taken.slice(0, 1).map((one) => ({ edge: one, share: 1 }))
  if (by === 'class')
    return taken.flatMap((one, index) => (index === type % taken.length ? { edge: one, share: 1 } : []))
  const isWeighted = by === 'weight' || by === 'weighted-rotation'
  const weightOf = ({ data }: EdgeRate) => (isWeighted ? amount(data.weight, 1) : 1)
  const total = taken.reduce((sum, one) => sum + weightOf(one), 0)
  return taken.map((one) => ({ edge: one, share: total === 0 ? 1 / taken.length : weightOf(one) / total }))
}

const balancingOf = (balancing: Balancing | undefined): Balancing['by'] =>
  balancing === undefined ? 'weight' : balancing.by === 'session' ? balancing.otherwise.by : balancing.by

function zeroRates({ nodes, edges, outgoing }: Parts, routes: readonly Route[]) {
  const nothing = { perSecond: 0, requests: 0, reads: 0 }
  const nodeRates = nodes.map(
    ({ plan }, position): NodeRate => ({
      ...nothing,
      plan,
      route: routes[position],
      outgoing: [],
      rank: -1,
      hitRate: 0,
    }),
  )
  const edgeRates = edges.flatMap(({ data, source, target }): EdgeRate[] => {
    const [from, to] = [nodeRates[source], nodeRates[target]]
    return from === undefined || to === undefined ? [] : [{ ...nothing, data, from, to }]
  })
  for (const [position, node] of nodeRates.entries())
    for (const edge of outgoing[position] ?? []) node.outgoing.push(...edgeRates.slice(edge, edge + 1))
  return { nodeRates, edgeRates }
}

/** Nodes so that edges lead to later ones, but for those that close a cycle on a path from a client (reverse postorder of a search). */
function inOrder(nodeRates: readonly NodeRate[]): readonly NodeRate[] {
  const done: NodeRate[] = []
  const met = new Set<NodeRate>()
  const clients = nodeRates.filter(({ plan }) => plan.traffic !== null)
  for (const start of [...clients, ...nodeRates]) {
    if (met.has(start)) continue
    met.add(start)
    const path = [{ node: start, next: 0 }]
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const to = last.node.outgoing[last.next]?.to
      last.next += 1
      if (to === undefined) {
        done.push(last.node)
        path.pop()
      } else if (!met.has(to)) {
        met.add(to)
        path.push({ node: to, next: 0 })
      }
    }
  }
  done.reverse()
  for (const [rank, node] of done.entries()) node.rank = rank
  return done
}
