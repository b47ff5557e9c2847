import type { EventReport } from '@plimsoll/event-engine'
import { Stopped } from '../workers/signal.ts'
import { answerEvents, type PlanFault, type RunPlan } from './plan.ts'
import { type DesignRun, type SimulatedDesign, simulateDesign } from './simulate-design.ts'

/** Thrown where a design of an experiment cannot be simulated. */
export class Unfit extends Error {
  override readonly name = 'Unfit'
  readonly faults: readonly PlanFault[]

  constructor(faults: readonly PlanFault[]) {
    super(faults.map(({ path, message }) => `${path} ${message}`).join('\n'))
    this.faults = faults
  }

  /** Each fault with where it is. */
  get texts(): readonly string[] {
    return this.faults.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  }
}

/** What a design shows. Throws Unfit where it cannot be simulated, Stopped where it was stopped before all was simulated. */
export async function mustSimulate(run: DesignRun): Promise<Extract<SimulatedDesign, { ok: true }>> {
  const simulated = await simulateDesign(run)
  if (simulated === null || run.stop?.aborted) throw new Stopped()
  if (!simulated.ok) throw new Unfit(simulated.faults)
  return simulated
}

/** The plan of a set length: as it is given, or else so many runs of its duration. */
export const ofSetLength = (plan: RunPlan, replications: number, durationMs = plan.settings.durationMs): RunPlan =>
  plan.grown === null
    ? plan
    : {
        ...plan,
        grown: null,
        replications,
        settings: {
          ...plan.settings,
          durationMs,
          warmUpMs: (plan.settings.warmUpMs / plan.settings.durationMs) * durationMs,
        },
      }

/** Simulated seconds that a run has at least, however small the budget is. */
const LEAST_S = 5

/** The plan of a set length for so many designs like the one that took so many events, as short as the budget of the given plan wants it. */
export function withinBudget(
  given: RunPlan,
  set: RunPlan,
  { designs, events }: { designs: number; events: number },
): RunPlan {
  const share = given.grown === null || events === 0 ? 1 : answerEvents(given.grown) / (designs * events)
  if (share >= 1) return set
  const durationS = set.settings.durationMs / 1000
  return ofSetLength(
    given,
    set.replications,
    1000 * Math.max(Math.min(LEAST_S, durationS), Math.floor(durationS * share)),
  )
}

/** Figures that experiments tell of a design, each as it is in a replication and over all. */
export const FIGURES = {
  mean: { unit: 'ms', of: (report: EventReport) => report.figures.response.mean },
  p50: { unit: 'ms', of: (report: EventReport) => report.figures.response.p50 },
  p95: { unit: 'ms', of: (report: EventReport) => report.figures.response.p95 },
  p99: { unit: 'ms', of: (report: EventReport) => report.figures.response.p99 },
  throughput: { unit: 'rps', of: (report: EventReport) => report.figures.goodput },
  errorRate: { unit: '%', of: (report: EventReport) => report.figures.errorRate },
  costPerHour: { unit: '$', of: (report: EventReport) => report.figures.costPerHour },
} as const
export type FigureName = keyof typeof FIGURES
export const FIGURE_NAMES = Object.keys(FIGURES) as readonly FigureName[]
