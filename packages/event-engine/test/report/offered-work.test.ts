import { describe, expect, it } from 'vitest'
import { balancer, cache, client, type Drawn, database, edge, reportOf, server } from '../controls/saved-flow.ts'

const SIMULATION = { arrivals: 'open', service: 'exp' } as const

/** Answers of 16.4 ms on their line, twenty a second. */
const answering = (link: object, at: object = {}, type: Parameters<typeof edge>[3] = 'default'): Drawn => ({
  nodes: [client('c', { concurrentUsers: 20 }), server('s', { averageProcessingTime: 1, ...at })],
  edges: [edge('c', 's', { bandwidthMbps: 10, averageResponseSizeKB: 20, ...link }, type)],
  simulation: SIMULATION,
})

/** The load of a limit of the only connection, and what the runs show of it. */
function lineOf(drawn: Drawn) {
  const { saturation, edges } = reportOf(drawn)
  const line = saturation.limits.find(({ limit }) => limit === 'line')
  return { load: line?.load ?? 0, used: edges[0]?.lineUtilization?.mean ?? 0 }
}

describe('the work that a line is asked for', () => {
  it.each([
    ['calls that fail on the way', { failureProbability: 0.4 }, {}],
    ['visits that fail at the target', {}, { failureProbability: 0.4 }],
  ])('[SIM-1109] is no answer of %s', (_, link, at) => {
    const { load, used } = lineOf(answering(link, at))
    expect(load).toBeCloseTo(0.6 * 20 * 0.016384, 1.7)
    expect(Math.abs(load - used)).toBeLessThan(0.05 * used)
  })

  it.each([
    ['Async', 'kafka', {}],
    ['Async', 'kafka', { deliveryGuarantee: 'At-Least-Once' }],
    ['Stream', 'tcp', {}],
    ['Pub-Sub', 'http', {}],
    ['Stream', 'eventStream', {}],
  ] as const)('[SIM-1130] is no answer of messages: %s over %s with %j', (communicationPattern, type, data) => {
    const { load, used } = lineOf(answering({ communicationPattern, averageRequestSizeKB: 5, ...data }, {}, type))
    expect(used).toBeGreaterThan(0.05)
    expect(Math.abs(load - used)).toBeLessThan(0.05 * used)
  })

  it('[SIM-1110] is nothing of what its sender keeps', () => {
    const { load, used } = lineOf(answering({ cacheEnabled: true, cacheTTLSeconds: 3000 }, {}, 'http'))
    expect(used).toBeLessThan(0.1)
    expect(Math.abs(load - used)).toBeLessThan(0.1 * used)
  })

  it('[SIM-1111] is that of the requests by their own sizes', () => {
    const recorded = Array.from({ length: 2000 }, (_, index) => ({ atS: index / 20, sizeKB: 1 + (index % 40) }))
    const link = { averageRequestSizeKB: 1, averageResponseSizeKB: 0 }
    const { load, used } = lineOf({ ...answering(link), simulation: { recorded } })
    expect(used).toBeCloseTo(20 * 20.5 * 0.0008192, 2)
    expect(load).toBeCloseTo(used, 2)
  })
})

describe('the work of requests with sizes of their own', () => {
  /** 2 MB, of which each takes 16.384 ms, five times a second. */
  const recorded = Array.from({ length: 500 }, (_, index) => ({ atS: index / 5, sizeKB: 1000 + 2000 * (index % 2) }))
  const large = { bandwidthMbps: 1000, averageRequestSizeKB: 1, averageResponseSizeKB: 0 }

  it('[SIM-1178] holds the places of a pool', () => {
    const { saturation } = reportOf({
      nodes: [client('c', { bandwidthLimit: 100 }), server('s', { averageProcessingTime: 300 })],
      edges: [edge('c', 's', { ...large, maxConcurrentConnections: 9, connectionPoolEnabled: true }, 'tcp')],
      simulation: { recorded },
    })
    // The users' own access is ten times as slow.
    expect(saturation.limits[0]).toMatchObject({
      limit: 'pool',
      atRps: expect.closeTo(9 / (0.004 + 0.16384 + 0.3), 1),
    })
  })

  it('[SIM-1178] holds the slots of a balancer before its target', () => {
    const { saturation } = reportOf({
      nodes: [client('c', { bandwidthLimit: 100 }), balancer('b', { maxConnections: 1 }), server('s')],
      edges: [edge('c', 'b', { bandwidthMbps: 1e6 }), edge('b', 's', large)],
      simulation: { recorded },
    })
    // 1 ms of TLS, and 10 ms at the target.
    expect(saturation.limits[0]).toMatchObject({
      limit: 'slots',
      atRps: expect.closeTo(1 / (0.001 + 0.016384 + 0.01), 0),
    })
  })
})

