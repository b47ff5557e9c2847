import { describe, expect, it } from 'vitest'
import { storageRates } from '../../src/rules/storage.ts'

describe('the operations of a storage', () => {
  it.each([
    ['Master-Slave', 1, 1000, 500],
    ['Master-Slave', 3, 3000, 500],
    ['Multi-Master', 3, 3000, 500],
    ['Sharded', 3, 3000, 1500],
  ] as const)('[SIM-301] of a %s storage with %i copies', (replication, replicas, reads, writes) => {
    expect(storageRates({ readsPerSecond: 1000, writesPerSecond: 500, replicas, replication })).toEqual({
      readsPerSecond: reads,
      writesPerSecond: writes,
    })
  })
})
