import { CannotBeRead, existing } from '../../../../tooling/reference-cases/reference-case.ts'
import { type Histogram, meanOf, quantileOf, shareAbove } from '../../src/measure/histogram.ts'
import { type Measured, settingsOf } from './bench.ts'
import {
  type Course,
  clientEdges,
  courseAt,
  courseOf,
  edgesOf,
  firstTimeBelow,
  type MeasuredEdge,
  type MeasuredNode,
  meanCycle,
  nodeNamed,
  nodesOf,
  only,
  requestsNamed,
  servingNodes,
  sumOf,
  valueAt,
} from './measured-parts.ts'

export type Value = number | readonly number[]
type Figure<V extends Value = Value> = (measured: Measured) => V

const response = ({ outcome }: Measured): Histogram => outcome.requests.response
const meanResponse: Figure<number> = (measured) => meanOf(response(measured))
const inSystem: Figure<number> = (measured) => sumOf(heldFirst(measured), ({ meanInSystem }) => meanInSystem)
const queue: Figure<number> = (measured) => sumOf(servingNodes(measured), ({ meanQueue }) => meanQueue)
const utilization: Figure<number> = (measured) => busyShare(servingNodes(measured))
const throughput: Figure<number> = ({ outcome }) => perSecond(outcome.requests.completed, outcome.measuredMs)
const refusedShare: Figure<number> = (measured) => refused(measured) / measured.outcome.requests.arrived
const waitingShare: Figure<number> = (measured) => shareOfArrived(measured, ({ waited }) => waited)
const failedShare: Figure<number> = ({ outcome: { requests } }) =>
  requests.failed / (requests.completed + requests.failed)
const growth: Figure<number> = ({ outcome: { requests, measuredMs } }) =>
  perSecond(requests.inFlightAtEnd - requests.inFlightAtStart, measuredMs)

/** Figures of the whole system, or of its only node, by their names without the unit. Times are ms. */
const FIGURES: Readonly<Record<string, Figure>> = {
  ...named(['R', 'R_total', 'W', 'meanOk', 'mean'], meanResponse),
  ...named(['max', 'maxDelay'], (measured) => response(measured).max),
  ...named(['Wq', 'Wq_served'], meanWait),
  ...named(['L', 'N', 'Q'], inSystem),
  ...named(['Lq', 'Nq'], queue),
  ...named(['U', 'util', 'utilization', 'utilisation'], utilization),
  ...named(['X', 'Xrps', 'goodput', 'throughput'], throughput),
  ...named(['C_wait', 'P_wait', 'waitFrac'], waitingShare),
  ...named(['blockedFrac', 'rejectedFrac', 'refusedFrac'], refusedShare),
  ...named(['acceptFrac', 'acceptedFrac'], (measured) => 1 - refusedShare(measured)),
  ...named(['successFrac', 'deliveredFrac'], (measured) => 1 - failedShare(measured)),
  ...named(
    ['finalFailFrac', 'failFrac', 'failedFrac', 'errorFrac', 'lostFrac', 'lossFrac', 'droppedFrac'],
    failedShare,
  ),
  ...named(['hitFrac', 'hitRate', 'hitRatio'], hitShare),
  ...named(['growth', 'backlogGrowth'], growth),
  ...named(['attemptsPerReq', 'amplification'], attemptsPerRequest),
  ...named(['meanInst', 'meanInstances'], (measured) => sumOf(nodesOf(measured), ({ meanInstances }) => meanInstances)),
  ...named(['maxInst', 'maxInstances'], (measured) => Math.max(...instances(measured).values)),
  p0: (measured) => only(servingNodes(measured)).inSystem[0] ?? 0,
  pK: (measured) => shareOfTimeFull(only(servingNodes(measured))),
  p: (measured) => only(servingNodes(measured)).inSystem,
  offered: ({ outcome }) => perSecond(outcome.requests.arrived, outcome.measuredMs),
  rejected: refused,
  accepted: (measured) => measured.outcome.requests.arrived - refused(measured),
  expiredFrac: (measured) => shareOfArrived(measured, ({ expired }) => expired),
  timeoutFrac: timedOutShare,
  retriesPerReq: (measured) => attemptsPerRequest(measured) - 1,
  attempts: visitsOfTheLastNode,
  slow: (measured) => shareAbove(response(measured), existing(measured.diagram.slowMs, 'limit of slow responses')),
  U_link: (measured) =>
    Math.max(...edgesOf(measured).flatMap(({ requestLine, responseLine }) => [requestLine, responseLine])),
  linkWait: (measured) => sumOf(edgesOf(measured), ({ lineWaitMs }) => lineWaitMs),
  linkTime: (measured) => sumOf(edgesOf(measured), ({ lineMs }) => lineMs),
  threadUtil: (measured) => busyShare(servingNodes(measured).filter(({ id }) => isSource(measured, id))),
  poolUtil: (measured) =>
    sumOf(pooledEdges(measured), ({ meanPoolBusy }) => meanPoolBusy) /
    sumOf(pooledEdges(measured), ({ index }) => measured.model.links[index]?.pool?.size ?? 0),
  poolWait: (measured) => Math.max(...pooledEdges(measured).map(({ poolWaitMs }) => poolWaitMs)),
  poolQueue: (measured) => sumOf(pooledEdges(measured), ({ meanPoolQueue }) => meanPoolQueue),
  availability: (measured) => Math.min(...nodesOf(measured).map(({ availability }) => availability)),
  maxMeanL: (measured) => Math.max(...meanCycle(measured, inSystemOverTime(measured), 1)),
  meanBusy: (measured) => sumOf(nodesOf(measured), ({ meanBusy }) => meanBusy),
  peakBusy: (measured) => Math.max(...busyCycle(measured)),
  troughBusy: (measured) => Math.min(...busyCycle(measured)),
  finalInstances: (measured) => instances(measured).values.at(-1) ?? Number.NaN,
  peakR: peakResponse,
  lag: (measured) => lagAt(measured, Number.POSITIVE_INFINITY),
  drainSeconds,
  R_fan: (measured) => meanResponse(measured) - publisherMs(measured),
}

