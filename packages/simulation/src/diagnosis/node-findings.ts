import { fullestOf } from '../running/fullest.ts'
import {
  changeOf,
  type EdgeElement,
  type Element,
  type Elements,
  governedBy,
  leastOf,
  type NodeElement,
  numbersOf,
  raised,
} from './elements.ts'
import type { Evidence, Finding, ProposedChange } from './finding.ts'
import { FULL_FROM, LEAST_RATE, PLACES_FORMULA, placesFor, RATE_FORMULA, TARGET_UTILIZATION } from './limits.ts'
import type { EdgeMeasures, NodeMeasures, RunMeasures, StationMeasures } from './run-measures.ts'
import { counted, figure, listed, share } from './words.ts'

/** What the diagnosis knows of one node. */
interface Measured {
  readonly node: NodeElement
  readonly figures: NodeMeasures
  /** Requests per second that more arrive than end there. */
  readonly growth: number
  readonly run: RunMeasures
  readonly elements: Elements
}

/** What the figures of the nodes tell. */
export function nodeFindings(elements: Elements, run: RunMeasures): Finding[] {
  return run.nodes.flatMap((figures) => {
    const node = elements.nodes.get(figures.id)
    if (node === undefined || figures.offered === 0) return []
    const { offered, served, rejected, failed } = figures
    const measured = { node, figures, growth: Math.max(0, offered - served - rejected - failed), run, elements }
    return [limitOf(measured), idleCache(measured), withoutSpare(measured), ...unevenBalance(measured)].filter(
      (finding) => finding !== null,
    )
  })
}

/** The one limit of the node that requests run into first; null: none. */
function limitOf(measured: Measured): Finding | null {
  const { offered, rejected } = measured.figures
  // Where its slots turn away most of what a limit on the rate lets in, the limit is not what they run into first.
  return (
    rateLimit(measured, offered - rejected) ??
    storage(measured) ??
    slots(measured) ??
    heldPlaces(measured) ??
    rateLimit(measured, offered)
  )
}

/** Turned away or piling up, in requests per second. */
const harmedAt = ({ figures: { rejected }, growth }: Measured): number => rejected + growth

function rateLimit(measured: Measured, used: number): Finding | null {
  const { node, figures } = measured
  const limit = leastOf(node, 'rate')
  if (figures.rejected < LEAST_RATE || used < FULL_FROM * limit) return null
  const needed = figures.offered / TARGET_UTILIZATION
  const changes = numbersOf(node, 'rate').flatMap((one) =>
    one.value > 0 && one.value < needed ? (raised(node, one, needed) ?? []) : [],
  )
  return full(measured, {
    what: `${figure(limit)} rps allowed`,
    cause: 'Its limit on requests per second turns away what exceeds it.',
    evidence: [{ label: 'Limit', value: limit, unit: 'rps' }],
    changes,
    formula: RATE_FORMULA,
  })
}

function storage(measured: Measured): Finding | null {
  const { node, figures, run } = measured
  const bound = usedUpStorage(node, figures, run)
  if (bound.length === 0) return null
  return full(measured, {
    what: listed(bound.map(({ property, value }) => `${property.label} ${figure(value)}`)),
    cause: 'Its storage does not do more operations per second.',
    evidence: bound.map(({ property, value }) => ({ label: property.label, value, unit: property.unit ?? '' })),
    changes: bound.flatMap(
      (one) => raised(node, one, ((figures.offered + laggingTo(measured)) * one.share) / TARGET_UTILIZATION) ?? [],
    ),
    formula: RATE_FORMULA,
  })
}

/** The limits of its storage of which so much is used, each with the share of its requests that it is for. */
export function usedUpStorage(element: Element, { served }: NodeMeasures, { mix }: RunMeasures, from = FULL_FROM) {
  const { Read: reads = 0, Write: writes = 0, Transaction: transactions = 0 } = mix
  const stored = reads + writes + transactions
  const limits = [
    ...numbersOf(element, 'read-rate').map((one) => ({ ...one, share: reads / stored })),
    ...numbersOf(element, 'write-rate').map((one) => ({ ...one, share: 1 - reads / stored })),
  ]
  const isUsedUp = (done: number) => done > from && done < 1 + MIX_KNOWN_TO
  return stored === 0 ? [] : limits.filter(({ value, share }) => isUsedUp((served * share) / value))
}

/** How well the mix of requests at a node is known. */
export const MIX_KNOWN_TO = 0.1

