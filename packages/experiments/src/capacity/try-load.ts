import type { Estimate, EventReport, Verdict, VerdictResult } from '@plimsoll/event-engine'
import type { PlanFault, RunPlan } from '../runs/plan.ts'
import { type DesignRun, simulateDesign } from '../runs/simulate-design.ts'
import { worstOf } from '../words/judged.ts'

/** A load that was tried. */
export interface LoadPoint {
  /** Requests per second of the clients whose load is varied. */
  readonly rps: number
  /** Whether it meets the objectives that too much load breaks; without a steady state it does not. */
  readonly verdict: VerdictResult
  /** The same with those that too little load breaks. Absent from reports of former versions. */
  readonly met?: VerdictResult
  readonly isSteady: boolean
  /** ms; null where the runs do not tell, or there is no steady state. */
  readonly p50: Estimate
  readonly p95: Estimate
  readonly p99: Estimate
  /** Requests per second of all clients: that came, and that completed. */
  readonly offered: Estimate
  readonly goodput: Estimate
  /** % of the requests that ended. */
  readonly errorRate: Estimate
  /** What each of the asked objectives is about, in their order. Absent from reports of former versions. */
  readonly asked?: readonly Estimate[]
  /** Where the budget ended its runs: about the duration that would decide it, ms. */
  readonly takesMs?: number
  readonly objectives: readonly Verdict[]
  readonly saturation: EventReport['saturation']['limits']
}

/** An interval is to be this narrow, where the objectives do not ask for more. */
const PRECISION = 0.2

interface TriedLoad {
  readonly rps: number
  /** Factors by the id of a client. */
  readonly loadScale: Readonly<Record<string, number>>
  /** Events that it may take. */
  readonly mostEvents: number
}

/** Simulates a load until it is decided, with the same random numbers as every other; null: it was stopped before anything was measured. */
export async function tryLoad(
  run: DesignRun,
  { rps, loadScale, mostEvents }: TriedLoad,
): Promise<LoadPoint | readonly PlanFault[] | null> {
  const simulated = await simulateDesign({ ...run, plan: withLoad(run.plan, loadScale, mostEvents) })
  if (simulated === null) return null
  if (!simulated.ok) return simulated.faults
  const { figures, objectives, saturation, steadiness } = simulated.report
  const { growth } = simulated
  const { p50, p95, p99 } = figures.response
  // In a short run of a small load no request may come: that shows nothing.
  const isEmpty = figures.offered?.mean === 0
  const judged = (some: readonly Verdict[]): VerdictResult => {
    if (steadiness.state === 'none') return 'fail'
    return isEmpty ? 'undecided' : (worstOf(some) ?? 'pass')
  }
  return {
    rps,
    verdict: judged(objectives.filter((one) => !isFloor(one))),
    met: judged(objectives),
    isSteady: steadiness.state !== 'none',
    ...{ p50, p95, p99 },
    offered: figures.offered,
    goodput: figures.goodput,
    errorRate: figures.errorRate,
    asked: objectives.filter(({ isAssumed }) => !isAssumed).map(({ measured }) => measured),
    ...(growth?.ended === 'events' && growth.takesMs !== null && { takesMs: growth.takesMs }),
    objectives,
    saturation: saturation.limits,
  }
}

const withLoad = (plan: RunPlan, loadScale: TriedLoad['loadScale'], mostEvents: number): RunPlan => ({
  ...plan,
  settings: { ...plan.settings, loadScale },
  grown: plan.grown && { ...plan.grown, precision: plan.grown.precision ?? PRECISION, mostEvents },
})

/** Whether only too little load breaks the objective. */
export const isFloor = ({ metric, comparison }: Pick<Verdict, 'metric' | 'comparison'>): boolean =>
  metric === 'throughput' && comparison.startsWith('>')
