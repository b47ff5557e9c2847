import { describe, expect, it } from 'vitest'
import { saturatingLoads } from '../../src/report/saturating-loads.ts'
import { balancer, client, type Drawn, edge, reportOf, server } from '../controls/saved-flow.ts'

const SIMULATION = { arrivals: 'open', service: 'exp', requestMix: { Read: 1 } } as const
const FAST = { averageProcessingTime: 1, cpuCores: 8 }

/** Half of the requests come by a component that lets at most 100 a second through, the others by one that lets all. */
const halfLimited = (rps: number): Drawn => ({
  nodes: [
    client('c', { concurrentUsers: rps }),
    balancer('l'),
    server('a', { ...FAST, rateLimitPerSecond: 100 }),
    server('b', FAST),
    server('d', { averageProcessingTime: 4, cpuCores: 1 }),
  ],
  edges: [edge('c', 'l'), edge('l', 'a'), edge('l', 'b'), edge('a', 'd'), edge('b', 'd')],
  simulation: SIMULATION,
})

const limitOf = (drawn: Drawn, id: string, limit: string) =>
  reportOf(drawn).saturation.limits.find((one) => one.id === id && one.limit === limit)

describe('the load at which a part behind a rate limit is saturated', () => {
  // 100 by the limited component, and half of what arrives by the other: 250 together.
  it.each([80, 260, 400])('[SIM-1147] counts what the limit lets through at that load: seen at %d a second', (rps) => {
    const atRps = limitOf(halfLimited(rps), 'd', 'service')?.atRps ?? 0
    expect(Math.abs(atRps - 300)).toBeLessThan(6)
  })

  it.each([80, 200])('[SIM-1148] is none where it lets too little through: seen at %d a second', (rps) => {
    const drawn: Drawn = {
      nodes: [
        client('c', { concurrentUsers: rps }),
        server('a', { ...FAST, rateLimitPerSecond: 100 }),
        server('d', { averageProcessingTime: 6, cpuCores: 1 }),
      ],
      edges: [edge('c', 'a'), edge('a', 'd')],
      simulation: SIMULATION,
    }
    const { limits } = reportOf(drawn).saturation
    expect(limits[0]).toMatchObject({ id: 'a', limit: 'rate', atRps: expect.closeTo(100, -1) })
    const behind = limits.find(({ id, limit }) => id === 'd' && limit === 'service')
    expect(behind?.atRps).toBeNull()
    expect(behind?.load).toBeCloseTo(0.006 * Math.min(rps, 100), 1)
    const finite = limits.findLastIndex(({ atRps }) => atRps !== null)
    expect(limits.findIndex(({ atRps }) => atRps === null)).toBe(finite + 1)
  })
})

describe('from load to load at which a rate limit begins to reject', () => {
  /** Two limits of 10 and 30, one behind which nothing else comes, and one that adds to the first at half of the load. */
  const at = (load: number) => {
    const [first, second] = [Math.min(10, load), Math.min(30, load)]
    return [load / 10, load / 30, first / 12, (first + second) / 35, (first + second + load / 2) / 60, first / 10]
  }
  const isRate = [true, true, false, false, false, false]
  const found = [10, 30, Number.POSITIVE_INFINITY, 25, 40, 10]

  it.each([1, 10, 12, 29, 33, 100])('[SIM-1147] [SIM-1148] finds each, seen from a load of %d', (load) => {
    const times = saturatingLoads({ at: (timesTheLoad) => at(load * timesTheLoad), now: at(load), isRate })
    for (const [part, one] of times.entries()) {
      if (found[part] === Number.POSITIVE_INFINITY) expect(one).toBe(Number.POSITIVE_INFINITY)
      else expect(one * load).toBeCloseTo(found[part] ?? 0, 6)
    }
  })
})
