import type { Data } from '@plimsoll/catalog'
import { describe, expect, it } from 'vitest'
import { compiled, edge, node } from './rigs.ts'

/** A client's store, as the model has it. */
function store(type: 'Database' | 'Cache', data: Data, simulation: unknown = {}) {
  const nodes = [node('Client', 'c', {}), node(type, 'x', data), node('Database', 'end', {})]
  const edges = [edge('c', 'x'), ...(type === 'Cache' ? [edge('x', 'end')] : [])]
  const { model } = compiled({ nodes, edges }, simulation)
  return { own: model.nodes[1], station: model.stations.find((one) => one.node === 1) }
}

describe('a database', () => {
  it('[SIM-898] writes for 10 minutes of each day at a tenth less with a daily backup', () => {
    const { station } = store('Database', { writeIOPS: 1440, backupStrategy: 'Daily' })
    expect(station?.storage[1]?.perSecond).toBeCloseTo(1440 * (1 - (0.1 * 10) / (24 * 60)), 9)
  })

  it.each([
    ['SQL', 5],
    ['NoSQL', 3],
    ['Cache', 1],
    ['Other', 5],
  ])('[SIM-657] that states no latency takes, as %s, %d ms', (dbType, ms) => {
    expect(store('Database', { dbType }).station?.meanMs).toEqual([ms, ms, ms, ms])
  })
})

describe('a cache', () => {
  it('[SIM-257] of 1 TB has room for as much as one of 1,024 GB: for half of all items of 0.5 GB', () => {
    const catalogue = { deriveHitRate: true, catalogue: { items: 4096, zipf: 0 } }
    const hits = (cacheSizeUnit: string, cacheSizeValue: number) =>
      store(
        'Cache',
        { cacheSizeUnit, cacheSizeValue, averageItemSize: 512 * 1024, evictionPolicy: 'Random' },
        catalogue,
      ).own?.hitRate[0]
    expect(hits('TB', 1)).toBeCloseTo(0.5, 9)
    expect(hits('GB', 1024)).toBeCloseTo(0.5, 9)
  })
})