/** Slots that work nearly all the time, or that calls hold for so long. */
function slots(measured: Measured): Finding | null {
  const station = fullest(measured.figures)
  if (station === null || !isTaken(station)) return null
  const { name, offered, served, working, taken, slots, serviceMs } = station
  const isAtWork = working >= FULL_FROM * slots
  const eachMs = !isAtWork ? (taken / Math.max(served, 1e-9)) * 1000 : serviceMs
  const factor = placesFor(offered + laggingTo(measured), eachMs) / slots
  const forWhat = name === '' ? '' : ` for ${name}`
  const part = {
    traffic: station,
    what: `${figure(isAtWork ? working : taken)} of ${counted(slots, 'slot')}${forWhat} ${isAtWork ? 'at work' : 'taken'}`,
    evidence: [
      { label: 'Slots at work', value: working, unit: 'slots' },
      { label: 'Slots held by calls', value: taken - working, unit: 'slots' },
      { label: `Slots${forWhat}`, value: slots, unit: 'slots' },
      { label: 'Mean service time', value: serviceMs, unit: 'ms' },
    ],
    changes: moreSlots(measured, factor),
    formula: PLACES_FORMULA,
  }
  if (isHeldByCalls(station)) return heldBySlowCalls(measured, { ...part, stays: 'keeps its slot' })
  return isAtScalingBound(measured)
    ? scalingBound(measured, { ...part, factor })
    : full(measured, { ...part, cause: 'More requests arrive than its slots can serve.' })
}

/**
 * Per second the messages that are published for it and the calls for it that wait for a connection, and that it does not get to:
 * it takes no more at a time than it can process, or than there are connections.
 */
function laggingTo({ node, run, elements }: Measured): number {
  const lags = run.edges.map((edge) => (elements.edges.get(edge.id)?.target === node.id ? lagOf(edge) : 0))
  return lags.reduce((sum, lag) => sum + Math.max(0, lag), 0)
}

const lagOf = ({ messages, ...edge }: EdgeMeasures): number => {
  if (messages !== null) return messages.published - messages.ended
  return Number.isFinite(edge.poolSize) ? unconnected(edge) : 0
}

/** Calls per second that ask for a connection of the pool and get none, or not yet. */
export const unconnected = ({ calls, rateLimited, breakerRefused, crossed }: Omit<EdgeMeasures, 'messages'>): number =>
  Math.max(0, calls - rateLimited - breakerRefused - crossed)

const isTaken = ({ taken, slots }: StationMeasures): boolean => taken >= FULL_FROM * slots

/** Whether all slots are taken, most of them by requests that wait for a call. */
export const isHeldByCalls = (station: StationMeasures): boolean =>
  isTaken(station) && station.working < station.taken / 2

/** Of the node's slots those that are taken the most; null: nobody waits for one. */
export const fullest = ({ stations }: NodeMeasures): StationMeasures | null => fullestOf(stations)

/** Requests at a time that are admitted, while its slots have nothing to do. */
function heldPlaces(measured: Measured): Finding | null {
  const { node, figures } = measured
  const perInstance = leastOf(node, 'places')
  const places = perInstance * Math.max(1, figures.instances)
  if (!Number.isFinite(places) || figures.rejected < LEAST_RATE || figures.present < 0.8 * places) return null
  const needed = placesFor(figures.offered, figures.visitMs) / Math.max(1, figures.instances)
  const part = {
    what: `${figure(figures.present)} of ${figure(places)} requests admitted`,
    evidence: [
      { label: 'Requests there', value: figures.present, unit: 'requests' },
      { label: 'Most requests at a time', value: places, unit: 'requests' },
      { label: 'Mean time of a visit', value: figures.visitMs, unit: 'ms' },
    ],
    changes: numbersOf(node, 'places').flatMap((one) => raised(node, one, needed) ?? []),
    formula: PLACES_FORMULA,
  }
  const isHeld = figures.present - figures.waiting > 2 * figures.working && slowestCallee(measured) !== null
  return isHeld
    ? heldBySlowCalls(measured, {
        ...part,
        traffic: figures,
        stays: 'stays admitted',
      })
    : full(measured, {
        ...part,
        cause: 'It admits no more requests at a time.',
      })
}

interface Found {
  /** What of how much is used. */
  readonly what: string
  readonly traffic: StationMeasures | NodeMeasures
}

interface Part {
  readonly evidence: readonly Evidence[]
  readonly changes: readonly ProposedChange[]
  readonly formula: string
}

