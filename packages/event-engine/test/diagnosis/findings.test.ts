import type { Data } from '@plimsoll/catalog'
import { applyChange, createEdge, createNode, type Flow, parseFlow } from '@plimsoll/flow'
import { changeFor, type Finding, type FindingKind, findings, NO_MEASURES } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { diagnosed, edge, found, healthy, measured, node, type Watch } from './flows.ts'

/** Requests per second of the client. */
const at = (concurrentUsers: number, more: Data = {}): Data => ({
  concurrentUsers,
  cacheEnabled: false,
  retryOnError: false,
  ...more,
})

const kindsOf = (list: readonly Finding[]) => list.map(({ kind }) => kind)

const changesOf = ({ changes }: Finding) => changes.map(({ id, property, from, to }) => [id, property, from, to])

function withChanges(flow: Flow, finding: Finding): Flow {
  const change = changeFor(finding)
  if (change === null) throw new Error(`Nothing is proposed for: ${finding.sentence}`)
  return applyChange(flow, change)
}

const ONE_SLOT = { instances: 1, cpuCores: 1, averageProcessingTime: 10 }
const FAST_STORE = { averageLatency: 0.1 }

const RETRIES = { retryEnabled: true, retryStrategy: 'Constant', retryIntervalMs: 100 }

const MESSAGES: Flow = {
  nodes: [
    node('Client', 'users', at(100)),
    node('Server', 'api'),
    node('Server', 'worker', { cpuCores: 1, averageProcessingTime: 50 }),
  ],
  edges: [edge('users', 'api'), edge('api', 'worker', { partitioning: true }, 'kafka')],
}

const POOLED: Flow = {
  ...healthy(),
  nodes: healthy({ client: at(300), database: { averageLatency: 20 } }).nodes,
  edges: [
    ...healthy().edges.slice(0, 3),
    ...['one', 'two'].map((server) =>
      edge(server, 'store', { connectionPooling: true, maxConnections: 1, minConnections: 1 }, 'database'),
    ),
  ],
}

/** Users, a server that is never full, and a database behind a pool of 20 connections. */
const behindPool = ({ rps, database }: { readonly rps: number; readonly database: Data }): Flow => ({
  nodes: [
    node('Client', 'users', at(rps)),
    node('Server', 'one', { instances: 40, concurrencyModel: 'Event-Loop', maxConcurrentRequests: 10_000 }),
    node('Database', 'store', database),
  ],
  edges: [
    edge('users', 'one'),
    edge('one', 'store', { connectionPooling: true, maxConnections: 20, minConnections: 1, timeout: 1000 }, 'database'),
  ],
})

const withCache = (expectedHitRate: number): Flow => ({
  nodes: [...healthy().nodes, node('Cache', 'cache', { expectedHitRate })],
  edges: [...healthy().edges, edge('one', 'cache'), edge('two', 'cache')],
})

interface Case {
  readonly rule: string
  readonly what: string
  readonly kind: FindingKind
  readonly flow: Flow
  readonly watch?: Watch | undefined
  readonly id: string
  readonly sentence: RegExp
  readonly changed: readonly (readonly [id: string, property: string])[]
}

