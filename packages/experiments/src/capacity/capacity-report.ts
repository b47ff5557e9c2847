import type { Objective, SaturationLimit } from '@plimsoll/event-engine'
import type { Flow } from '@plimsoll/flow'
import { describeObjective } from '../design/objectives.ts'
import { labelOf } from '../design/part-names.ts'
import type { RunPlan } from '../runs/plan.ts'
import { seconds } from '../words/durations.ts'
import { namingIn } from '../words/naming.ts'
import { formatNumber } from '../words/numbers.ts'
import { bracketOf, HIGHEST_FACTOR } from './next-load.ts'
import { isFloor, type LoadPoint } from './try-load.ts'

/** What `plimsoll capacity --format json` prints. Rates are requests per second. */
export interface CapacityReport {
  readonly format: 'plimsoll-capacity'
  readonly version: 1
  readonly flow: { readonly name: string }
  readonly seed: number
  /** `p99 < 250 ms`. */
  readonly objectives: readonly string[]
  /** The same, as they are judged. */
  readonly asked: readonly Objective[]
  /** The client whose load was varied; null: all, by the same factor. */
  readonly client: string | null
  /** What that client is called. */
  readonly clientLabel: string | null
  /** The load that the flow has. */
  readonly todayRps: number
  /** The highest load that meets all objectives: it lies between the highest that was seen to and the lowest that was seen not to. */
  readonly capacityRps: CapacityInterval | null
  /** The capacity over the load of today, less one; negative: today's load is too much. */
  readonly headroom: number | null
  readonly limit: CapacityLimit | null
  /** By load. */
  readonly points: readonly Omit<LoadPoint, 'objectives' | 'saturation'>[]
  /** `time`: stopped by hand or by the clock; `going`: it is not over, which no finished report is. */
  readonly ended: 'enough' | 'time' | 'going'
  /** Why there is no capacity; null: there is. */
  readonly refusal: string | null
  /** The answer in words. */
  readonly sentence: string
}

/** Null: not known. */
export interface CapacityInterval {
  readonly mean: number | null
  readonly lower: number | null
  readonly upper: number | null
}

/** What breaks first. */
export interface CapacityLimit {
  /** The objective that is missed first; null: there is no steady state. */
  readonly objective: string | null
  /** What saturates first at the lowest load that is too much. */
  readonly part: (SaturationLimit & { readonly label: string }) | null
}

interface Given {
  readonly name: string
  readonly flow: Flow
  readonly plan: RunPlan
  readonly objectives: readonly Objective[]
  readonly clientId: string | null
  readonly todayRps: number
  readonly points: readonly LoadPoint[]
  readonly found: number | null
  readonly ended: CapacityReport['ended']
}

export function capacityReport(given: Given): CapacityReport {
  const { name, plan, objectives, clientId, todayRps, points, ended } = given
  const { lower, upper } = bracketOf(points)
  const refusal = refusalOf(given)
  const found = refusal === null ? given.found : null
  const limit = limitOf(given)
  return {
    format: 'plimsoll-capacity',
    version: 1,
    flow: { name },
    seed: plan.seed,
    objectives: objectives.map(describeObjective),
    asked: objectives,
    client: clientId,
    clientLabel: clientId === null ? null : labelOf(given.flow, { of: 'node', id: clientId }),
    todayRps,
    capacityRps: refusal === null || ended !== 'enough' ? { mean: found, lower, upper } : null,
    headroom: found === null ? null : found / todayRps - 1,
    limit,
    points: points
      .toSorted((a, b) => a.rps - b.rps)
      .map(({ objectives: _objectives, saturation: _saturation, ...point }) => point),
    ended,
    refusal,
    sentence: refusal ?? sentenceOf(given, limit),
  }
}

/** What lies so far apart has no middle that is worth a figure. */
const WIDE = 1.5

const rps = (value: number): string => `${formatNumber(value)} rps`

function sentenceOf({ found, todayRps, points, objectives }: Given, limit: CapacityLimit | null): string {
  const { lower, upper, unsure } = bracketOf(points)
  if (found === null) {
    const isAll = points.some((point) => point.rps >= HIGHEST_FACTOR * todayRps)
    const end = isAll
      ? ` More than ${formatNumber(HIGHEST_FACTOR)} times today's ${rps(todayRps)} is not searched.`
      : ''
    const [open] = unsure
    const above =
      open === undefined
        ? `: no load was found that misses ${all(objectives)}.`
        : `; from ${rps(open)} on it is not known whether it meets ${all(objectives)}: ${decidedBy(points, open)}.`
    return `It carries more than ${rps(lower ?? 0)}${above}${end}`
  }
  const range = lower === null || upper === null ? '' : ` (${formatNumber(lower)} to ${formatNumber(upper)})`
  const first =
    limit === null
      ? ''
      : ` ${limit.objective === null ? 'With more there is no steady state' : `First ${limit.objective} is missed`}${limit.part === null ? '' : `; ${limit.part.label} saturates first`}.`
  if (lower !== null && upper !== null && upper > WIDE * lower) {
    const isToday =
      todayRps <= lower
        ? 'is carried'
        : todayRps >= upper
          ? 'is not'
          : `may be carried or not${unsure.length === 0 ? ': simulate longer' : ''}`
    const between = unsure.length === 0 ? '' : ` Of the loads between it is not known: ${decidedBy(points, unsure[0])}.`
    return `It carries between ${formatNumber(lower)} and ${rps(upper)}; today's ${rps(todayRps)} ${isToday}.${between}${first}`
  }
  const headroom = found / todayRps - 1
  const today =
    headroom >= 0
      ? `${formatNumber(headroom * 100)} % above today's ${rps(todayRps)}`
      : `${formatNumber(-headroom * 100)} % below today's ${rps(todayRps)}`
  return `It carries ${rps(found)}${range}, ${today}.${first}`
}

