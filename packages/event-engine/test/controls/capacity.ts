import type { Expectation } from './expectation.ts'
import { client, type Drawn, edge, type Ran, server } from './saved-flow.ts'

type Data = Readonly<Record<string, unknown>>
type Options = Partial<Record<'users' | 'call' | 'target' | 'simulation', Data>> & {
  readonly type?: Parameters<typeof edge>[3]
}

/** A client calls a server ten times a second: requests arrive 7 ms after each multiple of 100 ms. */
const calling = ({ users = {}, call = {}, target = {}, simulation = {}, type = 'default' }: Options): Drawn => ({
  nodes: [client('c', users), server('s', target)],
  edges: [edge('c', 's', call, type)],
  simulation,
})

const ONE_SLOT = { cpuCores: 1, concurrencyModel: 'Single-Threaded' }
const POISSON = { arrivals: 'open', durationS: 1000, warmUpS: 10 }
const maxMs = ({ maxMs: max }: Ran) => max
const meanMs = ({ meanMs: mean }: Ran) => mean
const failures =
  (reason: string) =>
  ({ requests }: Ran) =>
    requests.reasons[reason] ?? 0

const rates: readonly Expectation[] = [
  {
    rule: '[SIM-294]',
    control: 'rate limit of a server',
    does: 'lets its burst and its rate through',
    flow: calling({ target: { maxRequestsPerSecond: 5 } }),
    figure: ({ node }) => node('s').completed,
    expected: 5 + 499,
    within: 1,
    from: 'by hand',
    because: 'a burst of 5, and 5 a second from 0.107 s to 99.907 s',
  },
  {
    rule: '[SIM-247]',
    control: 'rate limit of a server',
    does: 'takes the lesser of two rates',
    flow: calling({ target: { maxRequestsPerSecond: 8, rateLimitPerSecond: 4 } }),
    figure: ({ node }) => node('s').completed,
    expected: 4 + 399.2,
    within: 1,
    from: 'by hand',
    because: 'a burst of 4, and 4 a second for 99.8 s',
  },
  {
    rule: '[SIM-247]',
    control: 'rate limit of HTTP',
    does: 'has a burst of its own',
    flow: calling({ call: { rateLimit: 5, rateLimitBurst: 20 }, type: 'http' }),
    figure: ({ link }) => link('c-s').refused['Rate limited'] ?? 0,
    expected: 999 - 20 - 499,
    within: 1,
    from: 'by hand',
    because: '999 calls, a burst of 20, and 5 a second from 0.105 s to 99.905 s',
  },
  {
    rule: '[SIM-247]',
    control: 'throughput of a connection',
    does: 'has a second of tokens',
    flow: calling({ call: { maxThroughputRPS: 2 } }),
    figure: ({ link }) => link('c-s').succeeded,
    expected: 2 + 199.6,
    within: 1,
    from: 'by hand',
    because: 'a burst of 2, and 2 a second for 99.8 s',
  },
  {
    rule: '[SIM-891]',
    control: 'queue limit of a server',
    does: 'turns away what exceeds its concurrent requests',
    flow: calling({ target: { ...ONE_SLOT, averageProcessingTime: 950, maxConcurrentRequests: 3 } }),
    figure: failures('Node overload'),
    expected: 999 - 105 - 3,
    within: 1,
    from: 'by hand',
    because: '999 arrive by 99.907 s; one every 950 ms from 107 ms on is done, 105 by then; 3 are there',
  },
  {
    rule: '[SIM-891]',
    control: 'queue limit of a server',
    does: 'is one for each instance',
    flow: calling({ target: { ...ONE_SLOT, instances: 2, averageProcessingTime: 1e6, maxConcurrentRequests: 3 } }),
    figure: ({ node }) => node('s').mostInSystem,
    expected: 6,
    within: 0,
    from: 'by hand',
    because: '2 instances × 3',
  },
  {
    rule: '[SIM-891]',
    control: 'memory of a server',
    does: 'turns away what does not fit',
    flow: calling({ target: { averageProcessingTime: 1e6, memory: 1 }, simulation: { footprintMB: 200 } }),
    figure: failures('Out of memory'),
    expected: 999 - 5,
    within: 0,
    from: 'by hand',
    because: '1,024 MB hold 5 requests of 200 MB',
  },
]

