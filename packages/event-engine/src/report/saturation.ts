import { spreadOf } from '@plimsoll/simulation'
import type { LinkModel, Model, Scaling, StationModel } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'
import { passShare } from '../rules/call-times.ts'
import { mostAdmitted, mostAtWork } from '../rules/room.ts'
import { meanOfValues } from '../statistics/estimate.ts'
import type { LimitKind, PartRef, Saturation, SaturationLimit } from './report.ts'
import { saturatingLoads } from './saturating-loads.ts'
import { answersOver, type PlacedStation, rateLimit, stationsByNode } from './structure.ts'
import { fullestOf, type OfferedWork, offeredWork, offeredWorkAt, UNUSED } from './work.ts'

/** What is loaded less is no limit that one would meet. */
const LEAST_LOAD = 1e-6

/**
 * What limits the throughput, by offered work over capacity (utilisation law), the mean over the runs. A part that others wait for
 * comes before them: the time that slots are held counts without the waiting of the calls.
 */
export function saturationOf(
  model: Model,
  outcomes: readonly RunOutcome[],
  { asksBeyondLimits }: { readonly asksBeyondLimits: boolean },
): Saturation {
  const areFollowed = asksBeyondLimits && !hasCycle(model)
  const workAt = outcomes.map((outcome) => offeredWorkAt(model, outcome))
  const works = workAt.map((at) => at(1))
  const had = model.nodes.map((_, node) => spreadOf(outcomes.map(({ nodes }) => nodes[node]?.meanInstances ?? 0)).mean)
  const limitsOf = (work: OfferedWork) => [...nodeLoads(model, work, had), ...linkLoads(model, work)]
  const first = works.slice(0, 1).flatMap(limitsOf)
  const loadsOf = (some: readonly OfferedWork[]) => {
    const lists = some.map(limitsOf)
    return first.map((_, index) => spreadOf(lists.map((list) => list[index]?.load ?? 0)).mean)
  }
  const loadsAt = (timesTheLoad: number) => loadsOf(workAt.map((at) => at(timesTheLoad)))
  const loads = loadsOf(works)
  const times = saturatingLoads({
    at: loadsAt,
    now: loads,
    idle: hasTraffic(model) ? loadsAt(0) : loads.map(() => 0),
    isRate: first.map(({ limit }) => limit === 'rate' && areFollowed),
  })
  const offeredRps = spreadOf(works.map(({ perSecond }) => perSecond)).mean
  const limits = first.map(({ instances, ...limit }, index): SaturationLimit => {
    const timesTheLoad = times[index] ?? Number.POSITIVE_INFINITY
    return {
      ...limit,
      load: loads[index] ?? 0,
      atRps: timesTheLoad < Number.POSITIVE_INFINITY ? offeredRps * timesTheLoad : null,
      isUpperBound: limit.limit === 'slots' || limit.limit === 'pool',
      instances: instances !== null && instances.most > instances.had + ROUNDING ? instances : null,
    }
  })
  return {
    offeredRps,
    limits: firstOfEach(sorted(limits.filter(({ load }) => load >= LEAST_LOAD && Number.isFinite(load)))),
  }
}

/** Of a line, the direction that is saturated first. */
function firstOfEach(limits: readonly SaturationLimit[]): readonly SaturationLimit[] {
  const told = new Set<string>()
  return limits.filter((limit) => {
    const key = keyOf(limit)
    return !told.has(key) && told.add(key)
  })
}

const keyOf = ({ of, id, limit }: SaturationLimit): string => `${of} ${limit} ${id}`

/** Whether messages come beside the requests. */
const hasTraffic = ({ sources }: Model): boolean =>
  sources.some(({ backgroundTraffic }) => backgroundTraffic.length > 0)

/** Along a cycle of connections, how many calls a visit makes depends on how many visits a limit lets through. */
const hasCycle = ({ nodes }: Model): boolean => nodes.some(({ isOnCycle }) => isOnCycle)

/** First to saturate first. */
const sorted = (limits: readonly SaturationLimit[]) =>
  limits.toSorted((one, other) => {
    const [earlier, later] = [saturatedAt(one), saturatedAt(other)]
    return earlier === later ? other.load - one.load : earlier - later
  })