describe('what a sender keeps', () => {
  const drawn: Drawn = {
    nodes: [
      client('c', { concurrentUsers: 60 }),
      server('a', { averageProcessingTime: 1 }),
      server('b', { averageProcessingTime: 20, hasGPU: true }),
    ],
    edges: [
      edge('c', 'a'),
      edge('a', 'b', { cacheEnabled: true, cacheTTLSeconds: 3000, rateLimit: 100, rateLimitBurst: 100 }, 'http'),
    ],
    simulation: { ...SIMULATION, requestMix: { Read: 1, Compute: 1 } },
  }

  it('[SIM-1110] is no part of the types that come to the target, nor of the calls that a rate limits', () => {
    const { saturation, nodes } = reportOf(drawn)
    const of = (id: string, kind: string) => saturation.limits.find((one) => one.id === id && one.limit === kind)?.load
    const b = nodes.find(({ id }) => id === 'b')
    const working = b?.working?.mean ?? 0
    expect(Math.abs((of('b', 'service') ?? 0) - working)).toBeLessThan(0.05 * working)
    expect(of('a-b', 'rate')).toBeCloseTo((b?.arrivalsPerSecond?.mean ?? 0) / 100, 1.7)
  })
})

describe('what a rate limit lets through', () => {
  it('[SIM-1131] is all that the component, the line and the pool behind it are asked for', () => {
    const { saturation, nodes, edges } = reportOf({
      nodes: [
        client('c', { concurrentUsers: 80 }),
        server('a', { averageProcessingTime: 1, rateLimitPerSecond: 20 }),
        server('b', { averageProcessingTime: 20, cpuCores: 2 }),
      ],
      edges: [
        edge('c', 'a'),
        edge(
          'a',
          'b',
          { connectionPooling: true, minConnections: 5, maxConnections: 5, averageRequestSizeKB: 5, bandwidthMbps: 10 },
          'database',
        ),
      ],
      simulation: { ...SIMULATION, requestMix: { Read: 1 } },
    })
    const load = (of: string, kind: string) =>
      saturation.limits.find(({ id, limit }) => id === of && limit === kind)?.load ?? 0
    const [b, toB] = [nodes.find(({ id }) => id === 'b'), edges.find(({ id }) => id === 'a-b')]
    for (const [told, used = 0] of [
      [load('b', 'service'), b?.working?.mean],
      [load('a-b', 'line'), toB?.lineUtilization?.mean],
      [load('a-b', 'pool'), toB?.poolUtilization?.mean],
    ] as const) {
      expect(used).toBeGreaterThan(0.05)
      expect(Math.abs(told - used)).toBeLessThan(0.05 * used)
    }
  })
})

describe('the time that a place in a pool is taken', () => {
  const taken = (link: object) => {
    const { saturation, edges } = reportOf({
      nodes: [
        client('c', { concurrentUsers: 20 }),
        server('s', { averageProcessingTime: 1, cpuCores: 100 }),
        database('d', { averageLatency: 20, maxConnections: 100 }),
      ],
      edges: [
        edge('c', 's'),
        edge('s', 'd', { connectionPooling: true, minConnections: 50, maxConnections: 50, ...link }, 'database'),
      ],
      simulation: { ...SIMULATION, requestMix: { Read: 1 } },
    })
    const load = saturation.limits.find(({ limit }) => limit === 'pool')?.load ?? 0
    return { load, used: edges.find(({ id }) => id === 's-d')?.poolUtilization?.mean ?? 0 }
  }

  it('[SIM-1112] is also that of packets that are sent again', () => {
    const { load, used } = taken({ latencyMs: 10, packetLossRate: 0.2 })
    expect(load).toBeCloseTo((20 * (0.04 + 0.25 * 0.2)) / 50, 2.5)
    expect(Math.abs(load - used)).toBeLessThan(0.05 * used)
  })

  it('[SIM-1113] is that at the target only of the calls that come there', () => {
    const { load, used } = taken({ latencyMs: 10, failureProbability: 0.5 })
    expect(load).toBeCloseTo((20 * (0.01 + 0.5 * 0.03)) / 50, 2.5)
    expect(Math.abs(load - used)).toBeLessThan(0.05 * used)
  })
})

