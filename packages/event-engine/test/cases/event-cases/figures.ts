import { Unmapped } from '../../../../../tooling/reference-cases/reference-case.ts'
import { type Histogram, meanOf, quantileOf, shareAbove } from '../../../src/measure/histogram.ts'
import type { Measured } from './bench.ts'
import { courseAt, courseOf, firstTimeBelow, meanCycle, valueAt } from './over-time.ts'
import {
  firstWays,
  type Place,
  placeNamed,
  places,
  refusals,
  requestsNamed,
  sumOf,
  theWorkplace,
  type Way,
  ways,
  workplaces,
} from './parts.ts'

type Value = number | readonly number[]
type Figure = (measured: Measured, ...words: string[]) => Value

/**
 * What the names of figures mean, without the unit and without the name of a variant; the first that fits counts. Times are ms.
 * Groups of the pattern are handed on.
 */
const FIGURES: readonly (readonly [RegExp, Figure])[] = [
  [/^(?:R|R_total|W|meanOk|mean)$/, ({ outcome }) => meanOf(outcome.requests.response)],
  [/^max$/, ({ outcome }) => outcome.requests.response.max],
  [/^p(\d{2,4})$/, ({ outcome }, digits) => quantileOf(outcome.requests.response, share(digits))],
  [/^(?:Wq|Wq_served)$/, (measured) => waits(measured)],
  [/^(?:L|N|Q)$/, (measured) => sumOf(entries(measured), ({ outcome }) => outcome.meanInSystem)],
  [/^(?:Lq|Nq)$/, (measured) => sumOf(workplaces(measured), ({ outcome }) => outcome.meanQueue)],
  [/^(?:U|util|utili[sz]ation)$/, (measured) => busyShare(workplaces(measured))],
  [/^(?:X|Xrps|goodput|throughput)$/, ({ outcome }) => perSecond(outcome.requests.completed, outcome.measuredMs)],
  [/^(?:C_wait|P_wait|waitFrac)$/, (measured) => ratio(measured, ({ waited }) => waited)],
  [/^p0$/, (measured) => theWorkplace(measured).outcome.inSystem[0] ?? 0],
  [/^pK$/, (measured) => fullShare(theWorkplace(measured))],
  [/^p$/, (measured) => theWorkplace(measured).outcome.inSystem],
  [/^offered$/, ({ outcome }) => perSecond(outcome.requests.arrived, outcome.measuredMs)],
  [/^(?:blocked|rejected|refused)Frac$/, (measured) => turnedAway(measured) / measured.outcome.requests.arrived],
  [/^accept(?:ed)?Frac$/, (measured) => 1 - turnedAway(measured) / measured.outcome.requests.arrived],
  [/^rejected$/, (measured) => turnedAway(measured)],
  [/^accepted$/, (measured) => measured.outcome.requests.arrived - turnedAway(measured)],
  [/^expiredFrac$/, (measured) => ratio(measured, ({ expired }) => expired)],
  [/^timeoutFrac$/, (measured) => timeouts(measured)],
  [
    /^(?:success|delivered)Frac$/,
    ({ outcome: { requests } }) => requests.completed / (requests.completed + requests.failed),
  ],
  [
    /^(?:finalFail|fail|failed|error|lost|loss|dropped)Frac$/,
    ({ outcome: { requests } }) => requests.failed / (requests.completed + requests.failed),
  ],
  [/^hit(?:Frac|Rate|Ratio)$/, (measured) => hitShare(measured)],
  [
    /^(?:backlogG|g)rowth$/,
    ({ outcome: { requests, measuredMs } }) => perSecond(requests.inFlightAtEnd - requests.inFlightAtStart, measuredMs),
  ],
  [/^(?:attemptsPerReq|amplification)$/, (measured) => attemptsPerRequest(measured)],
  [/^retriesPerReq$/, (measured) => attemptsPerRequest(measured) - 1],
  [/^attempts$/, (measured) => visitsOfTheLast(measured)],
  [/^slow$/, (measured) => slowShare(measured)],
  [
    /^U_link$/,
    (measured) => Math.max(...ways(measured).map(({ outcome }) => Math.max(outcome.requestLine, outcome.responseLine))),
  ],
  [/^linkWait$/, (measured) => sumOf(ways(measured), ({ outcome }) => outcome.lineWaitMs)],
  [/^linkTime$/, (measured) => sumOf(ways(measured), ({ outcome }) => outcome.lineMs)],
  [/^threadUtil$/, (measured) => busyShare(holders(measured))],
  [/^poolUtil$/, (measured) => poolShare(measured)],
  [/^poolWait$/, (measured) => Math.max(...pooled(measured).map(({ outcome }) => outcome.poolWaitMs))],
  [/^poolQueue$/, (measured) => sumOf(pooled(measured), ({ outcome }) => outcome.meanPoolQueue)],
  [/^availability$/, (measured) => Math.min(...places(measured).map(({ outcome }) => outcome.availability))],
  [/^maxMeanL$/, (measured) => Math.max(...meanCycle(measured, inSystem(measured), 1))],
  [/^meanBusy$/, (measured) => sumOf(places(measured), ({ outcome }) => outcome.meanBusy)],
  [
    /^peakBusy$/,
    (measured) => Math.max(...meanCycle(measured, courseAt(measured, theOnly(measured).index, 'busy'), 5)),
  ],
  [
    /^troughBusy$/,
    (measured) => Math.min(...meanCycle(measured, courseAt(measured, theOnly(measured).index, 'busy'), 5)),
  ],
  [/^timeTo(\d+)$/, (measured, count) => 1000 * timeTo(measured, Number(count))],
  [/^finalInstances$/, (measured) => instances(measured).values.at(-1) ?? Number.NaN],
  [/^meanInst(?:ances)?$/, (measured) => sumOf(places(measured), ({ outcome }) => outcome.meanInstances)],
  [/^maxInst(?:ances)?$/, (measured) => Math.max(...instances(measured).values)],
  [/^peakR$/, (measured) => peakResponse(measured)],
  [/^lagAt([\d.]+)$/, (measured, second) => valueAt(inSystem(measured), Number(second))],
  [/^lag$/, (measured) => atTheEnd(measured)],
  [/^drainSeconds$/, (measured) => drainSeconds(measured)],
  [/^maxDelay$/, ({ outcome }) => outcome.requests.response.max],
  [/^R_fan$/, (measured) => meanOf(measured.outcome.requests.response) - publisherMs(measured)],
  [
    /^p(\d{2,4})_fan$/,
    (measured, digits) => quantileOf(measured.outcome.requests.response, share(digits)) - publisherMs(measured),
  ],
  [/^p(\d{2,4})_single$/, (measured, digits) => quantileOf(copyTime(measured), share(digits))],
  [/^p(\d{2,4})_(\w+)$/, (measured, digits, name) => quantileOf(responseOf(measured, name), share(digits))],
  [/^(?:L|N|Q)_(\w+)$/, (measured, name) => at(measured, name).outcome.meanInSystem],
  [/^(?:Lq|Nq)_(\w+)$/, (measured, name) => at(measured, name).outcome.meanQueue],
  [/^Wq_(\w+)$/, (measured, name) => waitOf(measured, name)],
  [/^(?:U|util)_?(\w+)$/, (measured, name) => busyShare([at(measured, name)])],
  [/^(?:R|W)_?(\w+)$/, (measured, name) => requestsOf(measured, name)?.mean ?? at(measured, name).outcome.responseMs],
  [/^X_(\w+)$/, (measured, name) => perSecond(completedOf(measured, name), measured.outcome.measuredMs)],
  [/^(\w+?)_?Xrps$/, (measured, name) => perSecond(completedOf(measured, name), measured.outcome.measuredMs)],
]