const queues: readonly Expectation[] = [
  {
    rule: '[SIM-245]',
    control: 'Single-Threaded',
    does: 'waits as an M/D/1 queue',
    flow: calling({ target: { ...ONE_SLOT, averageProcessingTime: 50 }, simulation: POISSON }),
    figure: ({ node }) => node('s').waitMs,
    expected: 25,
    within: 3,
    from: 'theory',
    because: 'Pollaczek-Khinchine: ρ/(1 - ρ) × 50/2 ms with ρ = 0.5',
  },
  {
    rule: '[SIM-245]',
    control: 'Worker Pool',
    does: 'waits as an M/M/c queue',
    flow: calling({
      target: { cpuCores: 2, averageProcessingTime: 150 },
      simulation: { ...POISSON, durationS: 3000, service: 'exp' },
    }),
    figure: ({ node }) => node('s').waitMs,
    expected: 192.86,
    within: 25,
    from: 'theory',
    because: 'Erlang C with 2 slots and a = 1.5: C = 9/14, wait C × 150/(2 - 1.5) ms',
  },
  ...(
    [
      [
        '[SIM-1103]',
        'counts as the queue what is beyond its cores',
        ({ node }) => node('s').meanQueue,
        0.4,
        '40 of 100 ms',
      ],
      [
        '[SIM-1103]',
        'counts at most as queue what is beyond its cores at a time',
        ({ node }) => node('s').mostQueue,
        1,
        'two at once',
      ],
      [
        '[SIM-1106]',
        'lets those wait that find no core idle',
        ({ node }) => node('s').waited / node('s').arrived,
        0.5,
        'every other one',
      ],
    ] as const satisfies readonly (readonly [Expectation['rule'], string, (ran: Ran) => number, number, string])[]
  ).map(
    ([rule, does, figure, expected, because]): Expectation => ({
      rule,
      control: 'shared core',
      does,
      flow: {
        nodes: [client('c'), client('d'), server('s', { concurrencyModel: 'Event-Loop', averageProcessingTime: 20 })],
        edges: [edge('c', 's'), edge('d', 's')],
      },
      figure,
      expected,
      within: 0.01,
      from: 'by hand',
      because: `${because}: two come at one time, and share the core for 40 ms`,
    }),
  ),
  {
    rule: '[SIM-245]',
    control: 'Event-Loop',
    does: 'shares one core',
    flow: {
      nodes: [client('c'), client('d'), server('s', { concurrencyModel: 'Event-Loop', averageProcessingTime: 40 })],
      edges: [edge('c', 's'), edge('d', 's')],
    },
    figure: meanMs,
    expected: 9 + 80,
    within: 0.3,
    from: 'by hand',
    because: 'two requests at once have half a core each',
  },
  {
    rule: '[SIM-245]',
    control: 'Multi-Threaded',
    does: 'shares all cores',
    flow: {
      nodes: [
        client('c'),
        client('d'),
        client('e'),
        server('s', { concurrencyModel: 'Multi-Threaded', cpuCores: 2, averageProcessingTime: 40 }),
      ],
      edges: ['c', 'd', 'e'].map((id) => edge(id, 's')),
    },
    figure: meanMs,
    expected: 9 + 60,
    within: 0.3,
    from: 'by hand',
    because: 'three requests at once have two thirds of a core each',
  },
  {
    rule: '[SIM-245]',
    control: 'Multi-Threaded',
    does: 'gives no request more than one core',
    flow: calling({ target: { concurrencyModel: 'Multi-Threaded', cpuCores: 8, averageProcessingTime: 40 } }),
    figure: meanMs,
    expected: 9 + 40,
    within: 0.1,
    from: 'by hand',
    because: 'one request is alone on 8 cores',
  },
  {
    rule: '[SIM-271]',
    control: 'synchronous call',
    does: 'holds the slot of its caller',
    flow: {
      nodes: [client('c'), server('f'), server('s', { averageProcessingTime: 200 })],
      edges: [edge('c', 'f'), edge('f', 's')],
      simulation: { warmUpS: 10 },
    },
    figure: ({ node }) => node('f').meanBusy,
    expected: 2.1,
    within: 0.01,
    from: 'theory',
    because: "Little's law: 10 a second hold their slot for 10 + 200 ms",
  },
  {
    rule: '[SIM-271]',
    control: 'asynchronous call',
    does: 'frees the slot of its caller',
    flow: {
      nodes: [client('c'), server('f'), server('s', { averageProcessingTime: 200 })],
      edges: [edge('c', 'f'), edge('f', 's', { communicationPattern: 'Async' })],
      simulation: { warmUpS: 10 },
    },
    figure: ({ node }) => node('f').meanBusy,
    expected: 0.1,
    within: 0.001,
    from: 'theory',
    because: "Little's law: 10 a second keep their slot for 10 ms",
  },
]

