import { describe, expect, it } from 'vitest'
import { tally } from '../../src/report/estimates.ts'

describe('a tally of reasons', () => {
  it('[SIM-603] [SIM-604] sums them up over the replications, the most frequent first, and leaves out what never happened', () => {
    expect(tally([{ Timeout: 1, 'Node down': 0 }, { 'Queue full': 2 }, { 'Node down': 0 }])).toEqual([
      { reason: 'Queue full', count: 2 },
      { reason: 'Timeout', count: 1 },
    ])
  })

  it('[SIM-603] orders equal counts by their names', () => {
    const reasons = tally([{ Timeout: 3, 'Node down': 3, 'Queue full': 3 }]).map(({ reason }) => reason)
    expect(reasons).toEqual(['Node down', 'Queue full', 'Timeout'])
  })
})