/** Measures a figure by its name; null where the name means none. Times are ms. */
export function figureOf(measured: Measured, name: string): Value | null {
  for (const [pattern, figure] of FIGURES) {
    const found = pattern.exec(name)
    if (found !== null) return figure(measured, ...found.slice(1).map((word) => word ?? ''))
  }
  return null
}

/** Whether a name without a unit is one of a figure. */
export const isFigure = (name: string): boolean => FIGURES.some(([pattern]) => pattern.test(name))

const share = (digits = ''): number => Number(digits) / 10 ** digits.length

const perSecond = (count: number, measuredMs: number): number => (1000 * count) / measuredMs

/** Of all requests that came to the workplaces. */
const ratio = (measured: Measured, of: (outcome: Place['outcome']) => number): number => {
  const there = workplaces(measured)
  return sumOf(there, ({ outcome }) => of(outcome)) / sumOf(there, ({ outcome }) => outcome.arrived)
}

/** Mean wait of a request at all places together, among those that were served. */
const waits = (measured: Measured): number => {
  const served = ({ outcome }: Place) => outcome.arrived - outcome.expired
  const there = workplaces(measured)
  const [first] = there
  const requests = there.length === 1 && first ? served(first) : measured.outcome.requests.completed
  return sumOf(there, (place) => place.outcome.waitMs * served(place)) / requests
}

