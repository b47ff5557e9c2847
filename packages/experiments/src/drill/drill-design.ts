import { type EventReport, growsInLength, type Mark, readSettings, type Verdict } from '@plimsoll/event-engine'
import type { Flow } from '@plimsoll/flow'
import { labelOf } from '../design/part-names.ts'
import { mustSimulate, ofSetLength, Unfit } from '../runs/must-simulate.ts'
import { answerEvents, type RunPlan } from '../runs/plan.ts'
import type { DesignReport, DesignRun } from '../runs/simulate-design.ts'
import { describeRecovery } from '../words/marks.ts'
import { counted, countedOf, formatNumber } from '../words/numbers.ts'
import { isRetryStorm, within } from '../words/retry-storm.ts'
import { notProcessed } from '../words/verdict.ts'

/** What happens while a component is out. */
export interface Drill {
  readonly id: string
  readonly label: string
  /** Of the time that is simulated of all components, with this one out for a part of it. */
  readonly objectives: readonly Verdict[]
  /** Requests that completed while it was out, % of those that came or ended meanwhile, whichever are more. */
  readonly servedWhileOut: number
  /** After its return until p95 and the error rate were as before; null: see `healed`. */
  readonly recoveryS: number | null
  /** `no`: they were not at the end of the run; `unknown`: too little lies before or after to tell. */
  readonly healed: 'yes' | 'no' | 'unknown'
  /** How long it was watched, in simulated seconds: longer than others where it takes longer to recover. */
  readonly simulatedS: number
  /** It does not heal, and what is repeated keeps it so: calls are made more often at the end than before. */
  readonly isRetryStorm: boolean
  /** Null: no call is a message. */
  readonly messages: DrillMessages | null
  /** After its return until no more messages wait than usual; 0: no more do; null: more do at the end, or it is not known. */
  readonly backlogS: number | null
  readonly sentence: string
}

/** What becomes of messages, mean over the replications. */
interface DrillMessages {
  /** Of all connections together. */
  readonly mostWaiting: number
  /** Those that failed, expired, were dead-lettered or lost, % of those that were published. */
  readonly notProcessed: number
}

/** What `plimsoll drill --format json` prints. */
export interface DrillReport {
  readonly format: 'plimsoll-drill'
  readonly version: 1
  readonly flow: { readonly name: string }
  readonly seed: number
  /** Of each component that is out. */
  readonly replications: number
  /** When each component is out, and how long all of them are simulated at least, in simulated seconds. */
  readonly outage: { readonly fromS: number; readonly toS: number; readonly durationS: number }
  /** Without a component out. */
  readonly objectives: readonly Verdict[]
  readonly steadiness: EventReport['steadiness']['state']
  readonly messages: DrillMessages | null
  readonly drills: readonly Drill[]
}

export interface DrillRun extends Pick<DesignRun, 'name' | 'flow' | 'plan' | 'pool' | 'stop'> {
  /** The components that are out in turn; absent: all but clients. */
  readonly only?: readonly string[]
  /** How many simulations are done, and of all of them which share. */
  readonly onProgress?: (done: number, all: number, ofAll: number) => void
  /** Called after each component with what is known so far. */
  readonly onReport?: (report: DrillReport) => void
}

const REPLICATIONS = 5
/** Where the budget does not allow them. */
const LEAST_REPLICATIONS = 2
/** When a component is out, and how long it is simulated, in simulated seconds. */
interface Times {
  readonly fromS: number
  readonly toS: number
  readonly durationS: number
  /** Whether it is simulated for twice as long where that does not show enough. */
  readonly goesOn: boolean
}

/** The usual level, half a minute out, and as long to recover: how long it is out is what is asked, and is the same for all. */
const SHORT: Times = { fromS: 30, toS: 60, durationS: 90, goesOn: true }
/** Where the usual level takes longer to be reached. */
const LONG: Times = { fromS: 60, toS: 90, durationS: 180, goesOn: false }
/** Of the time before the outage, what the warm-up may take. */
const MOST_WARM_UP = 1 / 2
/** Of the time after the outage, what a recovery may take that is seen to last. */
const SEEN_TO_LAST = 2 / 3

/** Of a set length a third before, a sixth out, a half to recover. */
function timesOf({ grown, settings, findsWarmUp }: RunPlan): Times {
  const durationS = settings.durationMs / 1000
  if (grown === null) return { fromS: durationS / 3, toS: durationS / 2, durationS, goesOn: false }
  const warmUpS = (settings.warmUpMs / settings.durationMs) * SHORT.durationS
  const isSoonUsual = !findsWarmUp && growsInLength(settings) && warmUpS <= MOST_WARM_UP * SHORT.fromS
  return isSoonUsual ? SHORT : LONG
}

const planFor = (plan: RunPlan, { durationS }: Times): RunPlan => ofSetLength(plan, REPLICATIONS, durationS * 1000)

