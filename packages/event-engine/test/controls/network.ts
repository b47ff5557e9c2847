import type { Expectation } from './expectation.ts'
import { balancer, client, type Drawn, edge, type Ran, server } from './saved-flow.ts'

type Data = Readonly<Record<string, unknown>>
type Options = Partial<Record<'users' | 'call' | 'target' | 'simulation', Data>> & {
  readonly type?: Parameters<typeof edge>[3]
}

/** A client calls a server: 5 ms at the device, 2 ms each way, 10 ms of service. */
const calling = ({ users = {}, call = {}, target = {}, simulation = {}, type = 'default' }: Options): Drawn => ({
  nodes: [client('c', users), server('s', target)],
  edges: [edge('c', 's', call, type)],
  simulation,
})

const PLAIN_MS = 19
const meanMs = ({ meanMs: mean }: Ran) => mean

const costs = (
  rule: string,
  control: string,
  options: Options,
  [moreMs, because, within = 0.05]: readonly [number, string, number?],
): Expectation => ({
  rule,
  control,
  does: `takes ${moreMs} ms`,
  flow: calling(options),
  figure: meanMs,
  expected: PLAIN_MS + moreMs,
  within,
  from: 'by hand',
  because,
})

const NOT_KEPT = { connectionPersistence: false }
const GRPC = { channelPooling: false, latencyMs: 10 }
const SMALL_WRITE = { nagleAlgorithmEnabled: true, averageRequestSizeKB: 1 }

const setups: readonly Expectation[] = [
  costs('[SIM-260]', 'a plain call', {}, [0, '5 + 2 + 10 + 2 ms']),
  costs('[SIM-260]', 'access by satellite', { users: { connectionType: 'Satellite' } }, [
    596,
    '300 instead of 2 ms each way',
    2,
  ]),
  costs('[SIM-263]', 'a connection for each request', { users: NOT_KEPT, type: 'http' }, [
    4,
    'a round trip of 4 ms for TCP',
  ]),
  costs(
    '[SIM-263]',
    'a secure connection for each request',
    { users: { ...NOT_KEPT, requireSecureConnection: true }, type: 'http' },
    [8, 'a round trip of 4 ms for TCP, one for TLS'],
  ),
  costs(
    '[SIM-263]',
    'HTTP/3 for each request',
    { users: { ...NOT_KEPT, requireSecureConnection: true }, call: { httpVersion: 'HTTP/3' }, type: 'http' },
    [4, 'one round trip less'],
  ),
  costs('[SIM-263]', 'mTLS for each request', { users: NOT_KEPT, call: { encryption: 'mTLS' }, type: 'http' }, [
    12.3,
    'round trips of 4 ms, one for TCP and two for mTLS, and 0.3 ms of encryption',
  ]),
  costs(
    '[SIM-264]',
    'a secure connection that is kept',
    { users: { requireSecureConnection: true }, call: { useTLS: true }, type: 'http' },
    [0.3, 'encryption only'],
  ),
  costs('[SIM-263]', 'a gRPC channel for each call', { call: GRPC, type: 'grpc' }, [
    44,
    'the latency of 10 ms each way, and a round trip of 24 ms',
    0.3,
  ]),
  costs('[SIM-910]', 'a gRPC stream', { call: { ...GRPC, streaming: 'Server' }, type: 'grpc' }, [
    20,
    'set up once; only the latency of 10 ms each way',
    0.3,
  ]),
  costs(
    '[SIM-264]',
    'three hops',
    { call: { proxyEnabled: true, useApiGateway: true, loadBalanced: true }, type: 'http' },
    [6, '2 ms each'],
  ),
  costs('[SIM-264]', "Nagle's algorithm", { call: SMALL_WRITE, type: 'tcp' }, [
    40,
    'a write of 1,024 bytes is held back for 40 ms',
    0.1,
  ]),
]

/** 8.192 Mbit/s carry a KB of 1,024 bytes in 1 ms. */
const SLOW_LINE = { bandwidthMbps: 8.192 }
const POISSON = { arrivals: 'open', durationS: 400 }

