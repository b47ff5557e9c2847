import {
  changeOf,
  type EdgeElement,
  type Element,
  type Elements,
  governedBy,
  isOn,
  leastOf,
  numbersOf,
  raised,
} from './elements.ts'
import type { Finding, ProposedChange } from './finding.ts'
import { FULL_FROM, LEAST_RATE, PLACES_FORMULA, placesFor, RATE_FORMULA, TARGET_UTILIZATION } from './limits.ts'
import { fullest, isHeldByCalls, MIX_KNOWN_TO, unconnected, usedUpStorage } from './node-findings.ts'
import type { EdgeMeasures, NodeMeasures, RunMeasures } from './run-measures.ts'
import { counted, figure, share } from './words.ts'

interface Measured {
  readonly edge: EdgeElement
  readonly figures: EdgeMeasures
  /** Of all connections to the node that it leads to. */
  readonly toTarget: Traffic
  /** Of the node that it leads to. */
  readonly target: NodeMeasures | undefined
  readonly targetElement: Element | undefined
  readonly targetName: string
  /** The node that it leaves: a client repeats requests, too. */
  readonly source: Element | undefined
  readonly run: RunMeasures
}

/** Calls per second, retries included, and those that are none. */
interface Traffic {
  readonly calls: number
  readonly first: number
}

function trafficByTarget({ edges }: Elements, run: RunMeasures): ReadonlyMap<string, Traffic> {
  const byTarget = new Map<string, Traffic>()
  for (const { id, calls, retries } of run.edges) {
    const target = edges.get(id)?.target ?? ''
    const others = byTarget.get(target) ?? { calls: 0, first: 0 }
    byTarget.set(target, { calls: others.calls + calls, first: others.first + calls - retries })
  }
  return byTarget
}

/** What the figures of the edges tell. */
export function edgeFindings(elements: Elements, run: RunMeasures): Finding[] {
  const { nodes, edges } = elements
  const byTarget = trafficByTarget(elements, run)
  const figuresOf = new Map(run.nodes.map((node) => [node.id, node]))
  return run.edges.flatMap((figures) => {
    const edge = edges.get(figures.id)
    if (edge === undefined || figures.calls === 0) return []
    const targetElement = nodes.get(edge.target)
    const targetName = targetElement?.name ?? edge.target
    const measured = {
      edge,
      figures,
      toTarget: byTarget.get(edge.target) ?? { calls: 0, first: 0 },
      target: figuresOf.get(edge.target),
      targetElement,
      targetName,
      source: nodes.get(edge.source),
      run,
    }
    const found = [rateLimit, pool, bandwidth, shortTimeout, repeatedCalls, openBreaker, laggingMessages]
    return found.map((find) => find(measured)).filter((one) => one !== null)
  })
}

type Said = Omit<Finding, 'element'>

const finding = ({ edge: { id } }: Measured, said: Said): Finding => ({
  ...said,
  element: { of: 'edge', id },
  formula: said.changes.length === 0 ? null : said.formula,
})

function rateLimit(measured: Measured): Finding | null {
  const { edge, figures } = measured
  if (figures.rateLimited < LEAST_RATE) return null
  const limit = leastOf(edge, 'rate')
  const needed = figures.calls / TARGET_UTILIZATION
  return finding(measured, {
    kind: 'full',
    sentence: `${edge.name} is full: ${figure(limit)} calls per second allowed, ${figure(figures.calls)} made, ${figure(figures.rateLimited)} turned away.`,
    cause: 'Its limit on calls per second turns away what exceeds it.',
    evidence: [
      { label: 'Limit', value: limit, unit: 'calls/s' },
      { label: 'Calls', value: figures.calls, unit: 'calls/s' },
      { label: 'Turned away', value: figures.rateLimited, unit: 'calls/s' },
    ],
    changes: numbersOf(edge, 'rate').flatMap((one) =>
      one.value > 0 && one.value < needed ? (raised(edge, one, needed) ?? []) : [],
    ),
    formula: RATE_FORMULA,
    harmedPerS: figures.rateLimited,
  })
}

function pool(measured: Measured): Finding | null {
  const { edge, figures } = measured
  const isFull = figures.poolRefused >= LEAST_RATE || figures.poolInUse >= FULL_FROM * figures.poolSize
  if (figures.messages !== null || !Number.isFinite(figures.poolSize) || !isFull) return null
  const eachMs = (figures.poolInUse / Math.max(figures.crossed, 1e-9)) * 1000
  return finding(measured, {
    kind: 'full',
    sentence: `${edge.name} is full: ${figure(figures.poolInUse)} of ${counted(figures.poolSize, 'connection')} in use, ${figure(figures.calls)} calls per second made, ${figure(figures.poolWaiting)} waiting, ${figure(figures.poolRefused)} per second turned away.`,
    cause: 'A call keeps its connection until it is answered, and there are too few of them.',
    evidence: [
      { label: 'Connections in use', value: figures.poolInUse, unit: 'connections' },
      { label: 'Connections', value: figures.poolSize, unit: 'connections' },
      { label: 'Calls', value: figures.calls, unit: 'calls/s' },
      { label: 'Calls that wait', value: figures.poolWaiting, unit: 'calls' },
    ],
    changes: numbersOf(edge, 'pool').flatMap(
      (one) => raised(edge, one, placesFor(figures.crossed + unconnected(figures), eachMs)) ?? [],
    ),
    formula: PLACES_FORMULA,
    harmedPerS: unconnected(figures),
    isHeld: true,
  })
}

