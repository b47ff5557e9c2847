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

/** Each a tenth more than the one before. */
const FIFTEEN = Array.from({ length: 15 }, (_, index) => 10 * 1.1 ** index)

const FORTY = Array.from({ length: 40 }, (_, index) => index)

/** What is asked of parts by load, the first of which are rate limits, and at which loads they are saturated. */
interface Case {
  readonly what: string
  readonly rates: number
  readonly at: (load: number) => number[]
  readonly found: readonly number[]
  /** What is asked of them at no load: nothing when absent. */
  readonly idle?: readonly number[]
}

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

describe('a line that messages beside the requests take, before a part with a rate limit', () => {
  // Of 12,207 or 1,221 messages of 1 KB a second, a thousand are those of the users.
  it.each([
    [50, 100, 11_207],
    [112, 100, 11_207],
    [400, 100, 11_207],
    [50, 10, 221],
    [500, 10, 221],
  ])('[SIM-1150] is saturated by what they leave: seen at %d a second, over %d Mbps', (rps, bandwidthMbps, atRps) => {
    const { limits } = reportOf({
      nodes: [
        client('c', { concurrentUsers: 1000, thinkTimeBetweenRequests: 1e6 / rps }),
        server('a', { ...FAST, rateLimitPerSecond: bandwidthMbps === 100 ? 100 : 400 }),
      ],
      edges: [
        edge(
          'c',
          'a',
          { bandwidthMbps, averageRequestSizeKB: 1, messageRatePerSecond: 1, averageMessageSizeKB: 1 },
          'websocket',
        ),
      ],
      simulation: SIMULATION,
    }).saturation
    const line = limits.find(({ limit }) => limit === 'line')?.atRps ?? 0
    expect(Math.abs(line - atRps)).toBeLessThan(0.02 * atRps)
  })
})

describe('a line whose answers go in one direction, and messages beside the requests in the other', () => {
  it('[SIM-1150] is saturated by the direction that is full first', () => {
    const { limits } = reportOf({
      nodes: [client('c', { concurrentUsers: 1000, thinkTimeBetweenRequests: 20_000 }), server('a', FAST)],
      edges: [
        edge(
          'c',
          'a',
          { bandwidthMbps: 100, averageResponseSizeKB: 100, messageRatePerSecond: 1, averageMessageSizeKB: 6 },
          'websocket',
        ),
      ],
      simulation: SIMULATION,
    }).saturation
    const lines = limits.filter(({ limit }) => limit === 'line')
    expect(lines).toHaveLength(1)
    // 100 Mbps carry 122 answers of 100 KB a second.
    expect(Math.abs((lines[0]?.atRps ?? 0) - 122)).toBeLessThan(2)
  })
})

describe('a flow with a cycle of connections', () => {
  it.each([30, 80])('[SIM-1151] tells loads in proportion to that of the run: %d', (rps) => {
    const { limits, offeredRps } = reportOf({
      nodes: [
        client('c', { concurrentUsers: rps }),
        server('a', FAST),
        server('b', { averageProcessingTime: 5, cpuCores: 1 }),
      ],
      edges: [edge('c', 'a'), edge('a', 'b', { rateLimit: 20 }, 'http'), edge('b', 'a')],
      simulation: SIMULATION,
    }).saturation
    expect(limits.length).toBeGreaterThan(2)
    for (const { load, atRps } of limits) expect(atRps).toBeCloseTo(offeredRps / load, 6)
  })
})

describe('a part that cannot do what a rate limit lets through', () => {
  it.each([200, 400])('[SIM-313] has no steady state at %d a second, of which 20 a second pile up', (rps) => {
    const { saturation, steadiness } = reportOf({
      nodes: [
        client('c', { concurrentUsers: rps }),
        server('a', { ...FAST, rateLimitPerSecond: 100 }),
        server('d', { averageProcessingTime: 12.5, cpuCores: 1 }),
      ],
      edges: [edge('c', 'a'), edge('a', 'd')],
      simulation: SIMULATION,
    })
    expect(saturation.limits[0]).toMatchObject({ id: 'd', limit: 'service', atRps: expect.closeTo(80, -1) })
    expect(steadiness.state).toBe('none')
    expect(steadiness.overloaded[0]?.id).toBe('d')
  })

  it('[SIM-313] has none at ten times what the limit of its own connection lets through', () => {
    const { saturation, steadiness } = reportOf({
      nodes: [client('c', { concurrentUsers: 1000 }), server('a'), server('b')],
      edges: [
        edge('c', 'a'),
        edge('a', 'b', { rateLimit: 100, bandwidthMbps: 6.5536, averageRequestSizeKB: 10 }, 'http'),
      ],
      simulation: SIMULATION,
    })
    expect(saturation.limits[0]).toMatchObject({ id: 'a-b', limit: 'line', atRps: expect.closeTo(80, -1) })
    expect(steadiness.state).toBe('none')
  })
})