function full(
  measured: Measured,
  {
    what,
    traffic = measured.figures,
    cause,
    ...part
  }: Part & Pick<Found, 'what'> & Partial<Found> & { readonly cause: string },
): Finding {
  const { node, figures, growth } = measured
  const isGrowing = figures.rejected < LEAST_RATE && growth > Math.max(LEAST_RATE, 0.02 * figures.offered)
  const head = isGrowing
    ? `The queue of ${node.name} grows by ${figure(growth)} requests per second`
    : `${node.name} is full`
  return finding(measured, {
    ...part,
    kind: isGrowing ? 'growing-queue' : 'full',
    sentence: `${head}: ${what}, ${trafficOf(traffic)}.`,
    cause,
  })
}

function heldBySlowCalls(
  measured: Measured,
  { what, traffic, stays, ...part }: Part & Found & { readonly stays: 'keeps its slot' | 'stays admitted' },
): Finding {
  const { node } = measured
  const slowest = slowestCallee(measured)
  const where = slowest === null ? 'what it calls' : slowest.name
  return finding(measured, {
    ...part,
    kind: 'held-slots',
    sentence: `${node.name} waits for ${where}: ${what}, ${figure(traffic.working)} of them at work, ${trafficOf(traffic)}.`,
    cause: `A request ${stays} while it waits for ${where}.`,
  })
}

function isAtScalingBound({ node, figures }: Measured): boolean {
  return figures.scales && figures.instances > leastOf(node, 'most-instances') - 0.01
}

function scalingBound(
  measured: Measured,
  { what: _, traffic, factor, ...part }: Part & Found & { readonly factor: number },
): Finding {
  const { node, figures } = measured
  return finding(measured, {
    ...part,
    kind: 'scaling-bound',
    sentence: `${node.name} cannot scale any further: ${counted(figures.instances, 'instance')} of at most ${figure(leastOf(node, 'most-instances'))}, ${trafficOf(figures)}.`,
    cause: 'Auto-scaling has reached its largest number of instances, and their slots are at work all the time.',
    changes: numbersOf(node, 'most-instances').flatMap((one) => raised(node, one, figures.instances * factor) ?? []),
  })
}

/** The property that its slots are in proportion to, raised by a factor. */
function moreSlots({ node, figures }: Measured, factor: number): ProposedChange[] {
  const direct = numbersOf(node, 'slots').flatMap((one) => raised(node, one, one.value * factor) ?? [])
  if (direct.length > 0) return direct
  const needed = Math.max(1, figures.instances) * factor
  if (!figures.scales) return numbersOf(node, 'instances').flatMap((one) => raised(node, one, needed) ?? [])
  // Auto-scaling would go below what is set as the instances: it takes slots that are held for idle ones.
  const most = numbersOf(node, 'most-instances').flatMap((one) => raised(node, one, needed) ?? [])
  const bound = Object.fromEntries(most.map(({ property, to }) => [property, to]))
  const roomy = { ...node, data: { ...node.data, ...bound } }
  return [...most, ...numbersOf(node, 'least-instances').flatMap((one) => raised(roomy, one, needed) ?? [])]
}

const trafficOf = ({ offered, served, rejected }: Pick<NodeMeasures, 'offered' | 'served' | 'rejected'>): string =>
  [
    `${figure(offered)} rps offered`,
    `${figure(served)} served`,
    ...(rejected >= LEAST_RATE ? [`${figure(rejected)} turned away`] : []),
  ].join(', ')

/** The node whose calls take most of the time here. */
function slowestCallee({ node, run, elements }: Measured): Element | null {
  const timeOf = new Map(run.nodes.map(({ id, visitMs }) => [id, visitMs]))
  const calls = new Map(run.edges.map((edge) => [edge.id, edge]))
  const times = node.out.map(({ id, target }) => {
    const { calls: perSecond = 0, networkMs = 0 }: Partial<EdgeMeasures> = calls.get(id) ?? {}
    return { target, ms: perSecond * (networkMs + (timeOf.get(target) ?? 0)) }
  })
  const slowest = times.toSorted((one, other) => other.ms - one.ms)[0]
  return slowest === undefined || slowest.ms === 0 ? null : (elements.nodes.get(slowest.target) ?? null)
}

/** Reads per second that a cache has to see before it counts as idle. */
const LEAST_HIT_RATE = 0.05

function idleCache(measured: Measured): Finding | null {
  const { node, figures } = measured
  const { reads, hits } = figures
  if (governedBy(node, 'hit-rate').length === 0) return null
  const hitRate = reads ? hits / reads : 0
  if (figures.offered < LEAST_RATE || hitRate >= LEAST_HIT_RATE) return null
  const answered = reads === null ? figure(hits) : `${figure(hits)} of ${figure(reads)}`
  const missing = reads === 0 ? 'It gets no reads.' : 'Nearly every read misses and goes on.'
  return finding(measured, {
    kind: 'idle-cache',
    sentence: `${node.name} has no effect: ${answered} reads per second answered.`,
    cause: reads === null ? 'Its hit rate is 0.' : missing,
    evidence: [
      ...(reads === null ? [] : [{ label: 'Reads', value: reads, unit: 'rps' }]),
      { label: 'Hits', value: hits, unit: 'rps' },
    ],
    changes: [],
    formula: null,
    harmedPerS: 0,
  })
}