/** Each component out in turn. Throws Unfit or Stopped. */
export async function drillDesign({
  name,
  flow,
  plan,
  pool,
  stop,
  only,
  onProgress,
  onReport,
}: DrillRun): Promise<DrillReport> {
  const tested = flow.nodes.filter(({ id, type }) => (only ? only.includes(id) : type !== 'Client'))
  const all = tested.length + 1
  const drills: Drill[] = []
  const wanted = timesOf(plan)
  const { first, last: undisturbed } = await simulate({ ...wanted, plan: planFor(plan, wanted), before: 0 }, isDecided)
  const times = wanted.goesOn && first.steadiness.state === 'unsettled' ? LONG : wanted
  const asked = planFor(plan, times)
  const most = (undisturbed.quality.events / simulatedS(undisturbed)) * times.durationS * (times.goesOn ? 2 : 1)
  const set = { ...asked, replications: affordable(plan, asked.replications, most * all) }
  for (const { id } of tested) {
    const faults = [...set.settings.faults, ...outageOf(id, times)]
    const run = { ...times, plan: { ...set, settings: { ...set.settings, faults } }, before: drills.length + 1 }
    const isEnough = (report: EventReport) =>
      !hasUsual(undisturbed) || (hasClearlyRecovered(report, id, times) && isWorkedOff(report, undisturbed, times))
    drills.push(drillOf(flow, id, await simulate(run, isEnough), { ...times, undisturbed }))
    onReport?.(reportOf())
  }
  return reportOf()

  async function simulate({ plan, goesOn, before }: Simulated, isEnough: (report: EventReport) => boolean) {
    let first: DesignReport | null = null
    const { report } = await mustSimulate({
      ...{ name, flow, plan, pool, stop },
      onProgress: ({ ofAll }) => onProgress?.(before, all, (before + ofAll) / all),
      ...(goesOn && {
        isEnough: (report: DesignReport) => {
          first = report
          return isEnough(report)
        },
      }),
    })
    onProgress?.(before + 1, all, (before + 1) / all)
    return { first: first ?? report, last: report }
  }

  function reportOf(): DrillReport {
    return {
      format: 'plimsoll-drill',
      version: 1,
      flow: { name },
      seed: set.seed,
      replications: set.replications,
      outage: { fromS: times.fromS, toS: times.toS, durationS: times.durationS },
      objectives: undisturbed.objectives,
      steadiness: undisturbed.steadiness.state,
      messages: messagesOf(undisturbed),
      drills: [...drills],
    }
  }
}

interface Simulated extends Pick<Times, 'goesOn'> {
  readonly plan: RunPlan
  /** How many simulations were done before. */
  readonly before: number
}

/** What runs show, and what they did before they went on. */
interface Reports {
  readonly first: EventReport
  readonly last: EventReport
}

const simulatedS = ({ quality: { warmUpMs, measuredMs } }: EventReport): number => (warmUpMs + measuredMs) / 1000

/** What was never steady has no state to return to. */
const hasUsual = ({ steadiness }: EventReport): boolean => steadiness.state !== 'none'

const isDecided = ({ steadiness, objectives }: EventReport): boolean =>
  steadiness.state !== 'unsettled' && objectives.every(({ result }) => result !== 'undecided')

const outageMark = ({ marks }: EventReport, id: string, fromS: number): Mark | undefined =>
  marks.find(({ kind, of, fromMs }) => kind === 'outage' && of?.id === id && fromMs === fromS * 1000)

function hasClearlyRecovered(report: EventReport, id: string, { fromS, toS, durationS }: Times): boolean {
  const recoveryMs = outageMark(report, id, fromS)?.recoveryMs ?? null
  return recoveryMs !== null && recoveryMs <= SEEN_TO_LAST * (durationS - toS) * 1000
}

/** A smaller loss is none to a reader, in percentage points. */
const LEAST_LOSS = 0.01

/** So many times as many messages as wait at most without an outage are more than usual. */
const BACKLOG = 2

/** After the outage until no more messages wait than usual, s; null: more do at the end, or it is not known. */
function backlogS({ messages, series }: EventReport, undisturbed: EventReport, toS: number): number | null {
  const usual = Math.max(1, BACKLOG * (messagesOf(undisturbed)?.mostWaiting ?? 0))
  const lags = messages?.lagOverTime ?? []
  const last = lags.findLastIndex((lag) => lag > usual)
  return last === lags.length - 1 ? null : Math.max(0, (series.times[last] ?? 0) - toS)
}

function isWorkedOff(report: EventReport, undisturbed: EventReport, { toS, durationS }: Times): boolean {
  if (report.messages === null || report.messages.lagOverTime.length === 0) return true
  return (backlogS(report, undisturbed, toS) ?? Number.POSITIVE_INFINITY) <= SEEN_TO_LAST * (durationS - toS)
}

