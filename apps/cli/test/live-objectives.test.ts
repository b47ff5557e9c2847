import type { Objective } from '@plimsoll/event-engine'
import { spreadOf } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { judge } from '../src/simulate/live/judge.ts'

const below: Objective = { metric: 'p99', comparison: '<', limit: 100 }
const above: Objective = { metric: 'throughput', comparison: '>=', limit: 100 }
/** A mean with an interval of ± 12.7. */
const around = (mean: number) => spreadOf([mean - 1, mean + 1])

describe('an objective of the live engine', () => {
  it.each([
    [below, 80, 'pass', 20],
    [below, 90, 'undecided', 10],
    [below, 105, 'undecided', -5],
    [below, 120, 'fail', -20],
    [above, 120, 'pass', 20],
    [above, 105, 'undecided', 5],
    [above, 80, 'fail', -20],
  ])('[CLI-27] %o with a mean of %d is a %s', (objective, mean, result, margin) => {
    expect(judge(objective, around(mean))).toMatchObject({ ...objective, result, margin })
  })

  it('[CLI-328] goes by the value alone where one run gives no interval, and by the comparison at the limit', () => {
    expect(judge(below, spreadOf([99])).result).toBe('pass')
    expect(judge(below, spreadOf([100])).result).toBe('fail')
    expect(judge({ ...below, comparison: '<=' }, spreadOf([100])).result).toBe('pass')
  })

  it('[CLI-329] fails where nothing was measured', () => {
    expect(judge(below, null)).toEqual({ ...below, result: 'fail', margin: null, measured: null })
  })
})