const lines: readonly Expectation[] = [
  {
    rule: '[SIM-292]',
    control: 'bandwidth',
    does: 'keeps its direction busy',
    flow: calling({ call: { ...SLOW_LINE, averageRequestSizeKB: 20 } }),
    figure: ({ link }) => link('c-s').requestLine,
    expected: 0.2,
    within: 0.001,
    from: 'theory',
    because: 'utilization law: 10 a second × 20 ms',
  },
  {
    rule: '[SIM-292]',
    control: 'bandwidth',
    does: 'adds its transfer times',
    flow: calling({ call: { ...SLOW_LINE, averageRequestSizeKB: 20, averageResponseSizeKB: 30, bidirectional: true } }),
    figure: meanMs,
    expected: PLAIN_MS + 50,
    within: 0.05,
    from: 'by hand',
    because: '20 + 30 ms',
  },
  {
    rule: '[SIM-292]',
    control: 'bandwidth',
    does: 'is shared first come, first served, as an M/D/1 queue',
    flow: calling({
      call: { ...SLOW_LINE, averageRequestSizeKB: 10 },
      users: { concurrentUsers: 50 },
      simulation: POISSON,
    }),
    figure: ({ link }) => link('c-s').lineWaitMs,
    expected: 5,
    within: 0.6,
    from: 'theory',
    because: 'Pollaczek-Khinchine: ρ/(1 - ρ) × 10/2 ms with ρ = 0.5; n = 20,000',
  },
  {
    rule: '[SIM-1048]',
    control: 'a connection drawn the other way',
    does: 'has answers wait for its line with the requests there',
    flow: {
      nodes: [client('c', { concurrentUsers: 25 }), client('e', { concurrentUsers: 25 }), server('s'), server('t')],
      edges: [
        edge('c', 's'),
        edge('e', 't'),
        edge('s', 't', { ...SLOW_LINE, averageResponseSizeKB: 10, bidirectional: false }),
        edge('t', 's', { ...SLOW_LINE, averageRequestSizeKB: 10, bidirectional: false }),
      ],
      simulation: POISSON,
    },
    figure: ({ link }) => link('s-t').lineWaitMs,
    expected: 5,
    within: 0.6,
    from: 'theory',
    because:
      'Pollaczek-Khinchine: ρ/(1 - ρ) × 10/2 ms with ρ = 0.5, a half of each; n = 20,000. A line of its own would make it 1.67 ms',
  },
  {
    rule: '[SIM-264]',
    control: 'compression',
    does: 'leaves 0.35 of the size',
    flow: calling({ call: { ...SLOW_LINE, averageRequestSizeKB: 20, compressionEnabled: true } }),
    figure: ({ link }) => link('c-s').requestLine,
    expected: 0.07,
    within: 0.001,
    from: 'theory',
    because: 'utilization law: 10 a second × 7 ms',
  },
  {
    rule: '[SIM-260]',
    control: 'bandwidth of an access',
    does: 'takes the time of a transfer',
    flow: calling({ users: { bandwidthLimit: 8.192 }, call: { averageRequestSizeKB: 20 } }),
    figure: meanMs,
    expected: PLAIN_MS + 20,
    within: 0.05,
    from: 'by hand',
    because: 'one request at a time takes 20 ms',
  },
  {
    rule: '[SIM-288]',
    control: 'messages beside the requests',
    does: 'keep the line busy',
    flow: calling({ call: { ...SLOW_LINE, messageRatePerSecond: 5, averageMessageSizeKB: 4 }, type: 'websocket' }),
    figure: ({ link }) => link('c-s').requestLine,
    expected: 0.2,
    within: 0.0114,
    from: 'theory',
    because: '10 users × 5 a second × 4 ms; n = 5,000, standard error 0.0028',
  },
]

const TEN_PER_CENT = { packetLossRate: 0.1 }

const losses: readonly Expectation[] = [
  {
    rule: '[SIM-293]',
    control: 'packet loss',
    does: 'delays a reliable message by its retransmissions',
    flow: calling({ call: TEN_PER_CENT, simulation: { durationS: 1000 } }),
    figure: meanMs,
    expected: PLAIN_MS + 200 / 9,
    within: 2.8,
    from: 'theory',
    because: 'geometric: p/(1 - p) losses in the mean, 200 ms each; n = 10,000, standard error 0.7',
  },
  {
    rule: '[SIM-293]',
    control: 'packet loss',
    does: 'waits for two round trips where those are longer',
    flow: calling({ call: { ...TEN_PER_CENT, latencyMs: 98 }, simulation: { durationS: 1000 } }),
    figure: meanMs,
    expected: PLAIN_MS + 196 + 400 / 9,
    within: 5.6,
    from: 'theory',
    because: 'round trips of 200 ms; standard error 1.4',
  },
  {
    rule: '[SIM-265] [SIM-911] [SIM-938]',
    control: 'packet loss',
    does: 'loses a UDP message with any of its packets',
    flow: calling({
      call: { ...TEN_PER_CENT, averageRequestSizeKB: 10, timeout: 1000 },
      type: 'udp',
      simulation: { durationS: 1000 },
    }),
    figure: ({ link }) => link('c-s').lost / link('c-s').attempts,
    expected: 1 - 0.9 ** 7,
    within: 0.02,
    from: 'theory',
    because: '⌈10,240/1,472⌉ = 7 packets; n = 10,000, standard error 0.005',
  },
  {
    rule: '[SIM-906]',
    control: 'unstable access',
    does: 'costs a round trip for each try to restore it',
    flow: calling({ users: { networkStability: 0.9, reconnectAttempts: 3 }, simulation: { durationS: 1000 } }),
    figure: meanMs,
    expected: PLAIN_MS + 0.1 * (1 + 0.1 + 0.01) * 4,
    within: 0.06,
    from: 'theory',
    because: 'one request in ten makes 1 + 0.1 + 0.01 tries of 4 ms in the mean; standard error 0.013',
  },
  {
    rule: '[SIM-906]',
    control: 'unstable access',
    does: 'fails requests where nothing restores it',
    flow: calling({ users: { networkStability: 0.9, reconnectAttempts: 0 }, simulation: { durationS: 1000 } }),
    figure: ({ requests }) => requests.failed / requests.arrived,
    expected: 0.1,
    within: 0.012,
    from: 'theory',
    because: 'one request in ten; standard error 0.003',
  },
  {
    rule: '[SIM-240]',
    control: 'failure probability of a connection',
    does: 'fails that share of the calls',
    flow: calling({ call: { failureProbability: 0.2 }, simulation: { durationS: 1000 } }),
    figure: ({ requests }) => requests.failed / requests.arrived,
    expected: 0.2,
    within: 0.016,
    from: 'theory',
    because: 'n = 10,000, standard error 0.004',
  },
]

