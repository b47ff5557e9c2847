import { expect, it } from 'vitest'
import { precisionOf } from '../../src/report/goal.ts'
import type { Objective } from '../../src/report/objectives.ts'

it('[SIM-405] an error rate of 0.1 % between 0 and 0.2 % is known to a tenth of the stricter limit of two', () => {
  const figure = { mean: 0.1, halfWidth: 0.1, lower: 0, upper: 0.2, lowest: 0, highest: 0.2, count: 10 }
  const below = (limit: number): Objective => ({ metric: 'errorRate', comparison: '<', limit })
  expect(precisionOf({ metric: 'errorRate' }, [below(1), below(4)], () => figure)).toBeCloseTo(0.1, 12)
})
