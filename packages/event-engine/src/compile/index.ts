import type { ByClass, DerivedHits, Fault, LinkModel, Model, NodeModel, SourceModel, StationModel } from '../model.ts'
import { AT_ONCE, type FetchTimes, fetchTimes } from '../rules/fetch-times.ts'
import type { EventSettings } from '../settings.ts'
import { arrivingBy, regionsOf } from './arriving.ts'
import { backgroundTrafficBy } from './background-traffic.ts'
import { clientClusters } from './client-clusters.ts'
import type { CompileFault } from './compile-fault.ts'
import { onCycles } from './cycles.ts'
import { calling } from './edges/calling.ts'
import type { EdgeContext } from './edges/context.ts'
import { delivery } from './edges/delivery.ts'
import { far } from './edges/far.ts'
import { capacity } from './edges/pool.ts'
import { setup } from './edges/setup.ts'
import { time } from './edges/time.ts'
import type { EventFlow } from './event-flow.ts'
import { faultsOf } from './faults.ts'
import { type RatesByDemand, ratesByDemand, SAME_AT_ANY_DEMAND } from './hits-by-demand.ts'
import { createKeptAnswers, type KeptAnswers } from './kept-answers.ts'
import { forAll, forReads, PLAIN } from './kinds/plan.ts'
import { createNotes, type Note, type Notes } from './notes.ts'
import { NO_REQUESTS, type OfferedRates, offeredRates, type Times } from './offered-rates.ts'
import { type Parts, type PlannedEdge, partsOf } from './parts.ts'
import { recordedBy, recordedMix } from './recorded.ts'
import { type Route, routesOf } from './routes.ts'
import { basePerSecond, drawnPerSecond, madeBy, mixOf, sourceOf } from './sources.ts'
import { isCutOffFromScaling, warn, warnOfDeadEnds, warnOfIdleSettings, warnOfIdleZones } from './warnings.ts'

export type Compiled =
  | {
      readonly ok: true
      readonly model: Model
      readonly notes: readonly Note[]
      /** Why nothing makes requests, where that is allowed; none: something does. */
      readonly idle: readonly CompileFault[]
    }
  | { readonly ok: false; readonly faults: readonly CompileFault[] }

interface Scope {
  readonly parts: Parts
  readonly settings: EventSettings
  readonly notes: Notes
  /** Of all requests of the run. */
  readonly mix: ByClass<number>
  readonly offered: OfferedRates
  readonly byDemand: RatesByDemand
}

/**
 * Makes a flow ready for the event engine, in time linear in its size. A property that is absent has its effect switched off;
 * numbers out of range are brought into it. `mayIdle`: a flow in which nothing makes requests is not refused.
 */
export function compile(
  flow: EventFlow,
  settings: EventSettings,
  { mayIdle = false }: { readonly mayIdle?: boolean } = {},
): Compiled {
  const notes = createNotes()
  const kept = createKeptAnswers(settings)
  const parts = partsOf(flow, { settings, notes, kept })
  const plans = parts.nodes.map(({ plan }) => plan)
  const mixAsSet = mixOf(settings, plans)
  const mix = recordedMix(settings, mixAsSet)
  const routes = routesOf(parts)
  const clusters = clientClusters(parts)
  const { sources, faults: idle } = sourcesOf({ parts, settings, notes, mix }, { mixAsSet, routes, clusters })
  const made = madeBy(sources, settings.durationMs)
  const faults = faultsOf(flow, parts, settings)
  const happening = faults.filter((fault): fault is Fault => 'kind' in fault)
  const fetches = fetchesIn({ parts, settings, mix, byDemand: SAME_AT_ANY_DEMAND }, { routes, made, kept, happening })
  const ratesBy = (one: ByClass<number>) => offeredRates(parts, { routes, mix: one, made, kept, fetches })
  const offered = ratesBy(mix)
  const byDemand =
    settings.arrivals === 'closed'
      ? ratesByDemand(offered, { mix, ratesBy, clusters, edges: parts.edges })
      : SAME_AT_ANY_DEMAND
  const scope: Scope = { parts, settings, notes, mix, offered, byDemand }
  const refused = [...(mayIdle ? [] : idle), ...faults.filter((fault) => 'path' in fault)]
  if (refused.length > 0) return { ok: false, faults: refused }
  warn(parts, notes)
  warnOfDeadEnds(parts, { routes, mix, notes })
  warnOfIdleSettings(parts, settings, notes)
  warnOfIdleZones(flow, { faults: settings.faults, happening }, notes)
  const { nodes, stations } = nodesOf(scope, routes, happening)
  const model: Model = {
    nodes,
    stations,
    links: linksOf(scope, { nodes, stations, faults: happening }),
    sources,
    faults: happening,
    retryBudget: settings.retryBudget,
  }
  return { ok: true, model, notes: notes.all(), idle }
}

