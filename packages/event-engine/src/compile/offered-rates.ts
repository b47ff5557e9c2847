import type { Balancing, ByClass, Step } from '../model.ts'
import type { FetchTimes } from '../rules/fetch-times.ts'
import { type Asked, popularity, type Stream } from '../rules/hit-rate.ts'
import { READ } from '../rules/kept-by-users.ts'
import { sharesByWeight } from '../rules/shares-by-weight.ts'
import type { Bucket } from '../rules/token-bucket.ts'
import { amount } from './amount.ts'
import { answeredBySender } from './edges/calling.ts'
import type { EdgeContext, OfferedRate } from './edges/context.ts'
import { limitsOf } from './edges/pool.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { forAll, type NodePlan, perUser } from './kinds/plan.ts'
import type { Parts } from './parts.ts'
import type { Route } from './routes.ts'

export interface OfferedRates {
  /** By node: the share of the reads that it answers. */
  readonly hitRates: readonly number[]
  /** By item: its share of the reads that come to a node. */
  readonly popularityAt: (node: number) => Float64Array
  /** The hit rate of a node, and what a sender answers, if these reads came so many times as often and fetches took so much longer. */
  readonly hitRateAt: (node: number, times: Times) => number
  readonly keptAt: (edge: number, times: Times) => number
  readonly edges: readonly OfferedRate[]
}

export interface Times {
  readonly load: number
  readonly fetch: number
}

export const NO_REQUESTS: OfferedRate = { kept: 0, passing: 0 }

interface Counted {
  /** From a read that misses until its answer is there. */
  readonly fetchS: number
  /** By class: what comes to it, per second. */
  readonly perSecond: number[]
  /** Its reads, as they came. */
  readonly readParts: ReadPart[]
  /** Of its reads, those of each stream; null: nobody has asked yet. */
  streams: Streams | null
  /** The least rate that its limits let through. */
  readonly limit: number
}

type Streams = ReadonlyMap<Stream, number>

/** In the streams, or in those of what they come from, in parts of any unit. */
interface ReadPart {
  readonly perSecond: number
  readonly of: Streams | Counted
}

interface NodeRate extends Counted {
  readonly plan: NodePlan
  readonly route: Route | undefined
  readonly outgoing: EdgeRate[]
  /** Edges lead to nodes of higher ranks, but for those that close a cycle. */
  rank: number
  hitRate: number
  /** What it reads of others; null: what comes to it. */
  reads: Stream | null
}

interface EdgeRate extends Counted {
  readonly data: EdgeContext['data']
  readonly from: NodeRate
  readonly to: NodeRate
  kept: number
  passing: number
}

interface Scope {
  readonly routes: readonly Route[]
  readonly mix: ByClass<number>
  /** By node of a client: the requests that it makes per second. */
  readonly made: ReadonlyMap<number, number>
  readonly kept: KeptAnswers
  readonly fetches: FetchTimes
}

/**
 * The requests a second that are offered to each node and edge: those of all clients along their routes, as many as rate limits let
 * through, in time linear in the size of the flow. Edges that close a cycle on a path from the clients are left out.
 */
export function offeredRates(parts: Parts, { routes, mix, made, kept, fetches }: Scope): OfferedRates {
  const { nodeRates, edgeRates } = zeroRates(parts, routes, fetches)
  const ordered = inOrder(nodeRates)
  for (const [position, perSecond] of made) {
    const client = nodeRates[position]
    if (client === undefined || client.plan.traffic === null) continue
    const { hitRate, missed } = client.plan.traffic.local(mix[READ] * perUser(client.plan.traffic))
    const of = only(missed ?? kept.everything)
    for (const [type, share] of mix.entries())
      add(client, type, { perSecond: perSecond * share * (type === READ ? 1 - hitRate : 1), of })
  }
  const askedOf =
    (counted: Counted, times = 1) =>
    (): readonly Asked[] => {
      const streams = streamsOf(counted)
      return streams.size === 0
        ? [{ stream: kept.everything, perSecond: 0 }]
        : [...streams].map(([stream, perSecond]) => ({ stream, perSecond: perSecond * times }))
    }
  const answeredAt = (node: NodeRate, { load, fetch }: Times = AS_IT_IS) =>
    node.plan.reads(askedOf(node, load), node.fetchS * fetch)
  const keptAt = (edge: EdgeRate, { load, fetch }: Times = AS_IT_IS) =>
    answeredBySender({
      ...{ data: edge.data, traffic: edge.from.plan.traffic, mix, kept },
      ...{ asked: askedOf(edge, load), fetchS: edge.fetchS * fetch },
    })
  const callFrom = (node: NodeRate, areStored: boolean) => {
    const admitted = admittedOf(node, node.perSecond)
    for (const [type, perSecond] of admitted.entries()) callsOf(node, { type, perSecond, edgeRates, areStored })
    for (const edge of node.outgoing) if (isStore(edge.to) === areStored) cross(edge)
  }
  const cross = (edge: EdgeRate) => {
    const { to, perSecond } = edge
    const { hitRate, missed } = keptAt(edge)
    const sent = admittedOf(
      edge,
      perSecond.map((one, type) => (type === READ ? one * (1 - hitRate) : one)),
    )
    edge.kept = hitRate
    edge.passing = sumOf(sent)
    const of = missed === null ? edge : only(missed)
    for (const [type, one] of sent.entries()) add(to, type, { perSecond: one, of })
  }
  for (const node of ordered) {
    const { hitRate, missed } = answeredAt(node)
    node.hitRate = hitRate
    node.reads = missed
    callFrom(node, false)
  }
  // What comes to a database depends on the caches beside its callers; what it calls itself is followed no further.
  for (const node of ordered) callFrom(node, true)
  return {
    hitRates: nodeRates.map(({ hitRate }) => hitRate),
    popularityAt: (node) => {
      const counted = nodeRates[node]
      return counted === undefined ? new Float64Array() : popularity(askedOf(counted)())
    },
    hitRateAt: (index, times) => {
      const node = nodeRates[index]
      return node === undefined ? 0 : answeredAt(node, times).hitRate
    },
    keptAt: (index, times) => {
      const edge = edgeRates[index]
      return edge === undefined ? 0 : keptAt(edge, times).hitRate
    },
    edges: edgeRates,
  }
}

