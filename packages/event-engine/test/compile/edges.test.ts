import type { Data, EdgeType } from '@plimsoll/catalog'
import { describe, expect, it } from 'vitest'
import { compiled, edge, node } from './rigs.ts'

/** The link of one connection from a client (or from a server behind it) to a server. */
function link(data: Data, type: EdgeType = 'default', { simulation = {}, client = {}, from = 'c' }: Options = {}) {
  const { model } = compiled(
    {
      nodes: [
        node('Client', 'c', { concurrentUsers: 10, thinkTimeBetweenRequests: 1000, ...client }),
        node('Server', 's', { instances: 2, cpuCores: 3, concurrencyModel: 'Worker Pool' }),
        node('Server', 't', {}),
      ],
      edges: [
        ...(from === 'c' ? [] : [edge('c', 's', {}, 'default', 'first')]),
        edge(from, from === 'c' ? 's' : 't', data, type, 'x'),
      ],
    },
    simulation,
  )
  const found = model.links.find(({ id }) => id === 'x')
  if (found === undefined) throw new Error('no link')
  return found
}

interface Options {
  readonly simulation?: unknown
  readonly client?: Data
  readonly from?: 'c' | 's'
}

const none = Number.POSITIVE_INFINITY

describe('the time of a connection', () => {
  it.each([
    ['Low', { kind: 'uniform', share: 0.05 }],
    ['Medium', { kind: 'uniform', share: 0.2 }],
    ['High', { kind: 'uniform', share: 0.5 }],
    ['Variable', { kind: 'lognormal', scv: 1 }],
  ])('[SIM-264] latency level %s', (latencyLevel, jitter) => {
    expect(link({ latencyMs: 20, latencyLevel })).toMatchObject({ latencyMs: 20, jitter })
  })

  it('[SIM-264] sizes take their time on the line, less compressed', () => {
    const sizes = { bandwidthMbps: 8.192, averageRequestSizeKB: 1, averageResponseSizeKB: 20 }
    expect(link(sizes)).toMatchObject({
      requestLineMs: 1,
      responseLineMs: 20,
      requestBytes: 1024,
      responseBytes: 20_480,
      setupMs: 0,
    })
    const compressed = link({ ...sizes, compressionEnabled: true })
    expect(compressed.responseLineMs).toBeCloseTo(7)
    expect(compressed).toMatchObject({ setupMs: 0.2, requestBytes: 358.4 })
    expect(link({ ...sizes, bandwidthMbps: 81.92 }, 'default', { client: { bandwidthLimit: 8.192 } })).toMatchObject({
      requestLineMs: 0.1,
      requestAccessMs: 1,
      responseLineMs: 2,
      responseAccessMs: 20,
    })
  })

  it('[SIM-266] a response goes back where it can', () => {
    const back = (bidirectional: boolean) =>
      compiled({
        nodes: [node('Client', 'c'), node('Server', 's'), node('Server', 't')],
        edges: [
          edge('c', 's'),
          edge('s', 't', { bandwidthMbps: 81.92, averageResponseSizeKB: 10, bidirectional }),
          edge('t', 's', { bandwidthMbps: 8.192 }),
        ],
      }).model.links[1]?.responseLineMs
    expect([back(true), back(false)]).toEqual([1, 10])
  })

  it.each<[Data, EdgeType, number]>([
    [{}, 'http', 0],
    [{ encryption: 'TLS' }, 'http', 0.3],
    [{ useTLS: true, authentication: 'Basic' }, 'http', 0.8],
    [{ proxyEnabled: true, useApiGateway: true, loadBalanced: true }, 'http', 6],
    [{ nagleAlgorithmEnabled: true, averageRequestSizeKB: 1 }, 'tcp', 40],
    [{ nagleAlgorithmEnabled: true, averageRequestSizeKB: 2 }, 'tcp', 0],
    [{ deliveryGuarantee: 'Exactly-Once', latencyMs: 10 }, 'kafka', 20],
    [{ deliveryGuarantee: 'At-Least-Once', latencyMs: 10 }, 'kafka', 0],
    // 10 requests a second: four and a half others in the mean, or the longest wait.
    [{ maxBatchSize: 2 }, 'eventStream', 50],
    [{ maxBatchSize: 10 }, 'eventStream', 100],
    [{ channelPooling: false, latencyMs: 10 }, 'grpc', 20],
    [{ channelPooling: false, latencyMs: 10, authentication: 'Basic', streaming: 'Server' }, 'grpc', 0],
    [{ authentication: 'Basic', streaming: 'None' }, 'grpc', 0.5],
    [{ connectionPooling: false, latencyMs: 10, encryption: 'mTLS' }, 'database', 60.3],
  ])('[SIM-263] [SIM-264] %j on %s is set up in %d ms', (data, type, setupMs) => {
    expect(link(data, type).setupMs).toBeCloseTo(setupMs, 9)
  })

  it.each<[Data, Data, EdgeType, number]>([
    [{ connectionPersistence: true, requireSecureConnection: true }, {}, 'http', 0],
    [{ connectionPersistence: false }, {}, 'http', 20],
    [{ connectionPersistence: false, requireSecureConnection: true }, {}, 'http', 40],
    [{ connectionPersistence: false, requireSecureConnection: true }, { httpVersion: 'HTTP/3' }, 'http', 20],
    [{ connectionPersistence: false, requireSecureConnection: true }, { encryption: 'mTLS' }, 'http', 60.3],
    [{ connectionPersistence: false }, {}, 'udp', 0],
  ])('[SIM-263] a client with %j over %j on %s', (client, data, type, setupMs) => {
    expect(link({ latencyMs: 10, ...data }, type, { client }).setupMs).toBeCloseTo(setupMs, 9)
  })

  it('[SIM-254] serializable transactions take longer', () => {
    const factor = (data: Data) => link({ isolationLevel: 'Serializable', ...data }, 'database').serviceFactor
    expect([factor({}), factor({ transactional: true }), factor({ transactional: false })]).toEqual([1.3, 1.3, 1])
    expect(link({ isolationLevel: 'Read Committed' }, 'database').serviceFactor).toBe(1)
  })
})

