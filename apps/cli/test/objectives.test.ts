import type { Comparison, VerdictResult } from '@plimsoll/event-engine'
import { describeInterval, describeMeasured } from '@plimsoll/experiments'
import { describe, expect, it } from 'vitest'

const told = (comparison: Comparison, result: VerdictResult, unmeasured: 'none' | 'short' | 'unsteady') =>
  describeMeasured({ metric: 'p99', comparison, limit: 100, result, margin: null, measured: null, unmeasured })

describe('what is told of an objective', () => {
  it('[CLI-51] [CLI-320] is the side of the limit where only that is known', () => {
    expect(told('<', 'pass', 'short')).toBe('certainly below; value not known yet')
    expect(told('<', 'fail', 'short')).toBe('certainly above; value not known yet')
    expect(told('>', 'fail', 'short')).toBe('certainly below; value not known yet')
    expect(told('<', 'undecided', 'short')).toBe('not known yet')
    expect(told('<', 'fail', 'unsteady')).toBe('no steady state')
    expect(told('<', 'fail', 'none')).toBe('not measured')
  })

  it('[CLI-313] is both ends of an interval that lie unequally far away', () => {
    const interval = (lower: number, upper: number) =>
      describeInterval({ mean: 100, halfWidth: Math.max(100 - lower, upper - 100), lower, upper })
    expect(interval(80, 122)).toBe('± 22')
    expect(interval(80, 125)).toBe('80 to 125')
    const measured = { mean: 100, halfWidth: 25, lower: 80, upper: 125, lowest: 80, highest: 125, count: 3 }
    const verdict = { metric: 'p99', comparison: '<', limit: 200, margin: 100, measured, result: 'pass' } as const
    expect(describeMeasured(verdict)).toBe('100 ms (80 to 125), 100 to spare')
    expect(describeInterval(null)).toBe('')
  })

  it('[CLI-321] is nothing to spare where it is undecided', () => {
    const measured = { mean: 90, halfWidth: 20, lowest: 80, highest: 100, count: 2 }
    const verdict = { metric: 'p99', comparison: '<', limit: 100, margin: 10, measured } as const
    expect(describeMeasured({ ...verdict, result: 'undecided' })).toBe('90 ms ± 20')
    expect(describeMeasured({ ...verdict, result: 'pass' })).toBe('90 ms ± 20, 10 to spare')
  })
})
