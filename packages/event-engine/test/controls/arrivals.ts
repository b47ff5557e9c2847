import { meanInMmppQueue } from '../mmpp.ts'
import type { Expectation } from './expectation.ts'
import { balancer, client, type Drawn, edge, type Ran, server } from './saved-flow.ts'

type Data = Readonly<Record<string, unknown>>

const ONE_SLOT = { cpuCores: 1, concurrencyModel: 'Single-Threaded' }

/** A client makes ten requests a second of a server. */
const loaded = (users: Data, simulation: Data = {}, target: Data = {}): Drawn => ({
  nodes: [client('c', users), server('s', target)],
  edges: [edge('c', 's')],
  simulation,
})

/** So many users of two clients make a request a second each, of one slot of 50 ms. */
const ofTwo = (users: number, others: number, simulation: Data): Drawn => ({
  nodes: [
    client('c', { concurrentUsers: users }),
    client('d', { concurrentUsers: others }),
    server('s', { ...ONE_SLOT, averageProcessingTime: 50 }),
  ],
  edges: [edge('c', 's'), edge('d', 's')],
  simulation,
})

const arrived = ({ requests }: Ran) => requests.arrived
const responseMs = ({ node }: Ran) => node('s').responseMs

const rarely = { concurrentUsers: 1, thinkTimeBetweenRequests: 10_000 }

const changes: readonly Expectation[] = [
  {
    rule: '[SIM-412]',
    control: 'even arrivals',
    does: 'follow a change of the load from its moment',
    flow: loaded(rarely, { load: { atS: 5, rps: 1 } }),
    figure: arrived,
    expected: 95,
    within: 0,
    from: 'by hand',
    because: 'half of the first interval is left at 5 s and takes 0.5 s; then one a second from 5.5 s to 99.5 s',
  },
  {
    rule: '[SIM-412]',
    control: 'even arrivals',
    does: 'wait while there is no load',
    flow: loaded({ concurrentUsers: 1 }, { load: { fromS: 10.5, toS: 50, rps: 0 } }),
    figure: arrived,
    expected: 60,
    within: 0,
    from: 'by hand',
    because: 'ten until 10 s; the half interval that is left ends at 50.5 s, and 49 more follow',
  },
  {
    rule: '[SIM-412]',
    control: 'even arrivals',
    does: 'come at the moment of the change, too',
    flow: loaded({ concurrentUsers: 49 }, { load: { atS: 1, rps: 0 } }),
    figure: arrived,
    expected: 49,
    within: 0,
    from: 'by hand',
    because: 'the last of 49 a second comes at 1 s, whatever its sum is rounded to',
  },
  {
    rule: '[SIM-412]',
    control: 'Erlang arrivals',
    does: 'follow a change of the load from its moment',
    flow: loaded(rarely, { arrivals: 'open:erlang:phases=400', load: { atS: 5, rps: 1 } }),
    figure: arrived,
    expected: 95,
    within: 2,
    from: 'theory',
    because: 'as even ones; 95 intervals of a variation of 5 % each deviate by 0.5',
  },
  {
    rule: '[SIM-412]',
    control: 'even arrivals',
    does: 'follow bursts of their pattern',
    flow: loaded({ requestPattern: 'Bursty', burstFactor: 5 }),
    figure: arrived,
    expected: 1800,
    within: 1,
    from: 'by hand',
    because: '8 s at 10 and 2 s at 50 a second, ten times, without a request too many',
  },
]

const BURSTS = { factor: 8, burstS: 0.4, calmS: 1.2 }
/** Ten a second in the mean: 8/3.5 times as many in a burst as in a calm that has 1/2.75. */
const CALM = (10 * 8) / (8 * 2 + 6)
const STATES = [
  { perSecond: 8 * CALM, meanS: BURSTS.burstS },
  { perSecond: CALM, meanS: BURSTS.calmS },
] as const
const mmpp = `mmpp:factor=${BURSTS.factor},burstS=${BURSTS.burstS},calmS=${BURSTS.calmS}`
const LONG = { durationS: 6000, warmUpS: 100, service: 'exp' }

