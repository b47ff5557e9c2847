import type { Expectation } from './expectation.ts'
import { balancer, client, type Drawn, edge, type Ran, server } from './saved-flow.ts'

type Data = Readonly<Record<string, unknown>>

/** Ten requests a second over two servers; they are sent on 8 ms after each multiple of 100 ms. */
const two = (
  data: Data,
  {
    users = {},
    one = {},
    edges = {},
    simulation = {},
  }: Partial<Record<'users' | 'one' | 'edges' | 'simulation', Data>> = {},
): Drawn => ({
  nodes: [client('c', users), balancer('b', data), server('s', one), server('t')],
  edges: [edge('c', 'b'), edge('b', 's', edges), edge('b', 't')],
  simulation,
})

const callsTo =
  (id: string) =>
  ({ link }: Ran) =>
    link(id).attempts
const shareOfFirst = ({ link }: Ran) => link('b-s').attempts / (link('b-s').attempts + link('b-t').attempts)

const algorithms: readonly Expectation[] = [
  {
    rule: '[SIM-252]',
    control: 'Round Robin',
    does: 'takes turns',
    flow: two({ algorithm: 'Round Robin' }),
    figure: callsTo('b-s'),
    expected: 500,
    within: 0,
    from: 'by hand',
    because: 'every second of 999 requests, the first included',
  },
  {
    rule: '[SIM-252]',
    control: 'Weighted',
    does: 'takes turns by weight',
    flow: two({ algorithm: 'Weighted' }, { edges: { weight: 3 } }),
    figure: callsTo('b-s'),
    expected: 750,
    within: 1,
    from: 'by hand',
    because: 'three of each four of 999 requests',
  },
  ...[balancer('b', { algorithm: 'Weighted' }), server('b')].map(
    (sender): Expectation => ({
      rule: '[SIM-1017]',
      control: 'weights of 0',
      does: `are equal ones where there is no other, at a ${sender.type}`,
      flow: {
        nodes: [client('c'), sender, server('s'), server('t')],
        edges: [edge('c', 'b'), edge('b', 's', { weight: 0 }), edge('b', 't', { weight: 0 })],
      },
      figure: callsTo('b-s'),
      expected: 500,
      within: 64,
      from: 'by hand',
      because: 'half of 999 requests, standard error 16 where they are drawn',
    }),
  ),
  {
    rule: '[SIM-1101]',
    control: 'Least Connections',
    does: 'counts a call until its answer is back',
    flow: {
      nodes: [client('c'), balancer('b', { algorithm: 'Least Connections' }), server('s'), server('t')],
      edges: [edge('c', 'b'), edge('b', 's'), edge('b', 't', { latencyMs: 100 })],
    },
    figure: callsTo('b-t'),
    expected: 250,
    within: 1,
    from: 'by hand',
    because: 'its calls take 210 ms: the next two go to the other one, as does the third, whose turn it is then',
  },
  {
    rule: '[SIM-1101]',
    control: 'Least Connections',
    does: 'counts a call that its target has passed on',
    flow: {
      nodes: [
        client('c'),
        balancer('b', { algorithm: 'Least Connections' }),
        server('s'),
        server('t'),
        server('slow', { averageProcessingTime: 2000 }),
        server('quick', { averageProcessingTime: 20 }),
      ],
      edges: [edge('c', 'b'), edge('b', 's'), edge('b', 't'), edge('s', 'slow'), edge('t', 'quick')],
      simulation: { callStyle: 'pipeline' },
    },
    figure: callsTo('b-s'),
    expected: 47,
    within: 2,
    from: 'by hand',
    because: 'its calls take 2,010 ms: it has none under way about once in 21 requests',
  },
  {
    rule: '[SIM-1101]',
    control: 'Least Connections',
    does: 'counts the calls that wait for a connection of the pool',
    flow: {
      nodes: [
        client('c'),
        balancer('b', { algorithm: 'Least Connections' }),
        server('s', { averageProcessingTime: 2000 }),
        server('t', { averageProcessingTime: 250 }),
      ],
      edges: [
        edge('c', 'b'),
        edge('b', 's', { connectionPoolEnabled: true, maxConcurrentConnections: 1 }, 'tcp'),
        edge('b', 't'),
      ],
    },
    figure: callsTo('b-s'),
    expected: 52,
    within: 3,
    from: 'by hand',
    because: 'one is served each 2 s, and no more wait there than the two or three that are under way to the other one',
  },
  {
    rule: '[SIM-252]',
    control: 'Least Connections',
    does: 'avoids the server that is slow',
    flow: two({ algorithm: 'Least Connections' }, { one: { averageProcessingTime: 950 } }),
    figure: callsTo('b-s'),
    expected: 100,
    within: 6,
    from: 'by hand',
    because: 'the slow one has no open call one time in 1,000 ms; the turn decides that one request',
  },
  ...(
    [
      ['Least Connections', {}],
      ['Round Robin', { lb: 'power-of-two' }],
    ] as const
  ).map(
    ([algorithm, simulation]): Expectation => ({
      rule: '[SIM-1032]',
      control: 'lb' in simulation ? 'two random choices' : algorithm,
      does: 'counts a call that hangs until its timeout',
      flow: two(
        { algorithm },
        {
          edges: { timeout: 2000 },
          simulation: { ...simulation, faults: [{ node: 's', fromS: 20, forS: 40, mode: 'hang' }] },
        },
      ),
      figure: ({ link }) => link('b-s').timedOut,
      expected: 19.5,
      within: 1.5,
      from: 'by hand',
      because:
        'in 40 s one call hangs for 2 s at a time, and the next begins with the first or second request after it',
    }),
  ),
  {
    rule: '[SIM-1017]',
    control: 'weights of 0',
    does: 'are not taken when the one that had nearly all is removed',
    flow: {
      nodes: [
        client('c'),
        balancer('b', { algorithm: 'Weighted', healthCheckEnabled: true, healthCheckInterval: 1 }),
        ...['r', 's', 't'].map((id) => server(id)),
      ],
      edges: [
        edge('c', 'b'),
        ...Object.entries({ r: 0, s: 1, t: 100 }).map(([id, weight]) => edge('b', id, { weight })),
      ],
      simulation: { faults: [{ node: 't', fromS: 23, forS: 60 }] },
    },
    figure: callsTo('b-r'),
    expected: 0,
    within: 0,
    from: 'by hand',
    because: 'while there is one of weight 1, all go there',
  },
  {
    rule: '[SIM-280]',
    control: 'Pick-First',
    does: 'takes the next target while the first is out',
    flow: {
      nodes: [client('c'), ...['b', 's', 't'].map((id) => server(id))],
      edges: [edge('c', 'b'), ...['s', 't'].map((id) => edge('b', id, { loadBalancingPolicy: 'Pick-First' }, 'grpc'))],
      simulation: { faults: [{ node: 's', fromS: 20, forS: 10 }] },
    },
    figure: callsTo('b-t'),
    expected: 100,
    within: 1,
    from: 'by hand',
    because: 'ten requests a second for 10 s',
  },
  {
    rule: '[SIM-252]',
    control: 'IP Hash',
    does: 'keeps one closed user at one server',
    flow: two({ algorithm: 'IP Hash' }, { users: { concurrentUsers: 1 }, simulation: { arrivals: 'closed' } }),
    figure: callsTo('b-t'),
    expected: 0,
    within: 0,
    from: 'by hand',
    because: 'user 0 belongs to the first server',
  },
  {
    rule: '[SIM-252]',
    control: 'URL Path',
    does: 'routes by the request type',
    flow: two({ algorithm: 'URL Path' }, { simulation: { requestMix: { Read: 3, Write: 1 }, durationS: 1000 } }),
    figure: shareOfFirst,
    expected: 0.75,
    within: 0.0174,
    from: 'theory',
    because: 'Reads are three quarters; n = 10,000, standard error 0.0043',
  },
  {
    rule: '[SIM-252]',
    control: 'content-based routing',
    does: 'comes before the algorithm',
    flow: two({ algorithm: 'Round Robin', contentBasedRouting: true }),
    figure: callsTo('b-s'),
    expected: 999,
    within: 0,
    from: 'by hand',
    because: 'all requests are Reads, which go to the first server',
  },
  {
    rule: '[SIM-252]',
    control: 'two random choices',
    does: 'come before the algorithm and take the one with fewer calls',
    flow: two({ algorithm: 'URL Path' }, { one: { averageProcessingTime: 1e7 }, simulation: { lb: 'power-of-two' } }),
    figure: callsTo('b-s'),
    expected: 1,
    within: 0,
    from: 'by hand',
    because: 'of two servers both are compared; the first one never ends its first call',
  },
]

