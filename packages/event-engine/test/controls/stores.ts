import { zipfShares } from '../../src/rules/hit-rate.ts'
import type { Expectation } from './expectation.ts'
import { balancer, cache, client, type Drawn, database, edge, type Ran, server } from './saved-flow.ts'

type Data = Readonly<Record<string, unknown>>

const WRITES = { requestMix: { Write: 1 } }

/** A client asks a database a hundred times a second. */
const asked = (data: Data, simulation: Data = {}, call: Data = {}, concurrentUsers = 100): Drawn => ({
  nodes: [client('c', { concurrentUsers }), database('d', data)],
  edges: [edge('c', 'd', call, 'database')],
  simulation,
})

const done = ({ node }: Ran) => node('d').completed
const ONE = { maxConnections: 1, averageLatency: 100 }
const copies = (replicationType: string) => ({ ...ONE, replication: true, replicationType, replicationFactor: 3 })

const carries = (control: string, does: string, flow: Drawn, expected: number, because: string): Expectation => ({
  rule: '[SIM-255]',
  control,
  does,
  flow,
  figure: done,
  expected,
  within: 3,
  from: 'by hand',
  because,
})

const databases: readonly Expectation[] = [
  carries('replication', 'off leaves one copy', asked(ONE), 999, 'one at a time, 100 ms each'),
  carries(
    'replication Master-Slave',
    'reads from all copies',
    asked(copies('Master-Slave')),
    3 * 999,
    'three at a time, 100 ms each',
  ),
  carries(
    'replication Master-Slave',
    'writes to one, which waits for a replica',
    asked(copies('Master-Slave'), WRITES),
    951,
    'one at a time, 100 + 5 ms each: 99,983/105',
  ),
  carries(
    'replication Multi-Master',
    'writes everywhere, with a wait for the others',
    asked(copies('Multi-Master'), WRITES),
    908,
    'one at a time, 100 + 10 ms each: 99,983/110',
  ),
  carries(
    'replication Sharded',
    'splits the writes',
    asked(copies('Sharded'), WRITES),
    3 * 999,
    'three at a time, 100 ms each',
  ),
  carries(
    'read-only connection',
    'leads to the replicas',
    asked(copies('Master-Slave'), WRITES, { readOnly: true }),
    3 * 999,
    'the only connection: three at a time, 100 ms each',
  ),
  {
    rule: '[SIM-897]',
    control: 'read IOPS',
    does: 'limit the reads',
    flow: asked({ readIOPS: 20 }),
    figure: done,
    expected: 1999,
    within: 2,
    from: 'by hand',
    because: '20 a second for 100 s',
  },
  {
    rule: '[SIM-897]',
    control: 'write IOPS',
    does: 'leave the reads alone',
    flow: asked({ writeIOPS: 20 }),
    figure: done,
    expected: 9998,
    within: 1,
    from: 'by hand',
    because: 'all reads that have come in time',
  },
  {
    rule: '[SIM-1036]',
    control: 'outage',
    does: 'ends what waits for storage, too',
    flow: asked({ readIOPS: 50 }, { faults: [{ kind: 'outage', node: 'd', fromS: 10, forS: 1 }] }),
    figure: done,
    expected: 50 * 99,
    within: 60,
    from: 'by hand',
    because: '50 a second, but for the second in which it is out',
  },
  {
    rule: '[SIM-207]',
    control: 'outage',
    does: 'lets what waits for storage go on after it, though nobody else comes',
    flow: asked(
      { readIOPS: 20 },
      {
        faults: [{ kind: 'outage', node: 'd', fromS: 11, forS: 3, inFlight: 'resume' }],
        load: [{ atS: 10, rps: 0 }],
      },
      {},
      30,
    ),
    figure: done,
    expected: 300,
    within: 1,
    from: 'by hand',
    because: '30 a second for 10 s; 80 still wait at 11 s, and are read from 14 s on',
  },
  {
    rule: '[SIM-1036]',
    control: 'cancelled calls',
    does: 'leave the line for storage to the others',
    flow: asked({ readIOPS: 50, averageLatency: 1 }, { cancelOnTimeout: true }, { timeout: 100 }),
    figure: done,
    expected: 50 * 100,
    within: 100,
    from: 'by hand',
    because: 'there is always one in line: 50 a second',
  },
  {
    rule: '[SIM-1037]',
    control: 'outage of two copies of three',
    does: 'leaves a third of the read IOPS',
    flow: asked(
      { ...copies('Master-Slave'), maxConnections: 1000, averageLatency: 1, readIOPS: 20 },
      { faults: [2, 3].map((instance) => ({ kind: 'outage', node: 'd', fromS: 0, forS: 100, instance })) },
    ),
    figure: done,
    expected: 1999,
    within: 2,
    from: 'by hand',
    because: '20 a second of the copy that is left',
  },
  {
    rule: '[SIM-1037]',
    control: 'auto-scaling of a database',
    does: 'adds read IOPS with each copy',
    flow: asked({ maxConnections: 1, averageLatency: 8, readIOPS: 60, autoScaling: true }, { durationS: 400 }),
    figure: done,
    expected: 40_000,
    within: 20,
    from: 'by hand',
    because: 'all that come, what has waited for the second copy included; one copy alone would complete 24,000',
  },
  {
    rule: '[SIM-1038]',
    control: 'read IOPS',
    does: 'leave the service as long as it is',
    flow: asked({ readIOPS: 50, averageLatency: 5 }),
    figure: ({ node }) => node('d').serviceMs,
    expected: 5,
    within: 1e-6,
    from: 'by hand',
    because: 'what is waited for the storage is no service',
  },
  {
    rule: '[SIM-1038]',
    control: 'read IOPS',
    does: 'are waited for',
    flow: asked({ readIOPS: 50, averageLatency: 5 }),
    figure: ({ node }) => node('d').waitMs,
    expected: 12_500,
    within: 200,
    from: 'by hand',
    because: 'it grows from 0 to the 25 s at which the 50th is served of the 100 s before the end',
  },
  ...(['averageLatency', 'readIOPS'] as const).map(
    (limit): Expectation => ({
      rule: '[SIM-1046]',
      control: limit === 'readIOPS' ? 'read IOPS' : 'one connection',
      does: 'have those that wait for it in the queue',
      flow: asked(
        limit === 'readIOPS' ? { readIOPS: 100, averageLatency: 5 } : { maxConnections: 1, averageLatency: 10 },
        { arrivals: 'open', durationS: 2000 },
        {},
        80,
      ),
      figure: ({ node }) => node('d').meanQueue,
      expected: 1.6,
      within: 0.1,
      from: 'theory',
      because: 'M/D/1 at a load of 0.8: 0.64/(2 × 0.2); n = 160,000',
    }),
  ),
  {
    rule: '[SIM-1046]',
    control: 'read IOPS',
    does: 'count what waits for them among the most that wait',
    flow: asked({ readIOPS: 50, averageLatency: 5 }),
    figure: ({ node }) => node('d').mostQueue,
    expected: 5000,
    within: 2,
    from: 'by hand',
    because: '50 of a hundred a second wait for ever, for 100 s',
  },
  {
    rule: '[SIM-898]',
    control: 'daily backup',
    does: 'takes a tenth of the operations for 10 minutes of a day',
    flow: asked({ readIOPS: 20, backupStrategy: 'Daily' }, { durationS: 1000 }, {}, 25),
    figure: done,
    expected: 20 * (1 - 0.1 / 144) * 1000,
    within: 2,
    from: 'by hand',
    because: '20 a second, less 0.1 × 10/1,440 of them',
  },
  {
    rule: '[SIM-254]',
    control: 'query complexity',
    does: 'multiplies the latency',
    flow: asked({ averageLatency: 10, queryComplexity: 'Complex' }),
    figure: ({ node }) => node('d').serviceMs,
    expected: 20,
    within: 1e-6,
    from: 'by hand',
    because: '2 × 10 ms',
  },
  {
    rule: '[SIM-264]',
    control: 'Serializable',
    does: 'takes 1.3 times as long',
    flow: asked({}, {}, { isolationLevel: 'Serializable' }),
    figure: ({ node }) => node('d').serviceMs,
    expected: 13,
    within: 1e-6,
    from: 'by hand',
    because: '1.3 × 10 ms',
  },
  {
    rule: '[SIM-248]',
    control: 'auto-scaling of a database',
    does: 'adds copies at 0.7 of its connections',
    flow: asked({ maxConnections: 1, averageLatency: 8, autoScaling: true }),
    figure: ({ node }) => node('d').meanInstances,
    expected: 0.45 * 1 + 0.55 * 2,
    within: 1e-9,
    from: 'by hand',
    because: 'the use is 0.8: ⌈1 × 0.8/0.7⌉ = 2, wanted at 15 s, ready at 45 s',
  },
  {
    rule: '[SIM-419]',
    control: 'auto-scaling of a database',
    does: 'counts connections that are held for a call',
    flow: {
      nodes: [
        client('c', { concurrentUsers: 100 }),
        database('d', { maxConnections: 1, averageLatency: 2, autoScaling: true }),
        server('s', { averageProcessingTime: 6 }),
      ],
      edges: [edge('c', 'd', {}, 'database'), edge('d', 's')],
    },
    figure: ({ node }) => node('d').meanInstances,
    expected: 0.45 * 1 + 0.55 * 2,
    within: 1e-9,
    from: 'by hand',
    because: 'works for 2 of 10 ms and holds for 6: the use is 0.8, as above',
  },
  {
    rule: '[SIM-419]',
    control: 'auto-scaling of a replicated database',
    does: 'keeps the copies that are drawn',
    flow: asked(
      { ...copies('Master-Slave'), maxConnections: 100, averageLatency: 8, autoScaling: true },
      { durationS: 1000 },
    ),
    figure: ({ node }) => node('d').meanInstances,
    expected: 3,
    within: 1e-9,
    from: 'by hand',
    because: 'three copies, one of which writes, too, at a use of 0.003',
  },
]

