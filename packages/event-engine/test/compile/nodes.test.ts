import type { Data } from '@plimsoll/catalog'
import { describe, expect, it } from 'vitest'
import { ASSUMPTIONS } from '../../src/assumptions.ts'
import { compile } from '../../src/compile/index.ts'
import { compiled, edge, node, settings, written } from './rigs.ts'

const client = (data: Data = {}) =>
  node('Client', 'c', { concurrentUsers: 100, thinkTimeBetweenRequests: 1000, ...data })

/** A client and one component: the component's own part of the model. */
function alone(type: 'Server' | 'Database' | 'LoadBalancer' | 'Cache', data: Data, simulation: unknown = {}) {
  const behind = node('Server', 'end', {})
  const edges = [edge('c', 'x'), ...(type === 'LoadBalancer' || type === 'Cache' ? [edge('x', 'end')] : [])]
  const { model, notes } = compiled({ nodes: [client(), node(type, 'x', data), behind], edges }, simulation)
  const stations = model.stations.filter((station) => station.node === 1)
  const [station] = stations
  const [, own] = model.nodes
  if (station === undefined || own === undefined) throw new Error('no station')
  return { station, stations, own, model, notes }
}

describe('servers', () => {
  const cores = { instances: 3, cpuCores: 4 }

  it.each([
    ['Single-Threaded', 'fifo', 1],
    ['Worker Pool', 'fifo', 4],
    ['Multi-Threaded', 'shared', 4],
    ['Event-Loop', 'shared', 1],
  ])('[SIM-245] %s', (concurrencyModel, discipline, slots) => {
    expect(alone('Server', { ...cores, concurrencyModel }).station).toMatchObject({ discipline, slots, instances: 3 })
  })

  it('[SIM-242] stands at the defaults of what it cannot do without, and has no limits else', () => {
    const { station, model } = alone('Server', {})
    expect(station).toMatchObject({ instances: 2, slots: 4, discipline: 'shared', meanMs: [50, 50, 50, 50] })
    expect(station).toMatchObject({
      admission: Number.POSITIVE_INFINITY,
      limits: [],
      scaling: null,
      failureProbability: 0,
    })
    expect(model.links[0]).toMatchObject({
      latencyMs: 0,
      requestLineMs: 0,
      setupMs: 0,
      timeoutMs: Number.POSITIVE_INFINITY,
      retry: null,
      breaker: null,
      pool: null,
      loss: null,
      limits: [],
    })
    expect(model.sources[0]).toMatchObject({ localMs: 0, localHitRate: [0, 0, 0, 0], retry: null })
  })

  it('[SIM-246] takes its time by clock, graphics processor and authentication', () => {
    const { station } = alone('Server', {
      averageProcessingTime: 40,
      cpuSpeed: 5,
      hasGPU: true,
      authenticationRequired: true,
    })
    expect(station.meanMs).toEqual([20, 20, 6, 20])
    expect(station.extraMs).toBe(1)
  })

  it('[SIM-891] admits so many, and what fits into memory', () => {
    const { station } = alone('Server', { maxConcurrentRequests: 70, memory: 2 }, { footprintMB: 100 })
    expect(station).toMatchObject({ admission: 70, memoryLimit: 20 })
    expect(alone('Server', { memory: 2 }).station.memoryLimit).toBe(Number.POSITIVE_INFINITY)
  })

  it('[SIM-247] [SIM-892] has a bucket for each of its rates', () => {
    const { station } = alone('Server', { maxRequestsPerSecond: 300, rateLimitPerSecond: 0 })
    expect(station.limits).toEqual([{ perSecond: 300, burst: 300, reason: 'Rate limited' }])
    expect(alone('Server', { maxRequestsPerSecond: 300, rateLimitPerSecond: 0.5 }).station.limits[1]).toMatchObject({
      burst: 1,
    })
  })

  it('[SIM-248] [SIM-893] scales as it is told', () => {
    const scaling = { autoScaling: true, minInstances: 2, maxInstances: 7, scalingMetric: 'CPU', scalingThreshold: 60 }
    expect(alone('Server', { ...scaling, deploymentType: 'VM' }).station.scaling).toEqual({
      metric: 'slots',
      target: 0.6,
      min: 2,
      max: 7,
      syncMs: 15_000,
      readyMs: 90_000,
      tolerance: 0.1,
      stabilisationMs: 300_000,
    })
    expect(alone('Server', { ...scaling, deploymentType: 'Bare Metal' }).station.scaling?.readyMs).toBe(0)
    expect(alone('Server', { ...scaling, scalingMetric: 'Memory' }).station.scaling?.metric).toBe('admission')
  })

  it('[SIM-894] does not scale behind a balancer that gives new instances nothing', () => {
    const behind = (connectToAutoScaling: boolean) =>
      compiled({
        nodes: [
          client(),
          node('LoadBalancer', 'b', { connectToAutoScaling }),
          node('Server', 's', { autoScaling: true }),
        ],
        edges: [edge('c', 'b'), edge('b', 's')],
      })
    expect(behind(true).model.stations[1]?.scaling).not.toBeNull()
    expect(behind(false).model.stations[1]?.scaling).toBeNull()
    expect(behind(false).notes[0]).toMatchObject({ kind: 'warning', of: 's' })
  })

  it('[SIM-249] has no queue without servers', () => {
    expect(alone('Server', { deploymentType: 'Serverless', maxConcurrentRequests: 3 }).station).toMatchObject({
      slots: Number.POSITIVE_INFINITY,
      admission: Number.POSITIVE_INFINITY,
      coldStart: { ms: 250, afterIdleMs: 300_000 },
    })
  })

  it.each([
    [{}, 500_000],
    [{ healthCheckEnabled: true, healthCheckInterval: 30, restartPolicy: 'Always' }, 40_000],
    [{ healthCheckEnabled: true, healthCheckInterval: 30, restartPolicy: 'OnFailure' }, 40_000],
    [{ healthCheckEnabled: false, healthCheckInterval: 30, restartPolicy: 'Always' }, 500_000],
    [{ healthCheckEnabled: true, restartPolicy: 'Never' }, Number.POSITIVE_INFINITY],
  ])('[SIM-250] [SIM-599] [SIM-600] an outage of a server with %j', (data, forMs) => {
    const { model } = alone('Server', data, { faults: { node: 'x', atS: 5, forS: 500 } })
    expect(model.faults).toEqual([
      { kind: 'outage', node: 1, instance: null, fromMs: 5000, forMs, inFlight: 'fail', mode: 'refuse', planned: 0 },
    ])
  })

  it('[SIM-599] assumes the time of a restart only for an outage that it ends', () => {
    const watched = { healthCheckEnabled: true, healthCheckInterval: 30, restartPolicy: 'Always' }
    const assumed = (forS: number) => {
      const { notes } = alone('Server', watched, { faults: { node: 'x', atS: 5, forS } })
      return notes.some((note) => note.kind === 'assumption' && note.id === 'restart')
    }
    expect([assumed(40), assumed(41)]).toEqual([false, true])
  })

  it('[SIM-251] fails by request, or by time', () => {
    const data = {
      failureProbability: 0.01,
      restartPolicy: 'Always',
      healthCheckEnabled: true,
      healthCheckInterval: 20,
    }
    expect(alone('Server', data).station.failureProbability).toBe(0.01)
    expect(alone('Server', data).model.faults).toEqual([])
    const byTime = alone('Server', data, { failurePer: 'mtbf' })
    expect(byTime.station.failureProbability).toBe(0)
    expect(byTime.model.faults).toEqual([
      {
        kind: 'breakdowns',
        node: 1,
        others: [],
        meanUpMs: 100_000,
        meanDownMs: 30_000,
        mostDownMs: 1e12,
        inFlight: 'fail',
      },
    ])
  })

  it('[SIM-244] [SIM-890] a run names the assumptions that it used, and no others', () => {
    const { notes } = alone('Server', { hasGPU: true })
    expect(notes).toEqual([
      { kind: 'assumption', id: 'gpu', text: 'Compute requests on a GPU: 0.3 of the service time' },
    ])
    const labels = Object.values(ASSUMPTIONS).map(({ label }) => label)
    expect(new Set(labels).size).toBe(labels.length)
  })
})

