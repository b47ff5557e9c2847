import { spreadOf } from '@plimsoll/simulation'
import { Unmapped } from '../../../../../../tooling/reference-cases/reference-case.ts'
import { meanOf } from '../../../../src/measure/histogram.ts'
import { foundBy, type Sentence } from './sentence.ts'

/** Whether intervals cover the truth as often as they say. */
export const honestySentences: readonly Sentence[] = [
  {
    pattern: /^95 % CI of the mean covers ([\d.]+) ms in at least (\d+) of (\d+)/,
    by: 'many seeds',
    check(context, expected, least, total) {
      const [, seeds, replications] =
        /(\d+) seeds, (\d+) replications each/.exec(String(context.reference.inputs.ref)) ?? []
      if (seeds === undefined || seeds !== total) throw new Unmapped('It is not told how many intervals are measured.')
      const covering = Array.from({ length: Number(seeds) }, (_, seed) => {
        const means = Array.from({ length: Number(replications) }, (_one, replication) => {
          const run = { seed: 1 + seed * Number(replications) + replication, requests: REQUESTS }
          return meanOf(context.bench.run(context.scenario(), run).outcome.requests.response)
        })
        const { mean, halfWidth } = spreadOf(means)
        return Math.abs(mean - Number(expected)) <= (halfWidth ?? 0)
      }).filter((covers) => covers).length
      return foundBy(covering >= Number(least), `${covering} of ${total}`)
    },
  },
]

/** Of each replication: enough for means that are nearly normal. */
const REQUESTS = 25_000