function bandwidth(measured: Measured): Finding | null {
  const { edge, figures } = measured
  if (figures.transferring < FULL_FROM || figures.lineWaitMs < figures.lineMs) return null
  const ended = figures.succeeded + figures.failed
  const factor = (figures.calls / Math.max(ended, 1e-9)) * (figures.transferring / TARGET_UTILIZATION)
  return finding(measured, {
    kind: 'full',
    sentence: `${edge.name} is full: it transfers ${share(figures.transferring)} of the time, ${figure(figures.calls)} calls per second made, ${figure(ended)} ended.`,
    cause: 'Requests and answers wait for its bandwidth.',
    evidence: [
      { label: 'Time that it transfers', value: 100 * figures.transferring, unit: '%' },
      { label: 'Mean wait for the bandwidth', value: figures.lineWaitMs, unit: 'ms' },
      { label: 'Calls', value: figures.calls, unit: 'calls/s' },
      { label: 'Calls that ended', value: ended, unit: 'calls/s' },
    ],
    changes: numbersOf(edge, 'bandwidth').flatMap((one) => raised(edge, one, one.value * factor) ?? []),
    formula: 'bandwidth × calls begun / calls ended × share of the time that it transfers / 0.7',
    harmedPerS: Math.max(0, figures.calls - ended),
  })
}

/** An exponential time is longer than three means in 5 % of the calls. */
const MEANS_TO_WAIT = 3

/** Share of the calls that time out from which it is no accident. */
const MANY_TIMEOUTS = 0.05

function shortTimeout(measured: Measured): Finding | null {
  const { edge, figures, target, targetName } = measured
  const timeoutMs = leastOf(edge, 'timeout')
  // What waits for the bandwidth needs more of it, not more time.
  const networkMs = figures.networkMs - figures.lineWaitMs
  const callMs = networkMs + (target?.serviceMs ?? 0)
  // Calls that were made before the window time out in it, too.
  const timedOut = Math.min(figures.timedOut, figures.calls)
  const isShort = timeoutMs < MEANS_TO_WAIT * callMs && timedOut >= MANY_TIMEOUTS * figures.calls
  if (!isShort || timedOut < LEAST_RATE) return null
  const needed = MEANS_TO_WAIT * callMs
  return finding(measured, {
    kind: 'short-timeout',
    sentence: `${edge.name} gives up too soon: timeout ${figure(timeoutMs)} ms, while network and service of ${targetName} take ${figure(callMs)} ms on average; ${figure(timedOut)} of ${figure(figures.calls)} calls per second time out.`,
    cause: `The timeout is shorter than three times the mean time that ${targetName} needs even when nobody waits there.`,
    evidence: [
      { label: 'Timeout', value: timeoutMs, unit: 'ms' },
      { label: 'Mean network time', value: networkMs, unit: 'ms' },
      { label: `Mean service time of ${targetName}`, value: target?.serviceMs ?? 0, unit: 'ms' },
      { label: 'Calls that time out', value: timedOut, unit: 'calls/s' },
    ],
    changes: numbersOf(edge, 'timeout').flatMap((one) => (one.value < needed ? (raised(edge, one, needed) ?? []) : [])),
    formula: '3 × (mean network time + mean service time)',
    harmedPerS: timedOut,
  })
}

/** Attempts per call from which retries are a load of their own. */
const AMPLIFIED_FROM = 1.5

