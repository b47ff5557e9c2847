import { describe, expect, it } from 'vitest'
import { balancer, client, type Drawn, database, edge, reportOf, server } from '../controls/saved-flow.ts'

const SIMULATION = { arrivals: 'open', service: 'exp', durationS: 300, requestMix: { Read: 80, Write: 20 } } as const

const firstOf = (drawn: Drawn) => reportOf(drawn).saturation.limits[0]

describe('where parts get other types of requests', () => {
  /** 20 ms a Read at four copies, 25 ms a Write at the first of them. */
  const copies = (...connections: readonly Drawn['edges'][number][]): Drawn => ({
    nodes: [
      client('c', { concurrentUsers: 100 }),
      server('a'),
      database('d', {
        ...{ replication: true, replicationType: 'Master-Slave', replicationFactor: 4 },
        ...{ averageLatency: 20, maxConnections: 1 },
      }),
    ],
    edges: [edge('c', 'a'), ...connections],
    simulation: SIMULATION,
  })
  const readOnly = { ...edge('a', 'd', { readOnly: true }, 'database'), id: 'reads' }

  it.each([
    ['one connection', copies(edge('a', 'd', {}, 'database'))],
    ['one that only reads beside it', copies(edge('a', 'd', {}, 'database'), readOnly)],
  ])('[SIM-1152] the load of a database is of those that come to it, over %s', (_, drawn) => {
    // 20 Writes a second of 25 ms each: half of the time.
    expect(firstOf(drawn)).toMatchObject({ id: 'd', limit: 'service' })
    expect(Math.abs((firstOf(drawn)?.load ?? 0) - 0.5)).toBeLessThan(0.01)
  })

  /** Reads come to a database of their own and to the copies, Writes to these alone, behind a server. */
  const readsApart = (rps: number, at: { server?: object; toCopies?: object; toReads?: object } = {}): Drawn => ({
    nodes: [
      client('c', { concurrentUsers: rps }),
      server('a', { averageProcessingTime: 1, ...at.server }),
      database('r', { averageLatency: 20, maxConnections: 4 }),
      database('d', {
        ...{ replication: true, replicationType: 'Master-Slave', replicationFactor: 4 },
        ...{ averageLatency: 20, maxConnections: 1 },
      }),
    ],
    edges: [
      edge('c', 'a'),
      edge('a', 'r', { readOnly: true, ...at.toReads }, 'database'),
      edge('a', 'd', { ...at.toCopies }, 'database'),
    ],
    simulation: SIMULATION,
  })
  const loadOfCopies = (drawn: Drawn) =>
    reportOf(drawn).saturation.limits.find(({ id, limit }) => id === 'd' && limit === 'service')?.load ?? 0

  it('[SIM-1152] tries after a failure are no further requests of a type', () => {
    const again = { retryEnabled: true, maxRetries: 5, retryIntervalMs: 100 }
    // Half of the calls fail on the way: as many Writes come to the copies as are made.
    expect(loadOfCopies(readsApart(100, { toCopies: { ...again, failureProbability: 0.5 } }))).toBeCloseTo(0.5, 1)
  })

  it('[SIM-1152] a limit before them lets as large a part of each type through', () => {
    // 50 of 5,000 a second, 10 of them Writes of 25 ms.
    const drawn = readsApart(5000, {
      ...{ server: { rateLimitPerSecond: 50 }, toReads: { weight: 9 }, toCopies: { weight: 1 } },
    })
    expect(Math.abs(loadOfCopies({ ...drawn, simulation: { ...SIMULATION, durationS: 60 } }) - 0.25)).toBeLessThan(0.03)
  })

  it.each([300, 30])('[SIM-1152] a type comes elsewhere while its own target is out: for %d of 300 s', (forS) => {
    const copies = { replication: true, replicationType: 'Master-Slave', replicationFactor: 4 }
    const drawn: Drawn = {
      nodes: [
        client('c', { concurrentUsers: 80 }),
        balancer('l', { contentBasedRouting: true, healthCheckEnabled: true, healthCheckInterval: 1 }),
        ...['r', 'd'].map((id) => database(id, { ...copies, averageLatency: 20, maxConnections: 1 })),
      ],
      edges: [edge('c', 'l'), edge('l', 'r'), edge('l', 'd')],
      simulation: { ...SIMULATION, faults: [{ node: 'r', kind: 'outage', fromS: 0, toS: forS }] },
    }
    // 16 Writes a second of 25 ms at the first copy, and Reads at all four.
    expect(Math.abs(loadOfCopies(drawn) - 0.4)).toBeLessThan(0.02)
  })

  it('[SIM-1152] the load of servers is of the types that are routed there', () => {
    const drawn: Drawn = {
      nodes: [
        client('c', { concurrentUsers: 100 }),
        balancer('l', { contentBasedRouting: true }),
        ...['r', 'w', 'x'].map((id) => server(id, { cpuCores: 2, hasGPU: true })),
      ],
      edges: [edge('c', 'l'), ...['r', 'w', 'x'].map((id) => edge('l', id))],
      simulation: { ...SIMULATION, requestMix: { Read: 50, Write: 20, Compute: 30 } },
    }
    const { saturation, nodes } = reportOf(drawn)
    const loads = ['r', 'w', 'x'].map(
      (id) => saturation.limits.find((one) => one.id === id && one.limit === 'service')?.load ?? 0,
    )
    const measured = ['r', 'w', 'x'].map((id) => nodes.find((one) => one.id === id)?.utilization?.mean ?? 0)
    for (const [index, load] of loads.entries()) expect(load / (measured[index] ?? 0)).toBeCloseTo(1, 1)
  })

  it.each([156, 180])(
    '[SIM-1153] a backlog of its writes alone is a database without a steady state: %d a second',
    (rps) => {
      const drawn: Drawn = {
        nodes: [client('c', { concurrentUsers: rps }), database('d', { averageLatency: 1, writeIOPS: 30 })],
        edges: [edge('c', 'd')],
        simulation: { ...SIMULATION, durationS: 1200 },
      }
      const { steadiness } = reportOf(drawn)
      expect(steadiness).toMatchObject({ state: 'none', overloaded: [{ id: 'd', limit: 'storage' }] })
      expect(Math.abs((steadiness.backlogPerSecond?.mean ?? 0) - (0.2 * rps - 30))).toBeLessThan(0.3)
    },
  )

  it('[SIM-1153] so is one whose writes have slots of their own', () => {
    const drawn: Drawn = {
      nodes: [
        client('c', { concurrentUsers: 208 }),
        database('d', {
          ...{ replication: true, replicationType: 'Master-Slave', replicationFactor: 4 },
          ...{ averageLatency: 20, maxConnections: 1 },
        }),
      ],
      edges: [edge('c', 'd')],
      simulation: { ...SIMULATION, durationS: 1200 },
    }
    expect(reportOf(drawn).steadiness).toMatchObject({ state: 'none', overloaded: [{ id: 'd', limit: 'service' }] })
  })
})