const closed = (thinkS: number, durationS: number) => ({
  users: { concurrentUsers: 1, thinkTimeBetweenRequests: thinkS * 1000 },
  simulation: { arrivals: 'closed', durationS },
})

/** Share of the requests that go to the same server as the one before. */
const staying = ({ traces }: Ran) => {
  const servers = traces().map(({ spans }) => spans.at(-1)?.node)
  return servers.filter((one, index) => one === servers[index - 1]).length / servers.length
}

const sessions: readonly Expectation[] = [
  {
    rule: '[SIM-252] [SIM-420]',
    control: 'session persistence',
    does: 'keeps a user at one server',
    flow: two({ sessionPersistence: true, sessionTimeout: 1 }, closed(1, 500)),
    figure: callsTo('b-t'),
    expected: 0,
    within: 0,
    from: 'by hand',
    because: 'the chance of an idle time of 60 s is e^-60',
  },
  {
    rule: '[SIM-252]',
    control: 'session persistence',
    does: 'ends after the idle time',
    flow: two({ sessionPersistence: true, sessionTimeout: 1 }, closed(60, 20_000)),
    figure: staying,
    expected: 1 - Math.exp(-1),
    within: 0.14,
    from: 'theory',
    because:
      'a request follows the one before within 60 s with 1 - e^-1, and else takes the other server; n = 200, standard error 0.034',
  },
  {
    rule: '[SIM-895]',
    control: 'session persistence',
    does: 'keeps the tries of an open request at one server',
    flow: two(
      { sessionPersistence: true, sessionTimeout: 30 },
      {
        users: { retryOnError: true, maxRetries: 1 },
        one: { failureProbability: 0.5 },
        simulation: { arrivals: 'open', durationS: 1000 },
      },
    ),
    figure: ({ requests }) => requests.failed / requests.arrived,
    expected: 0.5 ** 3,
    within: 0.014,
    from: 'theory',
    because:
      'every other request comes to the server that fails with 0.5, and so does its second try; n = 10,000, standard error 0.0033',
  },
]