describe('load balancers', () => {
  it.each([
    [{ algorithm: 'Round Robin' }, { by: 'rotation' }],
    [{ algorithm: 'Least Connections' }, { by: 'least-connections' }],
    [{ algorithm: 'IP Hash' }, { by: 'user' }],
    [{ algorithm: 'Weighted' }, { by: 'weighted-rotation' }],
    [{ algorithm: 'URL Path' }, { by: 'class' }],
    [{ algorithm: 'Round Robin', contentBasedRouting: true }, { by: 'class' }],
    [
      { sessionPersistence: true, sessionTimeout: 20 },
      { by: 'session', forMs: 1_200_000, otherwise: { by: 'rotation' } },
    ],
  ])('[SIM-252] %j', (data, balancing) => {
    expect(alone('LoadBalancer', data).own.balancing).toEqual(balancing)
  })

  it('[SIM-252] two random choices of the run come before its algorithm', () => {
    expect(alone('LoadBalancer', { algorithm: 'IP Hash' }, { lb: 'power-of-two' }).own.balancing).toEqual({
      by: 'two-choices',
    })
  })

  it.each([
    ['Application', 5],
    ['Network', 1],
    ['Classic', 5],
    ['Gateway', 7],
  ])('[SIM-252] %s delays', (loadBalancerType, ms) => {
    const { station } = alone('LoadBalancer', {
      loadBalancerType,
      processingLatency: 5,
      sslTermination: true,
      maxConnections: 9,
    })
    expect(station).toMatchObject({
      meanMs: [ms, ms, ms, ms],
      extraMs: 1,
      slots: Number.POSITIVE_INFINITY,
      admission: 9,
    })
    expect(station.distribution).toEqual({ kind: 'deterministic' })
  })

  it('[SIM-247] [SIM-252] limits its throughput, and says why', () => {
    expect(alone('LoadBalancer', { maxThroughput: 50 }).station.limits).toEqual([
      { perSecond: 50, burst: 50, reason: 'Node overload' },
    ])
    expect(alone('LoadBalancer', { maxThroughput: 50, rateLimitingEnabled: true }).station.limits[0]?.reason).toBe(
      'Rate limited',
    )
    expect(alone('LoadBalancer', { maxThroughput: 1e9 }).station.limits).toEqual([])
  })

  it('[SIM-252] takes out what fails its checks, and what keeps failing', () => {
    const data = {
      healthCheckEnabled: true,
      healthCheckInterval: 30,
      healthCheckTimeout: 5,
      unhealthyThreshold: 2,
      healthyThreshold: 3,
    }
    expect(alone('LoadBalancer', data).own.health).toEqual({
      intervalMs: 30_000,
      timeoutMs: 5000,
      unhealthyAfter: 2,
      healthyAfter: 3,
    })
    expect(alone('LoadBalancer', {}).own).toMatchObject({ health: null, ejection: null })
    expect(alone('LoadBalancer', {}, { outlierEjection: true }).own.ejection).toEqual({
      afterErrors: 5,
      forMs: 30_000,
      mostShare: 0.1,
    })
  })

  it.each([
    [{ highAvailability: true, failoverStrategy: 'Active-Passive' }, 30_000],
    [{ highAvailability: true, failoverStrategy: 'Active-Active' }, 0],
    [{ highAvailability: true, failoverStrategy: 'N+1' }, 5000],
    [{ highAvailability: false, failoverStrategy: 'N+1' }, 600_000],
  ])('[SIM-601] an outage with %j', (data, forMs) => {
    const { model } = alone('LoadBalancer', data, { faults: [{ node: 'x', atS: 1, forS: 600 }] })
    expect(model.faults[0]).toMatchObject({ forMs })
  })

  it('[SIM-253] passes the cost of TLS on to the servers', () => {
    expect(alone('LoadBalancer', { sslTermination: false }).model.links[1]?.serviceMs).toBe(1)
    expect(alone('LoadBalancer', { sslTermination: true }).model.links[1]?.serviceMs).toBe(0)
  })
})

