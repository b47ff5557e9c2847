import { functionRunner } from '../../function-cases.ts'
import { Unmapped } from '../../reference-case.ts'
import { type Context, compare, foundBy, type Sentence } from './sentence.ts'

/** How ways to wait compare: their figures are measured without a diagram, by the rules alone. */
export const contentionSentences: readonly Sentence[] = [
  {
    pattern: /^(\w+) ([<>]=?) (?:([\d.]+) \* )?(\w+)$/,
    check(context, one = '', relation = '', factor = '', other = '') {
      const [left, right] = [figure(context, one), figure(context, other)]
      return foundBy(compare(left, relation, (factor === '' ? 1 : Number(factor)) * right), left, right)
    },
  },
  {
    pattern: /^(\w+) is the (largest|smallest)$/,
    check(context, one = '', end) {
      const [, of] = /_([a-z]+)$/.exec(one) ?? []
      const all = Object.keys(figures(context)).filter((key) => new RegExp(`_${of}(?:_ms)?$`).test(key))
      const values = all.map((key) => figure(context, key))
      const own = figure(context, one)
      return foundBy(own === (end === 'largest' ? Math.max(...values) : Math.min(...values)), own, ...values)
    },
  },
]

const figures = (context: Context) =>
  context.once('figures', () => functionRunner.measure(context.reference, { seed: context.seed, length: 1 }))

function figure(context: Context, name: string): number {
  const all = figures(context)
  const value = all[name] ?? all[`${name}_ms`]
  if (typeof value !== 'number') throw new Unmapped(`Nothing is measured that is called ${name}.`)
  return value
}