describe('the time that a slot is held for calls of which a rate limit lets a share through', () => {
  const limited = (link: object, at: object = {}, type: Parameters<typeof edge>[3] = 'http') => {
    const { saturation, nodes, edges } = reportOf({
      nodes: [
        client('c', { concurrentUsers: 40 }),
        server('a', { averageProcessingTime: 2, cpuCores: 50 }),
        server('b', { averageProcessingTime: 30, ...at }),
      ],
      edges: [
        edge('c', 'a', { connectionPooling: true, minConnections: 50, maxConnections: 50 }, 'database'),
        edge('a', 'b', { latencyMs: 10, ...link }, type),
      ],
      simulation: { ...SIMULATION, requestMix: { Read: 1 } },
    })
    const load = (of: string, kind: string) =>
      saturation.limits.find(({ id, limit }) => id === of && limit === kind)?.load ?? 0
    const used = (id: string) => edges.find((one) => one.id === id)
    return [
      { told: load('a', 'slots'), used: nodes.find(({ id }) => id === 'a')?.utilization?.mean ?? 0 },
      { told: load('c-a', 'pool'), used: used('c-a')?.poolUtilization?.mean ?? 0 },
      { told: load('a-b', 'line'), used: used('a-b')?.lineUtilization?.mean ?? 0 },
    ]
  }
  const LIMIT = { rateLimit: 10, rateLimitBurst: 10 }
  const LINE = { bandwidthMbps: 10, averageResponseSizeKB: 20 }
  const ACKNOWLEDGED = { communicationPattern: 'Async', deliveryGuarantee: 'At-Least-Once' }

  it.each([
    ['[SIM-1132] is nothing of those that the connection refuses', LIMIT, {}, 'http'],
    [
      '[SIM-1132] is nothing of messages that the connection refuses',
      { ...ACKNOWLEDGED, maxThroughputRPS: 10 },
      {},
      'kafka',
    ],
    ['[SIM-1133] is the way of those that the target rejects', {}, { rateLimitPerSecond: 10 }, 'http'],
    ['[SIM-1133] is no answer of those that the target rejects', LINE, { rateLimitPerSecond: 10 }, 'http'],
  ] as const)('%s', (_, link, at, type) => {
    for (const { told, used } of limited(link, at, type)) expect(Math.abs(told - used)).toBeLessThanOrEqual(0.05 * used)
  })
})

describe('the slots of a cache', () => {
  const cached = (data: object, requestMix: object) => {
    const { saturation, nodes } = reportOf({
      nodes: [client('c', { concurrentUsers: 40 }), cache('k', { maxThroughput: 2000, ...data }), server('s')],
      edges: [edge('c', 'k'), edge('k', 's', { latencyMs: 10 })],
      simulation: { ...SIMULATION, requestMix },
    })
    const load = saturation.limits.find(({ id, limit }) => id === 'k' && limit === 'slots')?.load ?? 0
    return { load, used: nodes.find(({ id }) => id === 'k')?.utilization?.mean ?? 0 }
  }

  it.each([
    [{}, { Compute: 1 }],
    [{}, { Compute: 3, Read: 1 }],
    [{ writePolicy: 'Write-Around' }, { Write: 1 }],
    [
      { writePolicy: 'Write-Around', expectedHitRate: 0.4 },
      { Write: 1, Read: 1 },
    ],
  ])('[SIM-1134] are not held by what passes one with %j, of %j', (data, mix) => {
    const { load, used } = cached(data, mix)
    expect(Math.abs(load - used)).toBeLessThanOrEqual(0.05 * used)
  })
})