describe('a load at which a part is saturated beyond those at which rate limits begin to reject', () => {
  const NEVER = Number.POSITIVE_INFINITY
  const upTo = Math.min
  it.each<Case>([
    {
      what: 'two limits, and what is behind one, both, and beside them',
      rates: 2,
      at: (x) => [
        ...[x / 10, x / 30, upTo(10, x) / 12, (upTo(10, x) + upTo(30, x)) / 35],
        ...[(upTo(10, x) + x) / 60, upTo(10, x) / 10],
      ],
      found: [10, 30, NEVER, 25, 50, 10],
    },
    {
      what: 'limits within a hundredth of each other',
      rates: 2,
      at: (x) => [x / 200, x / 202, (upTo(100, x / 2) + upTo(101, x / 2)) / 200.9],
      found: [200, 202, 201.8],
    },
    {
      what: 'a limit that two callers share',
      rates: 1,
      at: (x) => [x / 10, (10 * x) / (x + 10) / 9.9, (10 * x) / (x + 10) / 10.1],
      found: [10, 990, NEVER],
    },
    {
      what: 'what is hardly loaded there',
      rates: 1,
      at: (x) => [x, x / 25_000, upTo(1, x) / 2 + x / 1e6],
      found: [1, 25_000, 5e5],
    },
    {
      what: 'messages that come anyway',
      rates: 1,
      at: (x) => [x / 10, 0.5 + x / 100, 0.5 + upTo(10, x) / 100, 1.1, 0.9 + x / 50],
      found: [10, 50, NEVER, 0, 5],
      idle: [0, 0.5, 0.5, 1.1, 0.9],
    },
    {
      what: 'equal limits one after another, and what can just do as much',
      rates: 3,
      at: (x) => [x / 5, x / 200, upTo(200, x) / 200, upTo(200, x) / 200],
      found: [5, 200, 200, 200],
    },
    {
      what: 'forty parts, each beside a limit of its own',
      rates: 41,
      at: (x) => [
        x / 9,
        ...FORTY.map((part) => x / (10 + part)),
        ...FORTY.map((part) => (upTo(10 + part, x) + x) / (40 + 3 * part)),
      ],
      found: [9, ...FORTY.map((part) => 10 + part), ...FORTY.map((part) => 30 + 2 * part)],
    },
    {
      what: 'fifteen limits, and what is behind the last',
      rates: 15,
      at: (x) => [...FIFTEEN.map((limit) => x / limit), upTo(FIFTEEN[14] ?? 0, 0.9 * x) / (FIFTEEN[13] ?? 0)],
      found: [...FIFTEEN, (FIFTEEN[13] ?? 0) / 0.9],
    },
  ])('[SIM-1147] [SIM-1148] is found: $what', ({ rates, at, found, idle = found.map(() => 0) }) => {
    for (const load of [0.7, 9, 11, 26, 33, 100, 600]) {
      const times = saturatingLoads({
        at: (timesTheLoad) => at(load * timesTheLoad),
        now: at(load),
        idle,
        isRate: found.map((_, part) => part < rates),
      })
      for (const [part, one] of times.entries()) {
        if (found[part] === NEVER) expect(one).toBe(NEVER)
        else expect(Math.abs(one * load - (found[part] ?? 0))).toBeLessThanOrEqual(2e-4 * (found[part] ?? 0))
      }
    }
  })

  it('[SIM-1147] is the lowest of several, where others crowd a limit at higher ones', () => {
    const at = (load: number) => [load / 10, upTo(load, 3600 / load) / 54]
    const times = saturatingLoads({ at: (times) => at(58 * times), now: at(58), idle: [0, 0], isRate: [true, false] })
    expect((times[1] ?? 0) * 58).toBeCloseTo(54, 1)
  })

  it('[SIM-1147] takes few looks at a large flow', () => {
    let looks = 0
    const many = Array.from({ length: 20_000 }, (_, index) => index)
    const at = (load: number) => {
      looks += 1
      return [load / 10, ...many.map((part) => (upTo(part === 0 ? 10 : 13, load) + load) / (part === 0 ? 22 : 27))]
    }
    const idle = [0, ...many.map(() => 0)]
    const times = saturatingLoads({
      at: (times) => at(5 * times),
      now: at(5),
      idle,
      isRate: idle.map((_, part) => part === 0),
    })
    expect(times[0]).toBeCloseTo(2, 6)
    // At 12, and at 14 about.
    expect(times[1]).toBeCloseTo(2.4, 6)
    for (const one of times.slice(2)) expect(Math.abs(one - 2.8)).toBeLessThan(0.28)
    expect(looks).toBeLessThan(14)
  })
})
