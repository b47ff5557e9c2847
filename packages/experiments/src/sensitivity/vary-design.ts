import type { Flow } from '@plimsoll/flow'
import type { FoundLoad } from '../capacity/capacity-here.ts'
import { computeEach } from '../runs/compute-each.ts'
import { ofSetLength, Unfit, withinBudget } from '../runs/must-simulate.ts'
import { isSure, pairedDifference } from '../runs/paired-difference.ts'
import type { RunPlan } from '../runs/plan.ts'
import {
  type PointCache,
  RESPONSE_FIGURES,
  type ResponseFigure,
  type SimulatedPoint,
  simulatePoints,
} from '../runs/point.ts'
import type { DesignRun } from '../runs/simulate-design.ts'
import type { Axis } from '../sweep/axes.ts'
import { changeOfLoad } from './change-of-load.ts'
import { givenNeighbours, type Neighbours, neighboursOf, type Side } from './neighbours.ts'
import type { Measure, SensitivityReport, VariedProperty, VariedSide } from './sensitivity-report.ts'
import { carriesSentence, sensitivitySentence } from './sensitivity-sentence.ts'

export interface SensitivityRun extends Pick<DesignRun, 'name' | 'flow' | 'plan' | 'pool' | 'stop'> {
  /** In place of a share of each value: these properties from the least of their values to the greatest. */
  readonly ranges?: readonly Axis[]
  readonly by?: number
  /** Only what is used by more than this share of what it can do. */
  readonly above?: number
  /** Absent: p99. */
  readonly measure?: Measure
  readonly cache?: PointCache
  /** Of the highest loads that were found before. */
  readonly loads?: Map<string, FoundLoad>
  readonly onProgress?: (done: number, all: number) => void
  /** Called with what shorter runs show, before the whole is simulated. */
  readonly onReport?: (report: SensitivityReport) => void
}

export const SENSITIVITY = { by: 0.2, above: 0.5 } as const
/** Of each value, where none are given. */
const REPLICATIONS = 6
/** How many times as many designs as there are the first runs would be short enough for. */
const FIRST = 5
/** So many parts are varied where none is busy. */
const BUSIEST = 3

/** Each numeric property of what is busy, one at a time, less and more, with the same random numbers. Throws Unfit or Stopped. */
export async function varyDesign(run: SensitivityRun): Promise<SensitivityReport> {
  const { name, flow, ranges = [], by = SENSITIVITY.by, above = SENSITIVITY.above } = run
  const { measure = 'p99', cache = new Map(), loads = new Map(), onProgress, onReport } = run
  const asked = ofSetLength(run.plan, REPLICATIONS)
  const pilot = await baseOf(asked)
  const busy = Object.keys(pilot.used).filter((id) => (pilot.used[id] ?? 0) > above)
  const varies = ranges.length > 0 ? 'given' : busy.length > 0 ? 'busy' : 'busiest'
  const ids = new Set(varies === 'busy' ? busy : busiest(pilot.used))
  const neighbours = varies === 'given' ? givenNeighbours(flow, ranges) : neighboursOf(flow, ids, by)
  if (typeof neighbours === 'string') throw new Unfit([{ path: '', message: neighbours }])
  if (neighbours.length === 0)
    throw new Unfit([{ path: '', message: 'Nothing is used that has a number to vary: give ranges.' }])
  const sides = neighbours.flatMap(({ low, high }) => [low, high]).filter((one) => one !== null)
  const flows = sides.map((side) => side.flow)
  const plan = withinBudget(run.plan, asked, { designs: flows.length, events: pilot.events })
  const [searched, all]: [readonly Flow[], number] =
    measure === 'p99' ? [[], flows.length] : [[flow, ...flows], 2 * flows.length + 1]
  let done = 0
  onProgress?.(done, all)
  const onDone = () => {
    done += 1
    onProgress?.(done, all)
  }
  const first = withinBudget(run.plan, asked, { designs: flows.length * FIRST, events: pilot.events })
  if (onReport && first !== plan) onReport(await variedWith(first, [], () => {}))
  return variedWith(plan, searched, onDone)

  async function baseOf(plan: RunPlan): Promise<SimulatedPoint> {
    const [base] = await simulatePoints({ ...run, plan, cache, onProgress: undefined }, [flow])
    if (base === undefined) throw new Error('Nothing was simulated.')
    return base
  }

  async function variedWith(plan: RunPlan, searched: readonly Flow[], onDone: () => void): Promise<SensitivityReport> {
    const base = await baseOf(plan)
    const others = await simulatePoints({ ...run, plan, cache, onProgress: onDone }, flows)
    const [carries = null, ...carried] = await computeEach('capacity', {
      ...run,
      flows: searched,
      cache: loads,
      onDone,
    })
    const found = new Map(sides.map((side, index) => [side, { point: others[index], carries: carried[index] ?? null }]))
    const figure = measuredIn(base, others)
    const varied = (neighbours as readonly Neighbours[])
      .map((one) => variedOf(one, (side) => variedSide(base, side, { ...found.get(side), figure })))
      .map((one) => ({ one, rank: carries === null ? rankOf(one) : rankOfLoad(one, carries) }))
      .toSorted((a, b) => b.rank[0] - a.rank[0] || b.rank[1] - a.rank[1])
      .map(({ one }) => one)
    return {
      format: 'plimsoll-sensitivity',
      version: 1,
      flow: { name },
      seed: plan.seed,
      durationMs: plan.settings.durationMs,
      replications: plan.replications,
      by: varies === 'given' ? null : by,
      varies,
      above,
      figure,
      base: base.point,
      ...{ measure, carries, varied },
      sentence:
        carries === null ? sensitivitySentence({ base: base.point, varied, figure }) : carriesSentence(carries, varied),
    }
  }
}