/** What it takes to decide a load that was not. */
function decidedBy(points: readonly LoadPoint[], load: number | undefined): string {
  const takesMs = points.find((point) => point.rps === load)?.takesMs
  if (load === undefined || takesMs === undefined) return 'simulate longer'
  return `the budget of events ended the runs, which at ${rps(load)} take at least ${seconds(takesMs)}`
}

/** Why there is no highest load; null: there is one. */
function refusalOf({ points, found, ended, objectives }: Given): string | null {
  const sorted = points.toSorted((a, b) => a.rps - b.rps)
  const { lower, upper, unsure } = bracketOf(points)
  const known = [
    ...(lower === null ? [] : [`${rps(lower)} meets the objectives`]),
    ...(upper === null ? [] : [`${rps(upper)} does not`]),
  ]
  if (ended === 'going') return known.length > 0 ? `So far: ${known.join(', ')}.` : 'So far no load is decided.'
  if (found === null && ended === 'time') {
    return `Stopped before the highest load was found${known.length > 0 ? `: ${known.join(', ')}` : ''}.`
  }
  if (lower === null && upper !== null) {
    const [least] = sorted
    if (least?.verdict === 'fail') {
      const told = sorted.find(showsMiss) ?? least
      return `No load meets ${all(objectives)}: already at ${rps(told.rps)} ${missedAt(told)}.`
    }
    return `Of no load it could be decided that it meets ${all(objectives)}: ${decidedBy(points, unsure[0])}. ${rps(upper)} does not.`
  }
  if (lower === null)
    return `Of no load it could be decided whether it meets ${all(objectives)}: ${decidedBy(points, unsure[0])}.`
  return floorRefusal(sorted, lower, found)
}

const all = (objectives: readonly Objective[]): string => objectives.map(describeObjective).join(' and ')

/** What is missed of which it is known, rather than what was not measured. */
function missedOf({ objectives }: LoadPoint) {
  const missed = objectives.filter((one) => one.result === 'fail' && !isFloor(one))
  return missed.find(isKnown) ?? missed[0]
}

/** A figure may be certain to be beyond its limit before it is known. */
const isKnown = ({ measured, unmeasured }: LoadPoint['objectives'][number]): boolean =>
  measured !== null || unmeasured === 'short'

/** Whether it is known why the load is too much: so few requests may come at a low one that nothing is measured. */
function showsMiss(point: LoadPoint): boolean {
  const missed = missedOf(point)
  return !point.isSteady || (missed !== undefined && isKnown(missed))
}

/** `the p99 is 300 ms`. */
function missedAt(point: LoadPoint): string {
  if (!point.isSteady) return 'there is no steady state'
  const missed = missedOf(point)
  if (missed === undefined) return 'they are missed'
  if (missed.measured === null) return `${describeObjective(missed)} is missed`
  const [figure = '', , , unit = ''] = describeObjective(missed).split(' ')
  return `the ${figure} is ${formatNumber(missed.measured.mean)}${unit === '' ? '' : ` ${unit}`}`
}

/** Where less than the highest load is asked to be done as does not suffice for an objective about throughput. */
function floorRefusal(sorted: readonly LoadPoint[], lower: number, found: number | null): string | null {
  const best = sorted.find((point) => point.rps === lower)
  const missed = best?.objectives.find((one) => isFloor(one) && one.result === 'fail')
  if (missed === undefined) return null
  return `No load meets all objectives: ${describeObjective(missed)} takes more than the ${rps(found ?? lower)} that meet the others.`
}

function limitOf({ flow, points }: Given): CapacityLimit | null {
  const { upper } = bracketOf(points)
  const beyond = points.find((point) => point.rps === upper)
  if (beyond === undefined) return null
  const missed = beyond.isSteady ? beyond.objectives.find((one) => one.result === 'fail' && !isFloor(one)) : undefined
  const [first] = beyond.saturation
  return {
    objective: missed ? describeObjective(missed) : null,
    part: first ? { ...first, label: namingIn(flow)(first) } : null,
  }
}