const AS_IT_IS: Times = { load: 1, fetch: 1 }

const only = (stream: Stream): Streams => new Map([[stream, 1]])

function add(to: Counted, type: number, part: ReadPart): void {
  to.perSecond[type] = (to.perSecond[type] ?? 0) + part.perSecond
  if (type === READ && part.perSecond !== 0) to.readParts.push(part)
}

/**
 * Worked out only where a cache asks, and first for all that its reads come from: as many streams as there are clients may pass by as many
 * nodes that ask for none.
 */
function streamsOf(asked: Counted): Streams {
  const pending = [asked]
  for (let last = pending.at(-1); last !== undefined; last = pending.at(-1)) {
    const before = last.streams === null ? last.readParts.flatMap(({ of }) => (isOpen(of) ? [of] : [])) : []
    for (const one of before) pending.push(one)
    if (before.length > 0) continue
    last.streams ??= mixed(last.readParts)
    pending.pop()
  }
  return asked.streams ?? NO_STREAMS
}

const NO_STREAMS: Streams = new Map()

const isOpen = (of: ReadPart['of']): of is Counted => 'readParts' in of && of.streams === null

function mixed(parts: readonly ReadPart[]): Streams {
  const streams = new Map<Stream, number>()
  for (const { perSecond, of } of parts) {
    const known = 'readParts' in of ? (of.streams ?? NO_STREAMS) : of
    const total = sumOf([...known.values()])
    for (const [stream, part] of known) streams.set(stream, (streams.get(stream) ?? 0) + (perSecond * part) / total)
  }
  return streams
}

/** By class: what limits let through, which ask for no class. */
function admittedOf({ limit }: Counted, perSecond: readonly number[]): readonly number[] {
  const share = Math.min(1, limit / sumOf(perSecond))
  return share < 1 ? perSecond.map((one) => one * share) : perSecond
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

interface Calls {
  readonly type: number
  readonly perSecond: number
  readonly edgeRates: readonly EdgeRate[]
  /** Those to databases, or all others. */
  readonly areStored: boolean
}

function callsOf(node: NodeRate, { type, perSecond, edgeRates, areStored }: Calls): void {
  let missed = 1
  for (const step of node.route?.program[type] ?? []) {
    const taken = step.links.flatMap((link) => edgeRates[link] ?? []).filter(({ from, to }) => to.rank > from.rank)
    const called = perSecond * (step.unlessHit ? missed * (1 - node.hitRate) : 1)
    for (const { edge, share } of sharesOf(step, taken, node, type))
      if (isStore(edge.to) === areStored)
        add(edge, type, { perSecond: called * share, of: node.reads === null ? node : only(node.reads) })
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
  const shares = sharesByWeight(taken.map(weightOf))
  return taken.map((edge, index) => ({ edge, share: shares[index] ?? 0 }))
}

const balancingOf = (balancing: Balancing | undefined): Balancing['by'] =>
  balancing === undefined ? 'weight' : balancing.by === 'session' ? balancing.otherwise.by : balancing.by

function zeroRates({ nodes, edges, outgoing }: Parts, routes: readonly Route[], fetches: FetchTimes) {
  const counted = (limits: readonly Bucket[], fetchMs = 0): Counted => ({
    fetchS: fetchMs / 1000,
    perSecond: forAll(0).slice(),
    readParts: [],
    streams: null,
    limit: Math.min(...limits.map(({ perSecond }) => perSecond)),
  })
  const nodeRates = nodes.map(
    ({ plan }, position): NodeRate => ({
      // What has limits has one station.
      ...counted(
        plan.stations.flatMap(({ limits }) => limits),
        fetches.nodes[position],
      ),
      plan,
      route: routes[position],
      outgoing: [],
      rank: -1,
      hitRate: 0,
      reads: null,
    }),
  )
  const edgeRates = edges.flatMap(({ data, source, target }, position): EdgeRate[] => {
    const [from, to] = [nodeRates[source], nodeRates[target]]
    return from === undefined || to === undefined
      ? []
      : [{ ...counted(limitsOf(data), fetches.links[position]), data, from, to, kept: 0, passing: 0 }]
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