/** A client's writes pass a cache of 1 ms to a database of 10 ms. */
const through = (data: Data, simulation: Data = WRITES): Drawn => ({
  nodes: [client('c'), cache('k', data), database('d')],
  edges: [edge('c', 'k'), edge('k', 'd', {}, 'database')],
  simulation,
})
const meanMs = ({ meanMs: mean }: Ran) => mean

const caches: readonly Expectation[] = [
  {
    rule: '[SIM-276]',
    control: 'Write-Through',
    does: 'takes the times of both',
    flow: through({ writePolicy: 'Write-Through' }),
    figure: meanMs,
    expected: 5 + 2 + 1 + 10 + 2,
    within: 0.05,
    from: 'by hand',
    because: 'the cache in 1 ms, then the database in 10 ms',
  },
  {
    rule: '[SIM-276]',
    control: 'Write-Behind',
    does: 'takes the time of the cache',
    flow: through({ writePolicy: 'Write-Behind' }),
    figure: meanMs,
    expected: 5 + 2 + 1 + 2,
    within: 0.05,
    from: 'by hand',
    because: 'the database follows in the background',
  },
  {
    rule: '[SIM-276]',
    control: 'Write-Behind',
    does: 'brings every write to the database',
    flow: through({ writePolicy: 'Write-Behind' }),
    figure: ({ node }) => node('d').arrived,
    expected: 999,
    within: 0,
    from: 'by hand',
    because: '999 writes have reached the cache by 100 s',
  },
  {
    rule: '[SIM-276]',
    control: 'Write-Around',
    does: 'takes the time of the database',
    flow: through({ writePolicy: 'Write-Around' }),
    figure: meanMs,
    expected: 5 + 2 + 10 + 2,
    within: 0.05,
    from: 'by hand',
    because: 'it passes the cache in no time',
  },
  {
    rule: '[SIM-257]',
    control: 'hit rate',
    does: 'keeps that share of the reads from the database',
    flow: through({ expectedHitRate: 0.8 }, { durationS: 1000 }),
    figure: ({ node }) => node('d').arrived / node('k').arrived,
    expected: 0.2,
    within: 0.016,
    from: 'theory',
    because: 'n = 10,000, standard error 0.004',
  },
  {
    rule: '[SIM-275]',
    control: 'cache beside',
    does: 'is asked before the database',
    flow: {
      nodes: [client('c'), server('s'), cache('k', { expectedHitRate: 1 }), database('d')],
      edges: [edge('c', 's'), edge('s', 'k'), edge('s', 'd', {}, 'database')],
    },
    figure: ({ node }) => node('d').arrived,
    expected: 0,
    within: 0,
    from: 'by hand',
    because: 'all reads hit',
  },
  {
    rule: '[SIM-256]',
    control: 'throughput of a cache',
    does: 'limits it, by Little',
    flow: {
      nodes: [
        client('c', { concurrentUsers: 100 }),
        cache('k', { expectedHitRate: 1, maxThroughput: 50, averageLatency: 100 }),
      ],
      edges: [edge('c', 'k')],
    },
    figure: ({ node }) => node('k').completed,
    expected: 50 * 100,
    within: 10,
    from: 'by hand',
    because: '5 slots of 100 ms carry 50 a second',
  },
  {
    rule: '[SIM-259]',
    control: 'cache of a client',
    does: 'answers rT/(1 + rT) of the reads of an item',
    flow: {
      nodes: [
        client('c', { concurrentUsers: 1, thinkTimeBetweenRequests: 500, cacheEnabled: true, cacheTTL: 2 }),
        server('s'),
      ],
      edges: [edge('c', 's')],
      simulation: { catalogue: { items: 1, zipf: 0 }, durationS: 5000 },
    },
    figure: ({ node, requests }) => 1 - node('s').arrived / requests.arrived,
    expected: 0.8,
    within: 0.016,
    from: 'theory',
    because: 'one item read r = 2 times a second, kept for T = 2 s: 4/5; n = 10,000, standard error 0.004',
  },
  waiting(
    { cacheEnabled: true, cacheTTL: 20 },
    {},
    'of closed users answers by how often they ask, who wait for their answers',
    '20 s bring 4.4 reads of a user, and not 20: item by item 0.100 of the reads are answered, not 0.232',
  ),
  waiting(
    {},
    { cacheEnabled: true, cacheTTLSeconds: 20 },
    'of a connection answers by how often its closed users ask',
    'as on the device',
  ),
]