/** Four clients, one request a second each. They arrive 7, 12, 22 and 35 ms after each second at a slot that takes 100 ms. */
const priorities = (...levels: readonly [string, string, string, string]): Drawn => {
  const once = { concurrentUsers: 1 }
  const clients = [
    client('a', once),
    client('b', { ...once, devicePerformance: 'Medium' }),
    client('c', { ...once, devicePerformance: 'Low' }),
    client('d', { ...once, devicePerformance: 'Low', connectionType: '5G' }),
  ]
  return {
    nodes: [...clients, server('s', { ...ONE_SLOT, averageProcessingTime: 100 })],
    edges: clients.map(({ id }, index) => edge(id, 's', { messagePriority: levels[index] }, 'amqp')),
  }
}
const meanOfClient =
  (index: number) =>
  ({ client: of }: Ran) =>
    of(index).response.sum / of(index).response.count
const NORMAL = 'Normal'

const priority = (
  does: string,
  index: number,
  expected: number,
  because: string,
  levels = [NORMAL, NORMAL, NORMAL, 'Critical'],
): Expectation => ({
  rule: '[SIM-272] [SIM-919]',
  control: 'priority',
  does,
  flow: priorities(...(levels as [string, string, string, string])),
  figure: meanOfClient(index),
  expected,
  within: 0.5,
  from: 'by hand',
  because,
})

const orders: readonly Expectation[] = [
  priority('does not interrupt a service', 0, 109, 'the first starts at once: 7 + 100 + 2 ms'),
  priority('goes before those that came earlier with less', 3, 107 + 100 + 15, 'the last takes the slot at 107 ms'),
  priority(
    'leaves equals in order: the first of them',
    1,
    207 + 100 + 2,
    'it takes the slot at 207 ms, after the urgent one',
  ),
  priority('leaves equals in order: the second of them', 2, 307 + 100 + 2, 'it takes the slot at 307 ms'),
  priority(
    'of several equals keeps their order',
    3,
    207 + 100 + 15,
    'two are urgent: the earlier one has the slot first',
    [NORMAL, NORMAL, 'Critical', 'Critical'],
  ),
  priority('has an order: Low', 1, 307 + 100 + 2, 'it is the last, though it came first of those that wait', [
    NORMAL,
    'Low',
    NORMAL,
    'High',
  ]),
  priority('has an order: High before Normal, after Critical', 2, 207 + 100 + 2, 'between Critical and Normal', [
    NORMAL,
    NORMAL,
    'High',
    'Critical',
  ]),
]

const SCALING = { ...ONE_SLOT, autoScaling: true, minInstances: 1, maxInstances: 10, scalingThreshold: 50 }
const instances = ({ node }: Ran) => node('s').meanInstances