describe('what becomes of a message', () => {
  it.each<[Data, EdgeType, unknown]>([
    [{ packetLossRate: 0.05 }, 'http', { probability: 0.05, packets: 1, delayMs: 200 }],
    [{ packetLossRate: 0.05, latencyMs: 100 }, 'tcp', { probability: 0.05, packets: 1, delayMs: 400 }],
    [{ packetLossRate: 0.05, reliability: 'Best-Effort' }, 'tcp', { probability: 0.05, packets: 1, delayMs: 200 }],
    [{ packetLossRate: 0.05 }, 'udp', { probability: 0.05, packets: 1, delayMs: none }],
    [{ packetLossRate: 0.05, reliability: 'At-Least-Once' }, 'udp', { probability: 0.05, packets: 1, delayMs: 200 }],
    [
      { packetLossRate: 0.01, averageRequestSizeKB: 4, packetSizeBytes: 1000 },
      'udp',
      { probability: 0.01, packets: 5, delayMs: none },
    ],
    [{ packetLossRate: 0 }, 'udp', null],
  ])('[SIM-265] [SIM-911] %j on %s', (data, type, loss) => {
    expect(link(data, type).loss).toEqual(loss)
  })

  it('[SIM-267] [SIM-912] is given up in time', () => {
    expect(link({ timeout: 500 })).toMatchObject({ timeoutMs: 500, cancelsOnTimeout: false })
    expect(link({ timeout: 500, queryTimeout: 300 }, 'database').timeoutMs).toBe(300)
    expect(link({ timeout: 1e9 }).timeoutMs).toBe(none)
    expect(link({ timeout: 500 }, 'default', { simulation: { cancelOnTimeout: true } }).cancelsOnTimeout).toBe(true)
    expect(link({ messageExpirationMs: 200 }, 'amqp').expiryMs).toBe(200)
    expect(link({ retentionPeriodHours: 2 }, 'eventStream').expiryMs).toBe(7_200_000)
  })

  it('[SIM-268] [SIM-913] is sent again', () => {
    const retry = { retryEnabled: true, maxRetries: 3, retryIntervalMs: 100 }
    const waits = (data: Data, simulation: unknown = {}) => link({ ...retry, ...data }, 'amqp', { simulation }).retry
    expect(waits({ retryStrategy: 'Constant' })).toEqual({ waitsMs: [100, 100, 100], jitter: 'none' })
    expect(waits({ retryStrategy: 'Linear' })?.waitsMs).toEqual([100, 200, 300])
    expect(waits({ retryStrategy: 'Exponential' }, { jitter: 'equal' })).toEqual({
      waitsMs: [100, 200, 400],
      jitter: 'equal',
    })
    expect(waits({ retryStrategy: 'Custom' })).toEqual({ waitsMs: [100, 200, 400], jitter: 'full' })
    expect(waits({ deliveryGuarantee: 'At-Most-Once' })).toBeNull()
    expect(waits({ retryEnabled: false })).toBeNull()
  })

  it('[SIM-269] [SIM-914] meets a breaker', () => {
    const breaker = { window: 100, minimumCalls: 100, failureShare: 0.5, openMs: 60_000, probes: 10 }
    expect(link({ circuitBreakerEnabled: true }).breaker).toEqual({ ...breaker, initial: 'closed' })
    expect(link({ circuitBreakerEnabled: true, circuitBreakerStatus: 'Half-Open' }).breaker?.initial).toBe('half-open')
    expect(link({ circuitBreakerEnabled: false, circuitBreakerStatus: 'Open' }).breaker).toBeNull()
  })

  it('[SIM-247] [SIM-892] is limited by rates', () => {
    expect(link({ maxThroughputRPS: 40, rateLimit: 100, rateLimitBurst: 20 }, 'http').limits).toEqual([
      { perSecond: 40, burst: 40, reason: 'Rate limited' },
      { perSecond: 100, burst: 20, reason: 'Rate limited' },
    ])
    expect(link({ rateLimit: 0, rateLimitBurst: 20, maxThroughputRPS: 1e9 }, 'http').limits).toEqual([])
  })

  it('[SIM-925] goes elsewhere when it fails', () => {
    expect(link({ failoverStrategy: 'Active-Passive' }).failsOver).toBe(true)
    expect(link({ failoverStrategy: 'None' }).failsOver).toBe(false)
  })

  it('[SIM-272] overtakes others where priorities meet', () => {
    const stations = (messagePriority: string) =>
      compiled({
        nodes: [node('Client', 'c'), node('Client', 'c2'), node('Server', 's')],
        edges: [edge('c', 's', { messagePriority }, 'amqp'), edge('c2', 's')],
      }).model
    expect(stations('Critical').stations[0]?.hasPriorities).toBe(true)
    expect(stations('Critical').links[0]?.priority).toBeGreaterThan(stations('High').links[0]?.priority ?? 9)
    expect(stations('Normal').stations[0]?.hasPriorities).toBe(false)
  })
})

