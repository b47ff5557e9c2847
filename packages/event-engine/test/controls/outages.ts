import type { Expectation } from './expectation.ts'
import { balancer, client, type Drawn, database, edge, type Ran, server } from './saved-flow.ts'

type Data = Readonly<Record<string, unknown>>

/** A client calls a server, ten times a second: requests arrive 7 ms after each multiple of 100 ms. */
const faulty = (faults: unknown, { target = {}, call = {}, durationS = 100 }: Parts = {}): Drawn => ({
  nodes: [client('c'), server('s', target)],
  edges: [edge('c', 's', call)],
  simulation: { faults, durationS },
})

interface Parts {
  readonly target?: Data
  readonly call?: Data
  readonly durationS?: number
}

/** The API waits 2,000 ms for a worker. */
const waiting = (faults: unknown): Drawn => ({
  nodes: [client('c'), server('api'), server('w', { averageProcessingTime: 2000 })],
  edges: [edge('c', 'api'), edge('api', 'w')],
  simulation: { faults },
})

const failedFor =
  (reason: string) =>
  ({ requests }: Ran) =>
    requests.reasons[reason] ?? 0
const TWICE = [
  { fromS: 10, toS: 100 },
  { fromS: 20, toS: 30 },
]

const crashes: readonly Expectation[] = [
  {
    rule: '[SIM-370]',
    control: 'outage',
    does: 'ends the requests that wait for a call of theirs',
    flow: waiting({ node: 'api', fromS: 30, forS: 10 }),
    figure: failedFor('Node down'),
    expected: 20 + 100,
    within: 0,
    from: 'by hand',
    because: 'those of the last 2 s wait for the worker; 100 come while it lasts',
  },
  {
    rule: '[SIM-885]',
    control: 'outage',
    does: 'leaves the calls of what has crashed to go on',
    flow: waiting({ node: 'api', fromS: 30, forS: 10 }),
    figure: ({ node }) => node('w').completed,
    expected: 999 - 100 - 20,
    within: 1,
    from: 'by hand',
    because: 'all that got past the API by 97.98 s end at the worker',
  },
]

const overlaps: readonly Expectation[] = [
  {
    rule: '[SIM-886]',
    control: 'slow faults that overlap',
    does: 'multiply',
    flow: faulty([2, 3].map((factor) => ({ node: 's', kind: 'slow', fromS: 0, factor }))),
    figure: ({ node }) => node('s').serviceMs,
    expected: 60,
    within: 1e-9,
    from: 'by hand',
    because: '2 × 3 × 10 ms',
  },
  {
    rule: '[SIM-371]',
    control: 'outages that overlap',
    does: 'last until the last of them is over',
    flow: faulty(
      TWICE.map((span) => ({ node: 's', ...span })),
      { durationS: 200 },
    ),
    figure: ({ node }) => node('s').availability,
    expected: 0.55,
    within: 1e-9,
    from: 'by hand',
    because: 'down from 10 s to 100 s of 200 s',
  },
  {
    rule: '[SIM-371]',
    control: 'cuts that overlap',
    does: 'last until the last of them is over',
    flow: faulty(
      TWICE.map((span) => ({ edge: 'c-s', ...span })),
      { durationS: 200 },
    ),
    figure: failedFor('Connection cut'),
    expected: 900,
    within: 0,
    from: 'by hand',
    because: 'calls leave at 10,005 ms … 99,905 ms',
  },
  {
    rule: '[SIM-371]',
    control: 'outages that overlap, of both kinds',
    does: 'fail what comes as long as one of them does so',
    flow: faulty([
      { node: 's', fromS: 10, toS: 40 },
      { node: 's', fromS: 20, toS: 50, inFlight: 'resume' },
    ]),
    figure: failedFor('Node down'),
    expected: 300,
    within: 0,
    from: 'by hand',
    because: 'from 10 s to 40 s; those of the next 10 s wait',
  },
]

const TIMEOUT = { timeout: 500 }