describe('slots for reads and for writes', () => {
  /** Three caches that read, one of which writes. */
  const slotsOf = (nodes: Drawn['nodes'], edges: Drawn['edges'], writePolicy = 'Write-Through') => {
    const replicas = { replicationEnabled: true, replicaCount: 3, writePolicy, expectedHitRate: 0.5 }
    const report = reportOf({
      nodes: [client('c', { concurrentUsers: 60 }), cache('k', { maxThroughput: 4000, ...replicas }), ...nodes],
      edges: [edge('c', 'k'), ...edges],
      simulation: { ...SIMULATION, requestMix: { Read: 1, Write: 1 } },
    })
    const { load = 0, waitsFor } =
      report.saturation.limits.find(({ id, limit }) => id === 'k' && limit === 'slots') ?? {}
    return { load, waitsFor, used: report.nodes.find(({ id }) => id === 'k')?.fullest?.mean ?? 0 }
  }

  it.each(['Write-Through', 'Write-Behind'])('[SIM-1135] are as full as the fuller ones: %s', (policy) => {
    const { load, used } = slotsOf([database('d', { averageLatency: 20 })], [edge('k', 'd', {}, 'database')], policy)
    expect(used).toBeGreaterThan(0.02)
    expect(Math.abs(load - used)).toBeLessThan(0.05 * used)
  })

  it('[SIM-1135] name what the fuller ones wait for', () => {
    const { waitsFor } = slotsOf(
      [database('reads', { averageLatency: 60 }), database('writes', { averageLatency: 20 })],
      [edge('k', 'reads', { readOnly: true, weight: 100 }, 'database'), edge('k', 'writes', {}, 'database')],
    )
    expect(waitsFor).toBe('writes')
  })
})

describe('the time that a slot is held until a message is handed over', () => {
  it('[SIM-1115] is that of one copy where each consumer group gets one', () => {
    const { saturation, nodes } = reportOf({
      nodes: [
        client('c', { concurrentUsers: 20 }),
        server('a', { averageProcessingTime: 5, cpuCores: 2 }),
        server('b', { averageProcessingTime: 1 }),
      ],
      edges: [
        edge('c', 'a'),
        edge('a', 'b', { communicationPattern: 'Async', latencyMs: 20, consumerGroups: ['one', 'two'] }, 'kafka'),
      ],
      simulation: { ...SIMULATION, requestMix: { Read: 1 } },
    })
    const load = saturation.limits.find(({ limit }) => limit === 'slots')?.load ?? 0
    const used = nodes.find(({ id }) => id === 'a')?.utilization?.mean ?? 0
    expect(used).toBeGreaterThan(0)
    expect(Math.abs(load - used)).toBeLessThan(0.05 * used)
  })
})

describe('the time that a slot is held while its visit pauses before a retry', () => {
  const pausing = (retry: object, simulation: object = {}): Drawn => ({
    nodes: [client('c', { concurrentUsers: 20 }), server('a', { averageProcessingTime: 5 }), server('b')],
    edges: [
      edge('c', 'a', { connectionPooling: true, minConnections: 50, maxConnections: 50 }, 'database'),
      edge('a', 'b', { failureProbability: 0.4, retryEnabled: true, retryIntervalMs: 400, maxRetries: 3, ...retry }),
    ],
    simulation: { ...SIMULATION, requestMix: { Read: 1 }, ...simulation },
  })
  const slotsOf = (drawn: Drawn) => {
    const { saturation, nodes, edges } = reportOf(drawn)
    const load = (kind: string) => saturation.limits.find(({ limit }) => limit === kind)?.load ?? 0
    return {
      slots: { load: load('slots'), used: nodes.find(({ id }) => id === 'a')?.utilization?.mean ?? 0 },
      pool: { load: load('pool'), used: edges.find(({ id }) => id === 'c-a')?.poolUtilization?.mean ?? 0 },
    }
  }

  it.each([
    [{ retryStrategy: 'Constant' }, {}],
    [{ retryStrategy: 'Exponential' }, {}],
    [{ retryStrategy: 'Exponential' }, { jitter: 'decorrelated' }],
    [{ retryStrategy: 'Custom' }, {}],
    [{ retryStrategy: 'Exponential' }, { retryBudget: 0.2 }],
  ])('[SIM-1122] includes the pauses, %j of a run with %j', (retry, simulation) => {
    const { slots, pool } = slotsOf(pausing(retry, simulation))
    expect(slots.used).toBeGreaterThan(0.01)
    expect(Math.abs(slots.load - slots.used)).toBeLessThan(0.05 * slots.used)
    expect(Math.abs(pool.load - pool.used)).toBeLessThan(0.05 * pool.used)
  })

  it('[SIM-1122] names who is called again after a pause as what slots are held for', () => {
    const drawn = pausing({ retryStrategy: 'Constant' })
    const { saturation } = reportOf({
      ...drawn,
      nodes: [...drawn.nodes, server('slow', { averageProcessingTime: 100 })],
      edges: [...drawn.edges, edge('a', 'slow')],
    })
    const { waitsFor } = saturation.limits.find(({ id, limit }) => id === 'a' && limit === 'slots') ?? {}
    expect(waitsFor).toBe('b')
  })

  it('[SIM-1123] does not include those for a connection that is cut', () => {
    const cut = { faults: { edge: 'a-b', fromS: 20, forS: 20 } }
    const { slots } = slotsOf(pausing({ retryStrategy: 'Constant', failureProbability: 0 }, cut))
    expect(slots.used).toBeGreaterThan(0.02)
    expect(slots.load).toBeLessThan(0.005)
  })
})

