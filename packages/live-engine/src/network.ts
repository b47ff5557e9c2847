import { isNodeType } from '@plimsoll/catalog'
import type { Flow, FlowEdge, FlowNode } from '@plimsoll/flow'
import { bounded, entryOf, hashText, TRAFFIC } from '@plimsoll/simulation'
import { BREAKER_TRUST, LIMITS, TICK_MS } from './config.ts'
import type { Traffic } from './kinds/behaviour.ts'
import { behaviourOf } from './kinds/index.ts'
import type { Client, Link, Station } from './model.ts'
import { BALANCERS } from './rules/balancing.ts'
import { arrivalsPerTick, edgeTimeMs, failurePerTick, latencyScore } from './rules/formulas.ts'
import { byScore } from './rules/scoring.ts'
import { MULTIPLIERS } from './rules/traffic.ts'

/**
 * A flow made ready to be stepped. What cannot take part is left out (an unknown kind, the second of two equal ids, a
 * connection with an end missing); numbers are brought into range.
 */
export interface Network {
  readonly edgeIds: readonly string[]
  readonly nodeIds: readonly string[]
  readonly stations: readonly Station[]
  readonly stationOf: ReadonlyMap<string, Station>
  readonly links: readonly Link[]
  readonly linkOf: ReadonlyMap<string, Link>
  /** The stations that make requests. */
  readonly sources: readonly Station[]
}

export function buildNetwork(flow: Flow): Network {
  const nodes = firstOfEachId(flow.nodes.filter(({ type }) => isNodeType(type)))
  const stations = nodes.map(makeStation)
  const stationOf = new Map<string, Station>(stations.map((station) => [station.id, station]))

  const edges = firstOfEachId(flow.edges)
  const links = edges.flatMap((edge, index) => {
    const source = stationOf.get(edge.source)
    const target = stationOf.get(edge.target)
    return source === undefined || target === undefined ? [] : makeLink(edge, { index, source, target })
  })

  return {
    nodeIds: nodes.map(({ id }) => id),
    edgeIds: edges.map(({ id }) => id),
    stations,
    stationOf,
    links,
    linkOf: new Map(links.map((link) => [link.id, link])),
    sources: stations.filter(({ client }) => client !== null),
  }
}

function firstOfEachId<T extends { readonly id: string }>(parts: readonly T[]): T[] {
  const seen = new Set<string>()
  return parts.filter(({ id }) => !seen.has(id) && seen.add(id))
}

function makeStation(node: FlowNode, index: number): Station {
  const behaviour = behaviourOf(node)
  return {
    id: node.id,
    index,
    kind: node.type,
    timeMs: bounded(behaviour.timeMs, 0, LIMITS.quantity),
    fromClientFactor: behaviour.fromClientFactor,
    capacity: behaviour.capacity === null ? Number.POSITIVE_INFINITY : bounded(behaviour.capacity, 0, LIMITS.quantity),
    threshold: behaviour.threshold,
    failurePerTick: failurePerTick(bounded(behaviour.failurePerSecond, 0, 1)),
    hitRate: bounded(behaviour.hitRate, 0, 1),
    choose: behaviour.algorithm === null ? byScore : entryOf(BALANCERS, behaviour.algorithm, 'Round Robin'),
    client: behaviour.traffic === null ? null : makeClient(node.id, behaviour.traffic),
    out: [],
    into: [],
    load: 0,
    utilization: 0,
    turn: 0,
  }
}

function makeClient(id: string, traffic: Traffic): Client {
  const users = bounded(traffic.users, 0, LIMITS.quantity)
  const thinkTimeMs = bounded(traffic.thinkTimeMs, TRAFFIC.shortestThinkTimeMs, LIMITS.quantity)
  return {
    traffic: {
      ...traffic,
      burstFactor: bounded(traffic.burstFactor, 0, LIMITS.quantity),
      periodSeconds: bounded(traffic.periodSeconds, TICK_MS / 1000, LIMITS.quantity),
      maxRetries: bounded(traffic.maxRetries, 0, LIMITS.quantity),
    },
    users,
    multiplier: entryOf(MULTIPLIERS, traffic.pattern, 'Steady'),
    perTick: arrivalsPerTick({ users, thinkTimeMs }),
    addresses: hashText(id),
    due: 0,
    made: 0,
  }
}

/** Makes the link and hangs it into its stations, unless no request may take it. */
function makeLink(
  edge: FlowEdge,
  { index, source, target }: { index: number; source: Station; target: Station },
): Link {
  const { data } = edge
  const latencyMs = bounded(data.latencyMs, 0, LIMITS.quantity)
  const sizeKB = bounded(data.averageRequestSizeKB, 0, LIMITS.quantity)
  const bandwidthMbps = bounded(data.bandwidthMbps, LIMITS.bandwidthMbps, LIMITS.quantity)
  const trust = data.circuitBreakerEnabled ? entryOf(BREAKER_TRUST, data.circuitBreakerStatus, 'Closed') : 1
  const link: Link = {
    id: edge.id,
    index,
    position: source.out.length,
    source,
    target,
    timeMs: edgeTimeMs({ latencyMs, sizeKB, bandwidthMbps }),
    throughputRps: bounded(data.maxThroughputRPS, 0, LIMITS.quantity),
    failureProbability: bounded(data.failureProbability, 0, 1),
    latencyScore: latencyScore(latencyMs),
    trust,
    load: 0,
    utilization: 0,
    connections: 0,
  }
  const carriesRequests = trust > 0 && target.client === null && target !== source
  if (carriesRequests) {
    source.out.push(link)
    target.into.push(link)
  }
  return link
}