const silences: readonly Expectation[] = [
  {
    rule: '[SIM-372]',
    control: 'outage that hangs',
    does: 'ends calls by their timeout only',
    flow: faulty({ node: 's', fromS: 30, forS: 20, mode: 'hang' }, { call: TIMEOUT }),
    figure: failedFor('Timeout'),
    expected: 200,
    within: 0,
    from: 'by hand',
    because: 'requests arrive at 30,007 ms … 49,907 ms',
  },
  {
    rule: '[SIM-372]',
    control: 'outage that hangs',
    does: 'never answers what has no timeout',
    flow: faulty({ node: 's', fromS: 30, forS: 20, mode: 'hang' }),
    figure: ({ requests }) => requests.inFlightAtEnd,
    expected: 200 + 1,
    within: 1,
    from: 'by hand',
    because: '200 requests wait for ever',
  },
  {
    rule: '[SIM-372]',
    control: 'outage that hangs',
    does: 'silences what is in service and in the queue',
    flow: faulty(
      { node: 's', fromS: 30, forS: 1, mode: 'hang' },
      { target: { averageProcessingTime: 2000, cpuCores: 1, concurrencyModel: 'Single-Threaded' } },
    ),
    figure: ({ requests }) => requests.arrived - requests.completed,
    expected: 1000 - 14 - 34,
    within: 1,
    from: 'by hand',
    because: '14 are done by 30 s, one every 2 s; then one every 2 s from 31.007 s on',
  },
  {
    rule: '[SIM-372]',
    control: 'cut that hangs',
    does: 'ends calls by their timeout only',
    flow: faulty({ edge: 'c-s', fromS: 20, forS: 20, mode: 'hang' }, { call: TIMEOUT }),
    figure: failedFor('Timeout'),
    expected: 200,
    within: 0,
    from: 'by hand',
    because: 'calls leave at 20,005 ms … 39,905 ms',
  },
]

/** Forty a second come to a line that carries one in 51.2 ms, and that is cut after 10 s. */
const backlog = (size: string, mode: string, simulation: Data = {}): Drawn => ({
  nodes: [client('c', { concurrentUsers: 40 }), server('s', { averageProcessingTime: 1 })],
  edges: [edge('c', 's', { bandwidthMbps: 8, [size]: 50, timeout: 20_000 })],
  simulation: { faults: { edge: 'c-s', fromS: 10, forS: 90, mode }, ...simulation },
})
const FIRST_195 = '51.2 ms each in 10 s but for the first 30 ms; the other 205 of the 10 s wait'

const lines: readonly Expectation[] = [
  {
    rule: '[SIM-1047]',
    control: 'cut',
    does: 'keeps requests that wait for its line from crossing',
    flow: backlog('averageRequestSizeKB', 'refuse'),
    figure: ({ node }) => node('s').arrived,
    expected: 195,
    within: 1,
    from: 'by hand',
    because: FIRST_195,
  },
  {
    rule: '[SIM-1047]',
    control: 'cut',
    does: 'fails at once what waits for its line',
    flow: backlog('averageRequestSizeKB', 'refuse', { durationS: 10 + 1e-3 }),
    figure: failedFor('Connection cut'),
    expected: 204,
    within: 1,
    from: 'by hand',
    because: FIRST_195,
  },
  {
    rule: '[SIM-1047]',
    control: 'cut',
    does: 'keeps answers that wait for its line from crossing',
    flow: backlog('averageResponseSizeKB', 'refuse'),
    figure: ({ requests }) => requests.completed,
    expected: 195,
    within: 1,
    from: 'by hand',
    because: FIRST_195,
  },
  {
    rule: '[SIM-1047]',
    control: 'cut that hangs',
    does: 'leaves what waits for its line to the timeout',
    flow: backlog('averageRequestSizeKB', 'hang'),
    figure: ({ node, requests }) => node('s').arrived + (requests.reasons.Timeout ?? 0),
    expected: 40 * 80,
    within: 2,
    from: 'by hand',
    because:
      'of those that leave in the first 80 s the ones that have crossed in the first 10 s come, and all others time out',
  },
]

/** Ten writes a second. */
const replicated = (replicationType: string, instances: readonly number[]): Drawn => ({
  nodes: [
    client('c'),
    server('s'),
    database('d', { averageLatency: 90, replication: true, replicationType, replicationFactor: 3 }),
  ],
  edges: [edge('c', 's'), edge('s', 'd', {}, 'database')],
  simulation: {
    requestMix: { Write: 1 },
    faults: instances.map((instance) => ({ node: 'd', instance, fromS: 20, forS: 30 })),
  },
})