const CHECKS = {
  healthCheckEnabled: true,
  healthCheckInterval: 2,
  healthCheckTimeout: 1,
  unhealthyThreshold: 2,
  healthyThreshold: 3,
}
const IDS = ['s1', 's2', 's3', 's4']
const DOWN = { simulation: { faults: { node: 's', fromS: 10.5, forS: 10 } } }

const checks: readonly Expectation[] = [
  {
    rule: '[SIM-347]',
    control: 'health check',
    does: 'takes a target out after the unhealthy threshold and its timeout',
    flow: two(CHECKS, DOWN),
    figure: ({ requests }) => requests.reasons['Node down'] ?? 0,
    expected: 22.5,
    within: 0.5,
    from: 'by hand',
    because: 'checks fail at 12 s and 14 s, the timeout ends at 15 s: half of the 45 requests from 10.5 s on',
  },
  {
    rule: '[SIM-348]',
    control: 'health check',
    does: 'takes a target back at the check that reaches the healthy threshold',
    flow: two(CHECKS, DOWN),
    figure: ({ link }) => link('b-t').attempts - link('b-s').attempts,
    expected: 110,
    within: 1,
    from: 'by hand',
    because: 'out from 15 s on; checks succeed at 22 s, 24 s and 26 s: the other server has all of 110 requests',
  },
  {
    rule: '[SIM-347]',
    control: 'health check',
    does: 'leaves a target in when fewer checks fail',
    flow: two({ ...CHECKS, unhealthyThreshold: 6 }, DOWN),
    figure: ({ link }) => link('b-t').attempts - link('b-s').attempts,
    expected: 0,
    within: 1,
    from: 'by hand',
    because: 'five checks fail, from 12 s to 20 s',
  },
  {
    rule: '[SIM-348]',
    control: 'health check',
    does: 'counts successes in a row',
    flow: two(CHECKS, {
      simulation: {
        faults: [
          { node: 's', fromS: 10.5, forS: 10 },
          { node: 's', fromS: 24.5, forS: 2 },
        ],
      },
    }),
    figure: ({ link }) => link('b-t').attempts - link('b-s').attempts,
    expected: 170,
    within: 1,
    from: 'by hand',
    because: 'successes at 22 s and 24 s, a failure at 26 s, successes at 28 s, 30 s and 32 s: out for 17 s',
  },
  {
    rule: '[SIM-376]',
    control: 'health check',
    does: 'sees a target that is too slow',
    flow: two(CHECKS, { simulation: { faults: { node: 's', kind: 'slow', factor: 200, fromS: 10.5, forS: 10 } } }),
    figure: ({ link }) => link('b-t').attempts - link('b-s').attempts,
    expected: 110,
    within: 1,
    from: 'by hand',
    because: 'it takes 2 s, and a check 1 s at most: out from 15 s to 26 s, as if it were down',
  },
  {
    rule: '[SIM-376]',
    control: 'health check',
    does: 'sees a target that fails',
    flow: two(CHECKS, { one: { failureProbability: 0.5 }, simulation: { durationS: 20_000 } }),
    figure: shareOfFirst,
    expected: 0.325 / 2,
    within: 0.02,
    from: 'theory',
    because:
      'two failures in a row take 6 checks, three successes 14: in for 12 + 1 s, out for 28 - 1 s; 500 cycles, standard error 0.005',
  },
  {
    rule: '[SIM-347]',
    control: 'health check',
    does: 'takes a target out each time that it breaks down',
    flow: two(CHECKS, {
      simulation: {
        faults: { node: 's', upS: 100, downS: 100 },
        load: { atS: 0, rps: 1 },
        durationS: 200_000,
      },
    }),
    figure: ({ requests }) => (requests.reasons['Node down'] ?? 0) / requests.arrived,
    expected: 0.0093,
    within: 0.0008,
    from: 'theory',
    because:
      'the third to fifth second ends it, or a repair: 3.92 s; 0.953 of the breakdowns find it in; half of the requests; 200 s a cycle; 1,000 cycles, standard error 0.0002',
  },
  {
    rule: '[SIM-377]',
    control: 'IP Hash',
    does: 'spreads the users of a target that is out over those left',
    flow: {
      nodes: [client('c'), balancer('b', { algorithm: 'IP Hash', ...CHECKS }), ...IDS.map((id) => server(id))],
      edges: [edge('c', 'b'), ...IDS.map((id) => edge('b', id))],
      simulation: { durationS: 2000, warmUpS: 100, faults: { node: 's1', fromS: 10 } },
    },
    figure: ({ link }) => link('b-s2').attempts / link('c-b').attempts,
    expected: 1 / 3,
    within: 0.014,
    from: 'theory',
    because: 'three targets are left; 19,000 requests, standard error 0.0034',
  },
  {
    rule: '[SIM-349]',
    control: 'outlier ejection',
    does: 'ejects a target after five errors in a row, for 30 s and then for 60 s',
    flow: two({}, { edges: { failureProbability: 1 }, simulation: { outlierEjection: true } }),
    figure: callsTo('b-s'),
    expected: 15,
    within: 0,
    from: 'by hand',
    because: 'five calls by 0.9 s, five more by 31.8 s, five more by 92.7 s; then it is out for 90 s',
  },
  {
    rule: '[SIM-1176]',
    control: 'outlier ejection',
    does: 'counts no error that comes while the target is ejected',
    flow: two(
      {},
      {
        edges: { timeout: 2000 },
        simulation: {
          outlierEjection: true,
          faults: [
            { node: 's', mode: 'hang', fromS: 10, forS: 3 },
            { node: 's', fromS: 42.9, forS: 0.3 },
          ],
        },
      },
    ),
    figure: callsTo('b-s'),
    expected: 350,
    within: 2,
    from: 'by hand',
    because:
      'five a second, but for 30 s from about 12.8 s on; ten more time out meanwhile, and only one or two calls fail at 43 s',
  },
  {
    rule: '[SIM-252]',
    control: 'load balancer',
    does: 'has no target when all are out',
    flow: two(CHECKS, {
      simulation: { faults: ['s', 't'].map((node) => ({ node, fromS: 10.5, forS: 10 })) },
    }),
    figure: ({ requests }) => requests.reasons['Next node not found'] ?? 0,
    expected: 110,
    within: 0,
    from: 'by hand',
    because: 'both are out from 15 s to 26 s',
  },
]