const CASES: readonly Case[] = [
  {
    rule: '[RUN-425]',
    what: 'slots of a database',
    kind: 'full',
    flow: healthy({ client: at(300), database: { maxConnections: 1, replication: false, averageLatency: 10 } }),
    id: 'store',
    sentence: /^store is full: 1 of 1 slot at work, [\d.]+ rps offered, [\d.]+ served\.$/,
    changed: [['store', 'maxConnections']],
  },
  {
    rule: '[RUN-425]',
    what: 'slots of a server, which turns requests away',
    kind: 'full',
    flow: healthy({ client: at(400), server: { ...ONE_SLOT, maxConcurrentRequests: 10 }, database: FAST_STORE }),
    id: 'one',
    sentence: /^one is full: 1 of 1 slot taken, \d+ rps offered, [\d.]+ served, [\d.]+ turned away\.$/,
    changed: [['one', 'instances']],
  },
  {
    rule: '[RUN-426]',
    what: 'requests per second of a balancer',
    kind: 'full',
    flow: healthy({ client: at(300), balancer: { maxThroughput: 200 } }),
    id: 'balancer',
    sentence: /^balancer is full: 200 rps allowed, \d+ rps offered, \d+ served, [\d.]+ turned away\.$/,
    changed: [['balancer', 'maxThroughput']],
  },
  {
    rule: '[RUN-426]',
    what: 'calls per second of a connection',
    kind: 'full',
    flow: healthy({ client: at(300), toDatabase: { maxThroughputRPS: 50 } }),
    id: 'one-store',
    sentence: /^Default connection one → store is full: 50 calls per second allowed, \d+ made, [\d.]+ turned away\.$/,
    changed: [['one-store', 'maxThroughputRPS']],
  },
  {
    rule: '[RUN-427]',
    what: 'storage of a database',
    kind: 'full',
    flow: healthy({ client: at(300), database: { readIOPS: 50, replication: false } }),
    id: 'store',
    sentence: /^store is full: Read IOPS 50, \d+ rps offered, \d+ served\.$/,
    changed: [['store', 'readIOPS']],
  },
  {
    rule: '[RUN-428]',
    what: 'bandwidth of a connection',
    kind: 'full',
    flow: healthy({ client: at(300), toDatabase: { bandwidthMbps: 5, averageResponseSizeKB: 10 } }),
    id: 'one-store',
    sentence:
      /^Default connection one → store is full: it transfers [\d.]+ % of the time, [\d.]+ calls per second made/,
    changed: [['one-store', 'bandwidthMbps']],
  },
  {
    rule: '[RUN-429]',
    what: 'connections of a pool',
    kind: 'full',
    flow: POOLED,
    id: 'one-store',
    sentence: /^Database connection one → store is full: 1 of 1 connection in use, [\d.]+ calls per second made/,
    changed: [['one-store', 'maxConnections']],
  },
  {
    rule: '[RUN-430] [RUN-722]',
    what: 'slots held by slow calls',
    kind: 'held-slots',
    flow: healthy({ client: at(300), server: { averageProcessingTime: 1 }, database: { averageLatency: 200 } }),
    watch: { simulation: { callStyle: 'synchronous' } },
    id: 'one',
    sentence: /^one waits for store: 8 of 8 slots taken, 0\.\d of them at work, \d+ rps offered, [\d.]+ served/,
    changed: [['one', 'instances']],
  },
  {
    rule: '[RUN-512]',
    what: 'held slots of a node that scales itself',
    kind: 'held-slots',
    flow: healthy({
      client: at(300),
      balancer: { connectToAutoScaling: true },
      server: { averageProcessingTime: 1, autoScaling: true, minInstances: 2, maxInstances: 3 },
      database: { averageLatency: 200 },
    }),
    watch: { simulation: { callStyle: 'synchronous' } },
    id: 'one',
    sentence: /^one waits for store/,
    changed: [
      ['one', 'maxInstances'],
      ['one', 'minInstances'],
    ],
  },
  {
    rule: '[RUN-520]',
    what: 'held slots of a node behind a balancer that would not use more of it',
    kind: 'held-slots',
    flow: healthy({
      client: at(300),
      balancer: { connectToAutoScaling: false },
      server: { averageProcessingTime: 1, autoScaling: true, minInstances: 2, maxInstances: 3 },
      database: { averageLatency: 200 },
    }),
    watch: { simulation: { callStyle: 'synchronous' } },
    id: 'one',
    sentence: /^one waits for store/,
    changed: [['one', 'instances']],
  },
  {
    rule: '[RUN-521]',
    what: 'slots of writes, beside idle ones of reads',
    kind: 'held-slots',
    flow: {
      nodes: [
        node('Client', 'users', at(300)),
        node('Cache', 'copies', {
          replicationEnabled: true,
          replicaCount: 4,
          maxThroughput: 1000,
          averageLatency: 5,
          writePolicy: 'Write-Through',
        }),
        node('Database', 'store', { averageLatency: 200 }),
      ],
      edges: [edge('users', 'copies'), edge('copies', 'store')],
    },
    watch: { simulation: { callStyle: 'synchronous' } },
    id: 'copies',
    sentence: /^copies waits for store: 5 of 5 slots for writes taken, 0\.\d of them at work, [\d.]+ rps offered/,
    changed: [['copies', 'maxThroughput']],
  },
  {
    rule: '[RUN-774]',
    what: 'requests that are admitted, while they wait for calls',
    kind: 'held-slots',
    flow: healthy({
      client: at(300),
      server: { averageProcessingTime: 1, concurrencyModel: 'Event-Loop', maxConcurrentRequests: 10 },
      database: { averageLatency: 200 },
    }),
    id: 'one',
    sentence: /^one waits for store: (1\d\.\d+|20) of 20 requests admitted, 0\.\d of them at work, \d+ rps offered/,
    changed: [['one', 'maxConcurrentRequests']],
  },
  {
    rule: '[RUN-522]',
    what: 'a limit on requests per second',
    kind: 'full',
    flow: healthy({ client: at(300), server: { maxRequestsPerSecond: 50 } }),
    id: 'one',
    sentence: /^one is full: (50|100) rps allowed/,
    changed: [['one', 'maxRequestsPerSecond']],
  },
  {
    rule: '[RUN-723]',
    what: 'slots that turn away what a limit on requests per second lets in',
    kind: 'full',
    flow: healthy({
      client: at(400),
      server: { ...ONE_SLOT, maxConcurrentRequests: 20, maxRequestsPerSecond: 150 },
      database: FAST_STORE,
    }),
    id: 'one',
    sentence: /^one is full: .* slot/,
    changed: [['one', 'instances']],
  },
  {
    rule: '[RUN-431]',
    what: 'a queue that grows',
    kind: 'growing-queue',
    flow: healthy({ client: at(300), server: { ...ONE_SLOT, maxConcurrentRequests: 100_000 }, database: FAST_STORE }),
    id: 'one',
    sentence:
      /^The queue of one grows by [\d.]+ requests per second: 1 of 1 slot taken, \d+ rps offered, [\d.]+ served\.$/,
    changed: [['one', 'instances']],
  },
  {
    rule: '[RUN-432]',
    what: 'retries that multiply the load',
    kind: 'amplification',
    flow: healthy({ toServer: { ...RETRIES, maxRetries: 5, failureProbability: 0.6 } }),
    id: 'balancer-one',
    sentence: /^Retries multiply the load of one by 2\.\d: [\d.]+ first calls per second become [\d.]+\.$/,
    changed: [],
  },
  {
    rule: '[RUN-433] [RUN-724]',
    what: 'a storm that does not heal',
    kind: 'retry-storm',
    flow: healthy({
      client: at(140),
      server: { ...ONE_SLOT, averageProcessingTime: 8, maxConcurrentRequests: 10_000 },
      database: FAST_STORE,
      toServer: { ...RETRIES, maxRetries: 10, timeout: 100 },
    }),
    watch: {
      fromS: 30,
      untilS: 40,
      simulation: { faults: ['one', 'two'].map((server) => ({ node: server, atS: 5, forS: 10 })) },
    },
    id: 'balancer-one',
    sentence: /^Retries keep one overloaded: [\d.]+ first calls per second become \d+, and it can serve \d+\.$/,
    changed: [['balancer-one', 'retryEnabled']],
  },
  {
    rule: '[RUN-434]',
    what: 'a timeout that is shorter than the service',
    kind: 'short-timeout',
    flow: healthy({ server: { averageProcessingTime: 100 }, toServer: { timeout: 80 } }),
    id: 'balancer-one',
    sentence:
      /gives up too soon: timeout 80 ms, while network and service of one take [\d.]+ ms on average; [\d.]+ of [\d.]+ calls/,
    changed: [['balancer-one', 'timeout']],
  },
  {
    rule: '[RUN-435]',
    what: 'an open circuit breaker',
    kind: 'breaker-open',
    flow: healthy({ client: at(100), toServer: { failureProbability: 0.9, circuitBreakerEnabled: true } }),
    id: 'balancer-one',
    sentence: /is open: [\d.]+ of [\d.]+ calls per second are refused\.$/,
    changed: [],
  },
  {
    rule: '[RUN-436]',
    what: 'an uneven balance',
    kind: 'uneven-balance',
    flow: healthy({ balancer: { contentBasedRouting: true } }),
    watch: { simulation: { requestMix: { Read: 1, Write: 0, Compute: 0, Transaction: 0 } } },
    id: 'balancer',
    sentence: /^balancer is uneven: (one|two) gets [\d.]+ of [\d.]+ rps, 100 % instead of 50 %\.$/,
    changed: [['balancer', 'contentBasedRouting']],
  },
  {
    rule: '[RUN-437]',
    what: 'a cache without effect',
    kind: 'idle-cache',
    flow: withCache(0),
    id: 'cache',
    sentence: /^cache has no effect: 0 reads per second answered\.$/,
    changed: [],
  },
  {
    rule: '[RUN-438]',
    what: 'one instance without a spare',
    kind: 'no-spare',
    flow: healthy({ balancer: { highAvailability: false } }),
    id: 'balancer',
    sentence: /^balancer has no spare: [\d.]+ rps depend on a single instance\.$/,
    changed: [['balancer', 'highAvailability']],
  },
  {
    rule: '[RUN-439]',
    what: 'auto-scaling at its bound',
    kind: 'scaling-bound',
    flow: healthy({
      client: at(300),
      balancer: { connectToAutoScaling: true },
      server: { ...ONE_SLOT, autoScaling: true, minInstances: 1, maxInstances: 1 },
      database: FAST_STORE,
    }),
    watch: { fromS: 60, untilS: 70 },
    id: 'one',
    sentence: /^one cannot scale any further: 1 instance of at most 1, \d+ rps offered, [\d.]+ served/,
    changed: [['one', 'maxInstances']],
  },
  {
    rule: '[RUN-440]',
    what: 'messages that lag',
    kind: 'lagging-messages',
    flow: MESSAGES,
    id: 'api-worker',
    sentence:
      /^Messages of Kafka connection api → worker lag: [\d.]+ published and [\d.]+ processed per second, [\d,]+ waiting\.$/,
    changed: [],
  },
]