describe('retries', () => {
  const retry = { retryEnabled: true, retryStrategy: 'Constant', retryIntervalMs: 100, maxRetries: 2 }
  /** One worker of 12 ms: 83.3 a second. */
  const worker = (at: object = {}) => server('s', { averageProcessingTime: 12, cpuCores: 1, ...at })

  it('[SIM-956] of what is turned away are no offered work behind a component that does not hold on for its calls', () => {
    const { saturation, figures } = reportOf({
      nodes: [client('c', { concurrentUsers: 200 }), server('a'), worker({ maxConcurrentRequests: 10 })],
      edges: [edge('c', 'a', retry), edge('a', 's', { latencyMs: 1 })],
      simulation: { ...SIMULATION, requestMix: { Read: 1 }, callStyle: 'pipeline' },
    })
    expect(figures.amplification?.mean).toBeGreaterThan(1.3)
    expect(saturation.limits[0]).toMatchObject({ id: 's', limit: 'service', atRps: expect.closeTo(83.3, 0) })
  })

  it('[SIM-1141] over a connection that is cut for a time are no offered work', () => {
    const { saturation, figures } = reportOf({
      nodes: [client('c', { concurrentUsers: 40 }), worker()],
      edges: [edge('c', 's', retry)],
      simulation: { ...SIMULATION, faults: { edge: 'c-s', fromS: 20, forS: 20 } },
    })
    expect(figures.amplification?.mean).toBeGreaterThan(1.2)
    expect(saturation.limits[0]).toMatchObject({ id: 's', limit: 'service', atRps: expect.closeTo(83.3, 0) })
  })

  const users = { retryOnError: true, maxRetries: 2 }
  const direct = (rps: number, at: object, link: Readonly<Record<string, unknown>> = {}) =>
    reportOf({
      nodes: [client('c', { concurrentUsers: rps, ...users }), worker(at)],
      edges: [edge('c', 's', link)],
      simulation: { ...SIMULATION, requestMix: { Read: 1 } },
    })

  it('[SIM-1140] by a client of what fails at any load are offered work', () => {
    const { saturation, nodes } = direct(40, { failureProbability: 0.4 })
    const working = nodes.find(({ id }) => id === 's')?.working?.mean ?? 0
    // 1 + 0.4 + 0.16 calls for each request.
    expect(saturation.limits[0]).toMatchObject({ id: 's', load: expect.closeTo(40 * 0.012 * 1.56, 1.5) })
    expect(Math.abs((saturation.limits[0]?.load ?? 0) - working)).toBeLessThan(0.05 * working)
  })

  it.each([
    ['is turned away', { maxConcurrentRequests: 10 }, {}],
    ['is given up', {}, { timeout: 100 }],
  ])('[SIM-956] by a client of what %s are no offered work', (_, at, link) => {
    const { saturation, figures } = direct(120, at, link)
    expect(figures.amplification?.mean).toBeGreaterThan(1.3)
    expect(saturation.limits[0]).toMatchObject({ id: 's', limit: 'service', atRps: expect.closeTo(83.3, 0) })
  })

  it('[SIM-956] by a client of what fails over another connection are no offered work', () => {
    const { saturation, edges } = reportOf({
      nodes: [
        client('c', { concurrentUsers: 200, ...users }),
        server('other', { averageProcessingTime: 6, cpuCores: 1 }),
        worker({ maxConcurrentRequests: 2 }),
      ],
      edges: [edge('c', 'other'), edge('c', 's')],
      simulation: { ...SIMULATION, requestMix: { Read: 1 } },
    })
    expect(edges.find(({ id }) => id === 'c-other')?.amplification?.mean).toBeGreaterThan(1.2)
    const other = saturation.limits.find(({ id, limit }) => id === 'other' && limit === 'service')
    expect(other?.load).toBeCloseTo(0.6, 1.5)
  })

  /** A sender of 10 ms whose calls are tried again and answered by 16.4 ms on their line. */
  const sending = (at: object, message: object, consumer: object): Drawn => ({
    nodes: [
      client('c', { concurrentUsers: 50 }),
      server('a', { averageProcessingTime: 10, ...at }),
      server('b', { averageProcessingTime: 1, ...consumer }),
    ],
    edges: [
      edge('c', 'a', { ...retry, bandwidthMbps: 10, averageResponseSizeKB: 20 }),
      edge('a', 'b', { communicationPattern: 'Async', ...message }, 'amqp'),
    ],
    simulation: { ...SIMULATION, requestMix: { Read: 1 } },
  })

  it.each(['At-Most-Once', 'At-Least-Once'])(
    '[SIM-1142] are offered work where the load makes messages of their target fail, sent %s',
    (deliveryGuarantee) => {
      const sender = { cpuCores: 1, failureProbability: 0.3 }
      const { saturation } = reportOf(sending(sender, { deliveryGuarantee }, { rateLimitPerSecond: 10 }))
      const load = (kind: string) => saturation.limits.find(({ id, limit }) => /a$/.test(id) && limit === kind)?.load
      // 1 + 0.3 + 0.09 calls for each request, of which seven in ten are answered.
      expect(load('service')).toBeCloseTo(50 * 0.01 * 1.39, 1.5)
      expect(load('line')).toBeCloseTo(50 * 0.016384 * 1.39 * 0.7, 1.5)
    },
  )

  it('[SIM-956] of what could not hand its message over are no offered work', () => {
    const slow = { bandwidthMbps: 20, averageRequestSizeKB: 100, timeout: 200, deliveryGuarantee: 'At-Least-Once' }
    const { saturation, figures } = reportOf(sending({ cpuCores: 100 }, slow, {}))
    expect(figures.amplification?.mean).toBeGreaterThan(1.3)
    const { load } = saturation.limits.find(({ id, limit }) => id === 'a' && limit === 'service') ?? {}
    expect(load).toBeCloseTo((50 * 0.01) / 100, 4)
  })

  it.each([
    ['a connection', {}, retry, 1.56],
    ['a connection, at most one,', {}, { ...retry, maxRetries: 1 }, 1.4],
    ['a client', users, {}, 1.56],
  ])('[SIM-1143] by %s are offered work for calls that still wait as well', (_, at, link, tries) => {
    const { saturation } = reportOf({
      nodes: [client('c', { concurrentUsers: 150, ...at }), worker({ failureProbability: 0.4 })],
      edges: [edge('c', 's', link)],
      simulation: { ...SIMULATION, requestMix: { Read: 1 } },
    })
    expect(saturation.limits[0]).toMatchObject({ id: 's', atRps: expect.closeTo(1000 / 12 / tries, 0) })
  })
})

