import { Unmapped } from '../../../../../../tooling/reference-cases/reference-case.ts'
import { functionRunner, isFunctionCase } from '../../function-cases.ts'
import { measureFigure, readName } from '../read-figures.ts'
import { type Context, compare, foundBy, isNear, type Sentence } from './sentence.ts'

/** How figures of a case compare with each other, or with a number: of its rule alone, or of its diagrams. */
export const figureSentences: readonly Sentence[] = [
  {
    pattern: /^([A-Za-z][\w.]*) ([<>]=?) (?:([\d.]+) ?[*x] ?)?([\w.]+)(?: (?:ms|s|rps))?$/,
    check(context, one = '', relation = '', factor = '', other = '') {
      const [left, right] = [figure(context, one), figure(context, other)]
      return foundBy(compare(left, relation, (factor === '' ? 1 : Number(factor)) * right), left, right)
    },
  },
  {
    pattern: /^([A-Za-z][\w.]*) within ([\d.]+) % of ([\w.]+)(?: (?:ms|s|rps))?$/,
    check(context, one = '', percent = '', other = '') {
      const [left, right] = [figure(context, one), figure(context, other)]
      return foundBy(isNear(left, right, Number(percent) / 100), left, right)
    },
  },
  {
    pattern: /^(\w+) is the (largest|smallest)$/,
    check(context, one = '', end) {
      const [, of] = /_([a-z]+)$/.exec(one) ?? []
      const all = Object.keys(context.reference.expected).filter((key) => new RegExp(`_${of}(?:_ms)?$`).test(key))
      const values = all.map((key) => figure(context, key))
      const own = figure(context, one)
      return foundBy(own === (end === 'largest' ? Math.max(...values) : Math.min(...values)), own, ...values)
    },
  },
]

/** A number, or the figure of that name; a time may leave its unit out. */
function figure(context: Context, name: string): number {
  if (/^[\d.]+$/.test(name)) return Number(name)
  const hasDiagram = context.reference.level === 'diagram' || !isFunctionCase(context.reference)
  const value = hasDiagram ? byRun(context, name) : byRule(context, name)
  if (typeof value !== 'number') throw new Unmapped(`Nothing is measured that is called ${name}.`)
  return value
}

function byRule(context: Context, name: string): unknown {
  const all = context.once('figures', () =>
    functionRunner.measure(context.reference, { seed: context.seed, length: 1 }),
  )
  return all[name] ?? all[`${name}_ms`]
}

const REQUESTS = 50_000

function byRun(context: Context, name: string): unknown {
  const scenarios = context.scenarios()
  const variants = [...scenarios.keys()]
  const asked = readName(name, variants)
  const variant = asked.variant ?? (variants.length === 1 ? variants[0] : undefined)
  const scenario = scenarios.get(variant ?? '?')
  if (scenario === undefined) throw new Unmapped('It is not clear which variant is meant.')
  const requests = context.reference.tolerance.minRequestsPerReplication ?? REQUESTS
  const measured = context.once(`run of ${variant}`, () =>
    context.bench.run(scenario, { seed: context.seed, requests }),
  )
  return measureFigure(measured, asked)
}
