import { compile, GOAL, type Objective } from '@plimsoll/event-engine'
import { meanRates } from '../design/mean-rates.ts'
import { clientsOf } from '../design/part-names.ts'
import { answerEvents, type PlanFault } from '../runs/plan.ts'
import type { DesignRun } from '../runs/simulate-design.ts'
import { eitherOf } from '../workers/signal.ts'
import { type CapacityReport, capacityReport } from './capacity-report.ts'
import { expectedCapacity } from './crossing.ts'
import { bracketOf, nextLoad } from './next-load.ts'
import { type LoadPoint, tryLoad } from './try-load.ts'

export interface CapacityRun extends Omit<DesignRun, 'onProgress' | 'onReport' | 'hasTraces'> {
  /** The client whose load is varied; absent: all are, each by the same factor. */
  readonly clientId?: string | null
  /** Events that each load may take: the more, the narrower the interval. Absent: a share of the budget. */
  readonly mostEvents?: number
  /** Whether loads beside the highest are simulated, to draw the curve; absent: they are. */
  readonly hasCurve?: boolean
  /** Called while a load is simulated, and after each. */
  readonly onProgress?: (progress: CapacityProgress) => void
  /** Called after each load of the search with what is known so far. */
  readonly onReport?: (report: CapacityReport) => void
}

export interface CapacityProgress {
  /** The load that is tried. */
  readonly rps: number
  /** How many were tried before. */
  readonly tried: number
  /** Of the stage that is simulated, 0 to 1; of a load that is done, 1. */
  readonly share: number
  /** Of all that is to be simulated, as far as that can be told, 0 to 1. */
  readonly ofAll: number
  readonly isDone: boolean
}

/** What holds where nothing is asked for: the design carries what it serves. */
const ASSUMED: Objective = { metric: 'errorRate', comparison: '<', limit: 1 }
/** Shares of the capacity whose figures draw the curve. */
const CURVE = [0.25, 0.5, 0.75, 0.9, 1.1]
/** Of what the answer may take, what a load may. */
const OF_ANSWER = 1 / 5
/** A search has about so many loads, and two more at least while it is not over. */
const USUAL_LOADS = 7
/** Of a search that was stopped: what lies between so large a share of the load is no answer. */
const WIDE = 0.1
/** A load within this share of one that was tried draws nothing new. */
const NEAR = 0.05

export type FoundCapacity =
  | { readonly ok: true; readonly capacity: CapacityReport }
  /** Why the load of this flow cannot be varied. */
  | { readonly ok: false; readonly faults: readonly PlanFault[] }

/**
 * The highest load that meets all objectives, by bisection: each load is simulated until its objectives are decided, with the same
 * random numbers as the others. Throws where a run fails.
 */
export async function findCapacity(run: CapacityRun): Promise<FoundCapacity> {
  const { flow, plan, clientId = null, budget, stop, hasCurve = true, onProgress = () => {} } = run
  const compiled = compile(flow, plan.settings)
  if (!compiled.ok) return { ok: false, faults: compiled.faults }
  const { model } = compiled
  const unfit = faultOf(run, model.sources)
  if (unfit !== null) return { ok: false, faults: [unfit] }
  const rates = meanRates(model, plan.settings.durationMs)
  const clients = model.sources.flatMap(({ node }, index) => {
    const id = model.nodes[node]?.id ?? ''
    return clientId === null || id === clientId ? [{ id, rps: rates[index] ?? 0 }] : []
  })
  const todayRps = clients.reduce((sum, { rps }) => sum + rps, 0)
  if (todayRps === 0) return { ok: false, faults: [{ path: '', message: 'No client makes a request.' }] }

  const objectives = plan.objectives.length > 0 ? plan.objectives : [ASSUMED]
  const until = eitherOf(stop, budget)
  const points: LoadPoint[] = []
  const isNew = (rps: number) => !points.some((point) => Math.abs(point.rps - rps) < NEAR * rps)
  const reportOf = (found: number | null, ended: CapacityReport['ended']) =>
    capacityReport({ ...run, objectives, clientId, todayRps, points, found, ended })
  const runAt = async (rps: number, all: number): Promise<readonly PlanFault[] | null> => {
    const loadScale = Object.fromEntries(clients.map(({ id }) => [id, rps / todayRps]))
    const tried = points.length
    const about = { rps, tried }
    const ofAll = (share: number) => (tried + share) / all
    const point = await tryLoad(
      {
        ...{ name: run.name, flow, pool: run.pool, stop: until },
        plan: { ...plan, objectives },
        onProgress: (one) => onProgress({ ...about, share: one.share, ofAll: ofAll(one.ofAll), isDone: false }),
      },
      { rps, loadScale, mostEvents: run.mostEvents ?? OF_ANSWER * answerEvents(plan.grown ?? GOAL) },
    )
    if (point === null) return null
    if ('rps' in point) {
      // What is not decided because the time was over says nothing.
      if (point.verdict !== 'undecided' || !until.aborted) points.push(point)
      onProgress({ ...about, share: 1, ofAll: ofAll(1), isDone: true })
      return null
    }
    return point
  }

  for (let rps = nextLoad(points, todayRps); rps !== null && !until.aborted; rps = nextLoad(points, todayRps)) {
    const faults = await runAt(rps, Math.max(USUAL_LOADS, points.length + 2) + (hasCurve ? CURVE.length : 0))
    run.onReport?.(reportOf(null, 'going'))
    if (faults !== null) return { ok: false, faults }
  }
  const { lower, upper } = bracketOf(points)
  const isWide = until.aborted && (upper ?? 0) - (lower ?? 0) > WIDE * (upper ?? 0)
  const found = isWide ? null : placed(expectedCapacity(points), points)
  const curve = found === null || !hasCurve ? [] : CURVE.map((share) => share * found).filter(isNew)
  if (curve.length > 0) run.onReport?.(reportOf(found, 'enough'))
  const all = points.length + curve.length
  for (const rps of curve) if (!until.aborted) await runAt(rps, all)
  const ended = until.aborted ? 'time' : 'enough'
  // In short runs a load of the curve can be judged otherwise than what was found says.
  return { ok: true, capacity: reportOf(curve.length > 0 ? placed(found, points) : found, ended) }
}

/** Between the highest load that meets the objectives and the lowest that does not; null where one of them is not known. */
function placed(expected: number | null, points: readonly LoadPoint[]): number | null {
  const { lower, upper } = bracketOf(points)
  if (lower === null || upper === null) return null
  return expected === null || expected < lower || expected > upper ? (lower + upper) / 2 : expected
}

type Sources = readonly { readonly arrivals: string }[]

/** Why the load cannot be varied; null: it can. */
function faultOf({ plan, flow, clientId = null }: CapacityRun, sources: Sources): PlanFault | null {
  const refuse = (message: string) => ({ path: '', message })
  if (plan.settings.recorded.length > 0)
    return { path: '', message: 'Recorded requests come as they did: their load cannot be varied.' }
  if (sources.some(({ arrivals }) => arrivals === 'closed'))
    return refuse(
      'Users who wait for each answer ask less often as the design slows down, so that there is no load to vary: set arrivals to open, which makes the requests of as many users, and ask again.',
    )
  if (clientId !== null && !clientsOf(flow).some(({ id }) => id === clientId))
    return { path: '', message: `${clientId} is no client of this flow.` }
  return null
}
