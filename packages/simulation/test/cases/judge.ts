import { spreadOf } from '@plimsoll/simulation'
import type { CaseRunner, ReferenceCase, Tolerance } from './reference-case.ts'

/** Lists where the measured figures leave the expected ones, each with its path; empty when the case is met. */
export function findMisses(expected: unknown, measured: unknown, tolerance: Tolerance, path = ''): string[] {
  if (typeof expected === 'number' && typeof measured === 'number') {
    const allowed = allowance(expected, tolerance, path)
    return Math.abs(measured - expected) <= allowed ? [] : [`${path}: ${measured} instead of ${expected} ± ${allowed}`]
  }
  if (Array.isArray(expected) && Array.isArray(measured) && expected.length !== measured.length) {
    return [`${path}: ${measured.length} items instead of ${expected.length}`]
  }
  if (typeof expected === 'object' && expected !== null && typeof measured === 'object' && measured !== null) {
    return Object.entries(expected).flatMap(([key, value]) =>
      findMisses(value, Reflect.get(measured, key), tolerance, path === '' ? key : `${path}.${key}`),
    )
  }
  if (typeof expected === 'string' && typeof measured === 'string' && expected.includes('%')) {
    return missesInText(expected, measured, { tolerance, path })
  }
  return expected === measured ? [] : [`${path}: ${measured} instead of ${expected}`]
}

/** What a deterministic figure may be off by; without a word a millionth of it, and the last bits around 0. */
function allowance(expected: number, { abs, metrics }: Tolerance, path: string): number {
  const own = metrics?.[path]
  if (own?.rel !== undefined) return own.rel * Math.abs(expected)
  return own?.abs ?? abs ?? Math.max(1e-6 * Math.abs(expected), 1e-12)
}

const PERCENTAGE = /(\d+(?:\.\d+)?) %/g

/** Texts that tell percentages: the same words, and each percentage within the tolerance. */
function missesInText(
  expected: string,
  measured: string,
  { tolerance, path }: { tolerance: Tolerance; path: string },
): string[] {
  if (expected.replace(PERCENTAGE, '%') !== measured.replace(PERCENTAGE, '%')) {
    return [`${path}: "${measured}" instead of "${expected}"`]
  }
  const shares = (text: string) => Array.from(text.matchAll(PERCENTAGE), ([, number]) => Number(number) / 100)
  return findMisses(shares(expected), shares(measured), tolerance, path)
}

/** The same for figures measured once for each seed: the interval of the mean must be narrow enough, and near enough. */
function findMissesOfMeans(
  expected: Readonly<Record<string, unknown>>,
  replications: readonly Readonly<Record<string, unknown>>[],
  { metrics = {} }: Tolerance,
): string[] {
  return Object.entries(expected).flatMap(([key, value]) => {
    if (typeof value !== 'number') return [`${key}: ${JSON.stringify(value)} is no figure that has a mean`]
    const { rel, abs } = metrics[key] ?? {}
    const allowed = rel === undefined ? (abs ?? 0) : rel * Math.abs(value)
    const figures = replications.map((figure) => figure[key])
    if (!figures.every((figure) => typeof figure === 'number')) return [`${key}: was not measured`]
    const { mean, halfWidth } = spreadOf(figures)
    const width = halfWidth ?? Number.POSITIVE_INFINITY
    const met = width <= allowed && Math.abs(mean - value) <= allowed + width
    return met ? [] : [`${key}: ${mean} ± ${width} instead of ${value} ± ${allowed}`]
  })
}

/** What became of a case. */
export interface Judgement {
  /** Empty when the case is met. */
  readonly misses: readonly string[]
  /** By the last replication. */
  readonly measured: Readonly<Record<string, unknown>>
}

type Rule = (reference: ReferenceCase, runner: CaseRunner) => Judgement

const REPLICATIONS = 10
/** A statistical case that was missed is tried once more, with other seeds and so many times as long. */
const ATTEMPTS = [
  { firstSeed: 1, length: 1 },
  { firstSeed: 1 + REPLICATIONS, length: 4 },
] as const

const once: Rule = (reference, runner) => {
  const measured = runner.measure(reference, { seed: 1, length: 1 })
  return { misses: findMisses(reference.expected, measured, reference.tolerance), measured }
}

const tenReplications: Rule = (reference, runner) => {
  const judgements: Judgement[] = []
  for (const { firstSeed, length } of ATTEMPTS) {
    const replications = Array.from({ length: REPLICATIONS }, (_, index) =>
      runner.measure(reference, { seed: firstSeed + index, length }),
    )
    const misses = findMissesOfMeans(reference.expected, replications, reference.tolerance)
    judgements.push({ misses, measured: replications.at(-1) ?? {} })
    if (misses.length === 0) break
  }
  return judgements.at(-1) ?? { misses: ['Nothing was measured.'], measured: {} }
}

/** The rules by which a case can be met. */
const RULES: Readonly<Record<string, Rule>> = { exact: once, abs: once, S10: tenReplications }

/** Measures a case and holds it against what it expects, by its own rule and no other. */
export function judgeCase(reference: ReferenceCase, runner: CaseRunner): Judgement {
  const { rule } = reference.tolerance
  const judge = Object.hasOwn(RULES, rule) ? RULES[rule] : undefined
  if (judge === undefined) return { misses: [`The rule "${rule}" is not known.`], measured: {} }
  if (Object.keys(reference.expected).length === 0) return { misses: ['Nothing is expected.'], measured: {} }
  return judge(reference, runner)
}
