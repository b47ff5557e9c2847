import { Unmapped } from '../../../../../../tooling/reference-cases/reference-case.ts'
import { meanOf } from '../../../../src/measure/histogram.ts'
import type { Measured } from '../bench.ts'
import { type Place, placeNamed } from '../parts.ts'
import { offeredRate } from '../scenario.ts'
import { type Context, foundBy, isNear, rounded, type Sentence } from './sentence.ts'

/** What a cache in front of a database does; the variants are named by their hit rates. */
export const cacheSentences: readonly Sentence[] = [
  {
    pattern: /^DB arrival rate = \(1-h\) x reads within ([\d.]+) %/,
    check(context, percent) {
      const shares = runs(context).map(({ hitRate, measured, database }) => ({
        hitRate,
        share: database.outcome.arrived / measured.outcome.requests.arrived,
      }))
      const holds = shares.every(({ hitRate, share }) => isNear(share, 1 - hitRate, Number(percent) / 100))
      return foundBy(holds, ...shares.map(({ hitRate, share }) => `${hitRate}: ${rounded(share)}`))
    },
  },
  {
    pattern: /^mean response strictly decreasing in h/,
    check(context) {
      const means = runs(context).map(({ measured }) => meanOf(measured.outcome.requests.response))
      return foundBy(
        means.every((mean, index) => mean < (means[index - 1] ?? Number.POSITIVE_INFINITY)),
        ...means,
      )
    },
  },
  {
    pattern: /^max throughput before DB saturates = ([\d.]+)\/\(1-h\)/,
    check(context, bare) {
      const bounds = runs(context).map(({ hitRate, measured, database: { outcome } }) => {
        const visits = outcome.arrived / measured.outcome.requests.arrived
        return { hitRate, rps: (1000 * outcome.meanSlots) / outcome.serviceMs / visits }
      })
      const holds = bounds.every(({ hitRate, rps }) => isNear(rps, Number(bare) / (1 - hitRate), 0.03))
      return foundBy(holds, ...bounds.map(({ hitRate, rps }) => `${hitRate}: ${rounded(rps)}`))
    },
  },
]

interface Cached {
  readonly hitRate: number
  readonly measured: Measured
  readonly database: Place
}

const LEAST_REQUESTS = 50_000
/** Twice the deviation of the share of misses is half a percent of it. */
const REQUESTS_BY_ODDS = 80_000

const runs = (context: Context): readonly Cached[] =>
  context.once('hit rates', () =>
    [...context.scenarios()]
      .map(([name, scenario]) => {
        const hitRate = Number(name)
        if (!(hitRate >= 0 && hitRate < 1)) throw new Unmapped(`"${name}" is no hit rate.`)
        const requests = Math.max(LEAST_REQUESTS, (REQUESTS_BY_ODDS * hitRate) / (1 - hitRate))
        const measured = context.bench.runFor(scenario, requests / offeredRate(scenario), context.seed)
        const database = placeNamed(measured, 'database')
        if (database === null) throw new Unmapped('There is no database, or more than one.')
        return { hitRate, measured, database }
      })
      .sort((one, other) => one.hitRate - other.hitRate),
  )
