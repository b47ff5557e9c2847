import { spreadOf } from '@plimsoll/simulation'
import { assertionsOf, type CaseRunner, type ReferenceCase, type Tolerance, Unmapped } from './reference-case.ts'

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
function allowance(expected: number, tolerance: Tolerance, path: string): number {
  return toldAllowance(expected, tolerance, path) ?? Math.max(1e-6 * Math.abs(expected), 1e-12)
}

/** By the tolerance of the figure, of the list or object that it is of, or of all; undefined where there is none. */
function toldAllowance(expected: number, { rel, abs, metrics = {} }: Tolerance, path: string): number | undefined {
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

/** A figure over several seeds, or a sentence and for how many it was true. */
interface Figure {
  readonly name: string
  readonly expected: string
  readonly measured: string
}

/** What became of a case. */
export interface Judgement {
  /** Empty when the case is met. */
  readonly misses: readonly string[]
  /** By the last replication. */
  readonly measured: Readonly<Record<string, unknown>>
  readonly figures: readonly Figure[]
  /** The first of the seeds, and how many there were. */
  readonly seeds: readonly [first: number, count: number]
}

type Figures = Readonly<Record<string, unknown>>

/** Figures measured once for each seed: the interval of the mean must be narrow enough, and near enough. */
function judgeMeans(expected: Figures, replications: readonly Figures[], tolerance: Tolerance) {
  const judged = flat(expected).map(([key, value]) => {
    if (typeof value !== 'number') return missed(key, value, `${JSON.stringify(value)} is no figure that has a mean`)
    const allowed = toldAllowance(value, tolerance, key) ?? 0
    const values = replications.map((figures) => flat(figures).find(([name]) => name === key)?.[1])
    if (!values.every((one) => typeof one === 'number')) return missed(key, value, 'was not measured')
    const { mean, halfWidth } = spreadOf(values)
    const width = halfWidth ?? Number.POSITIVE_INFINITY
    const isMet = width <= allowed && Math.abs(mean - value) <= allowed + width
    return {
      figure: {
        name: key,
        expected: `${value} ± ${rounded(allowed)}`,
        measured: `${rounded(mean)} ± ${rounded(width)}`,
      },
      misses: isMet ? [] : [`${key}: ${mean} ± ${width} instead of ${value} ± ${allowed}`],
    }
  })
  return { misses: judged.flatMap(({ misses }) => misses), figures: judged.map(({ figure }) => figure) }
}

const missed = (name: string, expected: unknown, why: string) => ({
  figure: { name, expected: String(expected), measured: why },
  misses: [`${name}: ${why}`],
})

const rounded = (value: number): string =>
  Number.isFinite(value) ? String(Number(value.toPrecision(6))) : String(value)

/** Figures with those of lists and objects one by one, by their paths. */
const flat = (figures: Figures): readonly (readonly [key: string, value: unknown])[] =>
  Object.entries(figures).flatMap(([key, value]) => flatValue(key, value))

function flatValue(key: string, value: unknown): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => flatValue(`${key}[${index}]`, one))
  if (typeof value !== 'object' || value === null) return [[key, value]]
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
  const measured = runner.measure(reference, { seed: 1, length: 1 })
  const figures = Object.entries(reference.expected).map(([name, expected]) => ({
    name,
    expected: JSON.stringify(expected),
    measured: JSON.stringify(measured[name]),
  }))
  return { misses: findMisses(reference.expected, measured, reference.tolerance), measured, figures, seeds: [1, 1] }
}

const tenReplications: Rule = (reference, runner) => {
  const judgements: Judgement[] = []
  for (const { firstSeed, length } of ATTEMPTS) {
    const replications = Array.from({ length: REPLICATIONS }, (_, index) =>
      runner.measure(reference, { seed: firstSeed + index, length }),
    )
    const judged = judgeMeans(reference.expected, replications, reference.tolerance)
    judgements.push({ ...judged, measured: replications.at(-1) ?? {}, seeds: [firstSeed, REPLICATIONS] })
    if (judged.misses.length === 0) break
  }
  const last = judgements.at(-1)
  if (last === undefined) throw new Error('Nothing was measured.')
  return last
}

/** Of ten seeds, a sentence must be true of so many. */
const MOST_TRUE = 9

const behaviour: Rule = (reference, runner) => {
  const texts = assertionsOf(reference)
  if (texts.length === 0) return once(reference, runner)
  const told = sentences(reference, texts, runner)
  // Sentences in the tolerance are all that the figures are held to.
  const { assert_: isBeside, ...figures } = reference.expected
  if (isBeside === undefined || Object.keys(figures).length === 0) return told
  const beside = tenReplications({ ...reference, expected: figures }, runner)
  return {
    ...told,
    misses: [...told.misses, ...beside.misses],
    measured: { ...told.measured, ...beside.measured },
    figures: [...told.figures, ...beside.figures],
  }
}

function sentences(reference: ReferenceCase, texts: readonly string[], runner: CaseRunner): Judgement {
  if (runner.assess === undefined) throw new Unmapped('Sentences cannot be put to this engine.')
  const first = runner.assess(reference, 1)
  const assessments = [first]
  while (first.by !== 'many seeds' && assessments.length < REPLICATIONS) {
    assessments.push(runner.assess(reference, 1 + assessments.length))
  }
  const count = assessments.length
  const least = first.by === 'chance' ? MOST_TRUE : count
  const judged = texts.map((text, index) => {
    const found = assessments.map(({ assertions }, seed) => ({ ...assertions[index], seed: 1 + seed }))
    const wrong = found.filter(({ holds }) => holds !== true)
    const held = count - wrong.length
    const [example = found[0]] = wrong
    return {
      figure: { name: text, expected: `${least} of ${count}`, measured: `${held} of ${count}; ${example?.found}` },
      misses:
        held >= least
          ? []
          : [`${text}: true of ${held} of ${count} seeds; of seed ${example?.seed} was found: ${example?.found}`],
    }
  })
  return {
    misses: judged.flatMap(({ misses }) => misses),
    measured: Object.fromEntries(judged.map(({ figure }) => [figure.name, figure.measured])),
    figures: judged.map(({ figure }) => figure),
    seeds: [1, count],
  }
}

/** The rules by which a case can be met. */
const RULES: Readonly<Record<string, Rule>> = { exact: once, abs: once, S10: tenReplications, behaviour }

/** Measures a case and holds it against what it expects, by its own rule and no other. */
export function judgeCase(reference: ReferenceCase, runner: CaseRunner): Judgement {
  const { rule } = reference.tolerance
  const judge = Object.hasOwn(RULES, rule) ? RULES[rule] : undefined
  const nothing = { measured: {}, figures: [], seeds: [1, 0] } as const
  if (judge === undefined) return { ...nothing, misses: [`The rule "${rule}" is not known.`] }
  if (Object.keys(reference.expected).length === 0) return { ...nothing, misses: ['Nothing is expected.'] }
  return judge(reference, runner)
}
