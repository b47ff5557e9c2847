import { expect, it } from 'vitest'
import { nextLoad } from '../src/capacity/next-load.ts'
import type { LoadPoint } from '../src/capacity/try-load.ts'

const estimate = (mean: number) => ({
  mean,
  halfWidth: 1,
  lower: null,
  upper: null,
  lowest: mean,
  highest: mean,
  count: 2,
})

const undecided = (rps: number, completed: number): LoadPoint => ({
  ...{ rps, verdict: 'undecided', isSteady: true, p50: null, p95: null, p99: null, errorRate: null },
  ...{ offered: estimate(rps), goodput: estimate(completed), objectives: [], saturation: [] },
})

it('[EXP-376] no higher load is tried where two that cannot be decided do not complete', () => {
  expect(nextLoad([undecided(100, 100), undecided(200, 199)], 100)).toBe(400)
  expect(nextLoad([undecided(100, 30)], 100)).toBe(200)
  expect(nextLoad([undecided(100, 30), undecided(200, 40)], 100)).toBeNull()
})