/** Those that are used most, where none is busy. */
const busiest = (used: SimulatedPoint['used']): readonly string[] =>
  Object.keys(used)
    .filter((id) => (used[id] ?? 0) > 0)
    .toSorted((one, other) => (used[other] ?? 0) - (used[one] ?? 0))
    .slice(0, BUSIEST)

function variedOf({ part, property, low, high }: Neighbours, of: (side: Side) => VariedSide): VariedProperty {
  return {
    part: { of: part.of === 'nodes' ? 'node' : 'edge', id: part.id },
    property: `${part.name}.${property.name}`,
    name: `${part.title}: ${property.label}`,
    unit: property.unit,
    value: Number(property.value),
    low: low && of(low),
    high: high && of(high),
  }
}

/** The highest percentile that the design shows in all runs, and most of the others do. */
function measuredIn(base: SimulatedPoint, others: readonly SimulatedPoint[]): ResponseFigure {
  const isIn = (figure: ResponseFigure) => (one: SimulatedPoint) => !one.runs[figure].includes(null)
  const found = RESPONSE_FIGURES.find(
    (figure) => isIn(figure)(base) && others.filter(isIn(figure)).length >= others.length / 2,
  )
  return found ?? 'mean'
}

interface Found {
  readonly point?: SimulatedPoint | undefined
  readonly carries?: FoundLoad | null
  readonly figure: ResponseFigure
}

function variedSide(
  base: SimulatedPoint,
  { value }: Side,
  { point: found, carries = null, figure }: Found,
): VariedSide {
  const { point, runs } = found ?? base
  return {
    value,
    response: pairedDifference(base.runs[figure], runs[figure]),
    throughput: pairedDifference(base.runs.throughput, runs.throughput),
    saturatedAtRps: point.saturatedAtRps,
    isSteady: point.isSteady,
    carries,
  }
}

/** Where a value takes the steady state, beyond all others; what the intervals show, before what may be chance. */
function rankOf({ low, high }: VariedProperty): readonly [kind: number, ms: number] {
  const sides = [low, high].filter((one) => one !== null)
  const most = (some: readonly VariedSide[]) =>
    Math.max(...some.map(({ response }) => Math.abs(response?.difference ?? 0)))
  const sure = sides.filter(({ response }) => isSure(response))
  if (sides.some(({ isSteady }) => !isSteady)) return [2, most(sides)]
  return sure.length > 0 ? [1, most(sure)] : [0, most(sides)]
}

/** Where a value leaves no load that meets the objectives, beyond all others; what the intervals show, before the rest. */
function rankOfLoad({ low, high }: VariedProperty, now: FoundLoad): readonly [kind: number, rps: number] {
  const changes = [low, high].flatMap((side) => (side?.carries ? [changeOfLoad(now, side.carries)] : []))
  const most = Math.max(0, ...changes.map(({ difference }) => Math.abs(difference ?? 0)))
  if (changes.some(({ difference }) => difference === null)) return [2, most]
  return [changes.some(({ isSure }) => isSure) ? 1 : 0, most]
}
