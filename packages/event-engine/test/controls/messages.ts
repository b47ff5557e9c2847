import type { Expectation } from './expectation.ts'
import { client, type Drawn, edge, type Ran, server } from './saved-flow.ts'

type Data = Readonly<Record<string, unknown>>

/** A client sends ten messages a second to a consumer with one slot; they arrive 7 ms after each multiple of 100 ms. */
const topic = (call: Data, target: Data, type: Parameters<typeof edge>[3] = 'kafka', simulation: Data = {}): Drawn => ({
  nodes: [client('c'), server('s', { cpuCores: 1, concurrencyModel: 'Single-Threaded', ...target })],
  edges: [
    edge('c', 's', { communicationPattern: 'Async', maxQueueSizeMB: 1e6, messageExpirationMs: 1e9, ...call }, type),
  ],
  simulation,
})

const SLOW = { averageProcessingTime: 950 }
const done = ({ node }: Ran) => node('s').completed

/** Two clients send eight messages a second each to a consumer with one slot, the first ones urgent: a load of 0.8. */
const twoPriorities = (call: Data): Drawn => {
  const eight = { concurrentUsers: 8 }
  const topicOf = (from: string, messagePriority: string) =>
    edge(from, 's', { communicationPattern: 'Async', messageExpirationMs: 1e9, messagePriority, ...call }, 'kafka')
  return {
    nodes: [
      client('c', eight),
      client('d', eight),
      server('s', { cpuCores: 1, concurrencyModel: 'Single-Threaded', averageProcessingTime: 50 }),
    ],
    edges: [topicOf('c', 'Critical'), topicOf('d', 'Low')],
    simulation: { arrivals: 'open', service: 'exp', durationS: 20_000, warmUpS: 100 },
  }
}

/** Five at a time take 950 ms each. */
const full = (target: Data, call: Data, room: string): Expectation => ({
  rule: '[SIM-1086]',
  control: 'room',
  does: `${room} keeps what is beyond it at the broker`,
  flow: topic(
    { averageRequestSizeKB: 1, ...call },
    { averageProcessingTime: 950, cpuCores: 100, concurrencyModel: 'Worker Pool', ...target },
  ),
  figure: (ran) => done(ran) + 1000 * (ran.link('c-s').messages?.failed ?? 1),
  expected: 5 * 105,
  within: 6,
  from: 'by hand',
  because: 'of ten a second five in 950 ms are done, and none fails',
})

const urgent = (does: string, call: Data): Expectation => ({
  rule: '[SIM-811]',
  control: 'message priority',
  does,
  flow: twoPriorities(call),
  figure: ({ link }) => {
    const { delay, processed } = link('c-s').messages ?? { delay: { sum: 0 }, processed: 1 }
    return delay.sum / processed
  },
  expected: 50 + 40 / 0.6,
  within: 4,
  from: 'theory',
  because: 'M/M/1 with priorities (Cobham): 16 × 50² ms² / (1 - 0.4) of waiting; standard error 0.6 ms',
})

