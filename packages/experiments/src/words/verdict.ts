import type { EventReport, MessagesReport, SaturationLimit } from '@plimsoll/event-engine'
import { describeObjective } from '../design/objectives.ts'
import { servedWords } from './judged.ts'
import { describeMark } from './marks.ts'
import type { NameOf } from './naming.ts'
import { counted, formatNumber, formatShare } from './numbers.ts'
import { keepsStorm, stormOfLoad } from './retry-storm.ts'

/** So many of the requests fail where the text says that not all are served. */
const FAILING = 1
/** So large a share of the requests that is under way at the end is reported. */
const UNENDED = 0.01

/** A component that works so much of the time is full to a reader. */
const FULL = 0.95

/** Less of the calls that are tried again explains no backlog. */
const RETRIED = 0.01
/** More retries than that for each first call are told. */
const TOLD_RETRIES = 0.1

/** A sentence, and how it is meant; null: neither well nor ill. */
export interface Sentence {
  readonly text: string
  readonly tone: 'good' | 'bad' | 'unsure' | null
}

const good = (text: string): Sentence => ({ text, tone: 'good' })
const bad = (text: string): Sentence => ({ text, tone: 'bad' })
const unsure = (text: string): Sentence => ({ text, tone: 'unsure' })
const plain = (text: string): Sentence => ({ text, tone: null })

/** Two or three sentences that say it all. */
export function verdictSentences(report: EventReport, nameOf: NameOf): readonly Sentence[] {
  if (report.clients.length === 0) return [plain('Nothing happened: no client of this flow makes a request.')]
  if (report.clients.every(({ arrived }) => arrived === 0))
    return [plain('Nothing was measured: no request arrived in the time measured.')]
  const lost = messagesNotProcessed(report)
  return [
    ...objectivesKept(report),
    stateOf(report, nameOf),
    ...fullAllTheSame(report, nameOf),
    ...tooShort(report),
    ...storms(report, nameOf),
    ...lost,
    ...headroom(report, nameOf),
  ]
}

/** Where not even the mean is known. */
const tooShort = ({ figures, steadiness, quality }: EventReport): readonly Sentence[] =>
  figures.response.mean === null && steadiness.state !== 'none' && quality.requests > 0
    ? [unsure('The runs are too short to report a response time.')]
    : []

function storms(report: EventReport, nameOf: NameOf): readonly Sentence[] {
  const kept = report.marks.filter((mark) => keepsStorm(report, mark))
  const ofLoad = kept.length > 0 ? null : stormOfLoad(report)
  if (ofLoad === null)
    return kept.map((mark) => bad(`A retry storm that the ${describeMark(mark, nameOf)} began does not heal.`))
  const name = nameOf({ of: 'node', id: ofLoad.id })
  return [
    bad(
      `A retry storm: ${formatShare(ofLoad.retryShare)} of the calls to ${name} are retries, without which it could handle the load.`,
    ),
  ]
}

function objectivesKept({ objectives }: EventReport): readonly Sentence[] {
  const count = objectives.length
  const missed = objectives.filter(({ result }) => result === 'fail').length
  const undecided = objectives.filter(({ result }) => result === 'undecided').length
  if (count === 0) return []
  if (missed > 0) return [bad(count === 1 ? 'The objective is missed.' : `${missed} of ${count} objectives missed.`)]
  const open = count === 1 ? 'The objective' : `${undecided} of ${count} objectives`
  if (undecided > 0) return [unsure(`${open} cannot be decided: run longer.`)]
  const [least] = objectives
    .flatMap((one) => (one.servedShare === null ? [] : [{ ...one, servedShare: one.servedShare }]))
    .toSorted((one, other) => one.servedShare - other.servedShare)
  // What a part does not serve may be answered all the same.
  const which = least?.scope && count > 1 ? `${describeObjective(least)} ` : ''
  const by = least ? `, ${which}by the ${servedWords(least.metric, least.servedShare)}` : ''
  return [good(`${count === 1 ? 'The objective is met' : `All ${count} objectives are met`}${by}.`)]
}

/** How often calls are tried; empty where hardly any is tried again. */
const triedAgain = ({ amplification }: EventReport['figures']): string =>
  (amplification?.mean ?? 1) > 1 + TOLD_RETRIES
    ? `, with ${formatNumber(amplification?.mean ?? 1)} calls made for each first one, as what fails is tried again`
    : ''

const retriesIn = ({ amplification }: EventReport['figures']): boolean => (amplification?.mean ?? 1) > 1 + RETRIED

function stateOf({ steadiness, figures, quality }: EventReport, nameOf: NameOf): Sentence {
  const offered = `${counted(figures.offered?.mean ?? 0, 'request arrives', 'requests arrive')} per second`
  if (steadiness.state === 'none') {
    const [worst] = steadiness.overloaded
    const offeredRps = figures.offered?.mean ?? 0
    const grownPerSecond = steadiness.backlogPerSecond?.mean ?? 0
    const hasRetries = retriesIn(figures)
    const growth = `The backlog${hasRetries && grownPerSecond > offeredRps - (worst?.atRps ?? 0) ? ', with what is tried again,' : ''} grows by ${formatNumber(grownPerSecond)} a second`
    const cause = worst ? causeOf(worst, { offeredRps, hasRetries }, nameOf) : ''
    return bad(`No steady state: ${offered}${cause}. ${growth}, so that no response time is reported.`)
  }
  const failed = figures.errorRate?.mean ?? 0
  if (figures.errorRate === null) return bad(`${offered}, and none ended.`)
  const tried = triedAgain(figures)
  if (failed >= FAILING) return bad(`${offered}; ${formatShare(failed / 100)} of them fail${tried}.`)
  if (quality.unendedShare > UNENDED) {
    const fails = failed === 0 ? 'none is seen to fail' : `${formatShare(failed / 100)} are seen to fail`
    return unsure(`${offered}; ${fails}, but ${formatShare(quality.unendedShare)} had not ended at the end${tried}.`)
  }
  return good(`${offered}; ${failed === 0 ? 'none fails' : `${formatShare(failed / 100)} fail`}${tried}.`)
}