/** Infinity: at no load. */
export const saturatedAt = ({ atRps }: SaturationLimit): number => atRps ?? Number.POSITIVE_INFINITY

/** With what was found of some limits in place of what was computed. */
export function withFound(saturation: Saturation, found: readonly SaturationLimit[]): Saturation {
  const replaced = new Set(found.map(keyOf))
  const others = saturation.limits.filter((limit) => !replaced.has(keyOf(limit)))
  return { ...saturation, limits: sorted([...found, ...others]) }
}

/** Slots are taken nearly all the time from this share of it on, with this many requests or more in the queue. */
const NEARLY_ALWAYS = 0.99
const QUEUEING = 1
/** Held by so much more than was computed, they are held for something that was not. */
const UNEXPLAINED = 0.05

/**
 * Nodes whose slots were taken nearly all the time while requests queued, though all that was computed leaves room: waiting calls,
 * timeouts and the pauses after them hold slots, too. They carry what was served, by the lower end of its interval.
 */
export function takenSlots(model: Model, saturation: Saturation, outcomes: readonly RunOutcome[]): SaturationLimit[] {
  if (saturation.limits.some(({ load }) => load >= NEARLY_ALWAYS)) return []
  const mean = (of: (run: RunOutcome) => number) => spreadOf(outcomes.map(of)).mean
  return stationsByNode(model).flatMap((stations, index) => {
    const id = model.nodes[index]?.id
    if (id === undefined || stations.length === 0 || !stations.every(({ station }) => isQueue(station))) return []
    const busy = mean(({ nodes }) => nodes[index]?.meanBusy ?? 0) / slotsIn(outcomes, index, stations)
    const isTaken = busy >= NEARLY_ALWAYS && mean(({ nodes }) => nodes[index]?.meanQueue ?? 0) >= QUEUEING
    const own = saturation.limits.filter((limit) => limit.of === 'node' && limit.id === id)
    if (!isTaken || own.some(({ load, limit }) => limit !== 'rate' && load > busy - UNEXPLAINED)) return []
    const { lower, mean: middle } = meanOfValues(outcomes.map((run) => servedShare(model, run, index)))
    const served = lower ?? middle
    const slots = own.find(({ limit }) => limit === 'slots')
    return {
      of: 'node',
      id,
      // Who calls nobody has its slots taken by its own work alone.
      limit: callsAnyone(model, index) ? 'slots' : 'service',
      waitsFor: slots?.waitsFor ?? null,
      load: 1 / served,
      atRps: saturation.offeredRps * served,
      isUpperBound: false,
      instances: null,
    }
  })
}

/** Of the visits that would come if nothing were held up on the way there; of one that calls nobody, with what is tried again. */
function servedShare(model: Model, outcome: RunOutcome, node: number): number {
  const { completed = 0, failed = 0, started = 0 } = outcome.nodes[node] ?? {}
  const tries = callsAnyone(model, node) ? 1 : triesOf(model, outcome, node)
  const visits = (offeredWork(model, outcome).stationVisits[node] ?? 0) * (outcome.measuredMs / 1000) * tries
  return Math.min(1, Math.min(completed + failed, started) / visits)
}

const callsAnyone = ({ links }: Model, node: number): boolean => links.some(({ source }) => source === node)

/** Calls of a node for each that is not tried again. */
function triesOf({ links }: Model, outcome: RunOutcome, node: number): number {
  const toIt = outcome.links.filter((_, index) => links[index]?.target === node)
  const attempts = toIt.reduce((sum, one) => sum + one.attempts, 0)
  return attempts / Math.max(1, attempts - toIt.reduce((sum, one) => sum + one.retries, 0))
}

const isQueue = ({ discipline, slots }: StationModel): boolean => discipline === 'fifo' && Number.isFinite(slots)

/** `instances`: also where there were as many as the load is of. */
type Load = Omit<SaturationLimit, 'atRps' | 'isUpperBound'>

const load = (part: PartRef, limit: LimitKind, amount: number): Load => ({
  ...part,
  limit,
  waitsFor: null,
  load: amount,
  instances: null,
})

