import {
  askedInWords,
  COMPARISONS,
  type Comparison,
  isAboutRequests,
  OBJECTIVE_METRICS,
  type Objective,
  type ObjectiveMetric,
} from '@plimsoll/event-engine'
import { formatNumber } from '../words/numbers.ts'

const FORM = /^\s*([a-zA-Z0-9.]+)\s*(?:@\s*(.+?))?\s*(<=|>=|<|>)\s*(\d+(?:\.\d+)?)\s*([a-zA-Z%/]*)\s*$/
/** Seconds are understood too. */
const FACTORS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  ms: { '': 1, ms: 1, s: 1000 },
  rps: { '': 1, rps: 1 },
  '%': { '': 1, '%': 1 },
  messages: { '': 1, messages: 1 },
}

/** An objective whose part of the flow is named, but not looked up; null: it is about all. */
export interface NamedObjective extends Omit<Objective, 'scope'> {
  readonly at: string | null
}

/** Reads `p99<250ms` or `p99@API<250ms`; a text says what is wrong with it. */
export function readObjective(text: string): NamedObjective | string {
  const [, name = '', at, sign, number, unit = ''] = FORM.exec(text) ?? []
  const comparison: Comparison | undefined = COMPARISONS.find((one) => one === sign)
  if (comparison === undefined)
    return `"${text}" must be like p99<250ms, p99@API<250ms, throughput>=90rps or errorRate<1%`
  if (!Object.hasOwn(OBJECTIVE_METRICS, name))
    return `"${text}": ${name} is none of ${Object.keys(OBJECTIVE_METRICS).join(', ')}`
  const metric = name as ObjectiveMetric
  const factor = FACTORS[OBJECTIVE_METRICS[metric].unit]?.[unit]
  if (factor === undefined) return `"${text}": ${metric} is in ${OBJECTIVE_METRICS[metric].unit}, not in ${unit}`
  const limit = Number(number) * factor
  if (OBJECTIVE_METRICS[metric].unit === '%' && comparison.startsWith('<') && limit === 0)
    return `"${text}": no simulation proves that none fails: give a limit above 0 %, such as ${metric} < 0.01 %`
  return { metric, comparison, limit, at: at ?? null }
}

/** `p99@API < 250 ms`. */
export function describeObjective({ comparison, limit, ...asked }: Objective): string {
  return `${askedInWords(asked)} ${comparison} ${formatNumber(limit)} ${OBJECTIVE_METRICS[asked.metric].unit}`
}

/** Says which objectives are about messages, where there can be none; empty where that is none. */
export const faultsWithoutMessages = (objectives: readonly Objective[]): readonly string[] =>
  objectives
    .filter(({ metric }) => !isAboutRequests(metric))
    .map((one) => `${describeObjective(one)} is about messages, and no connection of this flow carries any`)
