import { spreadOf } from '@plimsoll/simulation'
import { CannotBeRead, type CaseRunner, type Check, type ReferenceCase, type Tolerance } from './reference-case.ts'

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

/** How far a deterministic figure may be off: unless told, a millionth of it, and the last bits around 0. */
function allowance(expected: number, tolerance: Tolerance, path: string): number {
  return ownAllowance(expected, tolerance, path) ?? Math.max(1e-6 * Math.abs(expected), 1e-12)
}

/** By the tolerance of the figure, of the list or object that it is of, or of all; undefined where there is none. */
function ownAllowance(expected: number, { rel, abs, metrics = {} }: Tolerance, path: string): number | undefined {
  const whole = Object.keys(metrics).find((key) => path.startsWith(`${key}.`) || path.startsWith(`${key}[`))
  const own = metrics[path] ?? metrics[whole ?? ''] ?? { rel, abs }
  return own.rel === undefined ? own.abs : Math.max(own.rel * Math.abs(expected), own.abs ?? 0)
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

/** A figure over its seeds, or a check and for how many seeds it held. */
interface Row {
  readonly name: string
  readonly expected: string
  readonly measured: string
  readonly isMet: boolean
}

export interface Judgement {
  /** Empty when the case is met. */
  readonly misses: readonly string[]
  /** By the last replication. */
  readonly measured: Readonly<Record<string, unknown>>
  readonly rows: readonly Row[]
  /** The first of the seeds, and how many there were. */
  readonly seeds: readonly [first: number, count: number]
}

type Figures = Readonly<Record<string, unknown>>

/** Figures measured once for each seed: the interval of the mean must be narrow enough, and near enough. */
function judgeMeans(expected: Figures, replications: readonly Figures[], tolerance: Tolerance) {
  const judged = flat(expected).map(([name, value]) => {
    const missed = (why: string) => ({
      row: { name, expected: String(value), measured: why, isMet: false },
      misses: [`${name}: ${why}`],
    })
    if (typeof value !== 'number') return missed(`${JSON.stringify(value)} is no figure that has a mean`)
    const allowed = ownAllowance(value, tolerance, name) ?? 0
    const values = replications.map((figures) => flat(figures).find(([key]) => key === name)?.[1])
    if (!values.every((one) => typeof one === 'number')) return missed('was not measured')
    const { mean, halfWidth } = spreadOf(values)
    const width = halfWidth ?? Number.POSITIVE_INFINITY
    const isMet = width <= allowed && Math.abs(mean - value) <= allowed + width
    const measured = `${rounded(mean)} ± ${rounded(width)}`
    return {
      row: { name, expected: `${value} ± ${rounded(allowed)}`, measured, isMet },
      misses: isMet ? [] : [`${name}: ${mean} ± ${width} instead of ${value} ± ${allowed}`],
    }
  })
  return { misses: judged.flatMap(({ misses }) => misses), rows: judged.map(({ row }) => row) }
}

const rounded = (value: number): string =>
  Number.isFinite(value) ? String(Number(value.toPrecision(6))) : String(value)

/** Figures with those of lists and objects one by one, by their paths. */
const flat = (figures: Figures): readonly (readonly [key: string, value: unknown])[] =>
  Object.entries(figures).flatMap(([key, value]) => flatValue(key, value))

function flatValue(key: string, value: unknown): readonly (readonly [string, unknown])[] {
  // A list that is expected to be empty is a figure, too.
  const isWhole = typeof value !== 'object' || value === null || (Array.isArray(value) && value.length === 0)
  if (isWhole) return [[key, value]]
  if (Array.isArray(value)) return value.flatMap((one, index) => flatValue(`${key}[${index}]`, one))
  return Object.entries(value).flatMap(([name, one]) => flatValue(`${key}.${name}`, one))
}

type Rule = (reference: ReferenceCase, runner: CaseRunner) => Judgement

const REPLICATIONS = 10
/** A statistical case that was missed is tried once more, with other seeds and so many times as long. */
const ATTEMPTS = [
  { firstSeed: 1, length: 1 },
  { firstSeed: 1 + REPLICATIONS, length: 4 },
] as const

const once: Rule = (reference, runner) => {
  const { expected, tolerance } = reference
  const measured = runner.measure(reference, { seed: 1, length: 1 })
  const rows = Object.entries(expected).map(([name, value]) => ({
    name,
    expected: JSON.stringify(value),
    measured: JSON.stringify(measured[name]),
    isMet: findMisses({ [name]: value }, measured, tolerance).length === 0,
  }))
  return { misses: findMisses(expected, measured, tolerance), measured, rows, seeds: [1, 1] }
}

const tenReplications: Rule = (reference, runner) => {
  const attempt = ({ firstSeed, length }: (typeof ATTEMPTS)[number]): Judgement => {
    const replications = Array.from({ length: REPLICATIONS }, (_, index) =>
      runner.measure(reference, { seed: firstSeed + index, length }),
    )
    const judged = judgeMeans(reference.expected, replications, reference.tolerance)
    return { ...judged, measured: replications.at(-1) ?? {}, seeds: [firstSeed, REPLICATIONS] }
  }
  const first = attempt(ATTEMPTS[0])
  return first.misses.length === 0 ? first : attempt(ATTEMPTS[1])
}

/** Of ten seeds, a check must hold for so many. */
const MOST_SEEDS = 9

const behaviour: Rule = (reference, runner) => {
  const { checks = [], expected, tolerance } = reference
  if (checks.length === 0) return once(reference, runner)
  const checked = judgeChecks(reference, checks, runner)
  if (tolerance.isByChecksOnly === true || Object.keys(expected).length === 0) return checked
  const figures = tenReplications(reference, runner)
  return {
    ...checked,
    misses: [...checked.misses, ...figures.misses],
    measured: { ...checked.measured, ...figures.measured },
    rows: [...checked.rows, ...figures.rows],
  }
}

function judgeChecks(reference: ReferenceCase, checks: readonly Check[], runner: CaseRunner): Judgement {
  if (runner.check === undefined) throw new CannotBeRead('this engine has no checks')
  const chance = runner.chanceOf?.(reference) ?? 'chance'
  const count = chance === 'many seeds' ? 1 : REPLICATIONS
  const bySeed = Array.from({ length: count }, (_, index) => runner.check?.(reference, 1 + index) ?? [])
  const least = chance === 'chance' ? MOST_SEEDS : count
  const judged = checks.map(({ text }, index) => {
    const findings = bySeed.map((found, seed) => ({ seed: 1 + seed, holds: false, found: 'nothing', ...found[index] }))
    const wrong = findings.filter(({ holds }) => !holds)
    const held = count - wrong.length
    const [example = findings[0]] = wrong
    const isMet = held >= least
    return {
      row: { name: text, expected: `${least} of ${count}`, measured: `${held} of ${count}; ${example?.found}`, isMet },
      misses: isMet ? [] : [`${text}: held for ${held} of ${count} seeds; seed ${example?.seed}: ${example?.found}`],
    }
  })
  return {
    misses: judged.flatMap(({ misses }) => misses),
    measured: Object.fromEntries(judged.map(({ row }) => [row.name, row.measured])),
    rows: judged.map(({ row }) => row),
    seeds: [1, count],
  }
}

/** The rules by which a case can be met. */
const RULES: Readonly<Record<string, Rule>> = { exact: once, abs: once, S10: tenReplications, behaviour }

/** Measures a case and holds it against what it expects, by its own rule and no other. */
export function judgeCase(reference: ReferenceCase, runner: CaseRunner): Judgement {
  const { tolerance, expected, checks = [] } = reference
  const judge = Object.hasOwn(RULES, tolerance.rule) ? RULES[tolerance.rule] : undefined
  const nothing = { measured: {}, rows: [], seeds: [1, 0] } as const
  if (judge === undefined) return { ...nothing, misses: [`The rule "${tolerance.rule}" is not known.`] }
  if (flat(expected).length + checks.length === 0) return { ...nothing, misses: ['Nothing is expected.'] }
  return judge(reference, runner)
}
