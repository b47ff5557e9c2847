import type { Flow } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { sized, timeLimit } from '../../../tooling/lib/test-size.ts'
import { findCapacity, planOf } from '../src/index.ts'
import { CAPACITY_CASES } from './support/capacity-cases.ts'
import { poolHere } from './support/pool-here.ts'

/** Events of each load; and the cases: all take minutes. M/M/1 is tried in a small form by EXP-12. */
const SIZE = sized({
  small: { mostEvents: 400_000, names: ['held slots'] },
  full: { mostEvents: 8_000_000, names: CAPACITY_CASES.map(({ name }) => name) },
})

describe('the highest load of designs whose theory is known', () => {
  it.each(CAPACITY_CASES.filter(({ name }) => SIZE.names.includes(name)))(
    '[EXP-11] is within 2 % of it: $name',
    { timeout: timeLimit(60_000) },
    async ({ flow, objectives, exactRps }) => {
      const { plan } = planOf({ ...flow, simulation: { ...flow.simulation, objectives } } as Flow)
      const found = await findCapacity({ name: 'test', flow, plan, pool: poolHere(), mostEvents: SIZE.mostEvents })
      if (!found.ok) throw new Error(JSON.stringify(found.faults))
      const { capacityRps, refusal, headroom, todayRps } = found.capacity
      expect(refusal).toBeNull()
      const { mean, lower, upper } = capacityRps ?? {}
      expect(Math.abs((mean ?? 0) / exactRps - 1), `${mean} against ${exactRps}`).toBeLessThan(0.02)
      expect(lower).toBeLessThanOrEqual(exactRps * 1.01)
      expect(upper).toBeGreaterThanOrEqual(exactRps * 0.99)
      expect(headroom).toBeCloseTo((mean ?? 0) / todayRps - 1, 12)
    },
  )
})