const busyShare = (there: readonly Place[]): number =>
  sumOf(there, ({ outcome }) => outcome.meanBusy) / sumOf(there, ({ outcome }) => outcome.meanSlots)

/** All places where a request is in turn; only the first ones, where they hold it until its end. */
const entries = (measured: Measured): readonly Place[] => {
  if (measured.scenario.settings.callStyle === 'pipeline') return places(measured)
  const first = firstWays(measured).map(({ edge }) => edge.target)
  return places(measured).filter(({ node }) => first.includes(node.id))
}

const turnedAway = (measured: Measured): number =>
  sumOf(places(measured), ({ outcome }) => outcome.rejected) + sumOf(ways(measured), refusals)

const hitShare = (measured: Measured): number => {
  const caches = places(measured).filter(({ outcome }) => outcome.hits > 0)
  return sumOf(caches, ({ outcome }) => outcome.hits) / sumOf(caches, ({ outcome }) => outcome.completed)
}

const timeouts = (measured: Measured): number => {
  const timed = ways(measured).filter(({ index }) => Number.isFinite(measured.model.links[index]?.timeoutMs))
  return sumOf(timed, ({ outcome }) => outcome.timedOut) / sumOf(timed, ({ outcome }) => outcome.attempts)
}

/** Calls of those that try again; of users who do so themselves, all that they make. */
const attemptsPerRequest = (measured: Measured): number => {
  const users = measured.model.sources.some(({ retry }) => retry !== null)
  if (users) return sumOf(firstWays(measured), ({ outcome }) => outcome.attempts) / measured.outcome.requests.arrived
  const retried = ways(measured).filter(({ index }) => measured.model.links[index]?.retry)
  const attempts = sumOf(retried, ({ outcome }) => outcome.attempts)
  return attempts / (attempts - sumOf(retried, ({ outcome }) => outcome.retries))
}

/** Visits of the node at the end of a chain, by request. */
const visitsOfTheLast = (measured: Measured): number => {
  const sources = new Set(measured.scenario.flow.edges.map(({ source }) => source))
  const ends = places(measured).filter(({ node }) => !sources.has(node.id))
  return sumOf(ends, ({ outcome }) => outcome.arrived) / measured.outcome.requests.arrived
}

const slowShare = ({ scenario, outcome }: Measured): number => {
  if (scenario.happens.slowMs === undefined) throw new Unmapped('It is not told which responses are slow.')
  return shareAbove(outcome.requests.response, scenario.happens.slowMs)
}

/** Places that call others, and hold a slot meanwhile. */
const holders = (measured: Measured): readonly Place[] =>
  workplaces(measured).filter(({ node }) => measured.scenario.flow.edges.some(({ source }) => source === node.id))

const pooled = (measured: Measured): readonly Way[] =>
  ways(measured).filter(({ index }) => measured.model.links[index]?.pool)

const poolShare = (measured: Measured): number =>
  sumOf(pooled(measured), ({ outcome }) => outcome.meanPoolBusy) /
  sumOf(pooled(measured), ({ index }) => measured.model.links[index]?.pool?.size ?? 0)

/** Share of the time with all places taken. */
const fullShare = ({ outcome, stations }: Place): number => {
  const [station] = stations
  return outcome.inSystem[(station?.admission ?? Number.NaN) * (station?.instances ?? 1)] ?? Number.NaN
}

const theOnly = (measured: Measured): Place => {
  const [first, second] = places(measured)
  if (first === undefined || second !== undefined) throw new Unmapped('It is not clear which node is meant.')
  return first
}