describe('databases', () => {
  it('[SIM-254] [SIM-897] has a slot per connection, and lines for reads and writes', () => {
    const { station } = alone('Database', {
      maxConnections: 7,
      averageLatency: 8,
      queryComplexity: 'Complex',
      readIOPS: 900,
      writeIOPS: 300,
    })
    expect(station).toMatchObject({ slots: 7, meanMs: [16, 16, 16, 16], discipline: 'fifo' })
    expect(station.storage).toEqual([
      { line: 0, perSecond: 900, isSpread: true },
      { line: 1, perSecond: 300, isSpread: false },
      { line: 0, perSecond: 900, isSpread: true },
      { line: 1, perSecond: 300, isSpread: false },
    ])
  })

  it('[SIM-898] is slower by its backups in the mean', () => {
    const storage = alone('Database', { readIOPS: 1440, backupStrategy: 'Daily' }).station.storage
    expect(storage[0]?.perSecond).toBeCloseTo(1439, 9)
  })

  it('[SIM-255] shares its work among copies', () => {
    const data = {
      replication: true,
      replicationFactor: 3,
      maxConnections: 10,
      averageLatency: 4,
      readIOPS: 100,
      writeIOPS: 50,
    }
    const sharded = alone('Database', { ...data, replicationType: 'Sharded' })
    expect(sharded.stations).toHaveLength(1)
    expect(sharded.station).toMatchObject({ instances: 3, slots: 10 })
    expect(sharded.station.storage[1]).toEqual({ line: 1, perSecond: 150, isSpread: true })
    for (const [replicationType, extraMs] of [
      ['Master-Slave', 5],
      ['Multi-Master', 10],
    ] as const) {
      const { stations, own } = alone('Database', { ...data, replicationType })
      expect(own.stationOf).toEqual([0, 1, 0, 1])
      expect(stations).toMatchObject([
        { key: 'x reads', instances: 3, extraMs: 0 },
        { key: 'x writes', instances: 1, extraMs },
      ])
      expect(stations[0]?.storage[0]?.perSecond).toBe(300)
      expect(stations[1]?.storage[1]?.perSecond).toBe(50)
    }
  })

  it('[SIM-255] [SIM-278] [SIM-924] read-only connections lead to the replicas', () => {
    const { model } = compiled({
      nodes: [client(), node('Server', 's'), node('Database', 'd', { replication: true })],
      edges: [
        edge('c', 's'),
        edge('s', 'd', { readOnly: true }, 'database', 'reads'),
        edge('s', 'd', {}, 'database', 'all'),
      ],
    })
    expect(model.links[1]?.stationOf).toEqual([1, 1, 1, 1])
    expect(model.links[2]?.stationOf).toBeNull()
    expect(model.nodes[1]?.program.map((steps) => steps[0]?.links)).toEqual([[1, 2], [2], undefined, [2]])
  })

  it('[SIM-248] grows on its connections', () => {
    expect(alone('Database', { autoScaling: true }).station.scaling).toMatchObject({
      metric: 'taken',
      target: 0.7,
      min: 1,
      max: 10,
    })
    const copies = { autoScaling: true, replication: true, replicationFactor: 3 }
    expect(
      alone('Database', copies)
        .model.stations.map(({ scaling }) => [scaling?.min, scaling?.max])
        .slice(0, 2),
    ).toEqual([
      [3, 30],
      [1, 10],
    ])
  })

  it('[SIM-258] says how many requests read, where the run leaves that to it', () => {
    const { model } = alone('Database', { readWriteRatio: 80 }, { requestMix: 'byDatabase' })
    expect(model.sources[0]?.mix[0]).toBeCloseTo(0.8)
    expect(model.sources[0]?.mix[1]).toBeCloseTo(0.2)
  })
})