/** The same list for every run: what does not apply has no load. */
function nodeLoads(model: Model, work: OfferedWork, instances: readonly number[]): readonly Load[] {
  return stationsByNode(model).flatMap((stations, index) => {
    const id = model.nodes[index]?.id
    if (stations.length === 0 || id === undefined) return []
    const part = { of: 'node', id } as const
    const perSecond = work.visits[index] ?? 0
    const allowed = rateLimit(stations.flatMap(({ station }) => station.limits))
    const most = (of: (placed: PlacedStation) => number) => Math.max(...stations.map(of))
    const had = instances[index] ?? 0
    const service = load(
      part,
      'service',
      most((placed) => serviceLoad(work, placed)),
    )
    return [
      { ...service, instances: { had, most: most(({ station: { scaling } }) => scaling?.max ?? 0) } },
      { ...load(part, 'slots', 0), ...heldLoad(model, work, { stations, had }) },
      load(
        part,
        'storage',
        most(({ position }) => work.storage[position]?.share ?? 0),
      ),
      load(part, 'rate', perSecond / allowed),
    ]
  })
}

const serviceLoad = ({ busySlots }: OfferedWork, { position, station }: PlacedStation): number =>
  (busySlots[position] ?? 0) / capacityOf(station, mostAtWork(station))

/** Visits a second of what is the fullest at a node: of a database the writes, for example, where reads have stations or storage of their own. */
export function visitsOfFullest(work: OfferedWork, limit: LimitKind, stations: readonly PlacedStation[]): number {
  const uses = stations.map((placed) =>
    limit === 'storage'
      ? (work.storage[placed.position] ?? UNUSED)
      : { share: serviceLoad(work, placed), visits: work.visitsAt[placed.position] ?? 0 },
  )
  return fullestOf(uses).visits
}

/** Auto-scaling that looked so often and left the number of instances is taken to leave it. */
const LOOKS = 2

/** Hides the last bits of a mean over time. */
const ROUNDING = 1e-9

/** Whether it has looked often enough to tell what it does. */
export const hasLooked = (outcomes: readonly RunOutcome[], { syncMs }: Scaling): boolean =>
  outcomes.every(({ measuredMs }) => measuredMs >= LOOKS * syncMs)

/** How many instances a node has where auto-scaling left their number as it was; null: it may change it. */
export function leftInstances(outcomes: readonly RunOutcome[], node: number, scaling: Scaling): number | null {
  const means = outcomes.map(({ nodes }) => nodes[node]?.meanInstances ?? 0)
  const left = Math.round(means[0] ?? 0)
  const isLeft = means.every((mean) => Math.abs(mean - left) < ROUNDING)
  return isLeft && hasLooked(outcomes, scaling) ? left : null
}

/** The slots that a node had in these runs: with as many instances as there may be where auto-scaling may add some. */
export const slotsIn = (outcomes: readonly RunOutcome[], node: number, stations: readonly PlacedStation[]): number =>
  stations.reduce((sum, { station: { slots, scaling, instances } }) => {
    const most = scaling === null ? instances : (leftInstances(outcomes, node, scaling) ?? scaling.max)
    return sum + slots * most
  }, 0)

/** With as many instances as there may be. */
const capacityOf = (station: StationModel, perInstance: number): number => perInstance * mostInstances(station)

const mostInstances = ({ scaling, instances }: StationModel): number => scaling?.max ?? instances

/** The slots of a pool that can be taken at once: those of a broker are no more than its consumer takes at once. */
export function poolSlots({ pool, message }: LinkModel, [target]: readonly PlacedStation[] = []): number {
  const size = pool?.size ?? Number.POSITIVE_INFINITY
  const isBroker = pool?.isAtTarget === true && message !== null && size < Number.POSITIVE_INFINITY
  if (!isBroker || pool.followsTarget || target === undefined) return size
  return Math.min(size, pool.groups * capacityOf(target.station, slotsOf(target.station)))
}

/** Who waits for a call takes a slot; or, where the requests at work share the cores, one of those that are admitted. */
const slotsOf = (station: StationModel): number =>
  station.discipline === 'fifo' ? mostAtWork(station) : mostAdmitted(station)