/** What is at the only node, or waits for it on its way. */
const inSystem = (measured: Measured) => {
  const { index } = theOnly(measured)
  const { spanS, values } = courseAt(measured, index, 'inSystem')
  const ends = measured.model.links.flatMap(({ target }, link) =>
    target === index ? [measured.outcome.series.poolQueue[link] ?? []] : [],
  )
  // Queues of pools are known at the end of each span only.
  const waiting = (at: number) => sumOf(ends, (queue) => ((queue[at - 1] ?? 0) + (queue[at] ?? 0)) / 2)
  return { spanS, values: values.map((value, at) => value + waiting(at)) }
}

/** Requests at the only node at the very end: what came and did not go. */
const atTheEnd = (measured: Measured): number => {
  const { spanS, values } = inSystem(measured)
  return valueAt({ spanS, values }, spanS * values.length)
}

const instances = (measured: Measured) => {
  const scaled = places(measured).filter(({ stations }) => stations.some(({ scaling }) => scaling !== null))
  const [first, second] = scaled
  if (first === undefined || second !== undefined) throw new Unmapped('It is not clear which node scales.')
  return courseAt(measured, first.index, 'instances')
}

/** Seconds from the start of the run until so many instances are ready. */
const timeTo = (measured: Measured, count: number): number => {
  const { spanS, values } = instances(measured)
  const index = values.findIndex((value) => value >= count - 0.01)
  return index < 0 ? Number.POSITIVE_INFINITY : index * spanS
}

/** Greatest mean response of those that ended in the same second, ms. */
const peakResponse = (measured: Measured): number => {
  const completed = courseOf(measured, 'completed').values
  const means = courseOf(measured, 'responseMsSum').values.map((sum, index) => sum / (completed[index] || 1))
  return means.reduce((most, mean) => Math.max(most, mean), 0)
}

/** From the end of the first phase until nearly nothing waits. */
const drainSeconds = (measured: Measured): number => {
  const { firstPhaseS } = measured.scenario.happens
  if (firstPhaseS === undefined) throw new Unmapped('There is no first phase of load.')
  const { outcome } = theOnly(measured)
  const emptyAt = firstTimeBelow(inSystem(measured), 2 * outcome.meanSlots, firstPhaseS)
  return (emptyAt ?? Number.POSITIVE_INFINITY) - firstPhaseS
}

/** The node that sends copies, and where they go. */
const fan = (measured: Measured) => {
  const sources = new Set(
    measured.scenario.flow.edges
      .filter(({ data }) => data.communicationPattern === 'Pub-Sub')
      .map(({ source }) => source),
  )
  const [source, other] = places(measured).filter(({ node }) => sources.has(node.id))
  if (source === undefined || other !== undefined) throw new Unmapped('Not one node sends copies.')
  const targets = new Set(
    measured.scenario.flow.edges.filter((edge) => edge.source === source.node.id).map(({ target }) => target),
  )
  return { source, targets: places(measured).filter(({ node }) => targets.has(node.id)) }
}

/** Mean time before the copies are sent. */
const publisherMs = (measured: Measured): number => {
  const { waitMs, serviceMs } = fan(measured).source.outcome
  return waitMs + serviceMs
}

const copyTime = (measured: Measured): Histogram => {
  const [first] = fan(measured).targets
  if (!first?.outcome.response) throw new Unmapped('Nobody noted how long a copy took.')
  return first.outcome.response
}

/** Of a client or a type of request: its own figures; null where the name is that of a place. */
const requestsOf = (measured: Measured, name = '') => {
  const requests = requestsNamed(measured, name)
  return requests && { ...requests, mean: meanOf(requests.response) }
}

/** Of a client or a type of request: what its response takes beside the service, where only one place works on it. */
const waitOf = (measured: Measured, name = ''): number => {
  const requests = requestsOf(measured, name)
  return requests ? requests.mean - theWorkplace(measured).outcome.serviceMs : at(measured, name).outcome.waitMs
}

const completedOf = (measured: Measured, name = ''): number =>
  requestsOf(measured, name)?.completed ?? at(measured, name).outcome.completed

const responseOf = (measured: Measured, name = ''): Histogram => {
  const response = requestsOf(measured, name)?.response ?? at(measured, name).outcome.response
  if (response === null) throw new Unmapped(`Nobody noted how long ${name} took.`)
  return response
}

const at = (measured: Measured, name = ''): Place => {
  const place = placeNamed(measured, name)
  if (place === null) throw new Unmapped(`No node is called ${name}.`)
  return place
}