const copies: readonly Expectation[] = [
  {
    rule: '[SIM-1092]',
    control: 'outage of two masters of three',
    does: 'fails no write but those in service there',
    flow: replicated('Multi-Master', [1, 2]),
    figure: failedFor('Node down'),
    expected: 1,
    within: 1,
    from: 'by hand',
    because: 'one at most is in service',
  },
  {
    rule: '[SIM-1092]',
    control: 'outage of all masters',
    does: 'fails all writes',
    flow: replicated('Multi-Master', [1, 2, 3]),
    figure: failedFor('Node down'),
    expected: 300,
    within: 1,
    from: 'by hand',
    because: 'ten a second for 30 s',
  },
  {
    rule: '[SIM-1093]',
    control: 'outage of the master',
    does: 'fails all writes',
    flow: replicated('Master-Slave', [1]),
    figure: failedFor('Node down'),
    expected: 300,
    within: 1,
    from: 'by hand',
    because: 'ten a second for 30 s',
  },
  {
    rule: '[SIM-1093]',
    control: 'outage of replicas',
    does: 'fails no write',
    flow: replicated('Master-Slave', [2, 3]),
    figure: failedFor('Node down'),
    expected: 0,
    within: 0,
    from: 'by hand',
    because: 'the first is the master',
  },
]

const parts: readonly Expectation[] = [
  {
    rule: '[SIM-373] [SIM-887]',
    control: 'outage of an instance',
    does: 'leaves the others',
    flow: faulty(
      { node: 's', instance: 2, fromS: 20, forS: 60 },
      { target: { instances: 4, cpuCores: 1, concurrencyModel: 'Worker Pool', averageProcessingTime: 400 } },
    ),
    figure: ({ node }) => node('s').completed,
    expected: 200 + 450 + 200 - 5,
    within: 6,
    from: 'by hand',
    because:
      '10 a second for 20 s, 7.5 for 60 s, 10 for 20 s, since 150 wait; less the one that fails and the four at work',
  },
  {
    rule: '[SIM-373]',
    control: 'outage of an instance',
    does: 'ends what is in service there',
    flow: faulty(
      { node: 's', instance: 1, fromS: 20, forS: 1 },
      { target: { instances: 2, cpuCores: 10, averageProcessingTime: 800 } },
    ),
    figure: failedFor('Node down'),
    expected: 4,
    within: 0,
    from: 'by hand',
    because: '8 are in service, half of them at one of two instances',
  },
  {
    rule: '[SIM-1094]',
    control: 'outage of an instance',
    does: 'ends what is in service there, also where requests shall resume',
    flow: faulty(
      { node: 's', instance: 1, fromS: 20, forS: 1, inFlight: 'resume' },
      { target: { instances: 2, cpuCores: 10, averageProcessingTime: 800 } },
    ),
    figure: failedFor('Node down'),
    expected: 4,
    within: 0,
    from: 'by hand',
    because: '8 are in service, half of them at one of two instances',
  },
  {
    rule: '[SIM-373]',
    control: 'outage of an instance',
    does: 'within another outage of the same instance ends nothing more',
    flow: faulty(
      [
        { node: 's', instance: 1, fromS: 20, forS: 2 },
        { node: 's', instance: 1, fromS: 20.5, forS: 1 },
      ],
      { target: { instances: 2, cpuCores: 10, averageProcessingTime: 800 } },
    ),
    figure: failedFor('Node down'),
    expected: 4,
    within: 0,
    from: 'by hand',
    because: 'at 20.5 s nothing is in service at the instance that is out already',
  },
  {
    rule: '[SIM-374]',
    control: 'lose',
    does: 'sends lost packets again',
    flow: faulty({ edge: 'c-s', kind: 'lose', share: 0.2, fromS: 0, forS: 1e6 }, { durationS: 10_000 }),
    figure: ({ meanMs }) => meanMs,
    expected: 19 + (0.2 / 0.8) * 200,
    within: 1.6,
    from: 'theory',
    because: 'a geometric number of losses of 200 ms each: p/(1 - p); 100,000 requests, standard error 0.35 ms',
  },
  {
    rule: '[SIM-374]',
    control: 'lose',
    does: 'ends with its time',
    flow: faulty({ edge: 'c-s', kind: 'lose', share: 0.2, fromS: 0, forS: 0.001 }),
    figure: ({ meanMs }) => meanMs,
    expected: 19,
    within: 0.1,
    from: 'by hand',
    because: 'no call leaves while it lasts',
  },
  {
    rule: '[SIM-287]',
    control: 'slow fault',
    does: 'may be faster, too',
    flow: faulty({ node: 's', kind: 'slow', fromS: 0, factor: 0.5 }),
    figure: ({ node }) => node('s').serviceMs,
    expected: 5,
    within: 1e-9,
    from: 'by hand',
    because: 'half of 10 ms',
  },
]

