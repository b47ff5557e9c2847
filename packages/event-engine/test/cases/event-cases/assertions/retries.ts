import { Unmapped } from '../../../../../../tooling/reference-cases/reference-case.ts'
import { link, users, workers } from '../draw.ts'
import { courseOf } from '../over-time.ts'
import { scenarioOf } from '../shapes.ts'
import { type Context, foundBy, type Sentence } from './sentence.ts'

/** When those who failed together come back. */
export const retrySentences: readonly Sentence[] = [
  {
    pattern: /^no jitter: all (\d+) first retries in one ([\d.]+) ms bin/,
    check(context, count, binMs) {
      const most = Math.max(...retriesByBin(context, 'none', Number(binMs)))
      return foundBy(most === Number(count), most)
    },
  },
  {
    pattern: /^(full|equal) jitter: max ([\d.]+) ms bin of first retries < (\d+)/,
    check(context, jitter = '', binMs, limit) {
      const most = Math.max(...retriesByBin(context, jitter, Number(binMs)))
      return foundBy(most < Number(limit) && most > 0, most)
    },
  },
]

/** First retries of many who fail at the very beginning, counted by spans of time. */
function retriesByBin(context: Context, jitter: string, binMs: number): readonly number[] {
  const [, clients, strategy, intervalMs] =
    /^(\d+) clients fail at t=0, (\w+) ([\d.]+) ms$/.exec(String(context.reference.inputs.ref)) ?? []
  if (clients === undefined) throw new Unmapped('It is not told who fails.')
  const retrying = {
    retryEnabled: true,
    maxRetries: 1,
    retryStrategy: strategy,
    retryIntervalMs: Number(intervalMs),
  }
  const scenario = scenarioOf({
    nodes: [users(Number(clients) / ALL_WITHIN_S), workers('s', 1_000_000, 1, { failureProbability: 1 })],
    edges: [link('c', 's', retrying)],
    settings: {
      arrivals: 'deterministic',
      service: { s: 'zero' },
      jitter,
      load: [{ atS: ALL_WITHIN_S, rps: 0 }],
    },
    profiles: context.file.profiles,
  })
  const seconds = 3 * (Number(intervalMs) / 1000)
  const measured = context.bench.runFor(scenario, seconds, context.seed, { spanMs: binMs })
  const arrived = courseOf(measured, 'arrived').values
  return courseOf(measured, 'attempts').values.map((attempts, index) => attempts - (arrived[index] ?? 0))
}

const ALL_WITHIN_S = 0.001