export const messages: readonly Expectation[] = [
  urgent('overtakes at the brokers of a consumer', { averageRequestSizeKB: 1, maxQueueSizeMB: 100 }),
  urgent('overtakes at the brokers of a consumer, whatever the partitions', { partitioning: true, partitions: 7 }),
  {
    rule: '[SIM-1035]',
    control: 'message expiry',
    does: 'counts what a message has waited at its broker for a consumer that was out',
    flow: topic({ communicationPattern: 'Pub-Sub', messageExpirationMs: 5000 }, { averageProcessingTime: 95 }, 'amqp', {
      faults: [{ node: 's', fromS: 20, forS: 20 }],
    }),
    figure: ({ link }) => link('c-s').messages?.delay.max ?? 0,
    expected: 5047,
    within: 48,
    from: 'by hand',
    because: 'the last that does not expire begins its 95 ms after 5 s, or up to 95 ms before',
  },
  {
    rule: '[SIM-917]',
    control: 'queue size of a topic',
    does: 'refuses what finds the queue full',
    flow: topic({ averageRequestSizeKB: 1024, maxQueueSizeMB: 3, deadLetterQueueEnabled: false }, SLOW),
    figure: ({ link }) => link('c-s').refused['Queue full'] ?? 0,
    expected: 999 - 106 - 3,
    within: 1,
    from: 'by hand',
    because: '999 arrive; one starts every 950 ms from 107 ms on, 106 by then; 3 wait',
  },
  {
    rule: '[SIM-350]',
    control: 'dead letters',
    does: 'keep what finds the queue full',
    flow: topic({ averageRequestSizeKB: 1024, maxQueueSizeMB: 3, deadLetterQueueEnabled: true }, SLOW),
    figure: ({ link }) => link('c-s').messages?.deadLettered ?? 0,
    expected: 999 - 106 - 3,
    within: 1,
    from: 'by hand',
    because: 'as many as are refused',
  },
  {
    rule: '[SIM-912]',
    control: 'expiry',
    does: 'drops what has waited for too long',
    flow: topic({ averageRequestSizeKB: 1, messageExpirationMs: 2000, deadLetterQueueEnabled: false }, SLOW),
    figure: ({ link }) => link('c-s').expired,
    expected: 999 - 106 - 18,
    within: 2,
    from: 'by hand',
    because: '999 arrive, 106 start; those of the last 2,000 ms wait, less the two that started meanwhile',
  },
  {
    rule: '[SIM-350]',
    control: 'dead letters',
    does: 'keep what has expired',
    flow: topic({ averageRequestSizeKB: 1, messageExpirationMs: 2000, deadLetterQueueEnabled: true }, SLOW),
    figure: ({ link }) => link('c-s').messages?.deadLettered ?? 0,
    expected: 999 - 106 - 18,
    within: 2,
    from: 'by hand',
    because: 'as many as have expired',
  },
  {
    rule: '[SIM-917]',
    control: 'partitions',
    does: 'work beside each other',
    flow: topic(
      { sharding: true, shardCount: 3, maxBatchSize: 1 },
      { ...SLOW, cpuCores: 9, concurrencyModel: 'Worker Pool' },
      'eventStream',
    ),
    figure: done,
    expected: 315,
    within: 3,
    from: 'by hand',
    because: 'three at a time, one each 950 ms: 3 × 105',
  },
  {
    rule: '[SIM-917]',
    control: 'a topic that is not split',
    does: 'is read one message at a time',
    flow: topic({ partitioning: false }, { ...SLOW, cpuCores: 9, concurrencyModel: 'Worker Pool' }),
    figure: done,
    expected: 105,
    within: 1,
    from: 'by hand',
    because: 'one each 950 ms',
  },
  {
    rule: '[SIM-803]',
    control: 'consumer groups',
    does: 'read a topic that is not split beside each other',
    flow: topic(
      { communicationPattern: 'Pub-Sub', consumerGroups: ['a', 'b'], partitioning: false },
      { ...SLOW, cpuCores: 9, concurrencyModel: 'Worker Pool' },
    ),
    figure: done,
    expected: 2 * 105,
    within: 2,
    from: 'by hand',
    because: 'each group one each 950 ms',
  },
  {
    rule: '[SIM-810]',
    control: 'partitions',
    does: 'deliver no more than the consumer takes at once',
    flow: topic(
      { partitioning: true, partitions: 40, averageRequestSizeKB: 1 },
      { averageProcessingTime: 190, maxConcurrentRequests: 5 },
    ),
    figure: ({ link }) => link('c-s').messages?.failed ?? -1,
    expected: 0,
    within: 0,
    from: 'by hand',
    because: 'ten a second come, five a second are done, and the others wait at the broker',
  },
  full({ maxConcurrentRequests: 5 }, {}, 'of five requests beside a hundred slots'),
  full({ maxConcurrentRequests: 5 }, { partitioning: true, partitions: 40 }, 'of five requests, by 40 partitions'),
  {
    rule: '[SIM-810]',
    control: 'partitions',
    does: 'leave messages to expire in one queue only',
    flow: topic(
      { partitioning: true, partitions: 4, messageExpirationMs: 200, deliveryGuarantee: 'At-Most-Once' },
      { averageProcessingTime: 50 },
      'kafka',
      { arrivals: 'open', service: 'exp', load: { atS: 0, rps: 30 }, durationS: 10_000 },
    ),
    figure: ({ link }) => link('c-s').expired / link('c-s').attempts,
    expected: 0.354666,
    within: 0.006,
    from: 'theory',
    because: 'M/M/1 with a wait of at most 200 ms (Baccelli and Hebuterne); 300,000 messages',
  },
  {
    rule: '[SIM-802]',
    control: 'a topic that is split',
    does: 'is read by all instances of a consumer that scales',
    flow: topic(
      { averageRequestSizeKB: 1 },
      {
        averageProcessingTime: 200,
        autoScaling: true,
        minInstances: 1,
        maxInstances: 4,
        scalingMetric: 'CPU',
        scalingThreshold: 70,
      },
      'kafka',
      { durationS: 600 },
    ),
    figure: done,
    expected: 5999,
    within: 5,
    from: 'by hand',
    because: 'one instance does 5 of 10 a second; with three of them the backlog is gone after some 100 s',
  },
  {
    rule: '[SIM-274]',
    control: 'consumer groups',
    does: 'get a copy each',
    flow: topic({ communicationPattern: 'Pub-Sub', consumerGroups: ['a', 'b', 'c'] }, { averageProcessingTime: 1 }),
    figure: ({ link }) => link('c-s').attempts,
    expected: 3 * 999,
    within: 0,
    from: 'by hand',
    because: '999 messages leave by 100 s',
  },
  {
    rule: '[SIM-274]',
    control: 'Pub-Sub',
    does: 'copies to every target',
    flow: {
      nodes: [client('c'), server('s'), server('t')],
      edges: [edge('c', 's', { communicationPattern: 'Pub-Sub' }), edge('c', 't', { communicationPattern: 'Pub-Sub' })],
    },
    figure: ({ node }) => node('s').arrived + node('t').arrived,
    expected: 2 * 999,
    within: 0,
    from: 'by hand',
    because: 'both get each of 999 messages',
  },
  {
    rule: '[SIM-264]',
    control: 'Exactly-Once',
    does: 'takes a round trip more',
    flow: topic({ communicationPattern: 'Sync', deliveryGuarantee: 'Exactly-Once' }, {}),
    figure: ({ meanMs }) => meanMs,
    expected: 19 + 4,
    within: 0.05,
    from: 'by hand',
    because: '4 ms to and fro',
  },
  {
    rule: '[SIM-264]',
    control: 'batch',
    does: 'waits for half of the others',
    flow: topic({ sharding: true, shardCount: 9, maxBatchSize: 2, latencyMs: 1 }, {}, 'eventStream'),
    figure: ({ link }) => link('c-s').networkMs,
    expected: 50 + 3,
    within: 0.05,
    from: 'by hand',
    because: 'one other at 10 a second: 0.5 × 100 ms; then 1 + 2 ms of latency',
  },
  {
    rule: '[SIM-264]',
    control: 'batch',
    does: 'waits for at most 100 ms',
    flow: topic({ sharding: true, shardCount: 9, maxBatchSize: 50, latencyMs: 1 }, {}, 'eventStream'),
    figure: ({ link }) => link('c-s').networkMs,
    expected: 100 + 3,
    within: 0.05,
    from: 'by hand',
    because: '49 others would take 2,450 ms',
  },
  {
    rule: '[SIM-913]',
    control: 'At-Most-Once',
    does: 'has no retries',
    flow: topic({ failureProbability: 1, retryEnabled: true, deliveryGuarantee: 'At-Most-Once' }, {}),
    figure: ({ link }) => link('c-s').retries,
    expected: 0,
    within: 0,
    from: 'by hand',
    because: 'each message is sent once',
  },
  {
    rule: '[SIM-268]',
    control: 'At-Least-Once',
    does: 'has retries',
    flow: topic(
      {
        failureProbability: 1,
        retryEnabled: true,
        maxRetries: 2,
        retryStrategy: 'Constant',
        retryIntervalMs: 100,
        deliveryGuarantee: 'At-Least-Once',
      },
      {},
    ),
    figure: ({ link }) => link('c-s').retries,
    expected: 998 + 997,
    within: 3,
    from: 'by hand',
    because: 'two for each of 999 messages, less those of the last 200 ms',
  },
]
