import { describe, expect, it } from 'vitest'
import { mostQueriesPerSecond } from '../../src/rules/storage.ts'

const DISK = { readsPerSecond: 1000, writesPerSecond: 500 }

describe('the ceiling of a storage', () => {
  it.each([
    [0.7, 1, 'Master-Slave', 1428.571429],
    [0.7, 3, 'Master-Slave', 1666.666667],
    [0.9, 3, 'Master-Slave', 3333.333333],
    [0.5, 3, 'Master-Slave', 1000],
    [0.5, 3, 'Multi-Master', 1000],
    [0.5, 3, 'Sharded', 3000],
  ] as const)(
    '[SIM-301] is that of the kind of operation that runs out first: %f reads on %i (%s)',
    (readShare, replicas, replication, most) => {
      expect(mostQueriesPerSecond({ ...DISK, replicas, replication }, { readShare })).toBeCloseTo(most, 5)
    },
  )

  it('[SIM-301] counts the operations of a query, and asks nothing of a kind that no query has', () => {
    const disk = { ...DISK, replicas: 1, replication: 'Master-Slave' } as const
    expect(mostQueriesPerSecond(disk, { readShare: 1, operationsPerQuery: 4 })).toBe(250)
    expect(mostQueriesPerSecond(disk, { readShare: 0 })).toBe(500)
  })
})
