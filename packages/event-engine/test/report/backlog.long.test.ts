import { describe, expect, it } from 'vitest'
import { client, type Drawn, database, edge, reportOf, server } from '../controls/saved-flow.ts'

const SIMULATION = { arrivals: 'open', service: 'exp', requestMix: { Write: 100 }, durationS: 60 } as const

/** So many a second at servers in a row, the last of which calls a database that does twenty. */
function chainOf(rps: number, servers: readonly Readonly<Record<string, unknown>>[]): Drawn {
  const ids = ['c', ...servers.map((_, index) => `s${index}`), 'd']
  return {
    nodes: [
      client('c', { concurrentUsers: rps }),
      ...servers.map((data, index) =>
        server(`s${index}`, { averageProcessingTime: 1, cpuCores: 128, instances: 8, ...data }),
      ),
      database('d', { maxConnections: 1, averageLatency: 50 }),
    ],
    edges: ids.slice(1).map((id, index) => edge(ids[index] as string, id)),
    simulation: SIMULATION,
  }
}

describe('a backlog', () => {
  it.each(['Worker Pool', 'Multi-Threaded'])(
    '[SIM-1027] before a database of 20 a second leaves its capacity what it is, called from a %s',
    (concurrencyModel) => {
      for (const rps of [25, 40]) {
        const { saturation } = reportOf(chainOf(rps, [{ concurrencyModel }]), 10)
        expect(saturation.limits.find(({ id }) => id === 'd')?.atRps).toBeCloseTo(20, 0.5)
      }
    },
  )

  it.each([
    ['one server that holds', 1],
    ['three servers that hold', 3],
  ])('[SIM-1028] behind %s grows by what is not carried', (_, count) => {
    const holding = Array.from({ length: count }, () => ({ concurrencyModel: 'Multi-Threaded' }))
    const { steadiness, figures } = reportOf(chainOf(25, holding), 10)
    const surplus = (figures.offered?.mean ?? 0) - (figures.goodput?.mean ?? 0)
    expect(surplus).toBeGreaterThan(4)
    expect((steadiness.backlogPerSecond?.mean ?? 0) / surplus).toBeCloseTo(1, 1)
  })

  it('[SIM-1026] is none of what is served, however long that takes', () => {
    const drawn = {
      nodes: [
        client('c', { concurrentUsers: 10 }),
        server('s', { deploymentType: 'Serverless', averageProcessingTime: 20_000 }),
      ],
      edges: [edge('c', 's', { timeout: 1e8 })],
      simulation: { ...SIMULATION, requestMix: { Read: 100 } },
    }
    const { steadiness } = reportOf(drawn, 10)
    expect(steadiness.state).not.toBe('none')
  })
})

describe('a line of 19.53 messages a second', () => {
  const stateOf = (rps: number, sizes: object) => {
    const drawn = {
      nodes: [client('c', { concurrentUsers: rps }), server('s', { averageProcessingTime: 1 })],
      edges: [edge('c', 's', { bandwidthMbps: 8, timeout: 1000, ...sizes })],
      simulation: { ...SIMULATION, durationS: 120 },
    }
    return reportOf(drawn).steadiness
  }

  it.each(['averageRequestSizeKB', 'averageResponseSizeKB'])(
    '[SIM-1045] piles up 20.47 of 40 a second, though their callers give up after a second: %s',
    (size) => {
      const { state, overloaded, backlogPerSecond } = stateOf(40, { [size]: 50 })
      expect(state).toBe('none')
      expect(overloaded).toMatchObject([{ id: 'c-s', limit: 'line' }])
      const surplus = 40 - 8000 / 409.6
      expect(Math.abs((backlogPerSecond?.mean ?? 0) - surplus)).toBeLessThan(backlogPerSecond?.halfWidth ?? 0)
    },
  )

  it('[SIM-1045] piles up nothing below its capacity', () => {
    expect(stateOf(15, { averageRequestSizeKB: 50 }).state).toBe('steady')
  })
})

describe('a pair of connections, each drawn for the answers of the other', () => {
  /** Fifty milliseconds of the line for an answer, and for a request the other way. */
  const reportAt = (answers: number, requests: number) =>
    reportOf({
      nodes: [
        client('c', { concurrentUsers: answers }),
        client('e', { concurrentUsers: requests }),
        server('a'),
        server('b'),
      ],
      edges: [
        edge('c', 'a'),
        edge('e', 'b'),
        edge('a', 'b', { bidirectional: false, bandwidthMbps: 8.192, averageResponseSizeKB: 50, timeout: 1000 }),
        edge('b', 'a', { bidirectional: false, bandwidthMbps: 8.192, averageRequestSizeKB: 50, timeout: 1000 }),
      ],
      simulation: { ...SIMULATION, requestMix: { Read: 100 }, service: 'det', durationS: 120 },
    })

  it('[SIM-1049] has the line loaded by both', () => {
    const { edges, saturation } = reportAt(6, 6)
    const loads = saturation.limits.filter(({ limit }) => limit === 'line')
    expect(loads).toMatchObject([{ id: 'b-a', load: expect.closeTo(0.6, 1) }])
    const used = Object.fromEntries(edges.map(({ id, lineUtilization }) => [id, lineUtilization?.mean]))
    expect(used).toMatchObject({ 'a-b': 0, 'b-a': expect.closeTo(0.6, 1) })
  })

  it('[SIM-1049] has no steady state where answers alone are too much, though their callers give up', () => {
    const { steadiness } = reportAt(30, 0)
    expect(steadiness.state).toBe('none')
    expect(steadiness.overloaded).toMatchObject([{ id: 'b-a', limit: 'line', load: expect.closeTo(1.5, 1) }])
    expect(steadiness.backlogPerSecond?.mean).toBeGreaterThan(8)
  })
})

describe('a database with stations for reads and for writes', () => {
  /** A hundred milliseconds for each of five reads at 1 s, and of five writes at 10 s. */
  const recorded = [1, 1, 1, 1, 1, 10, 10, 10, 10, 10].map((atS) => ({ atS, type: atS === 1 ? 'Read' : 'Write' }))
  const replicated = { replication: true, replicationType: 'Master-Slave', replicationFactor: 3 }
  const drawn = (data: object): Drawn => ({
    nodes: [client('c'), database('d', { ...replicated, maxConnections: 1, averageLatency: 100, ...data })],
    edges: [edge('c', 'd')],
    simulation: { arrivals: 'open', service: 'det', recorded, durationS: 20, warmUpS: 0 },
  })

  it('[SIM-1029] has the same instances for both', () => {
    const { nodes, series } = reportOf(drawn({}))
    expect(nodes.find(({ id }) => id === 'd')?.instances?.mean).toBe(3)
    expect(new Set(series.nodes.find(({ id }) => id === 'd')?.instances)).toEqual(new Set([3]))
  })

  it('[SIM-1030] has its most requests at one time', () => {
    const { nodes } = reportOf(drawn({ replicationFactor: 2 }))
    expect(nodes.find(({ id }) => id === 'd')).toMatchObject({ mostInSystem: 5, mostQueue: 4 })
  })
})