const TTL_S = 10

/** A cache of that age for each item asked for at the rate of all requests: rT/(1 + rT). */
const answeredAt = (perSecond: number): number =>
  zipfShares(1000, 1).reduce(
    (sum, share) => sum + (share * share * perSecond * TTL_S) / (1 + share * perSecond * TTL_S),
    0,
  )

/** A hundred users, a second after each answer, at a server that does 20 a second and reads 1,000 items behind it. */
const readingBehind = (nodes: Drawn['nodes'], edges: Drawn['edges'], simulation: Data): Drawn => ({
  nodes: [
    client('c', { concurrentUsers: 100 }),
    server('s', { averageProcessingTime: 50, cpuCores: 1, concurrencyModel: 'Single-Threaded' }),
    ...nodes,
  ],
  edges: [edge('c', 's'), ...edges],
  simulation: { arrivals: 'closed', service: 'exp', durationS: 1200, warmUpS: 200, ...simulation },
})

const behindClosed: readonly Expectation[] = [
  {
    rule: '[SIM-1099]',
    control: 'age of items in a cache',
    does: 'of closed users answers by how often they ask',
    flow: readingBehind(
      [cache('k', { cacheSizeValue: 10, cacheSizeUnit: 'GB', averageItemSize: 1, ttl: TTL_S }), database('d')],
      [edge('s', 'k'), edge('s', 'd', {}, 'database')],
      { deriveHitRate: true },
    ),
    figure: ({ node, requests }) => node('k').hits / node('k').lookups - answeredAt(requests.completed / 1000),
    expected: 0,
    within: 0.016,
    from: 'theory',
    because: 'rT/(1 + rT) of each item, at the rate that comes; 0.50, and 0.71 at 100 a second; standard error 0.004',
  },
  {
    rule: '[SIM-1099]',
    control: 'users who wait elsewhere',
    does: 'change nothing of what is asked for here',
    flow: {
      nodes: [
        ...[client('c', { concurrentUsers: 100 }), server('s', { averageProcessingTime: 1 }), server('t')],
        ...[client('e', { concurrentUsers: 100 }), server('z', { averageProcessingTime: 50, cpuCores: 1 })],
      ],
      edges: [edge('c', 's'), edge('s', 't', { cacheEnabled: true, cacheTTLSeconds: TTL_S }, 'http'), edge('e', 'z')],
      simulation: { arrivals: 'closed', service: 'exp', durationS: 200, warmUpS: 0 },
    },
    figure: ({ node, client: of }) => 1 - node('t').completed / of(0).completed - answeredAt(of(0).completed / 200),
    expected: 0,
    within: 0.016,
    from: 'theory',
    because: 'rT/(1 + rT) of each item at almost 100 a second; n = 20,000, standard error 0.003',
  },
  {
    rule: '[SIM-1099]',
    control: 'answers that a server keeps',
    does: 'of closed users are by how often they ask',
    flow: readingBehind([server('t')], [edge('s', 't', { cacheEnabled: true, cacheTTLSeconds: TTL_S }, 'http')], {}),
    figure: ({ node, requests }) =>
      1 - node('t').completed / requests.completed - answeredAt(requests.completed / 1000),
    expected: 0,
    within: 0.016,
    from: 'theory',
    because: 'as in a cache',
  },
]