describe('the work of requests that are recorded with their types', () => {
  it.each([1, 2])('[SIM-1144] is that of these types, from %d clients', (count) => {
    const ids = Array.from({ length: count }, (_, index) => `c${index}`)
    const { saturation, nodes } = reportOf({
      nodes: [...ids.map((id) => client(id)), server('s', { averageProcessingTime: 20, cpuCores: 1, hasGPU: true })],
      edges: ids.map((id) => edge(id, 's')),
      simulation: { recorded: Array.from({ length: 2000 }, (_, index) => ({ atS: index / 20, type: 'Compute' })) },
    })
    const working = nodes.find(({ id }) => id === 's')?.working?.mean ?? 0
    expect(working).toBeGreaterThan(0)
    expect(saturation.limits[0]).toMatchObject({ id: 's', limit: 'service', load: expect.closeTo(working, 3) })
  })
})

describe('the work of users who are far', () => {
  const there = server('s', { region: 'us-east-1', averageProcessingTime: 10 })
  const limitOf = (drawn: Drawn, id: string) => reportOf(drawn).saturation.limits.find((one) => one.id === id)

  it('[SIM-1174] holds a place of a pool for the longer way', () => {
    const drawn: Drawn = {
      nodes: [client('c', { geographicDistribution: ['North America', 'Europe'] }), there],
      edges: [edge('c', 's', { latencyMs: 20, connectionPoolEnabled: true, maxConcurrentConnections: 8 }, 'tcp')],
      simulation: SIMULATION,
    }
    // 22 ms each way, 80 ms more for a half, and 10 ms.
    expect(limitOf(drawn, 'c-s')).toMatchObject({ limit: 'pool', atRps: expect.closeTo(8 / (0.044 + 0.08 + 0.01), 1) })
  })

  it('[SIM-1174] holds a slot of a balancer for the longer way, by how many of the requests are theirs', () => {
    const drawn: Drawn = {
      nodes: [
        client('c', { concurrentUsers: 20, geographicDistribution: ['North America'] }),
        client('d', { concurrentUsers: 10, geographicDistribution: ['Europe'] }),
        balancer('b', { processingLatency: 10, maxConnections: 8 }),
        there,
      ],
      edges: [edge('c', 'b'), edge('d', 'b'), edge('b', 's', { latencyMs: 20 })],
      simulation: SIMULATION,
    }
    // 11 ms at the balancer with TLS, 20 ms each way, 80 ms more each way for a third, and 10 ms.
    const heldS = 0.011 + 0.04 + 0.16 / 3 + 0.01
    expect(limitOf(drawn, 'b')).toMatchObject({ limit: 'slots', atRps: expect.closeTo(8 / heldS, 1) })
  })
})