/** Nodes that end every request when they fail. */
function withoutSpare(measured: Measured): Finding | null {
  const { node, figures } = measured
  const [instances] = numbersOf(node, 'instances')
  const spare = governedBy(node, 'spare').filter(({ value }) => value === false)
  if (hasSibling(measured) || figures.instances > 1) return null
  const changes = [
    ...(instances?.value === 1 ? [changeOf(node, instances, 2)] : []),
    ...spare.map((one) => changeOf(node, one, true)),
  ]
  if (changes.length === 0) return null
  return finding(measured, {
    kind: 'no-spare',
    sentence: `${node.name} has no spare: ${figure(figures.offered)} rps depend on a single instance.`,
    cause: 'When it fails, nothing takes over.',
    evidence: [{ label: 'Instances', value: 1, unit: 'instances' }],
    changes,
    formula: 'One more than is there',
    harmedPerS: 0,
  })
}

/** Whether all that call it could call another node of its type instead. */
function hasSibling({ node, elements }: Measured): boolean {
  const callers = elements.callers.get(node.id) ?? []
  const isSibling = (id: string) => id !== node.id && elements.nodes.get(id)?.type === node.type
  return callers.length > 0 && callers.every(({ out }) => out.some(({ target }) => isSibling(target)))
}

/** The busiest target gets so many times the mean. */
const UNEVEN_FROM = 1.5

function unevenBalance(measured: Measured): Finding[] {
  const { node, run, elements } = measured
  if (node.answers.length > 0) return []
  const typeOf = ({ target }: EdgeElement) => elements.nodes.get(target)?.type
  return [...new Set(node.out.map(typeOf))].flatMap((type) => {
    const edges = node.out.filter((edge) => typeOf(edge) === type)
    const weights = new Set(edges.map((edge) => leastOf(edge, 'weight')))
    const rates = edges.map(({ id, target }) => ({
      target,
      rate: run.edges.find((edge) => edge.id === id)?.calls ?? 0,
    }))
    const mean = rates.reduce((sum, { rate }) => sum + rate, 0) / rates.length
    const [busiest] = rates.toSorted((one, other) => other.rate - one.rate)
    if (busiest === undefined || weights.size > 1 || mean < LEAST_RATE || busiest.rate < UNEVEN_FROM * mean) return []
    const name = elements.nodes.get(busiest.target)?.name ?? busiest.target
    const pinning = governedBy(node, 'pinning').filter(({ value }) => value === true)
    const { rejected = 0 } = run.nodes.find(({ id }) => id === busiest.target) ?? {}
    return [
      finding(measured, {
        kind: 'uneven-balance',
        sentence: `${node.name} is uneven: ${name} gets ${figure(busiest.rate)} of ${figure(mean * rates.length)} rps, ${share(busiest.rate / mean / rates.length)} instead of ${share(1 / rates.length)}.`,
        cause:
          pinning.length > 0
            ? `${listed(pinning.map(({ property }) => property.label))} decides the target, whatever its load.`
            : 'Its algorithm does not spread the requests evenly.',
        evidence: [
          { label: `Calls of ${name}`, value: busiest.rate, unit: 'rps' },
          { label: 'Mean of all targets', value: mean, unit: 'rps' },
        ],
        changes: pinning.map((one) => changeOf(node, one, false)),
        formula: pinning.length > 0 ? 'Off' : null,
        harmedPerS: Math.min(rejected, busiest.rate - mean),
      }),
    ]
  })
}

type Said = Omit<Finding, 'element' | 'harmedPerS'> & { readonly harmedPerS?: number }

function finding(measured: Measured, { harmedPerS = harmedAt(measured), ...said }: Said): Finding {
  const { figures } = measured
  const traffic = [
    { label: 'Offered', value: figures.offered, unit: 'rps' },
    { label: 'Served', value: figures.served, unit: 'rps' },
    { label: 'Turned away', value: figures.rejected, unit: 'rps' },
  ]
  return {
    ...said,
    element: { of: 'node', id: measured.node.id },
    evidence: [...said.evidence, ...traffic],
    formula: said.changes.length === 0 ? null : said.formula,
    harmedPerS,
  }
}
