import { type EventReport, type Mark, readSettings, type Verdict } from '@plimsoll/event-engine'
import type { Flow } from '@plimsoll/flow'
import { labelOf } from '../design/part-names.ts'
import { mustSimulate, ofSetLength, Unfit } from '../runs/must-simulate.ts'
import { answerEvents, type RunPlan } from '../runs/plan.ts'
import type { DesignReport, DesignRun } from '../runs/simulate-design.ts'
import { seconds } from '../words/durations.ts'
import { describeRecovery } from '../words/marks.ts'
import { counted, countedOf, formatNumber } from '../words/numbers.ts'
import { isRetryStorm, within } from '../words/retry-storm.ts'
import { notProcessed } from '../words/verdict.ts'

/** What happens while a component is out. */
export interface Drill {
  readonly id: string
  readonly label: string
  /** Of the whole run with the component out for a part of it. */
  readonly objectives: readonly Verdict[]
  /** Requests that completed while it was out, % of those that came or ended meanwhile, whichever are more. */
  readonly servedWhileOut: number
  /** After its return until p95 and the error rate were as before; null: see `healed`. */
  readonly recoveryS: number | null
  /** `no`: they were not at the end of the run; `unknown`: too little lies before or after to tell. */
  readonly healed: 'yes' | 'no' | 'unknown'
  /** It does not heal, and what is repeated keeps it so: calls are made more often at the end than before. */
  readonly isRetryStorm: boolean
  /** Null: no call is a message. */
  readonly messages: DrillMessages | null
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
  /** When each component is out, in simulated seconds. */
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
/** Simulated time where none is given: a third before, a sixth out, a half to recover. */
const DURATION_MS = 180_000
const OUT = { from: 1 / 3, to: 1 / 2 } as const

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
  const asked = ofSetLength(plan, REPLICATIONS, DURATION_MS)
  const durationS = asked.settings.durationMs / 1000
  const outage = { fromS: durationS * OUT.from, toS: durationS * OUT.to }
  const tested = flow.nodes.filter(({ id, type }) => (only ? only.includes(id) : type !== 'Client'))
  const all = tested.length + 1
  const drills: Drill[] = []
  const undisturbed = await simulate(asked, asked.settings.faults, 0)
  const set = { ...asked, replications: affordable(plan, asked.replications, undisturbed.quality.events * all) }
  for (const { id } of tested) {
    const report = await simulate(set, [...set.settings.faults, ...outageOf(id, outage)], drills.length + 1)
    drills.push(drillOf(flow, id, report, { ...outage, undisturbed }))
    onReport?.(reportOf())
  }
  return reportOf()

  async function simulate(plan: RunPlan, faults: RunPlan['settings']['faults'], before: number): Promise<DesignReport> {
    const set = { ...plan, settings: { ...plan.settings, faults } }
    const tell = (share: number) => onProgress?.(before, all, (before + share) / all)
    const { report } = await mustSimulate({ name, flow, plan: set, pool, stop, onProgress: ({ share }) => tell(share) })
    onProgress?.(before + 1, all, (before + 1) / all)
    return report
  }

  function reportOf(): DrillReport {
    return {
      format: 'plimsoll-drill',
      version: 1,
      flow: { name },
      seed: set.seed,
      replications: set.replications,
      outage: { ...outage, durationS },
      objectives: undisturbed.objectives,
      steadiness: undisturbed.steadiness.state,
      messages: messagesOf(undisturbed),
      drills: [...drills],
    }
  }
}

/** So many replications of each simulation as the budget allows, of which all would take so many events. */
function affordable({ grown }: RunPlan, replications: number, events: number): number {
  if (grown === null || events <= answerEvents(grown)) return replications
  return Math.max(LEAST_REPLICATIONS, Math.floor((replications * answerEvents(grown)) / events))
}

function outageOf(id: string, { fromS, toS }: { readonly fromS: number; readonly toS: number }) {
  const read = readSettings({ faults: [{ kind: 'outage', node: id, fromS, toS }] })
  if (!read.ok) throw new Unfit(read.faults)
  return read.settings.faults
}

interface Outage {
  readonly fromS: number
  readonly toS: number
  readonly undisturbed: EventReport
}

function drillOf(flow: Flow, id: string, report: EventReport, { fromS, toS, undisturbed }: Outage): Drill {
  const label = labelOf(flow, { of: 'node', id })
  const mark = report.marks.find(
    ({ kind, of, fromMs }) => kind === 'outage' && of?.id === id && fromMs === fromS * 1000,
  )
  // What was never steady has no state to return to.
  const isSteady = undisturbed.steadiness.state !== 'none'
  const recoveryMs = isSteady ? (mark?.recoveryMs ?? null) : null
  const healed = recoveryMs !== null ? 'yes' : isSteady && mark?.unrecovered === 'worse' ? 'no' : 'unknown'
  const recoveryS = recoveryMs === null ? null : recoveryMs / 1000
  const share = servedWithin(report, fromS, toS)
  const isStorm = healed === 'no' && isRetryStorm(report, { fromS, toS })
  const missed = report.objectives.filter(({ result }) => result !== 'pass').length
  const messages = messagesOf(report)
  const about = `${label} out: ${formatNumber(share)} % are answered meanwhile${backlogWords(messages, messagesOf(undisturbed))}`
  const after = isStorm
    ? 'a retry storm keeps it from healing'
    : {
        yes: `it recovers in ${formatNumber(recoveryS ?? 0)} s`,
        no: 'it does not heal',
        unknown: `whether it heals is not known${mark === undefined || !isSteady ? '' : `: ${whyUnknown(mark, report)}`}`,
      }[healed]
  const objectives = missed === 0 ? '' : `; ${countedOf(missed, report.objectives.length, 'objective')} not met`
  return {
    id,
    label,
    objectives: report.objectives,
    servedWhileOut: share,
    recoveryS,
    healed,
    isRetryStorm: isStorm,
    messages,
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
function backlogWords(now: DrillMessages | null, before: DrillMessages | null): string {
  if (now === null) return ''
  const words = [
    now.mostWaiting > 2 * (before?.mostWaiting ?? 0) &&
      `up to ${counted(now.mostWaiting, 'message waits', 'messages wait')}`,
    now.notProcessed > (before?.notProcessed ?? 0) &&
      `${formatNumber(now.notProcessed)} % of the messages come to nothing`,
  ]
  return words.map((one) => (one ? `, ${one}` : '')).join('')
}

function whyUnknown(mark: Mark, report: EventReport): string {
  if (mark.unrecovered !== 'before' && mark.unrecovered !== 'after') return describeRecovery(mark, report)
  const { warmUpMs, measuredMs } = report.quality
  return `runs of ${seconds(warmUpMs + measuredMs)} are too short to tell, set a longer duration`
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
