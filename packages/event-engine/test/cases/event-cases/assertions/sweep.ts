import { Unmapped } from '../../../../../../tooling/reference-cases/reference-case.ts'
import { meanOf, quantileOf } from '../../../../src/measure/histogram.ts'
import type { Measured } from '../bench.ts'
import { link, users, workers } from '../draw.ts'
import { ways, workplaces } from '../parts.ts'
import { offeredRate, withRate } from '../scenario.ts'
import { scenarioOf } from '../shapes.ts'
import { type Context, foundBy, type Sentence } from './sentence.ts'

/** What holds of one diagram under more and more load. */
export const sweepSentences: readonly Sentence[] = [
  {
    pattern: /^R, p50, p95, p99 non-decreasing in load/,
    check(context) {
      const steps = sweep(context).map(({ outcome: { requests } }) => [
        meanOf(requests.response),
        ...[0.5, 0.95, 0.99].map((share) => quantileOf(requests.response, share)),
      ])
      const falls = steps.flatMap((figures, index) =>
        figures.filter((figure, at) => figure < (steps[index - 1]?.[at] ?? 0) * (1 - ROUNDING)),
      )
      return foundBy(falls.length === 0, ...falls)
    },
  },
  {
    pattern: /^p50<=p95<=p99<=p99\.9<=max/,
    check(context) {
      const orders = sweep(context).map(({ outcome: { requests } }) => [
        ...[0.5, 0.95, 0.99, 0.999].map((share) => quantileOf(requests.response, share)),
        requests.response.max,
      ])
      const wrong = orders.filter((figures) => figures.some((figure, index) => figure > (figures[index + 1] ?? figure)))
      return foundBy(wrong.length === 0, ...wrong.flat())
    },
  },
  {
    pattern: /^throughput <= capacity bound of every node and edge/,
    check(context) {
      const loads = [...sweep(context), overload(context)].flatMap((measured) => [
        ...workplaces(measured).map(
          ({ outcome }) => (outcome.completed * outcome.serviceMs) / measured.outcome.measuredMs / outcome.meanSlots,
        ),
        ...ways(measured).flatMap(({ outcome }) => [outcome.requestLine, outcome.responseLine]),
      ])
      return foundBy(Math.max(...loads) <= 1 + ROUNDING, Math.max(...loads))
    },
  },
]

/** Percentiles are known to the width of a bucket, and requests at work at the end of a run are counted for once. */
const ROUNDING = 0.002
const REQUESTS = 40_000
const LOADS = 10

/** Two services in turn, the second behind a line of its own. */
const base = (context: Context) =>
  scenarioOf({
    nodes: [users(100), workers('a', 1, 10), workers('b', 1, 8)],
    edges: [link('c', 'a'), link('a', 'b', { bandwidthMbps: 10, averageRequestSizeKB: 8, averageResponseSizeKB: 0 })],
    profiles: context.file.profiles,
  })

const atLoad = (context: Context, share: number): Measured => {
  const scenario = base(context)
  const rate = share * offeredRate(scenario)
  const seconds = REQUESTS / rate
  return context.bench.runFor(withRate(scenario, rate), seconds, context.seed, { warmUpMs: 100 * seconds })
}

const sweep = (context: Context): readonly Measured[] =>
  context.once('sweep', () => {
    const [, from, to] = /load ([\d.]+)\.\.([\d.]+) % of capacity/.exec(String(context.reference.inputs.sweep)) ?? []
    if (from === undefined) throw new Unmapped('It is not told which loads are tried.')
    const [least, most] = [Number(from) / 100, Number(to) / 100]
    return Array.from({ length: LOADS }, (_, index) => atLoad(context, least + ((most - least) * index) / (LOADS - 1)))
  })

const overload = (context: Context): Measured => context.once('overload', () => atLoad(context, 1.5))