const bursts: readonly Expectation[] = [
  {
    rule: '[SIM-902]',
    control: 'MMPP',
    does: 'has the same mean rate',
    flow: loaded({}, { arrivals: mmpp, durationS: 6000 }),
    figure: (ran) => arrived(ran) / 6000,
    expected: 10,
    within: 0.48,
    from: 'theory',
    because: 'the index of dispersion is 1 + 2 × 0.25 × 0.75 × 25.5² × 0.3 s / 10: standard error 0.12',
  },
  {
    rule: '[SIM-413]',
    control: 'MMPP',
    does: 'waits as MMPP/M/1',
    flow: loaded({}, { ...LONG, arrivals: mmpp }, { ...ONE_SLOT, averageProcessingTime: 50 }),
    figure: responseMs,
    expected: (meanInMmppQueue({ states: STATES, meanMs: 50 }) / 10) * 1000,
    within: 40,
    from: 'theory',
    because: 'the matrix-geometric solution, by Little; bursts of 29.1 a second overload the 20 that are served',
  },
  {
    rule: '[SIM-413]',
    control: 'MMPP of two clients',
    does: 'has the bursts of both at one time',
    flow: ofTwo(3, 7, { ...LONG, arrivals: mmpp }),
    figure: responseMs,
    expected: (meanInMmppQueue({ states: STATES, meanMs: 50 }) / 10) * 1000,
    within: 40,
    from: 'theory',
    because: 'together they are the process of one client of ten users',
  },
  {
    rule: '[SIM-903]',
    control: 'MMPP of two rates',
    does: 'comes in bursts alone',
    flow: loaded(
      {},
      { ...LONG, arrivals: 'mmpp:burstRps=40,calmRps=0,burstS=0.1,calmS=0.3' },
      { ...ONE_SLOT, averageProcessingTime: 50 },
    ),
    figure: responseMs,
    expected:
      meanInMmppQueue({
        states: [
          { perSecond: 40, meanS: 0.1 },
          { perSecond: 0, meanS: 0.3 },
        ],
        meanMs: 50,
      }) * 100,
    within: 24,
    from: 'theory',
    because: 'an interrupted Poisson process of 10 a second in the mean, by the matrix-geometric solution',
  },
  {
    rule: '[SIM-413]',
    control: 'MMPP with a change of the load',
    does: 'multiplies what it is at the time',
    flow: loaded({}, { arrivals: mmpp, load: { fromS: 0, toS: 3000, rps: 0 }, durationS: 6000 }),
    figure: (ran) => arrived(ran) / 3000,
    expected: 10,
    within: 0.64,
    from: 'theory',
    because: 'nothing for half of the time; standard error 0.16',
  },
  {
    rule: '[SIM-258]',
    control: 'two clients',
    does: 'make a Poisson process of both',
    flow: ofTwo(4, 12, { ...LONG, arrivals: 'open', durationS: 6000 }),
    figure: responseMs,
    expected: 50 / (1 - 0.8),
    within: 20,
    from: 'theory',
    because: 'superposition: M/M/1 with 4 + 12 a second, ρ = 0.8; standard error 5',
  },
]

/** 8.192 Mbit/s carry a KB of 1,024 bytes in 1 ms. */
const UDP = { packetLossRate: 0.05, packetSizeBytes: 1024, averageRequestSizeKB: 1, reliability: 'Best-Effort' }
const SLOW_LINE = { bandwidthMbps: 8.192, averageRequestSizeKB: 100 }
const withLine = (recorded: readonly unknown[], clients = ['c']): Drawn => ({
  nodes: [...clients.map((id) => client(id)), server('s')],
  edges: clients.map((id) => edge(id, 's', SLOW_LINE)),
  simulation: { recorded },
})