/** So many replications of each simulation as the budget allows, of which all would take so many events. */
function affordable({ grown }: RunPlan, replications: number, events: number): number {
  if (grown === null || events <= answerEvents(grown)) return replications
  return Math.max(LEAST_REPLICATIONS, Math.floor((replications * answerEvents(grown)) / events))
}

function outageOf(id: string, { fromS, toS }: Times) {
  const read = readSettings({ faults: [{ kind: 'outage', node: id, fromS, toS }] })
  if (!read.ok) throw new Unfit(read.faults)
  return read.settings.faults
}

interface Outage extends Pick<Times, 'fromS' | 'toS'> {
  readonly undisturbed: EventReport
}

/** Whether it heals shows all that was simulated; the rest is of the time that is the same for all components. */
function drillOf(flow: Flow, id: string, { first: report, last }: Reports, { fromS, toS, undisturbed }: Outage): Drill {
  const label = labelOf(flow, { of: 'node', id })
  const mark = outageMark(last, id, fromS)
  const isSteady = hasUsual(undisturbed)
  const recoveryMs = isSteady ? (mark?.recoveryMs ?? null) : null
  const healed = recoveryMs !== null ? 'yes' : isSteady && mark?.unrecovered === 'worse' ? 'no' : 'unknown'
  const recoveryS = recoveryMs === null ? null : recoveryMs / 1000
  const share = servedWithin(report, fromS, toS)
  const isStorm = healed === 'no' && isRetryStorm(last, { fromS, toS })
  const missed = report.objectives.filter(({ result }) => result !== 'pass').length
  const messages = messagesOf(report)
  const waitedS = backlogS(last, undisturbed, toS)
  const waiting = backlogWords(messages, messagesOf(undisturbed), waitedS)
  const about = `${label} out: ${formatNumber(share)} % are answered meanwhile${waiting}`
  const who = waiting === '' ? 'it recovers' : 'the requests recover'
  const after = isStorm
    ? 'a retry storm keeps it from healing'
    : {
        yes: recoveryS === 0 ? `${who} at once` : `${who} in ${formatNumber(recoveryS ?? 0)} s`,
        no: 'it does not heal',
        unknown: `whether it heals is not known${mark === undefined || !isSteady ? '' : `: ${whyUnknown(mark, last)}`}`,
      }[healed]
  const objectives = missed === 0 ? '' : `; ${countedOf(missed, report.objectives.length, 'objective')} not met`
  return {
    id,
    label,
    objectives: report.objectives,
    servedWhileOut: share,
    recoveryS,
    healed,
    simulatedS: simulatedS(last),
    isRetryStorm: isStorm,
    messages,
    backlogS: waitedS,
    sentence: `${about}, ${after}${objectives}.`,
  }
}

function messagesOf({ messages, replications }: EventReport): DrillMessages | null {
  if (messages === null || messages.published === 0) return null
  const { published } = messages
  const most = replications.map((one) => one.messages?.mostLag ?? 0)
  return {
    mostWaiting: most.reduce((sum, one) => sum + one, 0) / most.length,
    notProcessed: (100 * notProcessed(messages)) / published,
  }
}

/** What the outage adds: a backlog of more than twice what waits without it, and messages that come to nothing. */
function backlogWords(now: DrillMessages | null, before: DrillMessages | null, waitedS: number | null): string {
  if (now === null) return ''
  const most = Math.round(now.mostWaiting)
  const words = [
    most > 0 &&
      now.mostWaiting > BACKLOG * (before?.mostWaiting ?? 0) &&
      `up to ${counted(most, 'message waits', 'messages wait')}${waitedWords(waitedS)}`,
    now.notProcessed >= (before?.notProcessed ?? 0) + LEAST_LOSS &&
      `${formatNumber(now.notProcessed)} % of the messages come to nothing`,
  ]
  return words.map((one) => (one ? `, ${one}` : '')).join('')
}

const waitedWords = (waitedS: number | null): string =>
  waitedS ? ` and are worked off ${formatNumber(waitedS)} s after it is back` : ''

function whyUnknown(mark: Mark, report: EventReport): string {
  if (mark.unrecovered !== 'before' && mark.unrecovered !== 'after') return describeRecovery(mark, report)
  return `runs of ${formatNumber(simulatedS(report))} s are too short to tell, set a longer duration`
}

/** % of those that came or ended meanwhile, whichever are more: what ends may have come before. */
function servedWithin(
  { series: { times, goodput, offered, failures } }: EventReport,
  fromS: number,
  toS: number,
): number {
  const count = (of: readonly number[]) => within(times, of, fromS, toS)
  const answered = count(goodput)
  const all = Math.max(count(offered), answered + count(failures))
  return all === 0 ? 0 : (100 * answered) / all
}