/** A hundred users read 1,000 items of Zipf popularity, a second after each answer, of a server that does 20 a second. */
function waiting(device: Data, call: Data, does: string, because: string): Expectation {
  return {
    rule: '[SIM-1085]',
    control: 'cache',
    does,
    flow: {
      nodes: [
        client('c', { concurrentUsers: 100, ...device }),
        server('s', { averageProcessingTime: 50, cpuCores: 1, concurrencyModel: 'Single-Threaded' }),
      ],
      edges: [edge('c', 's', call, 'http')],
      simulation: { arrivals: 'closed', service: 'exp', durationS: 1500, warmUpS: 500 },
    },
    figure: ({ requests }) => requests.kept / requests.arrived,
    expected: 0.1,
    within: 0.015,
    from: 'theory',
    because: `${because}; n = 22,000, standard error 0.003`,
  }
}

/** One user reads one item twice a second, and keeps it on the device and for the connection; the share that reaches the server. */
const keptTwice = (onDeviceS: number, does: string, because: string): Expectation => ({
  rule: '[SIM-1040]',
  control: 'cache of a client and of its connection',
  does,
  flow: {
    nodes: [
      client('c', { concurrentUsers: 1, thinkTimeBetweenRequests: 500, cacheEnabled: true, cacheTTL: onDeviceS }),
      server('s'),
    ],
    edges: [edge('c', 's', { cacheEnabled: true, cacheTTLSeconds: 2 }, 'http')],
    simulation: { catalogue: { items: 1, zipf: 0 }, durationS: 5000 },
  },
  figure: ({ node, requests }) => node('s').arrived / requests.arrived,
  expected: 1 / 5,
  within: 0.016,
  from: 'theory',
  because,
})