/** Figures of one node, client or request type: `U_db`, `p95_Read`. */
const OF_ONE: Readonly<Record<string, (measured: Measured, name: string) => number>> = {
  ...named(['L', 'N', 'Q'], (measured, name) => nodeNamed(measured, name).meanInSystem),
  ...named(['Lq', 'Nq'], (measured, name) => nodeNamed(measured, name).meanQueue),
  ...named(['U', 'util'], (measured, name) => busyShare([nodeNamed(measured, name)])),
  ...named(['R', 'W'], responseMs),
  ...named(['X', 'Xrps'], (measured, name) => {
    const completed = (requestsNamed(measured, name) ?? nodeNamed(measured, name)).completed
    return perSecond(completed, measured.outcome.measuredMs)
  }),
  // A wait of requests that only one node serves is what their response takes beside the service.
  Wq: (measured, name) =>
    requestsNamed(measured, name) === null
      ? nodeNamed(measured, name).waitMs
      : responseMs(measured, name) - only(servingNodes(measured)).serviceMs,
}

type WithNumber = (measured: Measured, number: string) => number

/** Names that hold a number. */
const NUMBERED: readonly (readonly [RegExp, WithNumber])[] = [
  [/^p(\d{2,4})$/, (measured, digits) => quantileOf(response(measured), share(digits))],
  [/^p(\d{2,4})_fan$/, (measured, digits) => quantileOf(response(measured), share(digits)) - publisherMs(measured)],
  [/^p(\d{2,4})_single$/, (measured, digits) => quantileOf(responseOfCopy(measured), share(digits))],
  [/^timeTo(\d+)$/, (measured, count) => 1000 * timeTo(measured, Number(count))],
  [/^lagAt([\d.]+)$/, (measured, second) => lagAt(measured, Number(second))],
]

/** Measures a figure by its name; null where the name means none. Times are ms. */
export function figureNamed(name: string): ((measured: Measured) => Value) | null {
  const whole = Object.hasOwn(FIGURES, name) ? FIGURES[name] : undefined
  if (whole !== undefined) return whole
  for (const [pattern, figure] of NUMBERED) {
    const number = pattern.exec(name)?.[1]
    if (number !== undefined) return (measured) => figure(measured, number)
  }
  const [, digits, ofPercentile] = /^p(\d{2,4})_(\w+)$/.exec(name) ?? []
  if (digits && ofPercentile) return (measured) => quantileOf(responseOf(measured, ofPercentile), share(digits))
  const [, before, figureBefore] = /^(\w+?)_?(Xrps)$/.exec(name) ?? []
  const [, figure = figureBefore, after = before] = /^(Lq|Nq|Wq|util|[LNQURWX])_?(\w+)$/.exec(name) ?? []
  const ofOne = figure === undefined ? undefined : OF_ONE[figure]
  return ofOne === undefined || after === undefined ? null : (measured) => ofOne(measured, after)
}

function named<F>(names: readonly string[], figure: F): Record<string, F> {
  return Object.fromEntries(names.map((name) => [name, figure]))
}

const share = (digits: string): number => Number(digits) / 10 ** digits.length

const perSecond = (count: number, measuredMs: number): number => (1000 * count) / measuredMs

