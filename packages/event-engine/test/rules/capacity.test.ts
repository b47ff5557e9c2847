import { describe, expect, it } from 'vitest'
import { bySaturation, mostPerSecond, saturatingUsers, utilizationsAt } from '../../src/rules/capacity.ts'

const CHAIN = [
  { name: 'balancer', demandMs: 2, slots: 1 },
  { name: 'server', demandMs: 50, slots: 8 },
  { name: 'database', demandMs: 5, slots: 1 },
]

describe('the capacity of a chain', () => {
  it('[SIM-304] is that of the station whose slots are first all busy', () => {
    expect(mostPerSecond(CHAIN)).toBe(160)
    expect(bySaturation(CHAIN).map(({ name }) => name)).toEqual(['server', 'database', 'balancer'])
    expect(utilizationsAt(CHAIN, 120)).toEqual([0.24, 0.75, 0.6])
  })

  it('[SIM-304] is reached by as many users as fill it with their times of service and thought', () => {
    expect(saturatingUsers(CHAIN, 1000)).toBeCloseTo(169.12, 9)
  })

  it('[SIM-304] is not limited by a station that takes no time', () => {
    expect(mostPerSecond([{ name: 'free', demandMs: 0, slots: 1 }])).toBe(Number.POSITIVE_INFINITY)
  })
})