const scaling: readonly Expectation[] = [
  {
    rule: '[SIM-297]',
    control: 'autoscaler',
    does: 'wants n × metric / target instances, 30 s later',
    flow: calling({ target: { ...SCALING, averageProcessingTime: 80 } }),
    figure: instances,
    expected: 0.45 * 1 + 0.55 * 2,
    within: 1e-9,
    from: 'by hand',
    because: 'at 15 s the use is 0.8: ⌈1 × 0.8/0.5⌉ = 2, ready at 45 s; then the use is 0.4, and ⌈2 × 0.8⌉ = 2',
  },
  {
    rule: '[SIM-893]',
    control: 'autoscaler',
    does: 'gets a virtual machine 90 s later',
    flow: calling({
      target: { ...SCALING, averageProcessingTime: 80, deploymentType: 'VM' },
      simulation: { durationS: 200 },
    }),
    figure: instances,
    expected: (105 * 1 + 95 * 2) / 200,
    within: 1e-9,
    from: 'by hand',
    because: 'wanted at 15 s, ready at 105 s',
  },
  {
    rule: '[SIM-594]',
    control: 'autoscaler',
    does: 'leaves a use within a tenth of the target alone',
    flow: calling({ target: { ...SCALING, averageProcessingTime: 54.5 } }),
    figure: instances,
    expected: 1,
    within: 0,
    from: 'by hand',
    because: '0.545 of 0.5 is 9 % above',
  },
  {
    rule: '[SIM-595]',
    control: 'autoscaler',
    does: 'sees no use above 1',
    flow: calling({ target: { ...SCALING, averageProcessingTime: 10_000 }, simulation: { durationS: 60 } }),
    figure: ({ outcome }) => outcome.series.instances[1]?.at(-2) ?? 0,
    expected: 2,
    within: 0,
    from: 'by hand',
    because: 'at 15 s the slot is always busy: ⌈1 × 1/0.5⌉ = 2; a hundred would be needed',
  },
  {
    rule: '[SIM-597]',
    control: 'autoscaler',
    does: 'takes instances away after 300 s',
    flow: calling({ target: { ...SCALING, instances: 3 }, simulation: { durationS: 400 } }),
    figure: instances,
    expected: (330 * 3 + 70 * 1) / 400,
    within: 1e-9,
    from: 'by hand',
    because: 'the number of the first look, at 15 s, stands within the last 300 s until the look at 330 s',
  },
  {
    rule: '[SIM-1033]',
    control: 'autoscaler',
    does: 'takes no instance away while all are out',
    flow: calling({
      target: { ...SCALING, instances: 4, averageProcessingTime: 200 },
      simulation: { durationS: 600, faults: [{ node: 's', fromS: 50, forS: 500 }] },
    }),
    figure: instances,
    expected: 4,
    within: 0,
    from: 'by hand',
    because: '10 rps × 200 ms are half of four slots, as wanted; in the outage there is nothing to measure',
  },
  {
    rule: '[SIM-1034]',
    control: 'autoscaler',
    does: 'measures those instances only that are up',
    flow: calling({
      target: { ...SCALING, instances: 4, averageProcessingTime: 140 },
      simulation: { durationS: 600, faults: [{ node: 's', instance: 4, fromS: 16 }] },
    }),
    figure: instances,
    expected: 4,
    within: 0,
    from: 'by hand',
    because: '10 rps × 140 ms are 0.47 of three slots, near the half that is wanted; of four they would be 0.35',
  },
  {
    rule: '[SIM-598]',
    control: 'autoscaler',
    does: 'keeps to the most instances',
    flow: calling({
      target: { ...SCALING, maxInstances: 3, averageProcessingTime: 10_000 },
      simulation: { durationS: 400 },
    }),
    figure: ({ outcome }) => outcome.series.instances[1]?.at(-1) ?? 0,
    expected: 3,
    within: 0,
    from: 'by hand',
    because: 'a hundred would be needed',
  },
  {
    rule: '[SIM-598]',
    control: 'autoscaler',
    does: 'keeps to the fewest instances',
    flow: calling({ target: { ...SCALING, minInstances: 4 } }),
    figure: instances,
    expected: 0.45 * 1 + 0.55 * 4,
    within: 1e-9,
    from: 'by hand',
    because: 'four are wanted at 15 s, ready at 45 s',
  },
]

/** Serverless: one request in so many seconds. */
const rare = (everyS: number): Drawn =>
  calling({
    target: { deploymentType: 'Serverless' },
    simulation: { load: { atS: 0, rps: 1 / everyS }, durationS: 10.5 * everyS },
  })

const colds: readonly Expectation[] = [
  {
    rule: '[SIM-249]',
    control: 'cold start',
    does: 'is paid by the first request only',
    flow: rare(299),
    figure: meanMs,
    expected: 19 + 250 / 10,
    within: 0.1,
    from: 'by hand',
    because: 'ten requests, each within 5 minutes of the one before',
  },
  {
    rule: '[SIM-249]',
    control: 'cold start',
    does: 'is paid again after 5 idle minutes',
    flow: rare(301),
    figure: meanMs,
    expected: 19 + 250,
    within: 0.1,
    from: 'by hand',
    because: 'an instance is idle for 300.7 s before each of the ten requests',
  },
  {
    rule: '[SIM-249]',
    control: 'cold start',
    does: 'is paid for each instance of a burst',
    flow: {
      nodes: [client('c'), client('d'), server('s', { deploymentType: 'Serverless' })],
      edges: [edge('c', 's'), edge('d', 's')],
      simulation: { durationS: 1.05 },
    },
    figure: meanMs,
    expected: 19 + (250 * 6) / 20,
    within: 0.2,
    from: 'by hand',
    because: 'two clients at once need three instances each: 260 ms are three intervals of 100 ms; 20 requests end',
  },
  {
    rule: '[SIM-249]',
    control: 'serverless',
    does: 'has no queue',
    flow: calling({ target: { ...ONE_SLOT, deploymentType: 'Serverless', averageProcessingTime: 5000 } }),
    figure: maxMs,
    expected: 5 + 2 + 250 + 5000 + 2,
    within: 0.3,
    from: 'by hand',
    because: 'each of 50 requests at a time has an instance',
  },
]

export const capacity: readonly Expectation[] = [...rates, ...queues, ...orders, ...scaling, ...colds]