const both: readonly Expectation[] = [
  keptTwice(
    2,
    'are filled and expire together',
    '1/(1 + rT) with T = 2 s for both; independent ones would let 1/25 through',
  ),
  keptTwice(
    1,
    'answer for the longer time of the two',
    '1/(1 + rT) with T = 2 s; independent ones would let 1/15 through',
  ),
]

/** Ten reads a second of one item, which is kept for a second: a tenth of them go over the second connection. */
const tenth = (call: Data, nodes: Drawn['nodes'], type: Parameters<typeof edge>[3]): Drawn => ({
  nodes: [client('c'), server('a'), ...nodes],
  edges: [edge('c', 'a'), edge('a', 'k', { weight: 9, ...call }, type), edge('a', 'l', { weight: 1, ...call }, type)],
  simulation: { deriveHitRate: true, catalogue: { items: 1 }, durationS: 10_000 },
})
const KEPT = { cacheEnabled: true, cacheTTLSeconds: 1 }

/** Ten reads a second of each of ten items, which are kept for a second and take 100 ms to fetch. */
const slowToFetch = (rest: Drawn['nodes'], edges: Drawn['edges'], faults: readonly Data[] = []): Drawn => ({
  nodes: [client('c', { concurrentUsers: 100 }), server('s'), ...rest],
  edges: [edge('c', 's'), ...edges],
  simulation: { deriveHitRate: true, catalogue: { items: 10, zipf: 0 }, arrivals: 'open', durationS: 2000, faults },
})
const SLOW = database('d', { averageLatency: 100 })
const filledByCaller = [edge('s', 'k'), edge('s', 'd', {}, 'database')]
const filledByItself = [edge('s', 'k'), edge('k', 'd', {}, 'database')]
const missed = (does: string, flow: Drawn, rule = '[SIM-1166]'): Expectation => ({
  rule,
  control: 'derived hit rate',
  does,
  flow,
  figure: ({ node, requests }) => node('d').arrived / requests.arrived,
  expected: 2 / (12 + Math.exp(-1)),
  within: 0.004,
  from: 'theory',
  because:
    'of the reads of a cycle the first and one in 100 ms miss; 10 hit in the second, and 1/e by which the last fetch ends later. Without the time of a fetch 1/11 would miss; 200,000 reads, standard error 0.0008',
})
const fetched: readonly Expectation[] = [
  missed('counts what comes during a fetch of the caller', slowToFetch([cache('k', { ttl: 1 }), SLOW], filledByCaller)),
  missed('counts what comes during a fetch of the cache', slowToFetch([cache('k', { ttl: 1 }), SLOW], filledByItself)),
  missed(
    'counts what comes during a call of a sender that keeps answers',
    slowToFetch([SLOW], [edge('s', 'd', { cacheEnabled: true, cacheTTLSeconds: 1 }, 'http')]),
  ),
  missed(
    'is what the items of a cache show that was emptied',
    slowToFetch([cache('k', { ttl: 1, evictionPolicy: 'Random' }), SLOW], filledByCaller, [
      { node: 'k', kind: 'cold', fromS: 1, forS: 1 },
    ]),
    '[SIM-1169]',
  ),
]