const isSource = ({ diagram }: Measured, id: string) => diagram.edges.some(({ source }) => source === id)

const shareOfArrived = (measured: Measured, of: (node: MeasuredNode) => number): number =>
  sumOf(servingNodes(measured), of) / sumOf(servingNodes(measured), ({ arrived }) => arrived)

/** Mean wait of a request at all nodes together, among those that were served. */
function meanWait(measured: Measured): number {
  const nodes = servingNodes(measured)
  const served = ({ arrived, expired }: MeasuredNode) => arrived - expired
  const [first] = nodes
  const requests = nodes.length === 1 && first ? served(first) : measured.outcome.requests.completed
  return sumOf(nodes, (node) => node.waitMs * served(node)) / requests
}

const busyShare = (nodes: readonly MeasuredNode[]): number =>
  sumOf(nodes, ({ meanBusy }) => meanBusy) / sumOf(nodes, ({ meanSlots }) => meanSlots)

/** The nodes that requests pass in turn; only the first ones, where they hold it until their end. */
function heldFirst(measured: Measured): readonly MeasuredNode[] {
  const { diagram, model } = measured
  if (settingsOf(diagram).callStyle === 'pipeline') return nodesOf(measured)
  const first = clientEdges(measured).map(({ index }) => model.links[index]?.target)
  return nodesOf(measured).filter(({ index }) => first.includes(index))
}

function refused(measured: Measured): number {
  const byEdge = ({ refused }: { refused: Readonly<Record<string, number>> }) =>
    sumOf(Object.values(refused), (count) => count)
  return sumOf(nodesOf(measured), ({ rejected }) => rejected) + sumOf(edgesOf(measured), byEdge)
}

function hitShare(measured: Measured): number {
  const caches = nodesOf(measured).filter(({ hits }) => hits > 0)
  return sumOf(caches, ({ hits }) => hits) / sumOf(caches, ({ completed }) => completed)
}

function timedOutShare(measured: Measured): number {
  const timed = edgesOf(measured).filter(({ index }) => Number.isFinite(measured.model.links[index]?.timeoutMs))
  return sumOf(timed, ({ timedOut }) => timedOut) / sumOf(timed, ({ attempts }) => attempts)
}

/** Calls of those that try again; where clients do so themselves, all calls that they make. */
function attemptsPerRequest(measured: Measured): number {
  const { sources, links } = measured.model
  const all = (edges: readonly MeasuredEdge[]) => sumOf(edges, ({ attempts }) => attempts)
  const retried = edgesOf(measured).filter(({ index }) => links[index]?.retry)
  if (sources.some(({ retry }) => retry !== null)) return all(clientEdges(measured)) / measured.outcome.requests.arrived
  return all(retried) / (all(retried) - sumOf(retried, ({ retries }) => retries))
}

function visitsOfTheLastNode(measured: Measured): number {
  const last = nodesOf(measured).filter(({ id }) => !isSource(measured, id))
  return sumOf(last, ({ arrived }) => arrived) / measured.outcome.requests.arrived
}

const pooledEdges = (measured: Measured) => edgesOf(measured).filter(({ index }) => measured.model.links[index]?.pool)

function shareOfTimeFull({ inSystem, stations: [station] }: MeasuredNode): number {
  return inSystem[(station?.admission ?? Number.NaN) * (station?.instances ?? 1)] ?? Number.NaN
}

const busyCycle = (measured: Measured) =>
  meanCycle(measured, courseAt(measured, only(nodesOf(measured)).index, 'busy'), 5)

/** What is at the only node, or waits at the broker for it. */
function inSystemOverTime(measured: Measured): Course {
  const { index } = only(nodesOf(measured))
  const { spanS, values } = courseAt(measured, index, 'inSystem')
  const queues = measured.model.links.flatMap(({ target }, link) =>
    target === index ? [measured.outcome.series.poolQueue[link] ?? []] : [],
  )
  // Queues of pools are known at the end of each span only.
  const waiting = (at: number) => sumOf(queues, (queue) => ((queue[at - 1] ?? 0) + (queue[at] ?? 0)) / 2)
  return { spanS, values: values.map((value, at) => value + waiting(at)) }
}

/** Messages that wait at a time, or requests at the only node where there are none; at Infinity: at the very end. */
function lagAt(measured: Measured, second: number): number {
  const { messages, series } = measured.outcome
  // Known at the end of each span, where a mean over the span would be that of its middle.
  if (messages !== null && Number.isFinite(second)) {
    const spanS = series.spanMs / 1000
    return existing(messages.waiting[Math.round(second / spanS) - 1], `lag at ${second} s`)
  }
  const course = inSystemOverTime(measured)
  return valueAt(course, Math.min(second, course.spanS * course.values.length))
}

