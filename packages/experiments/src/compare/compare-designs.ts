import { nodeKindLabel } from '@plimsoll/catalog'
import { type EventReport, nodesInZone, ROUND } from '@plimsoll/event-engine'
import { type ElementChange, type Flow, flowDifferences, isOfLayout } from '@plimsoll/flow'
import { spreadOf } from '@plimsoll/simulation'
import { namedCost } from '../cost/cost-words.ts'
import { settingInWords } from '../design/apply-settings.ts'
import { FIGURE_NAMES, FIGURES, type FigureName, mustSimulate, ofSetLength } from '../runs/must-simulate.ts'
import { pairedDifference } from '../runs/paired-difference.ts'
import { answerEvents, type RunPlan } from '../runs/plan.ts'
import type { Progress } from '../runs/progress.ts'
import type { DesignReport, DesignRun } from '../runs/simulate-design.ts'
import { namingOf } from '../words/naming.ts'
import { type ComparedReport, type ComparisonReport, type PairedFigure, SERIES } from './comparison-report.ts'
import { comparisonSentence } from './comparison-sentence.ts'

export interface ComparedDesign {
  readonly name: string
  readonly flow: Flow
  readonly plan: RunPlan
}

export interface CompareRun extends Pick<DesignRun, 'pool' | 'stop'> {
  readonly a: ComparedDesign
  readonly b: ComparedDesign
  /** How far the design is, and how far both are together. */
  readonly onProgress?: (of: 'a' | 'b', progress: Progress) => void
  /** Called with what shorter runs show, before the whole is simulated. */
  readonly onReport?: (report: ComparisonReport) => void
}

/** What B is called: a design of its own by its name, else A with its changes. */
export const nameOfB = (
  a: Pick<ComparedDesign, 'name' | 'flow'>,
  b: string | null,
  changes: readonly string[],
): string => b ?? `${a.name} with ${changes.map((one) => settingInWords(a.flow, one)).join(', ')}`

/** Replications of a comparison that is not given their number. */
const REPLICATIONS = 20
/** Of what the answer may take, what each design may that grows to find how long both are to be. As many replications take as much again. */
const TO_GROW = 1 / 2 / (1 + REPLICATIONS / ROUND.replications)
/** Of the duration, what is simulated first where one watches. */
const FIRST = 1 / 8
/** How narrow the figures of each design are to be. */
const PRECISION = 0.1

/**
 * Both designs with the same arrivals and services, whose random numbers are by component and purpose: what differs is the designs,
 * not the chance. Throws Unfit or Stopped.
 */
export async function compareDesigns({
  a,
  b,
  pool,
  stop,
  onProgress,
  onReport,
}: CompareRun): Promise<ComparisonReport> {
  const grows = a.plan.grown !== null
  /** How much of all is before the runs that are compared. */
  const toGrow = grows ? 2 * TO_GROW : 0
  const grownMs = grows ? await longest() : a.plan.settings.durationMs
  const plan = ofSetLength(a.plan, REPLICATIONS, grownMs)
  if (onReport && grows) onReport(await compared(ofSetLength(a.plan, REPLICATIONS, grownMs * FIRST), () => {}))
  return compared(plan, tell)

  /** Of all, this design's part is so much before, and so much wide. */
  function tell(of: 'a' | 'b', progress: Progress, from = toGrow, width = (1 - toGrow) / 2): void {
    onProgress?.(of, { ...progress, ofAll: from + (of === 'b' ? width : 0) + progress.ofAll * width })
  }

  async function compared(plan: RunPlan, onPart: (of: 'a' | 'b', progress: Progress) => void) {
    const run = async (of: 'a' | 'b', { name, flow, plan: own }: ComparedDesign) => {
      const { durationMs, warmUpMs } = plan.settings
      const { replications, seed } = plan
      const settings = { ...own.settings, durationMs, warmUpMs }
      const set = { ...own, settings, replications, seed, grown: null, findsWarmUp: plan.findsWarmUp }
      const onProgress = (progress: Progress) => onPart(of, progress)
      return (await mustSimulate({ name, flow, plan: set, pool, stop, onProgress })).report
    }
    return comparisonOf({ a, b, plan, reports: { a: await run('a', a), b: await run('b', b) } })
  }

  /** As long as the one takes that takes longer. */
  async function longest(): Promise<number> {
    let most = 0
    for (const [of, { name, flow, plan: own }] of [['a', a] as const, ['b', b] as const]) {
      const grown = own.grown && {
        ...own.grown,
        precision: own.grown.precision ?? PRECISION,
        mostEvents: answerEvents(own.grown) * TO_GROW,
      }
      const onProgress = (progress: Progress) => tell(of, progress, 0, TO_GROW)
      const { report } = await mustSimulate({ name, flow, plan: { ...own, grown }, pool, stop, onProgress })
      most = Math.max(most, report.quality.warmUpMs + report.quality.measuredMs)
    }
    return most
  }
}