/** 20 KB take 200 ms: twice what the line carries. */
const FULL_LINE = { averageRequestSizeKB: 20, bandwidthMbps: 0.8192 }

const fullLines: readonly Expectation[] = [
  {
    rule: '[SIM-1003]',
    control: 'bandwidth of a connection',
    does: 'is used in full, and no more, where twice as much comes',
    flow: calling({ call: FULL_LINE }),
    figure: ({ link }) => link('c-s').requestLine,
    expected: 1,
    within: 0.002,
    from: 'by hand',
    because: 'from 0.105 s to 100 s without a pause',
  },
  {
    rule: '[SIM-1003]',
    control: 'bandwidth of a connection',
    does: 'counts what waited for it when the warm-up ended',
    flow: calling({ call: FULL_LINE, simulation: { load: { atS: 50, forS: 50, rps: 0 }, warmUpS: 60 } }),
    figure: ({ link }) => link('c-s').requestLine,
    expected: 39.9 / 40,
    within: 0.003,
    from: 'by hand',
    because: '499 messages of 0.2 s from 0.105 s on: until 99.9 s of 60 s to 100 s',
  },
]

const places: readonly Expectation[] = [
  {
    rule: '[SIM-907]',
    control: 'distance',
    does: 'takes 80 ms more each way for the users who are far',
    flow: calling({ users: { geographicDistribution: ['North America', 'Europe'] }, simulation: { durationS: 1000 } }),
    figure: meanMs,
    expected: PLAIN_MS + 80,
    within: 3.2,
    from: 'theory',
    because: 'half of the users are far: 160 ms × 0.5; n = 10,000, standard error at most 0.8',
  },
  {
    rule: '[SIM-262]',
    control: 'another region',
    does: 'is 80 ms away',
    flow: {
      nodes: [client('c'), server('f'), server('s', { region: 'eu-west-1' })],
      edges: [edge('c', 'f'), edge('f', 's')],
    },
    figure: meanMs,
    expected: PLAIN_MS + 10 + 160,
    within: 1,
    from: 'by hand',
    because: 'another 10 ms of service, and 80 ms each way',
  },
  {
    rule: '[SIM-261]',
    control: 'check of a token',
    does: 'takes 1 ms at the server',
    flow: calling({ users: { authenticationMethod: 'OAuth' } }),
    figure: ({ node }) => node('s').serviceMs,
    expected: 11,
    within: 1e-6,
    from: 'by hand',
    because: '10 + 1 ms',
  },
  {
    rule: '[SIM-252]',
    control: 'TLS at a load balancer',
    does: 'takes 1 ms there',
    flow: {
      nodes: [client('c'), balancer('b', { processingLatency: 5, sslTermination: true }), server('s')],
      edges: [edge('c', 'b'), edge('b', 's')],
    },
    figure: ({ node }) => node('b').serviceMs,
    expected: 6,
    within: 1e-6,
    from: 'by hand',
    because: '5 + 1 ms',
  },
  {
    rule: '[SIM-253]',
    control: 'TLS passed on by a load balancer',
    does: 'takes 1 ms at the server',
    flow: {
      nodes: [client('c'), balancer('b', { sslTermination: false }), server('s')],
      edges: [edge('c', 'b'), edge('b', 's')],
    },
    figure: ({ node }) => node('s').serviceMs,
    expected: 11,
    within: 1e-6,
    from: 'by hand',
    because: '10 + 1 ms',
  },
]

export const network: readonly Expectation[] = [...setups, ...lines, ...fullLines, ...losses, ...places]
