import type { Objective } from '@plimsoll/event-engine'
import { settingInWords } from '../design/apply-settings.ts'
import { ofSetLength, withinBudget } from '../runs/must-simulate.ts'
import { type Point, type PointCache, type SimulatedPoint, simulatePoints } from '../runs/point.ts'
import type { DesignRun } from '../runs/simulate-design.ts'
import { Stopped } from '../workers/signal.ts'
import { type Axis, variantsOf } from './axes.ts'
import { type ParetoFront, paretoFront } from './pareto-front.ts'

/** A property that was varied. */
interface SweptAxis extends Axis {
  /** As a person knows it: `Client → Server.latencyMs`. Absent from reports of former versions. */
  readonly name?: string
}

export const axisName = ({ name, property }: SweptAxis): string => name ?? property

/** What a combination shows. */
export interface SweepPoint extends Point {
  /** By property, as they were given. */
  readonly values: Readonly<Record<string, string>>
}

/** What `plimsoll sweep --format json` prints. */
export interface SweepReport {
  readonly format: 'plimsoll-sweep'
  readonly version: 1
  readonly flow: { readonly name: string }
  readonly seed: number
  readonly axes: readonly SweptAxis[]
  /** In the order of the axes, the last one fastest. */
  readonly points: readonly SweepPoint[]
  /** The objectives. Absent from reports of former versions. */
  readonly asked?: readonly Objective[]
  /** Of cost against response time; null: no cost is known of any that could be chosen. */
  readonly front: ParetoFront | null
}

export interface SweepRun extends Pick<DesignRun, 'name' | 'flow' | 'plan' | 'pool' | 'stop'> {
  readonly axes: readonly Axis[]
  /** What is there is not simulated again; what is simulated is added. */
  readonly cache?: PointCache
  readonly onProgress?: (done: number, all: number) => void
  /** Called with the combinations that are simulated by then, if any, where it is stopped. */
  readonly onReport?: (report: SweepReport) => void
}

/** Replications of a point that are not given. */
const POINT_REPLICATIONS = 4

/** All combinations with the same random numbers. Throws Unfit or Stopped. Faults are those of values. */
export async function sweepDesign(run: SweepRun): Promise<SweepReport | { readonly faults: readonly string[] }> {
  const { name, flow, axes, cache = new Map() } = run
  const variants = variantsOf(flow, axes)
  if ('faults' in variants) return variants
  const asked = ofSetLength(run.plan, POINT_REPLICATIONS)
  const flows = variants.map((variant) => variant.flow)
  const [pilot] = await simulatePoints({ ...run, plan: asked, cache, onProgress: undefined }, flows.slice(0, 1))
  const plan = withinBudget(run.plan, asked, { designs: flows.length, events: pilot?.events ?? 0 })
  const found: SimulatedPoint[] = []
  const reportOf = (): SweepReport => {
    const known = variants.flatMap(({ values }, index) => (found[index] ? { values, simulated: found[index] } : []))
    return {
      format: 'plimsoll-sweep',
      version: 1,
      flow: { name },
      seed: plan.seed,
      axes: axes.map((one) => ({ ...one, name: settingInWords(flow, one.property) })),
      points: known.map(({ values, simulated }) => ({ values, ...simulated.point })),
      asked: plan.objectives,
      front: paretoFront(known.map(({ simulated }) => simulated)),
    }
  }
  try {
    await simulatePoints({ ...run, plan, cache, found }, flows)
  } catch (error) {
    if (error instanceof Stopped && found.length > 0) run.onReport?.(reportOf())
    throw error
  }
  return reportOf()
}