/** By the reads that come to it, r a second, a share of rT/(1 + rT) finds the item. */
const offered: readonly Expectation[] = [
  {
    rule: '[SIM-987]',
    control: 'derived hit rate',
    does: 'follows from the reads that come to the cache',
    flow: tenth({}, [cache('k', { ttl: 1 }), cache('l', { ttl: 1 })], 'default'),
    figure: ({ node }) => node('l').hits / node('l').arrived,
    expected: 1 / 2,
    within: 0.02,
    from: 'theory',
    because: 'one a second; 10,000 reads, standard error 0.005. All ten would give 10/11',
  },
  {
    rule: '[SIM-987]',
    control: 'derived hit rate',
    does: 'follows from the misses of a cache before',
    flow: {
      nodes: [client('c'), cache('k', { ttl: 1 }), cache('l', { ttl: 2 })],
      edges: [edge('c', 'k'), edge('k', 'l')],
      simulation: { deriveHitRate: true, catalogue: { items: 1 }, durationS: 10_000 },
    },
    figure: ({ node }) => node('l').hits / node('l').arrived,
    expected: 10 / 21,
    within: 0.021,
    from: 'theory',
    because:
      'an eleventh of ten a second comes on, a second apart, and stays a second longer: (10/11)/(1 + 10/11); 9,090 reads, standard error 0.0052',
  },
  {
    rule: '[SIM-987]',
    control: 'answers that a sender keeps',
    does: 'follow from the reads over its connection',
    flow: tenth(KEPT, [server('k'), server('l')], 'http'),
    figure: ({ node, link }) => 1 - node('l').arrived / link('a-l').attempts,
    expected: 1 / 2,
    within: 0.02,
    from: 'theory',
    because: 'one a second; 10,000 reads, standard error 0.005',
  },
  {
    rule: '[SIM-987]',
    control: 'answers that a sender keeps',
    does: 'leave fewer reads for the cache behind',
    flow: tenth(KEPT, [cache('k', { ttl: 2 }), cache('l', { ttl: 2 })], 'http'),
    figure: ({ node }) => node('l').hits / node('l').arrived,
    expected: 1 / 3,
    within: 0.027,
    from: 'theory',
    because:
      'half of one a second comes there, a second apart, and stays a second longer: 0.5/(1 + 0.5); 5,000 reads, standard error 0.0067',
  },
  {
    rule: '[SIM-987]',
    control: 'batches of a stream',
    does: 'fill by what comes over their connection',
    flow: {
      nodes: [client('c', { concurrentUsers: 900 }), client('d', { concurrentUsers: 100 }), server('s'), server('w')],
      edges: [edge('c', 's'), edge('d', 'w', { communicationPattern: 'Stream', maxBatchSize: 11 }, 'eventStream')],
    },
    figure: ({ link }) => link('d-w').networkMs,
    expected: 3 + 50,
    within: 0.2,
    from: 'by hand',
    because: 'five of ten others come in 50 ms at a hundred a second; a thousand a second would take 5 ms',
  },
]

const NO_AGE = { ttl: 1e9, averageItemSize: 1024, cacheSizeUnit: 'MB' }
/** Caches of items of 1 MB that keep the latest, or the most popular, for ever. */
const latest = (id: string, items: number, data: Data = {}) => cache(id, { ...NO_AGE, cacheSizeValue: items, ...data })

/** A thousand items of Zipf popularity are read 400 times a second. */
const zipf = (nodes: Drawn['nodes'], edges: Drawn['edges'], exponent: number): Drawn => ({
  nodes: [client('c', { concurrentUsers: 400 }), ...nodes, server('s')],
  edges,
  simulation: { deriveHitRate: true, catalogue: { items: 1000, zipf: exponent }, durationS: 250 },
})
const inSeries = (nodes: Drawn['nodes'], exponent: number): Drawn => {
  const ids = ['c', ...nodes.map(({ id }) => id), 's']
  const edges = ids.slice(1).map((id, index) => edge(ids[index] ?? '', id))
  return zipf(nodes, edges, exponent)
}

const comesOn = (
  rule: string,
  does: string,
  flow: Drawn,
  { expected, within = 0.015, because }: Pick<Expectation, 'expected' | 'because'> & { readonly within?: number },
): Expectation => ({
  rule,
  control: 'derived hit rates in series',
  does,
  flow,
  figure: ({ node, requests }) => node('s').arrived / requests.arrived,
  expected,
  within,
  from: 'theory',
  because: `${because}; n = 100,000, standard error 0.0016 at most`,
})