export const scaledNode = (measured: Measured): MeasuredNode =>
  only(nodesOf(measured).filter(({ stations }) => stations.some(({ scaling }) => scaling !== null)))

const instances = (measured: Measured): Course => courseAt(measured, scaledNode(measured).index, 'instances')

/** Seconds from the start of the run until so many instances are ready. */
function timeTo(measured: Measured, count: number): number {
  const { spanS, values } = instances(measured)
  const index = values.findIndex((value) => value >= count - 0.01)
  return index < 0 ? Number.POSITIVE_INFINITY : index * spanS
}

/** Greatest mean response of those that ended in the same second, ms. */
function peakResponse(measured: Measured): number {
  const completed = courseOf(measured, 'completed').values
  const means = courseOf(measured, 'responseMsSum').values.map((sum, index) => sum / (completed[index] || 1))
  return means.reduce((most, mean) => Math.max(most, mean), 0)
}

/** From the first change of the load until nearly nothing waits. */
function drainSeconds(measured: Measured): number {
  const { atS } = existing(settingsOf(measured.diagram).load[0], 'change of the load')
  return firstTimeBelow(inSystemOverTime(measured), 2 * only(nodesOf(measured)).meanSlots, atS) - atS
}

/** The node that sends copies, and their targets. */
function fanOf(measured: Measured) {
  const copying = measured.diagram.edges.filter(({ data }) => data?.communicationPattern === 'Pub-Sub')
  const publisher = only(nodesOf(measured).filter(({ id }) => copying.some(({ source }) => source === id)))
  const targets = nodesOf(measured).filter(({ id }) => copying.some(({ target }) => target === id))
  return { publisher, targets }
}

/** Mean time before the copies are sent. */
const publisherMs = (measured: Measured): number => {
  const { waitMs, serviceMs } = fanOf(measured).publisher
  return waitMs + serviceMs
}

const responseOfCopy = (measured: Measured): Histogram =>
  existing(fanOf(measured).targets[0]?.response, 'response times of a copy')

function responseMs(measured: Measured, name: string): number {
  const requests = requestsNamed(measured, name)
  return requests === null ? nodeNamed(measured, name).responseMs : meanOf(requests.response)
}

const responseOf = (measured: Measured, name: string): Histogram =>
  existing((requestsNamed(measured, name) ?? nodeNamed(measured, name)).response, `response times of ${name}`)

interface Name {
  readonly variant: string | null
  readonly figure: (measured: Measured) => Value
  /** What a time in ms is divided by. */
  readonly unit: number
}

/** What may be told in seconds; of anything else an `s` at the end is the name of a node. */
const TIMES = /^(?:R|W|p\d{2}|mean|max|peakR|timeTo|link|poolWait)/

/** `R_pooled_ms`, `X_10`, `p0_1`, `accept150Frac`: a figure, perhaps of a variant, perhaps with a unit. */
export function readName(key: string, variants: readonly string[]): Name {
  const [, before = key, suffix = 'ms'] = /^(.+)_(ms|s)$/.exec(key) ?? []
  const isNode = suffix === 's' && !TIMES.test(before)
  const stem = (isNode ? key : before).replace(/_rps$/, '')
  const unit = suffix === 's' && !isNode ? 1000 : 1
  const ofVariants = variants
    .toSorted((one, other) => other.length - one.length)
    .flatMap((variant) => {
      const figure = variant === '' ? null : figureNamed(withoutLabel(stem, variant.split(':')[0] as string) ?? '')
      return figure === null ? [] : [{ variant, figure, unit }]
    })
  const whole = figureNamed(stem)
  const name = ofVariants[0] ?? (whole === null ? undefined : { variant: null, figure: whole, unit })
  if (name === undefined) throw new CannotBeRead(`no figure is called ${key}`)
  return name
}

/** The name of a figure of a node or a variant, before its unit: `U` of `a`, `R_ms` of `a`. */
export const nameWith = (key: string, part: string): string => {
  const [, bare = key, unit = ''] = /^(.+?)(_ms|_s|_rps)?$/.exec(key) ?? []
  return `${bare}_${part}${unit}`
}

/** What is left of a name without the label of a variant, as one of its words or between letters. */
function withoutLabel(stem: string, label: string): string | null {
  const words = stem.split('_')
  const at = words.lastIndexOf(label)
  if (at >= 0 && words.length > 1) return words.filter((_, index) => index !== at).join('_')
  const inside = /^\d/.test(label) ? stem.split(label) : []
  return inside.length === 2 && inside.every((part) => part !== '') ? inside.join('') : null
}