describe('caches', () => {
  it('[SIM-256] has slots by its throughput', () => {
    expect(alone('Cache', { averageLatency: 1, maxThroughput: 1000 }).station).toMatchObject({
      slots: 1,
      meanMs: [1, 1, 1, 1],
    })
    expect(alone('Cache', { averageLatency: 1, maxThroughput: 1000 }).station.storage[0]).toBeNull()
    const uneven = alone('Cache', { averageLatency: 1, maxThroughput: 300 }).station
    expect([uneven.slots, uneven.storage[0]]).toEqual([1, { line: 0, perSecond: 300, isSpread: false }])
    expect(alone('Cache', { averageLatency: 1 }).station.slots).toBe(Number.POSITIVE_INFINITY)
  })

  it('[SIM-256] [SIM-899] [SIM-900] multiplies them by shards, and for reads by replicas', () => {
    const data = { averageLatency: 2, maxThroughput: 1000, shardingEnabled: true, shardCount: 4 }
    expect(alone('Cache', data).station.slots).toBe(8)
    const copied = { ...data, replicationEnabled: true, replicaCount: 3, consistencyLevel: 'Strong' }
    expect(alone('Cache', copied).stations).toMatchObject([
      { key: 'x reads', slots: 24, extraMs: 0 },
      { key: 'x writes', slots: 8, extraMs: 1 },
    ])
  })

  it('[SIM-257] answers reads as expected, or as its size allows', () => {
    expect(alone('Cache', { expectedHitRate: 0.7 }).own.hitRate).toEqual([0.7, 0, 0, 0])
    expect(alone('Cache', {}).own.hitRate).toEqual([0, 0, 0, 0])
    const derive = { deriveHitRate: true, catalogue: { items: 6, zipf: 1 } }
    const size = { cacheSizeValue: 3, cacheSizeUnit: 'MB', averageItemSize: 1024, expectedHitRate: 0.1 }
    // The exact rates of a cache for 3 of 6 items.
    expect(alone('Cache', { ...size, evictionPolicy: 'LFU' }, derive).own.hitRate[0]).toBeCloseTo(
      (1 + 1 / 2 + 1 / 3) / 2.45,
      6,
    )
    expect(alone('Cache', { ...size, cacheSizeValue: 6 }, derive).own.hitRate[0]).toBe(1)
    expect(alone('Cache', { ...size, cacheSizeValue: 6, ttl: 0 }, derive).own.hitRate[0]).toBe(0)
  })
})

