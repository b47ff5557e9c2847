import {
  CannotBeRead,
  type CaseFile,
  type Chance,
  type Condition,
  existing,
  type Finding,
  type Measure,
  type ReferenceCase,
} from '../../../../tooling/reference-cases/reference-case.ts'
import type { Bench, Measured } from './bench.ts'
import type { Diagram } from './diagram.ts'
import { readName } from './figures.ts'
import type { Context } from './measurement.ts'
import { MEASUREMENTS } from './measurements.ts'
import { type Variants, variantsOf } from './variants.ts'

type Limit = number | string | readonly (number | string)[]

const REQUESTS = 200_000

export function createContext(reference: ReferenceCase, file: CaseFile, bench: Bench, seed: number): Context {
  const variants = variantsOf(reference.inputs)
  const runs = new Map<string, Measured>()
  const requests = reference.tolerance.minRequestsPerReplication ?? REQUESTS
  const diagram = (variant?: string) => diagramOf(variants, variant)
  const once = (key: string, work: () => Measured) => {
    const run = runs.get(key) ?? work()
    runs.set(key, run)
    return run
  }
  return {
    reference,
    file,
    bench,
    seed,
    diagram,
    run: (variant) => once(variant ?? '', () => bench.run(diagram(variant), { seed, requests })),
    runTraced: () =>
      once('traced', () => {
        const seconds = Number(diagram().settings?.durationS)
        const perSecond = bench.model(diagram()).sources.reduce((sum, { rate }) => sum + rate.at(0), 0)
        const serials = Array.from({ length: Math.ceil(perSecond * seconds) + 10 }, (_, serial) => serial)
        return bench.runFor(diagram(), seconds, seed, { trace: new Set(serials) })
      }),
  }
}

export function diagramOf(variants: Variants, name?: string): Diagram {
  const found = name === undefined && variants.size === 1 ? [...variants.values()][0] : variants.get(name ?? '')
  return existing(found, `variant ${name ?? 'without a name'}`)
}

/** Whether all conditions hold in a run, and what was measured. */
export const findingOf = (context: Context, conditions: readonly Condition[]): Finding =>
  findingBy(conditions, (asked) => measure(context, asked))

export function findingBy(conditions: readonly Condition[], measure: (asked: Measure) => Limit): Finding {
  const findings = conditions.map((condition) => {
    const value = measure(condition)
    const { than, times = 1 } = condition
    const limit = typeof than === 'object' && 'measure' in than ? measure(than) : (than ?? 0)
    return {
      holds: holds(value, typeof limit === 'number' ? limit * times : limit, condition),
      found: [value].flat().map(rounded).join(', '),
    }
  })
  return { holds: findings.every(({ holds }) => holds), found: findings.map(({ found }) => found).join('; ') }
}

/** Chance plays no part where it plays none in any measurement. */
export function chanceOf({ checks = [] }: ReferenceCase): Chance {
  const chances = checks
    .flatMap(({ that }) => that)
    .map(({ measure }) => (Object.hasOwn(MEASUREMENTS, measure) ? MEASUREMENTS[measure]?.chance : undefined))
  if (chances.includes('many seeds')) return 'many seeds'
  return chances.every((chance) => chance === 'no chance') ? 'no chance' : 'chance'
}

function measure(context: Context, asked: Measure): Limit {
  const { variant } = asked
  if (typeof variant === 'object') return variant.flatMap((one) => measure(context, { ...asked, variant: one }))
  const measurement = Object.hasOwn(MEASUREMENTS, asked.measure) ? MEASUREMENTS[asked.measure] : undefined
  if (measurement !== undefined) return measurement.of(context, { ...asked, variant })
  const name = asked.of === undefined ? asked.measure : `${asked.measure}_${asked.of}`
  const names = [...variantsOf(context.reference.inputs).keys()]
  const { figure, unit, variant: named } = readName(name, variant === undefined ? names : [])
  const value = figure(context.run(variant ?? named ?? undefined))
  return typeof value === 'number' ? value / unit : value
}

/** Percentiles are known to the width of a bucket. */
const ROUNDING = 0.002

function holds(value: Limit, limit: Limit, { is, rel, abs }: Condition): boolean {
  const values = [value].flat().map(Number)
  if (is === 'one of') return [limit].flat().includes(value as never)
  if (is === 'rising') return values.every((one, index) => one >= (values[index - 1] ?? one) * (1 - ROUNDING))
  if (is === 'falling') return values.every((one, index) => index === 0 || one < Number(values[index - 1]))
  if (is === 'between') {
    const [least = Number.NaN, most = Number.NaN] = [limit].flat().map(Number)
    return values.every((one) => one >= least && one <= most)
  }
  const other = Number(limit)
  if (Number.isNaN(other) || values.length === 0) throw new CannotBeRead(`nothing is compared with ${limit}`)
  const slack = rel === undefined ? (abs ?? 0) : rel * Math.abs(other)
  return values.every((one) => {
    if (is === 'near') return Math.abs(one - other) <= slack
    return { '<': one < other, '<=': one <= other, '>': one > other, '>=': one >= other }[is]
  })
}

const rounded = (value: number | string): string =>
  typeof value === 'number' && Number.isFinite(value) ? String(Number(value.toPrecision(5))) : String(value)