/** Unless there is a steady state: components that worked all the time though they would carry what arrives, and what of it they would not have. */
function fullAllTheSame({ steadiness, saturation, nodes, figures }: EventReport, nameOf: NameOf): readonly Sentence[] {
  if (steadiness.state === 'steady' || steadiness.overloaded.length > 0) return []
  const hasRetries = retriesIn(figures)
  return saturation.limits.flatMap(({ of, id, limit, load, instances }) => {
    const working = nodes.find((node) => node.id === id)?.working?.mean ?? 0
    if (limit !== 'service' || load >= 1 || working < FULL) return []
    const name = nameOf({ of, id })
    if (instances) {
      const { had, most } = instances
      const given = `of the ${formatNumber(most)} that auto-scaling may give it`
      return [bad(`${name} was full with ${counted(had, 'instance')} on average, ${given}.`)]
    }
    return hasRetries
      ? [bad(`${name} was full, though the first calls alone would take ${formatShare(load)} of it.`)]
      : []
  })
}

interface Arriving {
  readonly offeredRps: number
  readonly hasRetries: boolean
}

/** Of a bound above what arrives it is only known who is suspected; of a capacity above it, that more comes than the first calls. */
function causeOf(worst: SaturationLimit, { offeredRps, hasRetries }: Arriving, nameOf: NameOf): string {
  const name = nameOf(worst)
  if (worst.atRps === null || worst.atRps >= offeredRps)
    return hasRetries && !worst.isUpperBound
      ? `, with what is tried again more than ${name} can handle`
      : `, as it seems more than ${name} can handle`
  return ` and ${name} can handle ${worst.isUpperBound ? 'at most ' : ''}${formatNumber(worst.atRps)}`
}

/** How far it is to the first limit. */
function headroom({ saturation, steadiness, marks }: EventReport, nameOf: NameOf): readonly Sentence[] {
  const [first] = saturation.limits
  if (first === undefined || first.atRps === null || steadiness.state === 'none') return []
  const [doubtful] = steadiness.state === 'unsettled' ? steadiness.overloaded : []
  if (doubtful !== undefined) return [plain(`${nameOf(doubtful)} may be overloaded: run longer.`)]
  const who = subject(first, nameOf)
  const most = first.isUpperBound ? 'at most ' : ''
  const at = `${most || 'at '}${formatNumber(first.atRps)} a second`
  if (first.load >= 1)
    return [
      plain(
        `Saturated: ${who}${first.limit === 'slots' ? ',' : ''} is beyond its limit, which ${most === '' ? 'lies' : 'is'} ${at}.`,
      ),
    ]
  if (marks.some(takesCapacity)) return [plain(`First to saturate is ${who}, ${at} without the faults that are set.`)]
  const scaled = first.instances
    ? ` once auto-scaling has given it ${counted(first.instances.most, 'instance')} (${formatNumber(first.instances.had)} ran)`
    : ''
  return [
    plain(
      `First to saturate is ${who}, ${at}${scaled}: ${most}${formatNumber(first.atRps / saturation.offeredRps)} times this load.`,
    ),
  ]
}

/** Whether less can be done while it lasts than the capacities say: a slow time that lasts for the whole run counts for them. */
const takesCapacity = ({ kind, fromMs, toMs }: EventReport['marks'][number]): boolean =>
  kind === 'outage' || kind === 'breakdowns' || (kind === 'slow' && (fromMs > 0 || toMs !== null))

/** Slots that are held say more about what they are held for. */
function subject(limit: SaturationLimit, nameOf: NameOf): string {
  const name = nameOf(limit)
  if (limit.limit !== 'slots') return name
  const held = limit.waitsFor === null ? 'publishes messages' : `calls ${nameOf({ of: 'node', id: limit.waitsFor })}`
  return `${name}, whose slots are held while it ${held}`
}

/** Where messages were not processed. */
function messagesNotProcessed({ messages }: EventReport): readonly Sentence[] {
  const lost = messages === null ? 0 : notProcessed(messages)
  if (messages === null || lost === 0) return []
  const share = formatShare(lost / (lost + messages.processed))
  return [bad(`${counted(lost, ...messageWords(messages))} not processed, ${share} of those that ended.`)]
}

/** A call whose caller has given up is a message from then on, which nobody has drawn as one. */
function messageWords({ published, givenUp }: MessagesReport): readonly [one: string, several: string] {
  if (givenUp === 0) return ['message is', 'messages are']
  if (givenUp < published) return ['message or call that was given up is', 'messages and calls that were given up are']
  return ['call that was given up is', 'calls that were given up are']
}

export const notProcessed = ({ failed, expired, lost }: MessagesReport): number => failed + expired + lost
