import { createRng } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import type { Histogram } from '../../src/measure/histogram.ts'
import { Recorders } from '../../src/measure/recorders.ts'
import { exceedance, percentileOf, pooledMean } from '../../src/statistics/pooled.ts'
import { proportionOf, wilson } from '../../src/statistics/proportion.ts'
import { relaxationSlices } from '../../src/statistics/relaxation.ts'

function recorded(values: readonly number[]): Histogram {
  const recorders = new Recorders(1)
  for (const value of values) recorders.record(0, value)
  return recorders.toHistogram(0)
}

const REPLICATIONS = 10
const exponentials = (random: () => number, count: number) =>
  Array.from({ length: count }, () => -Math.log(1 - random()))
const samplesOf = (random: () => number, count: number) =>
  Array.from({ length: REPLICATIONS }, () => recorded(exponentials(random, count)))

describe('figures of all replications together', () => {
  it('[SIM-382] have intervals that cover the truth as often as they say, of independent values', () => {
    const random = createRng(4)
    const sets = Array.from({ length: 200 }, () => samplesOf(random, 200))
    const covering = (
      truth: number,
      of: (samples: Histogram[]) => { lower: number | null; upper: number | null } | undefined,
    ) =>
      sets.filter((samples) => {
        const { lower = null, upper = null } = of(samples) ?? {}
        return lower !== null && lower <= truth && (upper === null || truth <= upper)
      }).length / sets.length
    for (const share of [0.5, 0.95, 0.99])
      expect(covering(-Math.log(1 - share), (samples) => percentileOf(samples, share)?.interval)).toBeGreaterThan(0.9)
    expect(covering(1, (samples) => pooledMean(samples) ?? undefined)).toBeGreaterThan(0.9)
  })

  it('[SIM-382] are sure of a percentile where all values are the same', () => {
    const same = Array.from({ length: 3 }, () => recorded(Array.from({ length: 100 }, () => 10)))
    expect(percentileOf(same, 0.95)).toMatchObject({ interval: { mean: 10, lower: 10, upper: 10 }, uncertainty: 0 })
  })

  it('[SIM-382] are weighted by their requests: a replication with few says little', () => {
    const samples = [recorded([...Array(99).keys()].map(() => 1)), recorded([100])]
    expect(pooledMean(samples)?.mean).toBeCloseTo(1.99, 9)
    expect(percentileOf(samples, 0.5)?.interval.mean).toBeCloseTo(1, 2)
    expect(exceedance(samples, 50)?.share).toBeCloseTo(0.01, 9)
  })

  it('[SIM-382] have no upper end where the share beyond a percentile may as well be none', () => {
    const few = Array.from({ length: REPLICATIONS }, (_, index) =>
      recorded(index === 0 ? [...Array(9).fill(1), 9] : Array(10).fill(1)),
    )
    expect(percentileOf(few, 0.99)?.interval).toMatchObject({ upper: null, halfWidth: null, lower: expect.any(Number) })
  })

  it('[SIM-382] have no interval with one replication', () => {
    expect(pooledMean([recorded([1, 2, 3])])).toMatchObject({ mean: 2, lower: null, upper: null, halfWidth: null })
    expect(pooledMean([])).toBeNull()
  })
})

describe('a share', () => {
  it('[SIM-385] lies between Wilson bounds, of none, too', () => {
    expect(wilson({ successes: 0, of: 2700 }).upper).toBeCloseTo(0.00142, 5)
    expect(wilson({ successes: 20, of: 100 })).toEqual({
      lower: expect.closeTo(0.1334, 4),
      upper: expect.closeTo(0.2888, 4),
    })
  })

  it('[SIM-385] is less sure where failures come in clusters', () => {
    const spread = Array.from({ length: 10 }, () => ({ successes: 10, of: 1000 }))
    const clustered = spread.map((one, index) => ({ ...one, successes: index === 0 ? 100 : 0 }))
    expect(proportionOf(spread)?.upper).toBeCloseTo(wilson({ successes: 100, of: 10_000 }).upper, 9)
    expect(proportionOf(clustered)).toMatchObject({ mean: 0.01, lower: 0, upper: expect.closeTo(0.0326, 4) })
    expect(proportionOf([{ successes: 0, of: 0 }])).toBeNull()
  })
})

describe('the relaxation time', () => {
  it('[SIM-384] is half a slice and the sum of the autocorrelation', () => {
    const random = createRng(5)
    const memory = 0.8
    const autoregressive = () => {
      const values = [0]
      for (let step = 1; step < 2000; step += 1) values.push(memory * (values[step - 1] ?? 0) + random() - 0.5)
      return values
    }
    const replications = Array.from({ length: REPLICATIONS }, autoregressive)
    expect(relaxationSlices(replications)).toBeCloseTo(0.5 + memory / (1 - memory), -0.3)
    expect(relaxationSlices(replications.map((values) => values.map(() => random())))).toBeCloseTo(0.5, 1)
    expect(relaxationSlices(replications.map((values) => values.map(() => 3)))).toBe(0.5)
  })

  it('[SIM-384] is long where each replication keeps to a level of its own', () => {
    const random = createRng(6)
    const levels = Array.from({ length: REPLICATIONS }, (_, level) =>
      Array.from({ length: 64 }, () => level + random()),
    )
    expect(relaxationSlices(levels)).toBeGreaterThan(50)
  })
})
