import type { Flow } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import {
  compareDesigns,
  describeMsLeft,
  drillDesign,
  findCapacity,
  msLeft,
  planOf,
  simulateDesign,
} from '../src/index.ts'
import { poolHere } from './support/pool-here.ts'
import { call, client, flowOf, station } from './support/stations.ts'

const shop = (simulation = {}): Flow => flowOf([client('c', 50), station('s', 1, 10)], [call('c', 's')], simulation)
const asked = (flow: Flow) => ({ name: 'test', flow, plan: planOf(flow).plan, pool: poolHere() })

describe('the time left', () => {
  it('[EXP-93] follows from the share of all that is done, and is not told too soon', () => {
    expect(msLeft(0.25, 2000)).toBe(6000)
    expect(msLeft(1, 2000)).toBe(0)
    expect([msLeft(0.01, 2000), msLeft(0.5, 900)]).toEqual([null, null])
    expect([4000, 12_000, 89_000, 91_000].map(describeMsLeft)).toEqual([
      'a few seconds left',
      'about 15 s left',
      'about 90 s left',
      'about 2 min left',
    ])
  })

  it('[EXP-93] has a share of all that grows to 1 with a run whose length is found', async () => {
    const shares: number[] = []
    await simulateDesign({ ...asked(shop({ precisionPercent: 30 })), onProgress: ({ ofAll }) => shares.push(ofAll) })
    expect(shares).toEqual(shares.toSorted((one, other) => one - other))
    expect(shares.at(-1)).toBe(1)
    // The first stage is a small part of what is expected.
    expect(shares[0]).toBeLessThan(0.05)
  })

  it('[EXP-93] has one for each question', async () => {
    const short = shop({ durationS: 6, replications: 2, eventsM: 0.2 })
    const ofDrill: number[] = []
    await drillDesign({ ...asked(short), onProgress: (_done, _all, ofAll) => ofDrill.push(ofAll) })
    const ofCapacity: number[] = []
    await findCapacity({ ...asked(short), onProgress: ({ ofAll }) => ofCapacity.push(ofAll) })
    const ofComparison: number[] = []
    const grown = asked(shop({ eventsM: 0.2 }))
    await compareDesigns({
      a: grown,
      b: grown,
      pool: grown.pool,
      onProgress: (_, { ofAll }) => ofComparison.push(ofAll),
    })
    for (const shares of [ofDrill, ofCapacity, ofComparison]) {
      expect(shares.at(-1)).toBeCloseTo(1, 9)
      expect(shares[0]).toBeLessThan(0.3)
      expect(Math.max(...shares)).toBeLessThanOrEqual(1 + 1e-9)
    }
  })
})