const DIAGNOSED = new Map<Flow, Finding[]>()

/** The findings of a case, which is run once. */
function findingsOf({ flow, watch }: Pick<Case, 'flow' | 'watch'>): Finding[] {
  const list = DIAGNOSED.get(flow) ?? diagnosed(flow, watch)
  DIAGNOSED.set(flow, list)
  return list
}

describe('findings of a run', () => {
  it.each(CASES)('$rule $what: $kind', ({ kind, id, sentence, changed, ...run }) => {
    const list = findingsOf(run)
    const finding = found(
      list.filter(({ element }) => element.of !== 'flow' && element.id === id),
      kind,
    )
    expect(finding.sentence).toMatch(sentence)
    expect(changesOf(finding).map(([element, property]) => [element, property])).toEqual(changed)
    expect(finding.formula === null).toBe(changed.length === 0)
  })

  it('[RUN-724] proposes as many retries as fit', () => {
    const flow = healthy({
      client: at(46),
      server: { ...ONE_SLOT, maxConcurrentRequests: 10_000 },
      database: FAST_STORE,
      toServer: { ...RETRIES, maxRetries: 10, timeout: 100 },
    })
    const faults = ['one', 'two'].map((server) => ({ node: server, atS: 5, forS: 10 }))
    const list = diagnosed(flow, { fromS: 30, untilS: 40, simulation: { faults } })
    expect(changesOf(found(list, 'retry-storm'))).toEqual([[expect.any(String), 'maxRetries', 10, 1]])
  })

  it('[RUN-441] a flow that has room, spares and a way for every request has none', () => {
    expect(diagnosed(healthy({ client: at(50) }))).toEqual([])
  })

  it.each(CASES.filter(({ changed }) => changed.length > 0))(
    '[RUN-423] [RUN-424] $what: what is proposed fits the catalog and is one change of the flow',
    ({ kind, flow, watch, id }) => {
      const finding = found(
        findingsOf({ flow, watch }).filter(({ element }) => element.of !== 'flow' && element.id === id),
        kind,
      )
      for (const { of, id: element, property, from, to } of finding.changes) {
        const owner = (of === 'node' ? flow.nodes : flow.edges).find((one) => one.id === element)
        expect((owner?.data as Data | undefined)?.[property]).toBe(from)
        expect(to).not.toBe(from)
      }
      const changed = withChanges(flow, finding)
      expect(parseFlow(JSON.parse(JSON.stringify(changed))).ok).toBe(true)
    },
  )

  it('[RUN-423] needed slots are arrival rate × mean service time / 0.7', () => {
    const flow = healthy({ client: at(300), database: { maxConnections: 1, replication: false, averageLatency: 10 } })
    const store = found(diagnosed(flow), 'full')
    const figure = (label: string) => store.evidence.find((one) => one.label === label)?.value ?? Number.NaN
    const needed = (figure('Offered') * figure('Mean service time')) / 1000 / 0.7
    expect(changesOf(store)).toEqual([['store', 'maxConnections', 1, Math.ceil(needed)]])
    expect(store.formula).toBe('arrival rate × mean time each takes one / 0.7')
  })

  it('[RUN-423] needed connections are of the time that a call keeps one, although others give up while they wait', () => {
    const list = diagnosed(behindPool({ rps: 300, database: { averageLatency: 100 } }))
    const [change] = found(list, 'full').changes
    expect(change).toMatchObject({ id: 'one-store', property: 'maxConnections' })
    // 255 calls a second of 100 ms and two hops of 1 ms each.
    expect(Math.abs(Number(change?.to) - (255 * 0.102) / 0.7)).toBeLessThan(4)
  })

  it.each([
    healthy({ client: at(300), balancer: { maxThroughput: 200 } }),
    healthy({ client: at(400), server: { ...ONE_SLOT, maxConcurrentRequests: 10 }, database: FAST_STORE }),
    healthy({ client: at(300), toDatabase: { maxThroughputRPS: 50 } }),
  ])('[RUN-442] a limit whose proposals are followed is found no more', (flow) => {
    const list = diagnosed(flow).filter(({ kind }) => kind === 'full')
    expect(list.length).toBeGreaterThan(0)
    const mended = list.reduce(withChanges, flow)
    expect(kindsOf(diagnosed(mended))).not.toContain('full')
  })

  it('[RUN-523] slots that take messages are proposed for all that are published', () => {
    const list = diagnosed(MESSAGES, { untilS: 30 }).filter(
      ({ element }) => element.of !== 'flow' && element.id === 'worker',
    )
    const [change] = found(list, 'full').changes
    const to = Number(change?.to)
    // 100 messages a second of 50 ms each at 0.7; two instances of one slot take 40 of them.
    expect(to).toBeGreaterThanOrEqual(7)
    expect(to).toBeLessThanOrEqual(8)
  })

  it('[RUN-420] the finding that harms most requests comes first, a cause before what follows from it', () => {
    const flow = healthy({ client: at(300), database: { maxConnections: 1, replication: false, averageLatency: 10 } })
    const list = diagnosed(flow)
    expect(kindsOf(list)).toEqual(['full', 'held-slots', 'held-slots', 'no-spare'])
    expect(list[0]?.element).toEqual({ of: 'node', id: 'store' })
    const harm = list.map(({ harmedPerS }) => harmedPerS)
    expect(harm).toEqual(harm.toSorted((one, other) => other - one))
  })

  it('[RUN-420] [RUN-740] of slots that are held one behind the other the last ones come first, and only there is something proposed', () => {
    const slow = { averageProcessingTime: 1 }
    const flow: Flow = {
      nodes: [
        node('Client', 'users', at(300)),
        ...['gate', 'service', 'api'].map((id) => node('Server', id, slow)),
        node('Database', 'store', { averageLatency: 200, maxConnections: 10_000 }),
      ],
      edges: [edge('users', 'gate'), edge('gate', 'service'), edge('service', 'api'), edge('api', 'store')],
    }
    const list = diagnosed(flow, { simulation: { callStyle: 'synchronous' } })
    const held = list.filter(({ kind }) => kind === 'held-slots')
    expect(held.map(({ element }) => element.of !== 'flow' && element.id)).toEqual(['api', 'service', 'gate'])
    expect(held.map(({ changes }) => changes.length > 0)).toEqual([true, false, false])
    expect(held.map(({ formula }) => formula === null)).toEqual([false, true, true])
  })

  it('[RUN-420] retries of a client come after the slots whose waiting calls make them', () => {
    const list = diagnosed(
      healthy({
        client: at(300, { retryOnError: true }),
        server: { averageProcessingTime: 1, maxConcurrentRequests: 20 },
        database: { averageLatency: 200 },
      }),
    )
    expect(kindsOf(list).slice(0, 3)).toEqual(['held-slots', 'held-slots', 'amplification'])
  })

  it.each([
    ['admits a request at a time and', { instances: 10, maxConcurrentRequests: 1 }, 194],
    ['allows 100 requests per second and', { instances: 10, maxRequestsPerSecond: 100 }, 100],
  ] as const)(
    '[RUN-777] a server that %s could not serve the first calls alone: its retries are no storm',
    (_, limit, capacity) => {
      const flow: Flow = {
        nodes: [node('Client', 'users', at(300)), node('Server', 'one', { averageProcessingTime: 50, ...limit })],
        edges: [edge('users', 'one', { ...RETRIES, maxRetries: 3 })],
      }
      const list = diagnosed(flow)
      expect(kindsOf(list).slice(0, 2)).toEqual(['full', 'amplification'])
      const figure = list[1]?.evidence.find(({ label }) => label === 'Capacity of one')?.value ?? Number.NaN
      expect(Math.abs(figure - capacity)).toBeLessThan(10)
      expect(list.map(changesOf)[1]).toEqual([['users-one', 'retryEnabled', true, false]])
    },
  )

  it.each([
    [80, 10, ['retry-storm', 'full']],
    [80, 3, ['retry-storm', 'full']],
    [150, 3, ['full', 'full', 'amplification']],
  ] as const)(
    '[RUN-785] %d requests per second, tried %d times again, that use up the storage of a database are %j',
    (rps, maxRetries, kinds) => {
      const { nodes, edges } = behindPool({ rps, database: { readIOPS: 40, replication: false } })
      const [toServer, toStore] = edges
      const data = { ...toStore?.data, ...RETRIES, maxRetries, timeout: 200 }
      const flow = { nodes, edges: [toServer, { ...toStore, data }] } as Flow
      const simulation = { faults: [{ node: 'store', atS: 5, forS: 10 }] }
      const list = diagnosed(flow, { fromS: 30, untilS: 40, simulation })
      expect(kindsOf(list).slice(0, kinds.length)).toEqual(kinds)
      const { evidence } = list.find(({ kind }) => kind === 'retry-storm' || kind === 'amplification') ?? {}
      // 40 reads and the writes.
      const capacity = evidence?.find(({ label }) => label === 'Capacity of store')?.value ?? Number.NaN
      expect(Math.abs(capacity - 80)).toBeLessThan(10)
    },
  )

  it('[RUN-420] [RUN-778] a full connection comes before its retries, and its timeout is long enough', () => {
    // 8.2 Mbps of answers: calls wait for seconds, time out after 5 s and come again.
    const narrow = { ...RETRIES, bandwidthMbps: 5, averageResponseSizeKB: 10, timeout: 5000 }
    const list = diagnosed(
      { nodes: [node('Client', 'users', at(100)), node('Server', 'one')], edges: [edge('users', 'one', narrow)] },
      { untilS: 30 },
    )
    expect(kindsOf(list).slice(0, 2)).toEqual(['full', 'amplification'])
    expect(list[0]?.element).toEqual({ of: 'edge', id: 'users-one' })
    expect(kindsOf(list)).not.toContain('short-timeout')
  })

  it('[RUN-420] [RUN-779] [RUN-780] a pool that is full since its database is comes after it, and only the database gets more', () => {
    // 128 calls a second of 50 ms each: five slots serve 100.
    const flow = behindPool({ rps: 150, database: { maxConnections: 5, averageLatency: 50, replication: false } })
    const list = diagnosed(flow)
    expect(list.slice(0, 2).map(({ kind, element }) => [kind, element.of])).toEqual([
      ['full', 'node'],
      ['full', 'edge'],
    ])
    expect(list[1]).toMatchObject({ changes: [], formula: null })
    const [change] = list[0]?.changes ?? []
    expect(change).toMatchObject({ id: 'store', property: 'maxConnections' })
    expect(Math.abs(Number(change?.to) - (128 * 0.05) / 0.7)).toBeLessThan(1.5)
    expect(kindsOf(diagnosed(withChanges(flow, found(list, 'full'))))).not.toContain('full')
  })

  it('[RUN-420] [RUN-780] a database whose storage is full is repaired at once, although a pool holds back most calls', () => {
    const flow = behindPool({ rps: 100, database: { writeIOPS: 20, replication: false } })
    const list = diagnosed(flow)
    expect(list[0]?.element).toEqual({ of: 'node', id: 'store' })
    expect(kindsOf(diagnosed(withChanges(flow, found(list, 'full'))))).not.toContain('full')
  })

  it('[RUN-781] what many connections call together is no storm where the target could not serve the first calls of all', () => {
    const clients = ['users', 'others']
    const called = (rps: number, more: Data) => ({
      nodes: [
        ...clients.map((id) => node('Client', id, at(rps))),
        node('Server', 'one', { averageProcessingTime: 50 }),
      ],
      edges: clients.map((id) => edge(id, 'one', { ...RETRIES, maxRetries: 3, ...more })),
    })
    // It serves 160 requests a second: 100 from each are too many, 60 are not.
    expect(kindsOf(diagnosed(called(100, {})))).toEqual(['full', 'amplification', 'amplification'])
    const storm = found(diagnosed(called(60, { timeout: 60 })), 'retry-storm')
    const [, first] = storm.sentence.match(/: ([\d.]+) first calls/) ?? []
    expect(Math.abs(Number(first) - 120)).toBeLessThan(10)
  })

  it('[RUN-783] a component that turns most calls away comes before the limit on calls to it', () => {
    const flow = {
      nodes: [
        node('Client', 'users', at(400)),
        node('Server', 'one', { instances: 1, maxConcurrentRequests: 4 }),
        node('Database', 'store', { averageLatency: 200 }),
      ],
      edges: [
        edge('users', 'one', { ...RETRIES, maxThroughputRPS: 100, maxRetries: 5 }),
        edge('one', 'store', {}, 'database'),
      ],
    }
    expect(kindsOf(diagnosed(flow)).slice(0, 3)).toEqual(['held-slots', 'full', 'amplification'])
  })

  it('[RUN-420] a timeout that is too short comes before the retries that it makes', () => {
    const list = diagnosed(
      {
        nodes: [node('Client', 'users', at(50)), node('Server', 'one')],
        edges: [edge('users', 'one', { ...RETRIES, latencyMs: 1000, timeout: 1900 })],
      },
      { untilS: 30 },
    )
    expect(kindsOf(list)).toEqual(['short-timeout', 'amplification'])
  })

  it('[RUN-420] [RUN-794] a timeout that is too short comes before the limit that its retries exceed, and before what waits for them', () => {
    const position = { x: 0, y: 0 }
    const list = diagnosed(
      {
        nodes: [
          createNode('Client', { id: 'users', position, settings: { concurrentUsers: 1000 } }),
          createNode('Server', { id: 'one', position }),
          createNode('Database', { id: 'store', position }),
        ],
        edges: [
          createEdge('http', { id: 'ask', ends: { source: 'users', target: 'one' } }),
          createEdge('http', { id: 'query', ends: { source: 'one', target: 'store' }, settings: { timeout: 150 } }),
        ],
      },
      { fromS: 30, untilS: 40, simulation: { arrivals: 'closed' } },
    )
    const told = list.map(({ kind, element }) => `${kind} ${element.of !== 'flow' && element.id}`)
    expect(told.slice(0, 3)).toEqual(['short-timeout query', 'full query', 'held-slots one'])
    expect(told.indexOf('amplification query')).toBeGreaterThan(0)
    expect(found(list, 'held-slots').changes).toEqual([])
  })

  it('[RUN-420] what harms more than the timeouts has another cause', () => {
    const flow = healthy({ server: { averageProcessingTime: 100 }, toServer: { timeout: 80 } })
    const figures = measured(flow)
    const edges = figures.edges.map((one) => ({ ...one, calls: 97, timedOut: 5, rateLimited: 40 }))
    expect(kindsOf(findings(flow, { ...figures, edges })).slice(0, 2)).toEqual(['full', 'full'])
  })

  it('[RUN-791] of calls in a window no more time out than are made', () => {
    const flow = healthy({ server: { averageProcessingTime: 100 }, toServer: { timeout: 80 } })
    const figures = measured(flow)
    const edges = figures.edges.map((one) => ({ ...one, calls: 97, timedOut: 98 }))
    const finding = found(findings(flow, { ...figures, edges }), 'short-timeout')
    expect(finding.sentence).toMatch(/; 97 of 97 calls per second time out\.$/)
    expect(finding.evidence).toContainEqual({ label: 'Calls that time out', value: 97, unit: 'calls/s' })
  })

  it('[RUN-421] every finding says what, why and by which figures, each with its unit', () => {
    for (const { flow, watch } of CASES) {
      for (const { sentence, cause, evidence } of findingsOf({ flow, watch })) {
        expect(sentence).toMatch(/^.+\.$/)
        expect(cause).toMatch(/^\p{L}.+\.$/u)
        expect(evidence.length).toBeGreaterThan(0)
        for (const { label, value, unit } of evidence) {
          expect(label).not.toBe('')
          expect(unit).not.toBe('')
          expect(Number.isFinite(value)).toBe(true)
        }
      }
    }
  })
})