/** A server calls one of two others. */
const choosing = (data: Data, simulation: Data): Drawn => ({
  nodes: [client('c'), server('f'), server('s'), server('t')],
  edges: [edge('c', 'f'), edge('f', 's', data), edge('f', 't', data)],
  simulation,
})
const S_DOWN = { faults: { node: 's', fromS: 20, forS: 20 } }

const T_DOWN = { faults: { node: 't', fromS: 20, forS: 20 } }

/** A load balancer sends requests to three servers in turns; some are out for 20 s. */
const three = (
  isOut: readonly string[],
  data: Data = {},
  { limited = {}, out = { fromS: 20, forS: 20 } } = {},
): Drawn => ({
  nodes: [
    client('c'),
    balancer('b', { algorithm: 'Round Robin', ...data }),
    server('s'),
    server('t', limited),
    server('u'),
  ],
  edges: [edge('c', 'b'), ...['s', 't', 'u'].map((id) => edge('b', id, { failoverStrategy: 'Active-Passive' }))],
  simulation: { faults: isOut.map((node) => ({ node, ...out })) },
})

const failovers: readonly Expectation[] = [
  {
    rule: '[SIM-925]',
    control: 'failover Active-Passive',
    does: 'goes to the other target when the first fails',
    flow: choosing({ failoverStrategy: 'Active-Passive' }, S_DOWN),
    figure: ({ link }) => link('f-t').succeeded,
    expected: 200,
    within: 0,
    from: 'by hand',
    because: 'the calls from 20,017 ms to 39,917 ms; all others stay with the first',
  },
  {
    rule: '[SIM-925]',
    control: 'failover Active-Passive',
    does: 'loses no request',
    flow: choosing({ failoverStrategy: 'Active-Passive' }, S_DOWN),
    figure: ({ requests }) => requests.failed,
    expected: 0,
    within: 0,
    from: 'by hand',
    because: 'each failed call goes to the other target',
  },
  {
    rule: '[SIM-980]',
    control: 'failover Active-Active',
    does: 'goes from the last target round to the first',
    flow: choosing({ failoverStrategy: 'Active-Active' }, T_DOWN),
    figure: ({ requests }) => requests.failed,
    expected: 0,
    within: 0,
    from: 'by hand',
    because: 'each call that finds the second target down goes to the first',
  },
  {
    rule: '[SIM-980]',
    control: 'failover behind a load balancer',
    does: 'goes round past every target that is down',
    flow: three(['t', 'u']),
    figure: ({ link }) => link('b-s').succeeded,
    expected: 800 / 3 + 200,
    within: 1,
    from: 'by hand',
    because: 'a third of the 800 calls that find all up, and all of the 200 that find it alone',
  },
  {
    rule: '[SIM-980]',
    control: 'failover',
    does: 'tries each target once',
    flow: three(['s', 't', 'u']),
    figure: ({ link }) => ['b-s', 'b-t', 'b-u'].reduce((sum, id) => sum + link(id).failed, 0),
    expected: 3 * 200,
    within: 0,
    from: 'by hand',
    because: '200 calls find all three down',
  },
  {
    rule: '[SIM-980]',
    control: 'failover',
    does: 'passes over what a health check has taken out',
    flow: three(['u'], CHECKS, { limited: { maxRequestsPerSecond: 1 }, out: { fromS: 0, forS: 100 } }),
    figure: ({ link }) => link('b-u').attempts,
    expected: 16 + 16 - 6,
    within: 2,
    from: 'by hand',
    because:
      'in the 5 s until it is out, a third of 48 calls come by the turn, and those that the second target refuses',
  },
  {
    rule: '[SIM-925]',
    control: 'no failover',
    does: 'loses what goes to the target that is down',
    flow: choosing({}, S_DOWN),
    figure: ({ requests }) => requests.failed,
    expected: 100,
    within: 29,
    from: 'theory',
    because: 'half of 200 calls; standard error 7.1',
  },
]