describe('the work of packets that a fault loses', () => {
  const during = 'The capacities leave out the packets that faults lose for a part of the run.'
  const losing = (...faults: readonly object[]) =>
    reportOf({
      nodes: [
        client('c', { concurrentUsers: 2 }),
        server('a', { cpuCores: 10, concurrencyModel: 'Worker Pool', averageProcessingTime: 10 }),
        server('s', { averageProcessingTime: 10 }),
      ],
      edges: [edge('c', 'a'), edge('a', 's', { latencyMs: 10, packetLossRate: 0.1 })],
      simulation: { ...SIMULATION, faults: faults.map((fault) => ({ edge: 'a-s', kind: 'lose', ...fault })) },
    })
  /** 20 ms of service and 20 ms on the way; of the packets that are sent again each takes 200 ms. */
  const capacity = (lost: number) => 10 / (0.04 + (0.2 * lost) / (1 - lost))

  it('[SIM-1175] holds slots where it does so during the whole run', () => {
    const { saturation, warnings } = losing({ share: 0.3, fromS: 0 })
    const lost = 1 - 0.9 * 0.7
    expect(saturation.limits[0]).toMatchObject({ id: 'a', limit: 'slots', atRps: expect.closeTo(capacity(lost), 0) })
    expect(warnings.map(({ text }) => text)).not.toContain(during)
  })

  it('[SIM-1175] holds none where it does so for a time, which a warning says', () => {
    const { saturation, warnings } = losing({ share: 0.3, fromS: 0, forS: 50 })
    expect(saturation.limits[0]).toMatchObject({ id: 'a', limit: 'slots', atRps: expect.closeTo(capacity(0.1), 0) })
    expect(warnings.map(({ text }) => text)).toContain(during)
  })
})
