import { type EventModel, earlyEnds, eventReportToCsv, type Growth } from '@plimsoll/event-engine'
import {
  counted,
  countedOf,
  type DesignReport,
  formatNumber,
  grownSentence,
  namingOf,
  type PlanFault,
  type Progress,
  pageOfReport,
  Stopped,
  simulateDesign,
} from '@plimsoll/experiments'
import { csvLine } from '@plimsoll/simulation'
import { UsageError } from '../../command.ts'
import { describeFaults } from '../flow-file.ts'
import type { Simulated, Simulation } from '../simulated.ts'
import { withTimeLeft } from '../with-time-left.ts'
import { toText } from './text.ts'
import { createThreadsAndHere } from './threads.ts'

/** Runs the replications on threads and writes what they show together. */
export async function simulateEvents({ paint, ...experiment }: Simulation): Promise<Simulated> {
  const { report, model, growth } = await reportOf(experiment)
  const { format } = experiment.options
  const { warmUpMs, measuredMs, replications } = report.quality
  // Their bytes are the same whether the runs grew or were given their length.
  if (growth !== null && (format === 'json' || format === 'csv')) experiment.tell(grownSentence(report, growth))
  return {
    endedEarly: earlyEnds(report.quality.endedEarly).join(' ') || null,
    isCut: growth?.ended === 'time',
    isEmpty: report.quality.requests === 0 && report.clients.length > 0,
    runs: { durationMs: warmUpMs + measuredMs, replications },
    objectives: report.objectives,
    page: () => pageOfReport(report, growth, model),
    write: {
      text: () => toText(report, { paint, growth }),
      json: () => JSON.stringify(report, null, 2),
      csv: () => `${eventReportToCsv(report)}${costToCsv(report)}`.trimEnd(),
    },
  }
}

/** The cost of each part in the columns of the report. */
function costToCsv(report: DesignReport): string {
  const nameOf = namingOf(report)
  const rows = (report.cost?.parts ?? []).flatMap((one) => [
    ['cost', one.id, nameOf(one), '', `${one.per}.usePerHour`, one.usePerHour?.mean ?? '', one.per],
    ['cost', one.id, nameOf(one), '', `${one.per}.costPerHour`, one.perHour?.mean ?? '', '$'],
    ['cost', one.id, nameOf(one), '', `${one.per}.costPerMonth`, one.perMonth?.mean ?? '', '$'],
  ])
  const month = report.cost ? [['cost', '', '', '', 'costPerMonth', report.cost.perMonth?.mean ?? '', '$']] : []
  return [...rows, ...month].map(csvLine).join('')
}

interface Reported {
  readonly report: DesignReport
  readonly model: EventModel
  /** Null: the duration and the replications were given. */
  readonly growth: Growth | null
}

/** What the replications show together; throws a UsageError where the flow cannot be simulated, Stopped where the clock ended it before one was done. */
export async function reportOf({
  named,
  options,
  plan,
  tell,
  show,
  createPool = createThreadsAndHere,
}: Omit<Simulation, 'paint'>): Promise<Reported> {
  const { threads, format } = options
  const budgetMs = options.budgetMs ?? plan.stopAfterMs
  const showShare = withTimeLeft(show)
  const pool = createPool(threads)
  const budget = budgetMs === null ? {} : { budget: AbortSignal.timeout(budgetMs) }
  try {
    const simulated = await simulateDesign({
      ...named,
      plan,
      pool,
      findsCapacities: true,
      hasTraces: format === 'json' || format === 'html',
      onProgress: (progress) => {
        if (progress.of === 'share') showShare(describeProgress(progress), progress.ofAll)
        else tell(describeProgress(progress))
      },
      ...budget,
    })
    if (simulated === null) throw new Stopped()
    if (simulated.ok) return simulated
    throw new UsageError(describeUnfit(simulated.faults))
  } finally {
    await pool.end()
  }
}

/** Faults of the flow under one headline; those of objectives, which have no path in it, as they are. */
function describeUnfit(faults: readonly PlanFault[]): string {
  const ofFlow = faults.filter(({ path }) => path !== '').map(({ path, message }) => `${path}: ${message}`)
  const others = faults.filter(({ path }) => path === '').map(({ message }) => message)
  return [...(ofFlow.length > 0 ? [describeFaults('The flow cannot be simulated:', ofFlow)] : []), ...others].join('\n')
}

function describeProgress({ of, by, share, runs, done, runsBefore, durationMs }: Progress): string {
  const percent = `${Math.floor(share * 100)} % of`
  if (by === 'replay') return `${percent} the run simulated`
  if (by === 'plan')
    return `${of === 'run' ? countedOf(done, runs, 'run') : `${percent} ${counted(runs, 'run')}`} simulated`
  if (by === 'number')
    return of === 'stage'
      ? `${counted(runsBefore + runs, 'run')} simulated`
      : `${percent} ${counted(runs, 'run')} simulated`
  return `${of === 'stage' ? '' : `${percent} `}${formatNumber(durationMs / 1000)} s in ${counted(runs, 'run')} simulated`
}