/** A server that calls another one, or two more, is called by the first of these: a cycle, on whose way only the two are left. */
const onCycle = (left: Data, simulation: Data = {}, b = server('b')): Drawn => ({
  nodes: [client('c'), server('a'), b, server('s'), server('t')],
  edges: [
    edge('c', 'a'),
    edge('a', 'b'),
    edge('b', 'a', left),
    edge('b', 's', left),
    edge('b', 't', { ...left, weight: 1 }),
  ],
  simulation,
})

const cycles: readonly Expectation[] = [
  {
    rule: '[SIM-985]',
    control: 'weights on a cycle',
    does: 'choose among the connections that are left',
    flow: onCycle({ weight: 3 }, { durationS: 1000 }),
    figure: ({ link }) => link('b-s').attempts / link('a-b').attempts,
    expected: 0.75,
    within: 0.018,
    from: 'theory',
    because: 'three to one; n = 10,000, standard error 0.0043',
  },
  {
    rule: '[SIM-985]',
    control: 'failover Active-Passive on a cycle',
    does: 'keeps to the first connection that is left',
    flow: onCycle({ failoverStrategy: 'Active-Passive' }),
    figure: ({ link }) => link('b-t').attempts,
    expected: 0,
    within: 0,
    from: 'by hand',
    because: 'the first is up all the time',
  },
  {
    rule: '[SIM-985]',
    control: 'outlier ejection on a cycle',
    does: 'leaves out what is ejected',
    flow: onCycle({}, { outlierEjection: true, faults: { node: 's', fromS: 20, forS: 30 } }, balancer('b')),
    figure: ({ requests }) => requests.failed,
    expected: 5,
    within: 0,
    from: 'by hand',
    because: 'after five failures in a row, it is out for 30 s',
  },
]

export const balancing: readonly Expectation[] = [...algorithms, ...sessions, ...checks, ...failovers, ...cycles]