const ALL_OUT = { node: 's', instance: 1, fromS: 20, forS: 30 }
const CHECKS = {
  healthCheckEnabled: true,
  healthCheckInterval: 5,
  healthCheckTimeout: 2,
  unhealthyThreshold: 2,
  healthyThreshold: 2,
}

const allOut: readonly Expectation[] = [
  {
    rule: '[SIM-724]',
    control: 'outage of all instances',
    does: 'is downtime of the component while they are out together',
    flow: faulty([ALL_OUT, { node: 's', instance: 2, fromS: 40, forS: 30 }], { target: { instances: 2 } }),
    figure: ({ node }) => node('s').availability,
    expected: 0.9,
    within: 1e-9,
    from: 'by hand',
    because: 'both are out from 40 s to 50 s of 100 s',
  },
  {
    rule: '[SIM-725]',
    control: 'outage of all instances',
    does: 'is seen by health checks',
    flow: {
      nodes: [client('c'), balancer('b', CHECKS), server('s'), server('t')],
      edges: [edge('c', 'b'), edge('b', 's'), edge('b', 't')],
      simulation: { faults: { ...ALL_OUT, fromS: 21 } },
    },
    figure: failedFor('Node down'),
    expected: 55,
    within: 1,
    from: 'by hand',
    because: 'the checks at 25 s and 30 s fail, the latter at 32 s; half of ten a second for 11 s',
  },
  {
    rule: '[SIM-726]',
    control: 'outage of an instance',
    does: 'takes out no other one while that one is not running',
    flow: faulty(
      { node: 's', instance: 7, fromS: 20, forS: 30 },
      { target: { instances: 1, autoScaling: true, minInstances: 1, maxInstances: 10 } },
    ),
    figure: failedFor('Node down'),
    expected: 0,
    within: 0,
    from: 'by hand',
    because: 'one instance runs, the first',
  },
  {
    rule: '[SIM-727]',
    control: 'outage of all instances',
    does: 'hangs where one of them hangs',
    flow: faulty({ ...ALL_OUT, mode: 'hang' }, { call: { timeout: 1000 } }),
    figure: failedFor('Timeout'),
    expected: 300,
    within: 0,
    from: 'by hand',
    because: 'ten a second for 30 s get no answer',
  },
]

const RESTARTING = { healthCheckEnabled: true, healthCheckInterval: 5, restartPolicy: 'Always' }

const restarts: readonly Expectation[] = [
  {
    rule: '[SIM-804]',
    control: 'breakdowns',
    does: 'end at the latest when the server is restarted',
    flow: {
      ...faulty([], { target: RESTARTING }),
      simulation: { faults: { node: 's', upS: 90, downS: 60 }, durationS: 1_000_000, load: { atS: 0, rps: 0.01 } },
    },
    figure: ({ node }) => node('s').availability,
    expected: 90 / (90 + 60 * (1 - Math.exp(-15 / 60))),
    within: 0.005,
    from: 'theory',
    because: 'the mean of an exponential time of 60 s, or 15 s where it is longer; standard error 0.0012',
  },
  {
    rule: '[SIM-805]',
    control: 'health checks',
    does: 'see that packets are lost',
    flow: {
      nodes: [client('c'), balancer('b', CHECKS), server('s'), server('t')],
      edges: [edge('c', 'b'), edge('b', 's'), edge('b', 't')],
      simulation: { faults: { edge: 'b-s', kind: 'lose', share: 1, fromS: 21 } },
    },
    figure: ({ requests }) => requests.failed,
    expected: 55,
    within: 1,
    from: 'by hand',
    because: 'the checks at 25 s and 30 s fail, the latter at 32 s; half of ten a second for 11 s',
  },
]

export const outages: readonly Expectation[] = [
  ...restarts,
  ...allOut,
  ...crashes,
  ...overlaps,
  ...silences,
  ...lines,
  ...parts,
  ...copies,
]