describe('clients', () => {
  const source = (data: Data, simulation: unknown = {}) => {
    const { model } = compiled({ nodes: [client(data), node('Server', 's')], edges: [edge('c', 's')] }, simulation)
    const [first] = model.sources
    const [link] = model.links
    if (first === undefined || link === undefined) throw new Error('no source')
    return { ...first, link }
  }

  it('[SIM-258] makes requests by users and think time', () => {
    const steady = source({ concurrentUsers: 30, thinkTimeBetweenRequests: 500 })
    expect(steady).toMatchObject({ arrivals: 'open', users: 30, thinkMs: 500 })
    expect([steady.rate.at(12_345), steady.rate.isSteady]).toEqual([60, true])
    expect(source({}, { arrivals: 'closed' }).arrivals).toBe('closed')
    expect(source({}, { arrivals: 'deterministic' }).arrivals).toBe('even')
    expect(source({}, { arrivals: 'open:erlang2' }).interarrival).toEqual({ kind: 'erlang', phases: 2 })
  })

  it.each([
    ['Bursty', { burstFactor: 3 }, [300, 300, 100, 100, 300], [2000, 2000, 10_000, 10_000, 12_000]],
    ['Periodic', { periodSeconds: 5.12 }, [100, 147, 131, 74, 51], [10, 1010, 2010, 3010, 4010]],
  ])('[SIM-901] %s', (requestPattern, data, rates, changes) => {
    const { rate } = source({ requestPattern, ...data })
    const times = requestPattern === 'Bursty' ? [0, 1999, 2000, 9999, 10_000] : [0, 1000, 2000, 3000, 4000]
    expect(times.map((time) => Math.round(rate.at(time)))).toEqual(rates)
    expect(times.map(rate.changesAt)).toEqual(changes)
    expect(rate.isSteady).toBe(false)
  })

  it('[SIM-1105] Random changes from second to second around the rate, in each run in its own way', () => {
    const mean = source({ requestPattern: 'Random' }).rate
    expect([mean.at(0), mean.changesAt(0), mean.isSteady]).toEqual([100, Number.POSITIVE_INFINITY, false])
    const rate = mean.ofRun?.(7) ?? mean
    const rates = Array.from({ length: 1000 }, (_, second) => rate.at(second * 1000))
    expect(rate.at(500)).toBe(rate.at(999))
    expect(Math.min(...rates)).toBeGreaterThanOrEqual(50)
    expect(Math.max(...rates)).toBeLessThanOrEqual(150)
    expect(rates.reduce((sum, rate) => sum + rate, 0) / 1000).toBeCloseTo(100, -1)
    const again = source({ requestPattern: 'Random' }).rate.ofRun?.(7)
    expect(rates).toEqual(Array.from({ length: 1000 }, (_, second) => again?.at(second * 1000)))
    expect(mean.ofRun?.(8).at(0)).not.toBe(rates[0])
  })

  it('[SIM-901] [SIM-287] follows the changes of the load by its part of it', () => {
    const { model } = compiled(
      {
        nodes: [
          client({ concurrentUsers: 75 }),
          node('Client', 'c2', { concurrentUsers: 25, thinkTimeBetweenRequests: 1000 }),
          node('Server', 's'),
        ],
        edges: [edge('c', 's'), edge('c2', 's')],
      },
      { spike: { rps: 400, fromS: 10, toS: 20 }, after: { rps: 40, fromS: 20 } },
    )
    expect(model.sources.map(({ rate }) => [0, 10_000, 19_999, 20_000].map(rate.at))).toEqual([
      [75, 300, 300, 30],
      [25, 100, 100, 10],
    ])
  })

  it('[SIM-259] works itself, and keeps what its user has read', () => {
    expect(source({ devicePerformance: 'Low' }).localMs).toBe(20)
    expect(source({ devicePerformance: 'High' }).localMs).toBe(5)
    const few = { catalogue: { items: 1, zipf: 1 }, requestMix: { Read: 1, Write: 1 } }
    // Half a read a second, kept for 6 s: 3 / (1 + 3).
    expect(source({ cacheEnabled: true, cacheTTL: 6 }, few).localHitRate).toEqual([0.75, 0, 0, 0])
    expect(source({ cacheEnabled: true, cacheTTL: 0 }, few).localHitRate[0]).toBe(0)
  })

  it('[SIM-268] tries again', () => {
    expect(source({ retryOnError: true, maxRetries: 3 }, { jitter: 'full' }).retry).toEqual({
      waitsMs: [1000, 2000, 4000],
      jitter: 'full',
    })
    expect(source({ retryOnError: false, maxRetries: 3 }).retry).toBeNull()
  })

  it.each([
    ['Wired', 2],
    ['WiFi', 5],
    ['5G', 15],
    ['Cellular', 50],
    ['Satellite', 300],
  ])('[SIM-260] is reached by %s', (connectionType, latencyMs) => {
    expect(source({ connectionType }).link.latencyMs).toBe(latencyMs)
  })

  it('[SIM-260] [SIM-906] has an access that loses, breaks and limits', () => {
    const { link } = source({
      packetLossRate: 0.1,
      networkStability: 0.5,
      reconnectAttempts: 2,
      connectionType: 'Satellite',
    })
    expect(link.loss).toEqual({ probability: 0.1, packets: 1, delayMs: 1200 })
    // One try, or with a chance of a half a second one.
    expect(link.reconnect).toEqual({ probability: 0.5, ms: 900 })
    expect(source({ networkStability: 0.9, reconnectAttempts: 0 }).link).toMatchObject({ reconnect: null })
    expect(source({ networkStability: 0.9, reconnectAttempts: 0 }).link.failureProbability).toBeCloseTo(0.1)
  })

  it('[SIM-261] [SIM-907] brings its check and its distance to the first server, through balancers', () => {
    const { model } = compiled({
      nodes: [
        client({
          authenticationMethod: 'Client Certificate',
          geographicDistribution: ['North America', 'Europe', 'Asia', 'Africa'],
        }),
        node('LoadBalancer', 'b'),
        node('Server', 's', { region: 'us-east-1' }),
        node('Server', 't', { region: 'us-west-2' }),
      ],
      edges: [edge('c', 'b'), edge('b', 's'), edge('s', 't')],
    })
    expect(model.links.map(({ serviceMs }) => serviceMs)).toEqual([0, 2, 0])
    expect(model.links.map(({ far }) => far)).toEqual([
      null,
      { region: 0, ms: 80, setupMs: 0, lossMs: 0, reconnectMs: 0 },
      null,
    ])
    // In us-east-1 and us-west-2.
    expect(model.sources[0]?.areas).toEqual([
      [false, false],
      [true, true],
      [true, true],
      [true, true],
    ])
    // And [SIM-262]: between regions.
    expect(model.links.map(({ latencyMs }) => latencyMs)).toEqual([0, 0, 80])
  })

  it('[SIM-262] servers of one region are near to each other', () => {
    const regions = (a: string, b: string) =>
      compiled({
        nodes: [client(), node('Server', 's', { region: a }), node('Server', 't', { region: b })],
        edges: [edge('c', 's'), edge('s', 't')],
      }).model.links[1]?.latencyMs
    expect([
      regions('eu-west-1', 'eu-west-1'),
      regions('eu-west-1', 'us-east-1'),
      regions('nowhere', 'us-east-1'),
    ]).toEqual([0, 80, 0])
  })

  it('[SIM-281] is warned of what it cannot speak', () => {
    const { notes } = compiled({
      nodes: [
        client({ label: 'App', clientType: 'Browser', supportedProtocols: ['gRPC'], preferredProtocol: 'gRPC' }),
        node('Server', 's', { label: 'API', supportedProtocols: ['HTTP'] }),
      ],
      edges: [edge('c', 's', {}, 'tcp')],
    })
    expect(notes.map(({ text }) => text)).toEqual([
      'App cannot open the connection to API',
      'App and API have no protocol in common',
      'API does not answer gRPC, which App prefers',
    ])
  })

  it('[SIM-288] sends messages beside its requests', () => {
    const { model } = compiled({
      nodes: [client(), node('Server', 's')],
      edges: [edge('c', 's', { messageRatePerSecond: 4, averageMessageSizeKB: 2, bandwidthMbps: 8.192 }, 'websocket')],
    })
    expect(model.sources[0]?.backgroundTraffic).toEqual([{ link: 0, perSecond: 400, lineMs: 2, bytes: 2048 }])
  })

  it('[SIM-1097] sends more of them where more users are tried', () => {
    const talk = { messageRatePerSecond: 4, averageMessageSizeKB: 2, bandwidthMbps: 8.192 }
    const flow = { nodes: [client(), node('Server', 's')], edges: [edge('c', 's', talk, 'websocket')] }
    const tried = compile(flow, { ...settings(), loadScale: { c: 2.5 } })
    expect(tried.ok && tried.model.sources[0]?.backgroundTraffic[0]?.perSecond).toBe(1000)
  })

  it('[SIM-1089] compresses what is sent beside the requests', () => {
    const talk = { messageRatePerSecond: 4, averageMessageSizeKB: 2, bandwidthMbps: 8.192, compressionEnabled: true }
    const { model } = compiled({ nodes: [client(), node('Server', 's')], edges: [edge('c', 's', talk, 'websocket')] })
    expect(model.sources[0]?.backgroundTraffic).toEqual([{ link: 0, perSecond: 400, lineMs: 0.7, bytes: 716.8 }])
  })

  it('[SIM-931] sends them on past balancers, which divide the users, and to whoever pushes to it', () => {
    const talk = { messageRatePerSecond: 4, averageMessageSizeKB: 1 }
    const { model } = compiled({
      nodes: [client(), node('LoadBalancer', 'lb'), node('Server', 's'), node('Server', 't'), node('Server', 'u')],
      edges: [
        edge('c', 'lb', {}, 'http'),
        edge('lb', 's', talk, 'websocket'),
        edge('lb', 't', {}, 'websocket'),
        edge('s', 'u', talk, 'websocket'),
        edge('t', 'u', {}, 'websocket'),
        edge('u', 'c', talk, 'websocket'),
      ],
    })
    const rates = model.sources[0]?.backgroundTraffic.map(({ link, perSecond }) => [model.links[link]?.id, perSecond])
    expect(rates).toEqual([
      ['lb-s', 200],
      ['s-u', 200],
      ['u-c', 400],
    ])
  })

  it('[SIM-961] sends none on beyond a cycle of connections', () => {
    const talk = { messageRatePerSecond: 4, averageMessageSizeKB: 1 }
    const { model } = compiled({
      nodes: [client(), node('Server', 's'), node('Server', 't'), node('Server', 'u')],
      edges: [
        edge('c', 's', talk, 'websocket'),
        edge('s', 't', talk, 'websocket'),
        edge('t', 's', {}, 'websocket'),
        edge('t', 'u', talk, 'websocket'),
      ],
    })
    expect(
      model.sources[0]?.backgroundTraffic.map(({ link, perSecond }) => [model.links[link]?.id, perSecond]),
    ).toEqual([['c-s', 400]])
  })

  it('[SIM-258] a component that is not connected changes nothing', () => {
    const base = { nodes: [client(), node('Server', 's')], edges: [edge('c', 's')] }
    const more = { nodes: [...base.nodes, node('Database', 'd')], edges: base.edges }
    expect(compiled(more).model.links).toEqual(compiled(base).model.links)
    expect(written(compiled({ ...base, nodes: base.nodes.toReversed() }), true)).toContain('"key":"s"')
  })
})