describe('the reads that come to a cache', () => {
  const inSeries = (near: number, far: number): Flow => ({
    nodes: [
      node('Client', 'users', at(200)),
      node('Cache', 'near', { expectedHitRate: near }),
      node('Cache', 'far', { expectedHitRate: far }),
      node('Database', 'store'),
    ],
    edges: [edge('users', 'near'), edge('near', 'far'), edge('far', 'store')],
  })
  const idle = (flow: Flow) => diagnosed(flow).filter(({ kind }) => kind === 'idle-cache')

  it('[RUN-786] are those that another cache before it misses', () => {
    // One read in ten comes to it, among all writes.
    expect(idle(inSeries(0.9, 0.2))).toEqual([])
    expect(idle(inSeries(0.5, 0.01))).toMatchObject([{ element: { id: 'far' } }])
  })

  it('[RUN-786] are none where a balancer sends them elsewhere', () => {
    const [reads, writes] = ['reads', 'writes']
    const caches = [reads, writes, 'others', 'rest'] as const
    const flow: Flow = {
      nodes: [
        node('Client', 'users', at(400)),
        node('LoadBalancer', 'balancer', { contentBasedRouting: true }),
        ...caches.map((id) => node('Cache', id, { expectedHitRate: id === reads ? 0.03 : 0.9 })),
        node('Database', 'store'),
      ],
      edges: [edge('users', 'balancer'), ...caches.flatMap((id) => [edge('balancer', id), edge(id, 'store')])],
    }
    const list = idle(flow)
    const causeAt = (id: string) => list.find(({ element }) => element.of === 'node' && element.id === id)?.cause
    expect(caches.slice(0, 2).map(causeAt)).toEqual(['Nearly every read misses and goes on.', 'It gets no reads.'])
  })
})

