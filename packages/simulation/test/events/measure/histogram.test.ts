import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { meanOf, mergeHistograms, quantileOf, Recorder } from '../../../src/events/measure/histogram.ts'

const recorded = (values: readonly number[]) => {
  const recorder = new Recorder()
  for (const value of values) recorder.record(value)
  return recorder.toHistogram()
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

  it('[SIM-305] is the same from parts as from the whole', () => {
    fc.assert(
      fc.property(anyTimes, anyTimes, (some, others) => {
        const { sum, ...whole } = recorded([...some, ...others])
        const { sum: sumOfParts, ...merged } = mergeHistograms([recorded(some), recorded(others)])
        expect(merged).toEqual(whole)
        expect(sumOfParts / sum).toBeCloseTo(1, 9)
      }),
    )
  })

  it('[SIM-305] begins anew after a reset, and counts times of nothing', () => {
    const recorder = new Recorder()
    for (const value of [0, 5, 1e6]) recorder.record(value)
    expect(recorder.toHistogram()).toMatchObject({ count: 3, zeros: 1, min: 0, max: 1e6 })
    recorder.reset()
    expect(recorder.toHistogram()).toEqual({ count: 0, sum: 0, min: 0, max: 0, zeros: 0, first: 0, counts: [] })
    recorder.record(7)
    expect(quantileOf(recorder.toHistogram(), 0.5)).toBe(7)
  })
})
