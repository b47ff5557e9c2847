import type { Growth } from '@plimsoll/event-engine'
import { type Flow, parseFlow } from '@plimsoll/flow'
import { findCapacity } from '../capacity/find-capacity.ts'
import { compareDesigns } from '../compare/compare-designs.ts'
import { drillDesign } from '../drill/drill-design.ts'
import { Unfit } from '../runs/must-simulate.ts'
import { type PlanFault, planOf, type RunPlan } from '../runs/plan.ts'
import { simulateDesign } from '../runs/simulate-design.ts'
import type { Measure } from '../sensitivity/sensitivity-report.ts'
import { varyDesign } from '../sensitivity/vary-design.ts'
import { type Axis, readAxis } from '../sweep/axes.ts'
import { sweepDesign } from '../sweep/sweep-design.ts'
import { countedOf, formatNumber } from '../words/numbers.ts'
import { eitherOf, type Signal, Stopped } from '../workers/signal.ts'
import type { WorkerPool } from '../workers/worker-pool.ts'

/** A document of a flow with a name, as it is saved and sent. */
export interface RequestedDesign {
  readonly name: string
  readonly [member: string]: unknown
}

/** An experiment as text can carry it. */
export interface ExperimentRequest {
  readonly kind: 'simulate' | 'capacity' | 'compare' | 'sensitivity' | 'sweep' | 'drill'
  readonly design: RequestedDesign
  /** Of `compare`. */
  readonly other?: RequestedDesign | undefined
  /** Of `capacity`: id of the client whose load is varied; absent: all. */
  readonly client?: string | undefined
  /** Of `drill`: ids of the components that are out in turn; absent: all but clients. */
  readonly only?: readonly string[] | undefined
  /** Of `sweep`: such as `api.instances=1..8`; of `sensitivity` these in place of a share of each value. */
  readonly axes?: readonly string[] | undefined
  /** Of `sensitivity`; absent: p99. */
  readonly measure?: Measure | undefined
}

export interface RequestRun {
  readonly pool: WorkerPool
  readonly stop?: Signal
  /** A signal that is aborted after so long by the clock; absent: the time that the design sets is not kept to. */
  readonly after?: (ms: number) => Signal
  /** The share of all that is simulated, and how far that is in words. */
  readonly onProgress?: (share: number, text: string) => void
}

/** The report, the same that the terminal prints as JSON. */
export interface Requested {
  readonly report: object
  /** Of a run that grew until it could tell; null for any other. */
  readonly growth: Growth | null
}

interface ReadDesign {
  readonly name: string
  readonly flow: Flow
  readonly plan: RunPlan
}

/** Experiments that tell how far they came when the time is over. */
const PARTIAL: readonly ExperimentRequest['kind'][] = ['simulate', 'capacity']

/** Runs an experiment. Throws Unfit where it cannot be run, Stopped where it was stopped, an Error where a run fails. */
export async function runRequest(
  request: ExperimentRequest,
  { pool, stop: stopped, after, onProgress = () => {} }: RequestRun,
): Promise<Requested> {
  const design = readDesign(request.design, 'design')
  const { stopAfterMs } = design.plan
  const budget = stopAfterMs === null ? undefined : after?.(stopAfterMs)
  const stop = PARTIAL.includes(request.kind) ? stopped : eitherOf(stopped, budget)
  const run = { ...design, pool, stop, budget }
  const count = (done: number, all: number, ofAll = done / all) => onProgress(ofAll, countedOf(done, all, 'simulation'))
  switch (request.kind) {
    case 'simulate': {
      const found = await simulateDesign({
        ...run,
        hasTraces: true,
        findsCapacities: true,
        onProgress: ({ ofAll, runs, done, runsBefore, durationMs }) =>
          onProgress(
            ofAll,
            `${countedOf(runsBefore + done, runsBefore + runs, 'run')} of ${formatNumber(durationMs / 1000)} s`,
          ),
      })
      if (found === null) throw new Stopped()
      if (!found.ok) throw new Unfit(found.faults)
      return { report: found.report, growth: found.growth }
    }
    case 'capacity': {
      const found = await findCapacity({
        ...run,
        clientId: request.client ?? null,
        onProgress: ({ ofAll, tried, rps }) => onProgress(ofAll, `load ${tried + 1}: ${formatNumber(rps)} rps`),
      })
      if (!found.ok) throw new Unfit(found.faults)
      return { report: found.capacity, growth: null }
    }
    case 'drill': {
      const { only } = request
      return { report: await drillDesign({ ...run, ...(only && { only }), onProgress: count }), growth: null }
    }
    case 'sensitivity': {
      const ranges = (request.axes ?? []).map(readAxisAt)
      const { measure } = request
      return {
        report: await varyDesign({ ...run, ranges, ...(measure && { measure }), onProgress: count }),
        growth: null,
      }
    }
    case 'sweep': {
      const found = await sweepDesign({ ...run, axes: readAxes(request.axes), onProgress: count })
      if ('faults' in found) throw new Unfit(found.faults.map((message) => ({ path: 'axes', message })))
      return { report: found, growth: null }
    }
    case 'compare': {
      if (request.other === undefined) throw unfit('other', 'is missing: a design is compared with another')
      const b = readDesign(request.other, 'other')
      const report = await compareDesigns({
        ...{ a: design, b, pool, stop },
        onProgress: (of, { ofAll, done, runs }) =>
          onProgress(ofAll, `${of === 'a' ? 'first' : 'second'} design: ${countedOf(done, runs, 'run')}`),
      })
      return { report, growth: null }
    }
  }
}

const unfit = (path: string, message: string): Unfit => new Unfit([{ path, message }])

function readDesign({ name, ...document }: RequestedDesign, where: 'design' | 'other'): ReadDesign {
  const within = ({ path, message }: PlanFault): PlanFault => ({ path: `${where}.${path}`, message })
  const parsed = parseFlow(document)
  if (!parsed.ok) throw new Unfit(parsed.faults.map(within))
  const { ok, plan, faults } = planOf(parsed.flow, { engine: 'events' })
  if (!ok) throw new Unfit(faults.map(within))
  return { name, flow: parsed.flow, plan }
}

function readAxes(texts: readonly string[] = []): readonly Axis[] {
  if (texts.length === 0) throw unfit('axes', 'is missing: at least one property must be varied')
  return texts.map(readAxisAt)
}

function readAxisAt(text: string, index: number): Axis {
  const axis = readAxis(text)
  if (typeof axis === 'string') throw unfit(`axes.${index}`, axis)
  return axis
}