/** Retries that multiply the load; where the target would do without them, a storm that does not heal. */
function repeatedCalls(measured: Measured): Finding | null {
  const { edge, figures, target, targetName, toTarget, source } = measured
  const first = figures.calls - figures.retries
  if (first < LEAST_RATE || figures.calls < AMPLIFIED_FROM * first) return null
  const capacity = capacityOf(measured)
  const failing = target === undefined ? 0 : target.rejected + figures.timedOut + target.failed
  const isStorm =
    Number.isFinite(capacity) && toTarget.calls > capacity && toTarget.first < capacity && failing >= LEAST_RATE
  const allowed = Number.isFinite(capacity) ? Math.floor((TARGET_UTILIZATION * capacity) / toTarget.first - 1) : 0
  const factor = figures.calls / first
  return finding(measured, {
    kind: isStorm ? 'retry-storm' : 'amplification',
    sentence: isStorm
      ? `Retries keep ${targetName} overloaded: ${figure(toTarget.first)} first calls per second become ${figure(toTarget.calls)}, and it can serve ${figure(capacity)}.`
      : `Retries multiply the load of ${targetName} by ${figure(factor)}: ${figure(first)} first calls per second become ${figure(figures.calls)}.`,
    cause: isStorm
      ? 'It could serve the first calls alone, but each failed one comes again.'
      : 'Calls fail, and each failed one comes again.',
    evidence: [
      { label: 'First calls', value: first, unit: 'calls/s' },
      { label: 'Retries', value: figures.retries, unit: 'calls/s' },
      { label: `First calls of all connections to ${targetName}`, value: toTarget.first, unit: 'calls/s' },
      ...(Number.isFinite(capacity) ? [{ label: `Capacity of ${targetName}`, value: capacity, unit: 'rps' }] : []),
    ],
    changes:
      toTarget.calls > TARGET_UTILIZATION * capacity
        ? [edge, source].flatMap((element) => fewerRetries(element, Math.max(0, allowed)))
        : [],
    formula: '0.7 × capacity of the target / first calls of all connections to it − 1, rounded down; off at 0',
    harmedPerS: figures.failed + figures.timedOut,
  })
}

/**
 * Calls per second that the target of an edge serves: its slots when all of them work, or as many as now, where calls hold the slots or
 * its storage does no more, and no more than it admits at a time and per second. What is served late, for a caller that has given up,
 * counts too.
 */
function capacityOf({ target, targetElement, run }: Measured): number {
  if (target === undefined || targetElement === undefined) return 0
  const { slots, serviceMs, served, instances, visitMs } = target
  const most = fullest(target)
  const isHeld = most !== null && isHeldByCalls(most)
  // Where storage only seems to be used up, all calls are served, and none is too many.
  if (isHeld || usedUpStorage(targetElement, target, run, 1 - MIX_KNOWN_TO).length > 0) return served
  const places = leastOf(targetElement, 'places') * Math.max(1, instances)
  return Math.min(servedBy(slots, serviceMs), servedBy(places, visitMs), leastOf(targetElement, 'rate'))
}

/** Requests per second that so many places take, each for so long. */
const servedBy = (places: number, eachMs: number): number =>
  Number.isFinite(places) && places > 0 && eachMs > 0 ? (places * 1000) / eachMs : Number.POSITIVE_INFINITY

function fewerRetries(element: Element | undefined, most: number): ProposedChange[] {
  if (element === undefined || !isOn(element, 'retries')) return []
  if (most === 0)
    return governedBy(element, 'retries').flatMap((one) =>
      one.property.type === 'flag' ? changeOf(element, one, false) : [],
    )
  return numbersOf(element, 'most-retries').flatMap((one) => (one.value > most ? changeOf(element, one, most) : []))
}

function openBreaker(measured: Measured): Finding | null {
  const { edge, figures, targetName } = measured
  if (figures.breakerRefused < LEAST_RATE) return null
  return finding(measured, {
    kind: 'breaker-open',
    sentence: `The circuit breaker of ${edge.name} is open: ${figure(figures.breakerRefused)} of ${figure(figures.calls)} calls per second are refused.`,
    cause: `At least half of the calls of ${targetName} failed or timed out before.`,
    evidence: [
      { label: 'Refused by the breaker', value: figures.breakerRefused, unit: 'calls/s' },
      { label: 'Calls', value: figures.calls, unit: 'calls/s' },
    ],
    changes: [],
    formula: null,
    harmedPerS: figures.breakerRefused,
  })
}

function laggingMessages(measured: Measured): Finding | null {
  const { edge, figures, targetName, run } = measured
  if (figures.messages === null) return null
  const { published, ended, waiting } = figures.messages
  const growth = published - ended
  const isLagging = growth > Math.max(LEAST_RATE, 0.05 * published) && waiting > growth * Math.min(1, run.spanS)
  if (!isLagging) return null
  const eachMs = (Math.min(figures.poolInUse, figures.poolSize) / Math.max(ended, 1e-9)) * 1000
  return finding(measured, {
    kind: 'lagging-messages',
    sentence: `Messages of ${edge.name} lag: ${figure(published)} published and ${figure(ended)} processed per second, ${figure(waiting)} waiting.`,
    cause: `${targetName} processes messages more slowly than they are published.`,
    evidence: [
      { label: 'Published', value: published, unit: 'messages/s' },
      { label: 'Processed', value: ended, unit: 'messages/s' },
      { label: 'Waiting', value: waiting, unit: 'messages' },
    ],
    changes:
      figures.poolInUse >= FULL_FROM * figures.poolSize
        ? numbersOf(edge, 'pool').flatMap((one) => raised(edge, one, placesFor(published, eachMs)) ?? [])
        : [],
    formula: PLACES_FORMULA,
    harmedPerS: growth,
  })
}