interface Compared extends Pick<CompareRun, 'a' | 'b'> {
  readonly plan: RunPlan
  readonly reports: Readonly<Record<'a' | 'b', DesignReport>>
}

function comparisonOf({ a, b, plan, reports }: Compared): ComparisonReport {
  const paired = Object.fromEntries(
    FIGURE_NAMES.map((figure) => [figure, pairOf(figure, reports.a, reports.b)]),
  ) as ComparisonReport['paired']
  return {
    format: 'plimsoll-comparison',
    version: 1,
    a: comparedOf(a.name, reports.a),
    b: comparedOf(b.name, reports.b),
    seeds: reports.a.quality.seeds,
    durationMs: plan.settings.durationMs,
    paired,
    differences: differencesOf(a.flow, b.flow),
    sentence: comparisonSentence(paired, reports),
  }
}

const comparedOf = (
  name: string,
  { cost, objectives, steadiness, histogram, series, nodes, edges }: DesignReport,
): ComparedReport => ({
  name,
  ...namedCost(cost, namingOf({ nodes, edges })),
  objectives,
  steadiness: steadiness.state,
  histogram,
  series: Object.fromEntries(SERIES.map((one) => [one, series[one]])) as unknown as ComparedReport['series'],
})

const measuredIn = (figure: FigureName, run: EventReport['replications'][number]): number | null =>
  figure === 'throughput'
    ? run.goodput
    : figure === 'errorRate' || figure === 'costPerHour'
      ? run[figure]
      : run.response[figure]

function pairOf(figure: FigureName, one: EventReport, other: EventReport): PairedFigure | null {
  const pairs = one.replications.map((run, index) => {
    const second = other.replications[index]
    return { a: measuredIn(figure, run), b: second ? measuredIn(figure, second) : null }
  })
  const [before, after] = [pairs.map(({ a }) => a), pairs.map(({ b }) => b)]
  const paired = pairedDifference(before, after)
  const mean = (values: readonly (number | null)[]) => spreadOf(values.filter((one) => one !== null)).mean
  return paired && { unit: FIGURES[figure].unit, a: mean(before), b: mean(after), ...paired }
}

function differencesOf(a: Flow, b: Flow): ComparisonReport['differences'] {
  const parts = flowDifferences(a, b).filter(({ of }) => of !== 'slide')
  const ofOne = (change: ElementChange, there: 'a' | 'b') =>
    parts
      .filter((part) => part.change === change)
      .map(({ name: part }) => ({ part, what: '', a: 'not there', b: 'not there', [there]: 'there' }))
  return [
    ...ofOne('removed', 'a'),
    ...ofOne('added', 'b'),
    ...parts.flatMap(({ name: part, differences }) => {
      const ofKind = differences.filter(({ what }) => what === 'Kind')
      const told = ofKind.length > 0 ? ofKind : differences.filter((one) => !isOfLayout(one))
      return told.map(({ what, mine, theirs }) => ({ part, what, a: mine, b: theirs }))
    }),
    ...regrouped(a, b),
  ]
}

/** Components that a group has in one design alone: a fault of the group strikes others. */
function regrouped(a: Flow, b: Flow): ComparisonReport['differences'] {
  const idsIn = (flow: Flow, group: string): ReadonlySet<string | undefined> =>
    new Set(Array.from(nodesInZone(flow, group) ?? [], (position) => flow.nodes[position]?.id))
  const inBoth = new Set(a.nodes.map(({ id }) => id))
  return (b.groups ?? []).flatMap(({ id: group, label }) => {
    if (!a.groups?.some(({ id }) => id === group)) return []
    const [before, after] = [idsIn(a, group), idsIn(b, group)]
    return b.nodes
      .filter(({ id }) => inBoth.has(id) && before.has(id) !== after.has(id))
      .map(({ id, type, data }) => ({
        part: `${nodeKindLabel(type)}: ${data.label}`,
        what: `In group ${label}`,
        a: before.has(id) ? 'yes' : 'no',
        b: after.has(id) ? 'yes' : 'no',
      }))
  })
}