describe('findings of the drawing', () => {
  it('[RUN-422] [RUN-721] no client', () => {
    const { nodes, edges } = healthy()
    const flow = { nodes: nodes.slice(1), edges: edges.slice(1) }
    expect(findings(flow, NO_MEASURES)[0]?.sentence).toBe('No client makes requests: the flow has none.')
    const idle = findings(healthy({ client: at(0) }), NO_MEASURES)
    expect(kindsOf(idle)).toEqual(['no-client'])
    expect(idle.map(changesOf)).toEqual([[['users', 'concurrentUsers', 0, 100]]])
  })

  it('[RUN-443] a component that no client reaches, and a client that leads nowhere', () => {
    const { nodes, edges } = healthy()
    const apart = {
      nodes: [...nodes, node('Server', 'apart'), node('Database', 'behind')],
      edges: [...edges, edge('apart', 'behind')],
    }
    expect(findings(apart, NO_MEASURES).map(({ sentence }) => sentence)).toEqual([
      'apart gets no requests: no client reaches it.',
      'behind gets no requests: no client reaches it.',
    ])
    const cut = edges.filter(({ target }) => target !== 'store')
    expect(findings({ nodes, edges: cut }, NO_MEASURES).map(({ sentence }) => sentence)).toEqual([
      'store gets no requests: no client reaches it.',
    ])
    const alone = { nodes: [...nodes, node('Client', 'alone')], edges }
    expect(findings(alone, NO_MEASURES).map(({ sentence }) => sentence)).toEqual([
      'alone is not connected: its requests have nowhere to go.',
    ])
  })

  it('[RUN-444] writes that have nowhere to go', () => {
    const flow = { nodes: [node('Client', 'users', at(50)), node('Cache', 'cache')], edges: [edge('users', 'cache')] }
    const [finding] = diagnosed(flow)
    expect(finding?.kind).toBe('dead-end')
    expect(finding?.sentence).toMatch(
      /^Write, compute and transaction requests have nowhere to go from cache: [\d.]+ of [\d.]+ rps\.$/,
    )
    expect(kindsOf(diagnosed(withCache(0.8)))).not.toContain('dead-end')
  })

  it('[RUN-445] requests that end at a balancer', () => {
    const flow = {
      nodes: [node('Client', 'users', at(50)), node('LoadBalancer', 'balancer')],
      edges: [edge('users', 'balancer')],
    }
    const finding = found(diagnosed(flow), 'ends-at-balancer')
    expect(finding.sentence).toMatch(/^Requests end at balancer: [\d.]+ rps arrive, and no connection leaves it\.$/)
    expect(finding.harmedPerS).toBeGreaterThan(40)
  })
})