/** Of a node's slots while calls hold some: those of its fullest station, and of how many instances. */
function heldLoad(
  { nodes, links }: Model,
  { held, busySlots, visitsAt }: OfferedWork,
  { stations, had }: { readonly stations: readonly PlacedStation[]; readonly had: number },
): Pick<Load, 'load' | 'waitsFor' | 'instances'> {
  const loads = stations.map(({ position, station }) => {
    const { slots, link: longest } = held[position] ?? { slots: 0, link: null }
    const link = links[longest ?? -1]
    const atWork = busySlots[position] ?? 0
    const visitMs = ((slots + atWork) / (visitsAt[position] ?? 0)) * 1000
    const instances = addsNone(station, { share: atWork / (slots + atWork), visitMs }) ? had : mostInstances(station)
    return {
      load: slots > 0 ? (slots + atWork) / (slotsOf(station) * instances) : 0,
      waitsFor: link === undefined || link.message !== null ? null : (nodes[link.target]?.id ?? null),
      instances: station.scaling && { had, most: instances },
    }
  })
  return loads.reduce((fullest, one) => (one.load > fullest.load ? one : fullest))
}

/** Standard deviations by which a look of auto-scaling may see more than the mean. */
const MOST_ABOVE = 6

/**
 * Whether auto-scaling looks at the slots at work and, while calls hold the others, sees at most half of its target there, so that it adds
 * no instance, and of several takes some away. `share`: of the taken slots those at work, the mean; a look's varies as if times of work
 * and of calls were exponential (an alternating renewal process).
 */
function addsNone(station: StationModel, { share, visitMs }: { readonly share: number; readonly visitMs: number }) {
  const { scaling, slots } = station
  if (scaling?.metric !== 'slots') return false
  const deviation = share * (1 - share) * Math.sqrt((2 * visitMs) / (scaling.syncMs * slotsOf(station)))
  return ((share + MOST_ABOVE * deviation) * slotsOf(station)) / slots <= scaling.target / 2
}

function linkLoads(model: Model, { links, calls, answered, lineMsSeen, heldMs, callMs }: OfferedWork): readonly Load[] {
  const messages = new Map<number, number>()
  for (const { link, perSecond, lineMs } of model.sources.flatMap(({ backgroundTraffic }) => backgroundTraffic))
    messages.set(link, (messages.get(link) ?? 0) + perSecond * lineMs)
  const stations = stationsByNode(model)
  const over = answersOver(model)
  const passingOver = model.links.map(({ limits }, index) => Math.min(calls[index] ?? 0, rateLimit(limits)))
  const answersMs = (index: number) =>
    (passingOver[index] ?? 0) * (answered[index] ?? 1) * (model.links[index]?.responseLineMs ?? 0)
  return links.flatMap((link, index) => {
    const part = { of: 'edge', id: link.id } as const
    const allowed = rateLimit(link.limits)
    const perSecond = calls[index] ?? 0
    const passing = passingOver[index] ?? 0
    const others = (over[index] ?? []).reduce((sum, one) => sum + answersMs(one), messages.get(index) ?? 0)
    const responsesMs = link.answersOver === null ? answersMs(index) : 0
    const seenMs = link.perKB === null ? null : (lineMsSeen[index] ?? null)
    // Requests with sizes of their own take what they were seen to take.
    const requestsMs = seenMs === null ? passing * link.requestLineMs + others : Math.max(passing * seenMs, others)
    return [
      // Each direction for itself.
      load(part, 'line', requestsMs / 1000),
      load(part, 'line', responsesMs / 1000),
      load(part, 'rate', perSecond / allowed),
      ...poolLoad(link, part, {
        passing,
        slots: poolSlots(link, stations[link.target]),
        atTargetMs: heldMs[link.target] ?? 0,
        callMs: callMs[index] ?? 0,
      }),
    ]
  })
}

function poolLoad(
  link: LinkModel,
  part: PartRef,
  { passing, slots, atTargetMs, callMs }: Record<'passing' | 'slots' | 'atTargetMs' | 'callMs', number>,
): readonly Load[] {
  if (link.pool === null) return []
  const takenMs = Math.max(link.pool.holdMs, link.pool.isAtTarget ? passShare(link) * atTargetMs : callMs)
  return [load(part, 'pool', (passing * takenMs) / 1000 / slots)]
}