interface Fetching {
  readonly routes: readonly Route[]
  readonly made: ReadonlyMap<number, number>
  readonly kept: KeptAnswers
  readonly happening: readonly Fault[]
}

/** With hit rates as if fetches took no time: how long one takes changes little by those of caches behind it. */
function fetchesIn(
  scope: Pick<Scope, 'parts' | 'settings' | 'mix' | 'byDemand'>,
  { routes, made, kept, happening }: Fetching,
): FetchTimes {
  const { parts, settings, mix } = scope
  if (!settings.deriveHitRate && !parts.edges.some(({ data }) => data.cacheEnabled === true)) return AT_ONCE
  const offered = offeredRates(parts, { routes, mix, made, kept, fetches: AT_ONCE })
  const first: Scope = { ...scope, offered, notes: createNotes() }
  const { nodes, stations } = nodesOf(first, routes, happening)
  return fetchTimes({ nodes, stations, links: linksOf(first, { nodes, stations, faults: happening }) })
}

interface ClientScope {
  readonly mixAsSet: ByClass<number>
  readonly routes: readonly Route[]
  /** By node. */
  readonly clusters: readonly string[]
}

function sourcesOf(
  { parts, settings, mix, notes }: Pick<Scope, 'parts' | 'settings' | 'mix' | 'notes'>,
  { mixAsSet, routes, clusters }: ClientScope,
): { readonly sources: readonly SourceModel[]; readonly faults: readonly CompileFault[] } {
  const clients = parts.nodes.flatMap((client, position) =>
    client.plan.traffic === null || client.plan.traffic.users === 0
      ? []
      : [{ ...client, position, traffic: client.plan.traffic }],
  )
  if (clients.length === 0) {
    return {
      sources: [],
      faults: [{ path: 'nodes', message: 'There is no client with users, so nothing makes requests.' }],
    }
  }
  const leads = ({ position }: { position: number }) =>
    routes[position]?.program.some(({ length }) => length > 0) === true
  const [connected, idle] = [clients.filter(leads), clients.filter((client) => !leads(client))]
  if (connected.length === 0) {
    const message = 'leads nowhere: connect it to a component that answers requests.'
    return { sources: [], faults: idle.map(({ at, name }) => ({ path: `nodes.${at}`, message: `${name} ${message}` })) }
  }
  for (const { id, name } of idle) notes.warn(`${name} leads nowhere and is left out`, id)
  const backgroundTraffic = backgroundTrafficBy(parts, notes)
  const regions = regionsOf(parts)
  const total = connected.reduce((sum, { traffic }) => sum + drawnPerSecond(traffic), 0)
  const recorded =
    settings.recorded.length === 0
      ? []
      : recordedBy(
          settings.recorded,
          connected.map(({ traffic }) => basePerSecond(traffic) / total),
        )
  return {
    sources: connected.map(({ traffic, ...client }, index) =>
      sourceOf(client, traffic, {
        backgroundTraffic,
        settings,
        mix,
        mixAsSet,
        clientCluster: clusters[client.position] ?? '',
        total,
        regions,
        recorded: recorded[index] ?? null,
      }),
    ),
    faults: [],
  }
}

function nodesOf(
  { parts, settings, notes, offered, byDemand }: Scope,
  routes: readonly Route[],
  faults: readonly Fault[],
) {
  const isOnCycle = onCycles(parts)
  const cannotScale = isCutOffFromScaling(parts)
  const stations: StationModel[] = []
  const emptied = new Set(faults.flatMap((fault) => (fault.kind === 'cold' ? [fault.node] : [])))
  const nodes = parts.nodes.map(({ id, name, plan }, position): NodeModel => {
    const first = stations.length
    const { program, balancing, passes } = routes[position] ?? {
      program: forAll([]),
      balancing: { by: 'weight' },
      passes: forAll(false),
    }
    for (const { name: part, ...station } of plan.stations) {
      const isStuck = station.scaling !== null && cannotScale[position] === true
      if (isStuck)
        notes.warn(`New instances of ${name} get no requests: its load balancer is not connected to auto-scaling`, id)
      stations.push({
        ...station,
        scaling: isStuck ? null : station.scaling,
        key: part === '' ? id : `${id} ${part}`,
        node: position,
        failureProbability: settings.failurePer === 'request' ? plan.failureProbability : 0,
        hasPriorities: false,
      })
    }
    const hitRate = offered.hitRates[position] ?? 0
    return {
      id,
      items:
        emptied.has(position) && hitRate > 0
          ? {
              shares: offered.popularityAt(position),
              hitRate: offered.hitRateAt(position, { load: 1, fetch: 0 }),
              isRenewed: plan.renewsItems,
            }
          : null,
      stationOf: plan.stationOf.map((station, type) =>
        station === null || passes[type] === true ? null : first + station,
      ) as unknown as ByClass<number | null>,
      machinesPerInstance: plan.machinesPerInstance,
      hitRate: forReads(hitRate),
      hitsByDemand: byDemand.hits[position] ?? null,
      derivedHits: derivedHits(hitRate, (times) => offered.hitRateAt(position, times)),
      program,
      balancing,
      health: plan.health,
      ejection: plan.ejection,
      isOnCycle: isOnCycle[position] === true,
    }
  })
  return { nodes, stations }
}