const recorded: readonly Expectation[] = [
  {
    rule: '[SIM-415]',
    control: 'recorded times',
    does: 'are when requests come',
    flow: loaded({}, { recorded: [99.9, 1, 0, 1, 50.5, 100.1], service: { s: 'det' } }),
    figure: arrived,
    expected: 5,
    within: 0,
    from: 'by hand',
    because: 'five of the six are within the 100 s',
  },
  {
    rule: '[SIM-415]',
    control: 'recorded times',
    does: 'keep what is between them',
    flow: loaded({}, { recorded: [1, 1, 1, 50] }, ONE_SLOT),
    figure: responseMs,
    expected: (10 + 20 + 30 + 10) / 4,
    within: 0.25,
    from: 'by hand',
    because: 'three come at once to one slot of 10 ms, ±0.1 ms on the way',
  },
  {
    rule: '[SIM-415]',
    control: 'recorded times of two clients',
    does: 'fall to each by its part',
    flow: {
      nodes: [client('c', { concurrentUsers: 30 }), client('d'), server('s')],
      edges: [edge('c', 's'), edge('d', 's')],
      simulation: { recorded: Array.from({ length: 10_000 }, (_, index) => index / 100) },
    },
    figure: (ran) => ran.client(0).arrived,
    expected: 7500,
    within: 175,
    from: 'theory',
    because: 'three users in four; standard error 43',
  },
  {
    rule: '[SIM-416]',
    control: 'recorded rates',
    does: 'are requests a second until the next',
    flow: loaded(
      {},
      {
        recorded: [
          { atS: 10, rps: 4 },
          { atS: 20, rps: 0 },
          { atS: 90, rps: 2 },
        ],
      },
    ),
    figure: arrived,
    expected: 60,
    within: 0,
    from: 'by hand',
    because: '40 in ten seconds, none for 70 s, and 20, at even intervals',
  },
  {
    rule: '[SIM-904]',
    control: 'recorded rates',
    does: 'are a Poisson process where arrivals are open',
    flow: loaded(
      {},
      {
        ...LONG,
        arrivals: 'open',
        recorded: [{ atS: 0, rps: 16 }],
      },
      { ...ONE_SLOT, averageProcessingTime: 50 },
    ),
    figure: responseMs,
    expected: 250,
    within: 20,
    from: 'theory',
    because: 'M/M/1 with ρ = 0.8; standard error 5',
  },
  {
    rule: '[SIM-905]',
    control: 'recorded rates by type',
    does: 'add, each of its own type',
    flow: loaded(
      {},
      {
        arrivals: 'open',
        durationS: 1000,
        recorded: [
          { atS: 0, rps: 6, type: 'Write' },
          { atS: 0, rps: 2, type: 'Read' },
        ],
      },
    ),
    figure: ({ outcome }) => (outcome.byClass[1]?.arrived ?? 0) / outcome.requests.arrived,
    expected: 0.75,
    within: 0.02,
    from: 'theory',
    because: 'six of eight; n = 8,000, standard error 0.005',
  },
  {
    rule: '[SIM-417]',
    control: 'recorded sizes',
    does: 'take their own time on the line',
    flow: withLine([{ atS: 1, sizeKB: 40 }, { atS: 2, sizeKB: 0 }, { atS: 3, sizeKB: 20 }, 4]),
    figure: ({ meanMs }) => meanMs,
    expected: 19 + (40 + 0 + 20 + 100) / 4,
    within: 0.1,
    from: 'by hand',
    because: '40, 0 and 20 ms, and 100 ms for the size that the connection has',
  },
  {
    rule: '[SIM-541]',
    control: 'recorded sizes over UDP',
    does: 'are sent in as many packets as they take, and lost with any of them',
    flow: {
      nodes: [client('c'), server('s')],
      edges: [edge('c', 's', UDP, 'udp')],
      simulation: {
        recorded: Array.from({ length: 4000 }, (_, index) => ({ atS: index / 40, sizeKB: index % 2 === 0 ? 10 : 1 })),
      },
    },
    figure: ({ link }) => link('c-s').lost,
    expected: 2000 * (1 - 0.95 ** 10) + 2000 * 0.05,
    within: 75,
    from: 'theory',
    because: 'ten packets or one, each lost by 5 %; standard error 24. A size of the connection, 1 KB, would lose 200',
  },
  {
    rule: '[SIM-417]',
    control: 'recorded sizes of several clients',
    does: 'are those of the requests that each sends',
    flow: withLine(
      Array.from({ length: 50 }, (_, index) => ({ atS: index, sizeKB: index })),
      ['c', 'd', 'e'],
    ),
    figure: ({ outcome }) => outcome.links.reduce((sum, { bytes }) => sum + bytes, 0) / 1024,
    expected: (49 * 50) / 2,
    within: 1e-6,
    from: 'by hand',
    because: '0 + 1 + … + 49 KB',
  },
  {
    rule: '[SIM-417]',
    control: 'recorded sizes',
    does: 'are carried on by a load balancer, and not by a server',
    flow: {
      nodes: [client('c'), balancer('b'), server('s'), server('t')],
      edges: [edge('c', 'b', SLOW_LINE), edge('b', 's', SLOW_LINE), edge('s', 't', SLOW_LINE)],
      simulation: { recorded: [{ atS: 1, sizeKB: 10 }] },
    },
    figure: ({ link }) => link('b-s').bytes / 1024 + link('s-t').bytes / 1024,
    expected: 10 + 100,
    within: 1e-6,
    from: 'by hand',
    because: '10 KB of the request, 100 KB of the call that the server makes',
  },
]

export const arrivals: readonly Expectation[] = [...changes, ...bursts, ...recorded]