describe('pools', () => {
  const places = { size: none, groups: 1, isByUser: false, followsTarget: false, isAtTarget: false, kept: none }
  const plain = { ...places, openMs: 0, queue: none, holdMs: 0, expiryMs: none }
  const consumers = { ...plain, isAtTarget: true }

  it.each<[Data, EdgeType, unknown]>([
    [
      { maxConcurrentConnections: 100, connectionPoolEnabled: false, connectionHoldMs: 100 },
      'tcp',
      { ...plain, size: 100, queue: 0, holdMs: 100 },
    ],
    [{ maxConcurrentConnections: 9, connectionPoolEnabled: true }, 'tcp', { ...plain, size: 9 }],
    [
      { connectionPooling: true, minConnections: 5, maxConnections: 8, latencyMs: 10 },
      'database',
      { ...plain, size: 8, kept: 5, openMs: 20 },
    ],
    [{ connectionPooling: false, maxConnections: 8 }, 'database', null],
    [{ httpVersion: 'HTTP/1.1' }, 'http', null],
    [{ httpVersion: 'HTTP/2' }, 'http', null],
    // A broker keeps messages while their consumer is out, whatever its limits.
    [{ partitioning: true }, 'kafka', consumers],
    [{ partitioning: true, communicationPattern: 'Sync' }, 'kafka', null],
    [{ partitioning: false }, 'kafka', { ...consumers, size: 1 }],
    [{ partitioning: true, partitions: 3 }, 'kafka', { ...consumers, size: 3 }],
    [{ partitioning: false, messageExpirationMs: 9 }, 'mqtt', { ...consumers, size: 1, expiryMs: 9 }],
    [{ sharding: true, shardCount: 4 }, 'eventStream', { ...consumers, size: 4 }],
    [{ sharding: false, shardCount: 4 }, 'eventStream', { ...consumers, size: 1 }],
    // Without parts, all consumers share the queue: 2 instances with 3 workers each.
    [
      { maxQueueSizeMB: 1, averageRequestSizeKB: 4 },
      'amqp',
      { ...consumers, size: 6, followsTarget: true, queue: 256 },
    ],
    [{ messageExpirationMs: 200 }, 'amqp', { ...consumers, expiryMs: 200 }],
    [{ partitioning: false, consumerGroups: ['a', 'b'] }, 'kafka', { ...consumers, size: 2, groups: 2 }],
  ])('[SIM-270] [SIM-915] [SIM-916] [SIM-917] %j on %s', (data, type, pool) => {
    expect(link(data, type).pool).toEqual(pool)
  })

  it('[SIM-916] only closed users have few connections, each as many', () => {
    const closed = { simulation: { arrivals: 'closed' } }
    const few = { ...plain, size: 60, groups: 10, isByUser: true }
    expect(link({ httpVersion: 'HTTP/1.1' }, 'http', closed).pool).toEqual(few)
    expect(link({ httpVersion: 'HTTP/1.1' }, 'http', { ...closed, from: 's' }).pool).toBeNull()
  })

  it('[SIM-1089] compressed messages are smaller for packets, small writes and brokers', () => {
    const compressed = { compressionEnabled: true }
    const lossy = { packetLossRate: 0.1, averageRequestSizeKB: 10, packetSizeBytes: 1472 }
    expect(link(lossy, 'udp').loss?.packets).toBe(7)
    expect(link({ ...lossy, ...compressed }, 'udp').loss?.packets).toBe(3)
    const recorded = { simulation: { recorded: [{ atS: 1, sizeKB: 1 }] } }
    expect(link({ ...lossy, ...compressed }, 'udp', recorded).perKB?.packetBytes).toBeCloseTo(1472 / 0.35, 9)
    const write = { nagleAlgorithmEnabled: true, averageRequestSizeKB: 4 }
    expect(link(write, 'tcp').setupMs).toBe(0)
    expect(link({ ...write, ...compressed }, 'tcp').setupMs).toBe(40.2)
    const kept = { maxQueueSizeMB: 7, averageRequestSizeKB: 4, ...compressed }
    expect(link(kept, 'amqp').pool?.queue).toBe((7 * 256) / 0.35)
  })

  it('[SIM-917] what finds no room is kept apart', () => {
    expect(link({ deadLetterQueueEnabled: true }, 'kafka').deadLetters).toBe(true)
    expect(link({}, 'kafka').deadLetters).toBe(false)
  })
})