function linksOf(
  { parts, settings, notes, mix, offered, byDemand }: Scope,
  { nodes, stations, faults }: Pick<Model, 'nodes' | 'faults'> & { readonly stations: StationModel[] },
): readonly LinkModel[] {
  const { nodes: plannedNodes, edges } = parts
  const arriving = arrivingBy(parts)
  const between = new Map(edges.map(({ source, target }, position) => [`${source} ${target}`, position]))
  const firstStations = new Map<number, number>()
  for (const [station, { node }] of stations.entries()) if (!firstStations.has(node)) firstStations.set(node, station)
  const hasSizes = settings.recorded.some(({ sizeKB }) => sizeKB !== null)
  const losing = new Set(faults.flatMap((fault) => (fault.kind === 'lose' ? [fault.link] : [])))
  const links = edges.map((plannedEdge, position): LinkModel => {
    // A response takes the connection that is drawn for it, unless this one says that it takes replies.
    const answersOver =
      plannedEdge.data.bidirectional === false
        ? (between.get(`${plannedEdge.target} ${plannedEdge.source}`) ?? null)
        : null
    const comes = arriving[position] ?? { isFromClient: false, checkMs: 0, farFrom: null }
    const edge: EdgeContext = {
      type: plannedEdge.type,
      data: plannedEdge.data,
      source: plannedNodes[plannedEdge.source]?.plan ?? PLAIN,
      target: plannedNodes[plannedEdge.target]?.plan ?? PLAIN,
      back: edges[answersOver ?? position]?.data ?? plannedEdge.data,
      arriving: comes,
      takesSizes: hasSizes && comes.isFromClient,
      mix,
      offered: offered.edges[position] ?? NO_REQUESTS,
      settings,
      notes,
    }
    const delivered = delivery(edge, losing.has(position))
    return {
      id: plannedEdge.id,
      source: plannedEdge.source,
      target: plannedEdge.target,
      ...calling(edge),
      hitsByDemand: byDemand.kept[position] ?? null,
      derivedHits: derivedHits(edge.offered.kept, (times) => offered.keptAt(position, times)),
      ...time(edge),
      answersOver,
      far: far(edge, losing.has(position)),
      ...setup(edge),
      ...delivered,
      ...capacity(edge, delivered.expiryMs),
      stationOf: readStationOf(plannedEdge, edge, firstStations),
    }
  })
  giveWayToUrgent(links, nodes, stations)
  return links
}

function derivedHits(hitRate: number, at: (times: Times) => number): DerivedHits | null {
  if (hitRate === 0) return null
  const [atTwiceTheLoad, atTwiceTheFetch] = [at({ load: 2, fetch: 1 }), at({ load: 1, fetch: 2 })]
  return atTwiceTheLoad === hitRate && atTwiceTheFetch === hitRate ? null : { atTwiceTheLoad, atTwiceTheFetch }
}

/** Connections that only read lead to the station that reads do. */
function readStationOf(
  { routing, target }: PlannedEdge,
  { target: plan }: EdgeContext,
  firstStations: ReadonlyMap<number, number>,
): LinkModel['stationOf'] {
  const first = firstStations.get(target)
  return !routing.isReadOnly || first === undefined ? null : forAll(first + plan.readStation)
}

/** Where connections of several priorities meet, the queue is ordered by them. */
function giveWayToUrgent(links: readonly LinkModel[], nodes: readonly NodeModel[], stations: StationModel[]): void {
  const priorities = nodes.map(() => new Set<number>())
  for (const { target, priority } of links) priorities[target]?.add(priority)
  for (const [position, station] of stations.entries()) {
    if ((priorities[station.node]?.size ?? 0) > 1) stations[position] = { ...station, hasPriorities: true }
  }
}
