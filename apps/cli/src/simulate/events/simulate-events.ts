import {
  compile,
  type EventModel,
  type EventReport,
  eventReportToCsv,
  type Growth,
  mergeRuns,
  type RecordedRun,
  type ReplicationTask,
  type RunOutcome,
  settledAfterMs,
} from '@plimsoll/event-engine'
import { UsageError } from '../../command.ts'
import { describeFaults } from '../flow-file.ts'
import { faultsWithoutMessages } from '../objectives.ts'
import type { Plan } from '../plan.ts'
import type { Simulated, Simulation } from '../simulated.ts'
import { grow } from './grow.ts'
import { toPage } from './page.ts'
import { grownSentence, toText } from './text.ts'
import { replayOnThread, runOnThreads } from './threads.ts'
import { usefulThreads } from './useful-threads.ts'

/** So many runs show how long the beginning lasts. */
const PILOTS = 3

/** Runs the replications on threads and writes what they show together. */
export async function simulateEvents({ paint, ...experiment }: Simulation): Promise<Simulated> {
  const { report, growth } = await reportOf(experiment)
  const { format } = experiment.options
  // Their bytes are the same whether the runs grew or were given their length.
  if (growth !== null && (format === 'json' || format === 'csv')) experiment.tell(grownSentence(report, growth))
  return {
    endedEarly: describeEarlyEnds(report.quality.endedEarly),
    isEmpty: report.quality.requests === 0 && report.clients.length > 0,
    objectives: report.objectives,
    page: () => toPage(report, growth),
    write: {
      text: () => toText(report, { paint, growth }),
      json: () => JSON.stringify(report, null, 2),
      csv: () => eventReportToCsv(report).trimEnd(),
    },
  }
}

/** Null where every replication ran to its end. */
function describeEarlyEnds(ended: readonly { readonly seed: number; readonly reason: string }[]): string | null {
  if (ended.length === 0) return null
  return ended.map(({ seed, reason }) => `the run with seed ${seed} ended early (${reason})`).join(', ')
}

interface Reported {
  readonly report: EventReport
  /** Null: the duration and the replications were given. */
  readonly growth: Growth | null
}

/** What the replications show together; throws a UsageError where the flow cannot be simulated. */
export async function reportOf({ named, options, plan, tell, show }: Omit<Simulation, 'paint'>): Promise<Reported> {
  const { name, flow } = named
  const { threads, format } = options
  const compiled = compile(flow, plan.settings, { mayIdle: plan.recorded !== null })
  if (!compiled.ok) {
    const faults = compiled.faults.map(({ path, message }) => `${path}: ${message}`)
    throw new UsageError(describeFaults('The flow cannot be simulated:', faults))
  }
  const { model, notes } = compiled
  const unfit = model.links.some(({ message }) => message !== null) ? [] : faultsWithoutMessages(plan.objectives)
  if (unfit.length > 0) throw new UsageError(unfit.join('\n'))
  const settledPlan = options.warmUp === 'auto' ? await settled(flow, plan, threads) : plan
  const { grown, recorded, objectives } = settledPlan
  const task: ReplicationTask = {
    flow,
    settings: settledPlan.settings,
    ...(format === 'json' && { trace: 'slowest' }),
  }
  const { settings, outcomes, growth } = recorded
    ? await again(recorded, { task, show })
    : grown
      ? await grow({ task, model, plan: settledPlan, grown, threads, tell, show })
      : await asPlanned({ task, model, plan: settledPlan, threads, tell, show })
  return {
    report: mergeRuns({ name, flow, settings, model, notes, outcomes: tracedByWorst(outcomes), objectives }),
    growth,
  }
}

type Planned = Pick<Simulation, 'plan' | 'tell' | 'show'> & {
  readonly task: ReplicationTask
  readonly model: EventModel
  readonly threads: number
}

/** As many replications as were asked for, each of the duration that was. */
async function asPlanned({ task, model, plan: { settings, replications, seed }, threads: most, tell, show }: Planned) {
  const seeds = Array.from({ length: replications }, (_, index) => ({ seed: seed + index }))
  const onDone = (count: number) => tell(`${count} of ${replications} runs simulated`)
  const onProgress = (share: number) => show(`${Math.floor(share * 100)} % of ${replications} runs simulated`)
  const threads = usefulThreads(model, { threads: most, runs: replications, durationMs: settings.durationMs })
  const outcomes = await runOnThreads(task, seeds, { threads, onDone, onProgress })
  return { settings, outcomes, growth: null }
}

/** A run that was recorded, once more. */
async function again(recorded: RecordedRun, { task, show }: Pick<Planned, 'task' | 'show'>) {
  const onProgress = (share: number) => show(`${Math.floor(share * 100)} % of the run simulated`)
  const outcome = await replayOnThread({ ...task, flow: recorded.flow }, recorded, onProgress)
  return { settings: task.settings, outcomes: [outcome], growth: null }
}

/** With the warm-up that the first runs show to be needed, or the planned one where they do not settle. */
async function settled(flow: ReplicationTask['flow'], plan: Plan, threads: number): Promise<Plan> {
  const { settings, replications, seed } = plan
  const pilots = Array.from({ length: Math.min(PILOTS, replications) }, (_, index) => ({ seed: seed + index }))
  const outcomes = await runOnThreads({ flow, settings: { ...settings, warmUpMs: 0 } }, pilots, { threads })
  const warmUpMs = settledAfterMs(outcomes)
  if (warmUpMs === null) return plan
  return {
    ...plan,
    settings: { ...settings, warmUpMs },
    grown: plan.grown && { ...plan.grown, warmUpMs: () => warmUpMs },
  }
}

/** The traces of the replication with the slowest request of all; those of the others are of lesser ones. */
function tracedByWorst(outcomes: readonly RunOutcome[]): readonly RunOutcome[] {
  const slowestOf = ({ slowest }: RunOutcome) => slowest[0]?.responseMs ?? 0
  const worst = outcomes.reduce((most, one) => (slowestOf(one) > slowestOf(most) ? one : most))
  return outcomes.map((one) => (one === worst ? one : { ...one, traces: [] }))
}
