import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundsOf, coarser, meanOf, mergeHistograms, quantileOf, shareAbove } from '../../src/measure/histogram.ts'
import { Recorders } from '../../src/measure/recorders.ts'

const recorded = (values: readonly number[]) => {
  const recorders = new Recorders(1)
  for (const value of values) recorders.record(0, value)
  return recorders.toHistogram(0)
}
const anyTimes = fc.array(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 200 })

describe('a histogram of times', () => {
  it('[SIM-305] tells every percentile within a hundredth, whatever the order of the values', () => {
    fc.assert(
      fc.property(anyTimes, fc.double({ min: 0.001, max: 1, noNaN: true }), (values, share) => {
        const sorted = values.toSorted((a, b) => a - b)
        const exact = sorted[Math.ceil(share * values.length - 1e-9) - 1] ?? Number.NaN
        expect(Math.abs(quantileOf(recorded(values), share) / exact - 1)).toBeLessThan(0.01)
        expect(meanOf(recorded(values)) / meanOf(recorded(sorted))).toBeCloseTo(1, 9)
      }),
    )
  })

  it('[SIM-941] is the same from parts as from the whole', () => {
    fc.assert(
      fc.property(anyTimes, anyTimes, (some, others) => {
        const { sum, ...whole } = recorded([...some, ...others])
        const { sum: sumOfParts, ...merged } = mergeHistograms([recorded(some), recorded(others)])
        expect(merged).toEqual(whole)
        expect(sumOfParts / sum).toBeCloseTo(1, 9)
      }),
    )
  })

  it('[SIM-941] is merged with one of zeros alone, and with none of other buckets', () => {
    const some = recorded([1, 2, 3])
    expect(mergeHistograms([recorded([0, 0]), some, recorded([])])).toEqual(recorded([0, 0, 1, 2, 3]))
    expect(mergeHistograms([recorded([0]), recorded([0])])).toEqual(recorded([0, 0]))
    expect(() => mergeHistograms([coarser(some, 4), recorded([1, 2])])).toThrow('The buckets differ in width.')
  })

  it('[SIM-305] is the same among others as alone', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2), fc.double({ min: 0, max: 1e9, noNaN: true }))), (values) => {
        const recorders = new Recorders(3)
        for (const [index, value] of values) recorders.record(index, value)
        for (const index of [0, 1, 2]) {
          const own = values.flatMap(([of, value]) => (of === index ? value : []))
          expect(recorders.toHistogram(index)).toEqual(recorded(own))
        }
      }),
    )
  })

  it('[SIM-305] stays as it was while others are taken, however many and however large', () => {
    const recorders = new Recorders(1)
    const parts = fc.sample(anyTimes, 300)
    const taken = parts.map((values) => {
      for (const value of values) recorders.record(0, value)
      const histogram = recorders.toHistogram(0)
      recorders.reset()
      return histogram
    })
    expect(taken).toEqual(parts.map(recorded))
    expect(taken.map(({ counts }) => counts.length)).toContainEqual(expect.toSatisfy((length) => length > 4096))
  })

  it('[SIM-305] begins anew after a reset, and counts times of nothing', () => {
    const recorders = new Recorders(1)
    for (const value of [0, 5, 1e6]) recorders.record(0, value)
    expect(recorders.toHistogram(0)).toMatchObject({ count: 3, zeros: 1, min: 0, max: 1e6 })
    recorders.reset()
    expect(recorders.toHistogram(0)).toEqual({
      count: 0,
      sum: 0,
      min: 0,
      max: 0,
      zeros: 0,
      first: 0,
      counts: new Uint16Array(0),
    })
    recorders.record(0, 7)
    expect(quantileOf(recorders.toHistogram(0), 0.5)).toBe(7)
  })

  it('[SIM-970] has above a limit the values of the buckets beyond it, and a part of the one that it lies in', () => {
    const times = fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(times, fc.double({ min: -1, max: 2e9, noNaN: true }), (values, any) => {
        const histogram = recorded(values)
        const edges = [...histogram.counts].flatMap((_, index) => Object.values(boundsOf(histogram, index)))
        for (const limit of [any, ...values, ...edges.slice(0, 2), ...edges.slice(-2)]) {
          const shares = [...histogram.counts].map((count, index) => {
            const { from, to } = boundsOf(histogram, index)
            return count * Math.min(1, Math.max(0, (limit - from) / (to - from)))
          })
          const below = shares.reduce((sum, one) => sum + one, limit >= 0 ? histogram.zeros : 0)
          expect(shareAbove(histogram, limit)).toBeCloseTo(1 - below / values.length, 12)
        }
      }),
    )
  })

  it('[SIM-305] has no percentile, no mean and no share above a limit of no values', () => {
    const none = recorded([])
    expect([quantileOf(none, 0.5), meanOf(none), shareAbove(none, 1)]).toEqual([Number.NaN, Number.NaN, Number.NaN])
  })
})