/** Expected is what caches item by item let through: 1.5 million requests, the first 300,000 left out. */
const series: readonly Expectation[] = [
  comesOn(
    '[SIM-1041]',
    'follow from what the cache before misses',
    inSeries([latest('k', 100), latest('l', 200)], 0.8),
    {
      expected: 0.49,
      because: 'LRU of 100 and 200 items item by item; as popular as at first they let 0.30 through',
    },
  ),
  comesOn(
    '[SIM-1044]',
    'are hardly better for a second one of the same size',
    inSeries([latest('k', 100), latest('l', 100)], 1),
    {
      expected: 0.404,
      because: 'LRU of 100 items each item by item; as popular as at first they let 0.18 through',
    },
  ),
  comesOn(
    '[SIM-1044]',
    'are none for a second one that is smaller',
    inSeries([latest('k', 200), latest('l', 100)], 0.8),
    {
      expected: 0.4775,
      because: 'LRU of 200 and 100 items item by item',
    },
  ),
  comesOn(
    '[SIM-1041]',
    'give way to less popular items with LFU',
    inSeries([latest('k', 100, { evictionPolicy: 'LFU' }), latest('l', 100, { evictionPolicy: 'LFU' })], 1),
    {
      expected: 1 - 5.87803 / 7.48547,
      within: 0.007,
      because: 'the second one has the items 101 to 200: harmonic numbers of 200 and of 1,000',
    },
  ),
  comesOn(
    '[SIM-1041]',
    'follow from what servers between them ask for together',
    zipf(
      [latest('k', 100), balancer('b'), server('x'), server('y'), latest('l', 200)],
      [edge('c', 'k'), edge('k', 'b'), edge('b', 'x'), edge('b', 'y'), edge('x', 'l'), edge('y', 'l'), edge('l', 's')],
      0.8,
    ),
    { expected: 0.49, because: 'as without them' },
  ),
  comesOn(
    '[SIM-1042]',
    'mix what comes from caches and from elsewhere',
    zipf(
      [balancer('b'), latest('k', 100), server('x'), latest('l', 200)],
      [edge('c', 'b'), edge('b', 'k'), edge('b', 'x'), edge('k', 'l'), edge('x', 'l'), edge('l', 's')],
      0.8,
    ),
    { expected: 0.483, because: 'LRU of 200 items behind one of 100 items for every second request item by item' },
  ),
  comesOn(
    '[SIM-1042]',
    'find what another cache before asked for',
    zipf(
      [balancer('b'), latest('k', 100), latest('m', 100), latest('l', 100)],
      [edge('c', 'b'), edge('b', 'k'), edge('b', 'm'), edge('k', 'l'), edge('m', 'l'), edge('l', 's')],
      0.8,
    ),
    {
      expected: 0.5672,
      because: 'LRU of 100 items behind two of 100 items, for half of the requests each, item by item',
    },
  ),
  comesOn(
    '[SIM-1043]',
    'follow from what devices do not keep',
    {
      nodes: [client('c', { concurrentUsers: 200, cacheEnabled: true, cacheTTL: 300 }), latest('k', 100), server('s')],
      edges: [edge('c', 'k'), edge('k', 's')],
      simulation: { deriveHitRate: true, catalogue: { items: 1000, zipf: 1 }, durationS: 500 },
    },
    {
      expected: 0.3424,
      because:
        '200 devices that keep items for 300 s, and an LRU of 100 items, item by item; as popular as at first they let 0.18 through',
    },
  ),
]

/** A hundred requests a second, of which ten come past a limit to a cache that keeps its ten items for a second. */
const behindLimit = ({
  call = {},
  target = {},
  simulation = {},
}: Readonly<Record<'call' | 'target' | 'simulation', Data>>): Drawn => ({
  nodes: [client('c', { concurrentUsers: 100 }), server('a', target), cache('k', { ttl: 1 })],
  edges: [edge('c', 'a', call), edge('a', 'k')],
  simulation: { deriveHitRate: true, catalogue: { items: 10, zipf: 0 }, durationS: 1000, ...simulation },
})
const NOTHING = { call: {}, target: {}, simulation: {} }
const TEN_READS =
  'ten items read once a second each: 1/(1 + 1); 10,000 reads, standard error 0.005. A hundred would give 10/11'

