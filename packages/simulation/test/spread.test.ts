import { spreadOf } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { student95, student98 } from '../src/spread.ts'

describe('[CLI-312] the spread of replications', () => {
  it.each([
    [1, 12.7062],
    [5, 2.57058],
    [6, 2.44691],
    [9, 2.26216],
    [19, 2.09302],
    [29, 2.04523],
    [100, 1.98397],
    [1000, 1.96234],
  ])('[CLI-312] knows the outer point of t with %d degrees of freedom', (degrees, point) => {
    expect(Math.abs(student95(degrees) - point)).toBeLessThan(0.001)
  })

  it.each([
    [1, 31.8205],
    [4, 3.74695],
    [9, 2.82144],
    [29, 2.46202],
    [1000, 2.33008],
  ])('[SIM-400] knows the point of a verdict with %d degrees of freedom', (degrees, point) => {
    expect(Math.abs(student98(degrees) - point)).toBeLessThan(0.002)
  })

  it('[CLI-312] is a mean with the half-width of its interval', () => {
    // Variance 2.5 over five values: 2.776 × √(2.5 / 5).
    const { mean, halfWidth, lowest, highest, count } = spreadOf([1, 2, 3, 4, 5])
    expect([mean, lowest, highest, count]).toEqual([3, 1, 5, 5])
    expect(halfWidth).toBeCloseTo(1.9632, 3)
  })

  it('[CLI-314] of one value has no width', () => {
    expect(spreadOf([7])).toEqual({ mean: 7, halfWidth: null, lowest: 7, highest: 7, count: 1 })
  })
})
