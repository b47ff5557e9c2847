import { saturationOf } from '../../../../src/report/saturation.ts'
import type { Measured } from '../bench.ts'
import { figureOf } from '../figures.ts'
import { placeNamed } from '../parts.ts'
import { type Context, foundBy, type Sentence } from './sentence.ts'

const WATCHED_S = 600
const SETTLED_MS = 120_000

/** What a slow part does to those that call it. */
export const saturationSentences: readonly Sentence[] = [
  {
    pattern: /^pool utilisation -> 1/,
    check(context) {
      const busy = Number(figureOf(run(context), 'poolUtil'))
      return foundBy(busy > 0.98, busy)
    },
  },
  {
    pattern: /^worker utilisation of the (\w+) -> 1 although its CPU need is ([\d.]+)\/([\d.]+)/,
    check(context, name = '', need, slots) {
      const outcome = placeNamed(run(context), name)?.outcome
      const held = (outcome?.meanBusy ?? 0) / (outcome?.meanSlots ?? 1)
      const working = (outcome?.meanWorking ?? 0) / (outcome?.meanSlots ?? 1)
      // What gets through is less than what is offered.
      const isIdle = working <= 1.1 * (Number(need) / Number(slots))
      return foundBy(held > 0.98 && isIdle, held, working)
    },
  },
  {
    pattern: /^bottleneck list names the database edge or database first, not the server/,
    check(context) {
      const { model, outcome, scenario } = run(context)
      const [first] = saturationOf(model, [outcome]).limits
      const databases = scenario.flow.nodes.filter(({ type }) => type === 'Database').map(({ id }) => id)
      const edges = scenario.flow.edges.filter(({ target }) => databases.includes(target)).map(({ id }) => id)
      return foundBy([...databases, ...edges].includes(first?.id ?? ''), first?.id ?? null, first?.load ?? null)
    },
  },
]

const run = (context: Context): Measured =>
  context.once('saturated', () =>
    context.bench.runFor(context.scenario(), WATCHED_S, context.seed, { warmUpMs: SETTLED_MS }),
  )