describe('how a call is made', () => {
  it.each<[string, boolean]>([
    ['Sync', true],
    ['Request-Reply', true],
    ['Async', false],
    ['Pub-Sub', false],
    ['Stream', false],
  ])('[SIM-271] [SIM-918] %s as drawn', (communicationPattern, holds) => {
    const by = (callStyle: string) => link({ communicationPattern }, 'http', { simulation: { callStyle } }).holds
    expect([by('asDrawn'), by('synchronous'), by('pipeline')]).toEqual([holds, true, false])
    const replies = (callStyle: string) => link({ communicationPattern }, 'http', { simulation: { callStyle } }).replies
    expect([replies('asDrawn'), replies('synchronous'), replies('pipeline')]).toEqual([holds, true, holds])
  })

  it('[SIM-340] a kind that usually has no answer has none, unless it says so', () => {
    const simulation = { callStyle: 'pipeline' }
    const answers = (['http', 'database', 'grpc', 'tcp', 'udp', 'kafka'] as const).map(
      (type) => link({}, type, { simulation }).replies,
    )
    expect(answers).toEqual([true, true, true, false, false, false])
    expect(link({ communicationPattern: 'Request-Reply' }, 'kafka', { simulation }).replies).toBe(true)
  })

  it('[SIM-259] what the sender kept is not asked again', () => {
    const simulation = { catalogue: { items: 1, zipf: 1 }, requestMix: { Read: 1 }, service: 'zero' }
    const data = { cacheEnabled: true, cacheTTLSeconds: 3 }
    // A user's one read a second; a server's ten.
    expect(link(data, 'http', { simulation }).hitRate).toEqual([0.75, 0, 0, 0])
    expect(link(data, 'http', { simulation, from: 's' }).hitRate[0]).toBeCloseTo(30 / 31)
    expect(link({ ...data, cacheEnabled: false }, 'http', { simulation }).hitRate[0]).toBe(0)
  })

  it('[SIM-264] a stream has its price', () => {
    expect(link({ costPerGB: 2, costPerMillionRequests: 5 }, 'eventStream').cost).toEqual({ perGB: 2, perMillion: 5 })
    expect(link({ costPerGB: 0 }, 'eventStream').cost).toBeNull()
  })

  it('[SIM-243] leaves what another kind meant alone', () => {
    expect(link({ rateLimit: 10, partitioning: true, encryption: 'TLS' }, 'udp')).toMatchObject({
      limits: [],
      pool: null,
      setupMs: 0.3,
    })
  })
})