const pastLimits: readonly Expectation[] = [
  {
    rule: '[SIM-1010]',
    control: 'derived hit rate',
    does: 'follows from the reads that the limit of a connection lets through',
    flow: behindLimit({ ...NOTHING, call: { maxThroughputRPS: 10 } }),
    figure: ({ node }) => node('k').hits / node('k').arrived,
    expected: 1 / 2,
    within: 0.02,
    from: 'theory',
    because: TEN_READS,
  },
  {
    rule: '[SIM-1010]',
    control: 'derived hit rate',
    does: 'follows from the reads that the limit of a component lets through',
    flow: behindLimit({ ...NOTHING, target: { maxRequestsPerSecond: 20, rateLimitPerSecond: 10 } }),
    figure: ({ node }) => node('k').hits / node('k').arrived,
    expected: 1 / 2,
    within: 0.02,
    from: 'theory',
    because: TEN_READS,
  },
  {
    rule: '[SIM-1010]',
    control: 'derived hit rate',
    does: 'follows from what a limit lets through of all types of requests',
    flow: behindLimit({
      ...NOTHING,
      call: { maxThroughputRPS: 10 },
      simulation: { requestMix: { Read: 0.5, Write: 0.5 } },
    }),
    figure: ({ node }) => node('k').hits / node('k').lookups,
    expected: 1 / 3,
    within: 0.027,
    from: 'theory',
    because: 'half of ten a second are reads: 0.5/(1 + 0.5); 5,000 reads, standard error 0.0067',
  },
  {
    rule: '[SIM-1010]',
    control: 'answers that a sender keeps',
    does: 'follow from the reads that a limit before it lets through',
    flow: {
      nodes: [client('c', { concurrentUsers: 100 }), server('a'), server('b')],
      edges: [edge('c', 'a', { maxThroughputRPS: 10 }), edge('a', 'b', KEPT, 'http')],
      simulation: { catalogue: { items: 10, zipf: 0 }, durationS: 1000 },
    },
    figure: ({ node, link }) => 1 - node('b').arrived / link('a-b').attempts,
    expected: 1 / 2,
    within: 0.02,
    from: 'theory',
    because: 'ten items read once a second each, kept for a second: 1/(1 + 1). A hundred reads would give 10/11',
  },
  {
    rule: '[SIM-1013]',
    control: 'answers that a sender keeps',
    does: 'follow from the reads before the limit of their own connection',
    flow: {
      nodes: [client('c', { concurrentUsers: 100 }), server('a'), server('b')],
      edges: [edge('c', 'a'), edge('a', 'b', { ...KEPT, maxThroughputRPS: 5 }, 'http')],
      simulation: { catalogue: { items: 100, zipf: 0 }, durationS: 1000 },
    },
    figure: ({ link }) => link('a-b').refused['Rate limited'] ?? 0,
    expected: (100 / 2 - 5) * 1000,
    within: 650,
    from: 'theory',
    because:
      'a hundred items read once a second each: half of the reads are kept, five a second of the others pass; n = 100,000, standard error 158',
  },
  {
    rule: '[SIM-1010]',
    control: 'derived hit rate',
    does: 'follows from what a limit leaves of the reads that were not kept',
    flow: {
      nodes: [client('c', { concurrentUsers: 100 }), server('a'), cache('k', { ttl: 2 })],
      edges: [edge('c', 'a'), edge('a', 'k', { cacheEnabled: true, cacheTTLSeconds: 1, maxThroughputRPS: 10 }, 'http')],
      simulation: { deriveHitRate: true, catalogue: { items: 100, zipf: 0 }, durationS: 1000 },
    },
    figure: ({ node }) => node('k').hits / node('k').arrived,
    expected: 1 / 11,
    within: 0.012,
    from: 'theory',
    because:
      'half of a hundred a second are kept, and ten of the others pass, which stay a second longer: 0.1/(1 + 0.1) of 10,000 reads, standard error 0.0029. Fifty would give 1/3',
  },
  {
    rule: '[SIM-1010]',
    control: 'batches of a stream',
    does: 'fill by what the limit of their connection lets through',
    flow: {
      nodes: [client('d', { concurrentUsers: 1000 }), server('w')],
      edges: [
        edge('d', 'w', { communicationPattern: 'Stream', maxBatchSize: 11, maxThroughputRPS: 100 }, 'eventStream'),
      ],
    },
    figure: ({ link }) => link('d-w').networkMs,
    expected: 3 + 50,
    within: 0.2,
    from: 'by hand',
    because: 'five of ten others come in 50 ms at a hundred a second; a thousand a second would take 5 ms',
  },
]

const TEN_ITEMS: Drawn = {
  nodes: [client('c', { concurrentUsers: 1 }), cache('k', { ttl: 1 })],
  edges: [edge('c', 'k')],
  simulation: { deriveHitRate: true, catalogue: { items: 10, zipf: 0 }, durationS: 1000, arrivals: 'open' },
}
/** Whatever the users would make: ten requests a second. */
const TEN_A_SECOND: Readonly<Record<string, Data>> = {
  'recorded rates': { recorded: [{ atS: 0, rps: 10 }] },
  'recorded times': { recorded: Array.from({ length: 10_000 }, (_, index) => index / 10) },
  'the rates of bursts and calms': { arrivals: 'mmpp:burstRps=20,calmRps=5,burstS=5,calmS=10' },
  'changes of the load': {
    load: [
      { atS: 0, rps: 5 },
      { atS: 500, rps: 15 },
    ],
  },
}
const made: readonly Expectation[] = Object.entries(TEN_A_SECOND).map(([does, simulation]) => ({
  rule: '[SIM-1015]',
  control: 'derived hit rate',
  does: `follows from ${does}`,
  flow: { ...TEN_ITEMS, simulation: { ...TEN_ITEMS.simulation, ...simulation } },
  figure: ({ node }) => node('k').hits / node('k').lookups,
  expected: 1 / 2,
  within: 0.02,
  from: 'theory',
  because:
    'ten items read once a second each in the mean: 1/(1 + 1), n = 10,000, standard error 0.005. One user would give 1/11',
}))

export const stores: readonly Expectation[] = [
  ...databases,
  ...caches,
  ...both,
  ...fetched,
  ...offered,
  ...series,
  ...pastLimits,
  ...made,
  ...behindClosed,
]
