import type { CompiledCore, Estimate, EventReport, VerdictResult } from '@plimsoll/event-engine'
import type { Flow } from '@plimsoll/flow'
import { type NamedCost, namedCost } from '../cost/cost-words.ts'
import { namingOf } from '../words/naming.ts'
import { Stopped } from '../workers/signal.ts'
import { computeEach } from './compute-each.ts'
import { FIGURES } from './must-simulate.ts'
import type { PlanFault } from './plan.ts'
import { createPoolHere } from './pool-here.ts'
import { type DesignReport, type DesignRun, simulateDesign } from './simulate-design.ts'

type PointFigure = 'mean' | 'p50' | 'p95' | 'p99' | 'throughput' | 'errorRate' | 'costPerHour'

/** What one variant of a design shows; response times in ms, `throughput` in rps, `errorRate` in %; null: not measured, or no price is set. */
export interface Point extends Readonly<Record<PointFigure, Estimate>> {
  /** Dollars an hour of each part; absent: nothing has a price. */
  readonly cost?: NamedCost
  /** Of all objectives; null: there is none. */
  readonly verdict: VerdictResult | null
  readonly isSteady: boolean
  /** Requests per second at which the first part of it is saturated; null: nothing limits it. */
  readonly saturatedAtRps: number | null
  /** Whether that is with all instances that auto-scaling may add, of which not all ran. */
  readonly countsAllInstances: boolean
}

/** From the highest percentile to what is measured soonest. */
export const RESPONSE_FIGURES = ['p99', 'p95', 'mean'] as const
export type ResponseFigure = (typeof RESPONSE_FIGURES)[number]

/** A figure of each replication, in the order of the seeds. */
type RunFigures = Readonly<Record<ResponseFigure | 'throughput', readonly (number | null)[]>>

export interface SimulatedPoint {
  readonly point: Point
  readonly runs: RunFigures
  /** How much of what it can do each component and connection is used, 0 to 1 and above, by its id. */
  readonly used: Readonly<Record<string, number>>
  /** Events of all replications. */
  readonly events: number
}

/** What was simulated before, by what it was of. */
export type PointCache = Map<string, SimulatedPoint>

type PointRun = Pick<DesignRun, 'name' | 'pool' | 'stop' | 'plan'> & {
  readonly cache: PointCache
  readonly onProgress?: ((done: number, all: number) => void) | undefined
  /** Takes what is simulated, each at the position of its flow. */
  readonly found?: SimulatedPoint[]
}

/** Each flow once, as many at a time as there are workers; what has the same content is not simulated again. Throws Unfit or Stopped. */
export function simulatePoints(
  { onProgress, ...run }: PointRun,
  flows: readonly Flow[],
): Promise<readonly SimulatedPoint[]> {
  let done = 0
  const onDone = () => {
    done += 1
    onProgress?.(done, flows.length)
  }
  // By a worker as a whole: the report of each would keep a page from answering.
  return computeEach('point', { ...run, flows, onDone })
}

/** What a worker makes of one flow. */
export async function pointHere(
  input: Pick<DesignRun, 'name' | 'flow' | 'plan'>,
  core: CompiledCore | null,
): Promise<SimulatedPoint | { readonly faults: readonly PlanFault[] }> {
  const simulated = await simulateDesign({ ...input, pool: createPoolHere(core) })
  if (simulated === null) throw new Stopped()
  if (!simulated.ok) return { faults: simulated.faults }
  const { report } = simulated
  return { point: pointOf(report), runs: runsOf(report), used: usedOf(report), events: report.quality.events }
}

function pointOf(report: DesignReport): Point {
  const figure = (one: PointFigure) => FIGURES[one].of(report)
  return {
    mean: figure('mean'),
    p50: figure('p50'),
    p95: figure('p95'),
    p99: figure('p99'),
    throughput: figure('throughput'),
    errorRate: figure('errorRate'),
    costPerHour: figure('costPerHour'),
    ...namedCost(report.cost, namingOf(report)),
    verdict: report.verdict,
    isSteady: report.steadiness.state !== 'none',
    saturatedAtRps: report.saturation.limits[0]?.atRps ?? null,
    countsAllInstances: report.saturation.limits[0]?.instances != null,
  }
}

const runsOf = ({ replications }: EventReport): RunFigures => ({
  p99: replications.map(({ response }) => response.p99),
  p95: replications.map(({ response }) => response.p95),
  mean: replications.map(({ response }) => response.mean),
  throughput: replications.map(({ goodput }) => goodput),
})

function usedOf({ nodes, edges, saturation }: EventReport): Readonly<Record<string, number>> {
  const used: Record<string, number> = {}
  const atLeast = (id: string, share: number) => {
    used[id] = Math.max(used[id] ?? 0, share)
  }
  for (const { id, utilization } of nodes) atLeast(id, utilization?.mean ?? 0)
  for (const { id, lineUtilization, poolUtilization } of edges)
    atLeast(id, Math.max(lineUtilization?.mean ?? 0, poolUtilization?.mean ?? 0))
  for (const { id, load } of saturation.limits) atLeast(id, load)
  return used
}
