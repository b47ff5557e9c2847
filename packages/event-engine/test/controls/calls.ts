import type { Expectation } from './expectation.ts'
import { client, type Drawn, edge, server } from './saved-flow.ts'

type Options = Partial<Record<'call' | 'users' | 'target' | 'simulation', Readonly<Record<string, unknown>>>> & {
  readonly type?: Parameters<typeof edge>[3]
}

/** A client calls a server: requests leave the device 5 ms after each multiple of the interval, and arrive 2 ms later. */
const calling = ({ call = {}, users = {}, target = {}, simulation = {}, type = 'default' }: Options): Drawn => ({
  nodes: [client('c', users), server('s', target)],
  edges: [edge('c', 's', call, type)],
  simulation,
})

const BREAKER = { circuitBreakerEnabled: true }
const down = (toS: number) => ({ faults: [{ node: 's', fromS: 0, toS }] })
/** 100 requests a second. */
/** A breaker that is half open from the start, and calls that hang for 20 s: none of them ever ends. */
const HANGING = { faults: { node: 's', fromS: 0, toS: 20, mode: 'hang' } }
const HALF_OPEN = { ...BREAKER, circuitBreakerStatus: 'Half-Open' }
const BUSY = { concurrentUsers: 100 }

const breaker: readonly Expectation[] = [
  {
    rule: '[SIM-366]',
    control: 'circuit breaker',
    does: 'does not wait for probes that hang without a timeout',
    flow: calling({ call: HALF_OPEN, simulation: HANGING }),
    figure: ({ link }) => link('c-s').succeeded,
    expected: 800,
    within: 1,
    from: 'by hand',
    because: 'requests 200 to 999 find the server up; the first ten close the breaker',
  },
  {
    rule: '[SIM-366]',
    control: 'circuit breaker',
    does: 'does not wait for probes that wait for a call that hangs',
    flow: {
      nodes: [client('c'), server('a', { instances: 4, cpuCores: 128 }), server('s')],
      edges: [edge('c', 'a', HALF_OPEN), edge('a', 's')],
      simulation: HANGING,
    },
    figure: ({ link }) => link('c-a').succeeded,
    expected: 800,
    within: 2,
    from: 'by hand',
    because: 'the 10 ms at the first server let request 199 find the second one up, too',
  },
  {
    rule: '[SIM-295]',
    control: 'circuit breaker',
    does: 'opens with the 100th failed call',
    flow: calling({ call: BREAKER, simulation: down(50) }),
    figure: ({ breakerChanges }) => breakerChanges[0]?.atMs ?? 0,
    expected: 10_009,
    within: 0.3,
    from: 'by hand',
    because: 'call 100 leaves at 10,005 ms, is 2 ms there and 2 ms back, and all of the 100 have failed',
  },
  {
    rule: '[SIM-295]',
    control: 'circuit breaker',
    does: 'stays closed after 99 failed calls',
    flow: calling({ call: BREAKER, simulation: { ...down(50), durationS: 10 } }),
    figure: ({ breakerChanges }) => breakerChanges.length,
    expected: 0,
    within: 0,
    from: 'by hand',
    because: 'fewer than the 100 calls of the window decide nothing',
  },
  {
    rule: '[SIM-590]',
    control: 'circuit breaker',
    does: 'becomes half open with the first call after 60 s',
    flow: calling({ call: BREAKER, simulation: down(50) }),
    figure: ({ breakerChanges }) => breakerChanges[1]?.atMs ?? 0,
    expected: 70_105,
    within: 1e-6,
    from: 'by hand',
    because: 'open from 10,009 ms to 70,009 ms; calls leave at 70,005 ms, which is too early, and 70,105 ms',
  },
  {
    rule: '[SIM-592]',
    control: 'circuit breaker',
    does: 'closes with the 10th probe that succeeds',
    flow: calling({ call: BREAKER, simulation: down(50) }),
    figure: ({ breakerChanges }) => breakerChanges[2]?.atMs ?? 0,
    expected: 71_019,
    within: 0.3,
    from: 'by hand',
    because: 'the 10th probe leaves at 71,005 ms and takes 2 + 10 + 2 ms',
  },
  {
    rule: '[SIM-296]',
    control: 'circuit breaker',
    does: 'refuses every call while it is open',
    flow: calling({ call: BREAKER, simulation: down(50) }),
    figure: ({ link }) => link('c-s').refused['Circuit breaker open'] ?? 0,
    expected: 600,
    within: 0,
    from: 'by hand',
    because: 'calls 101 (10,105 ms) to 700 (70,005 ms)',
  },
  {
    rule: '[SIM-591]',
    control: 'circuit breaker',
    does: 'permits 10 calls while it is half open',
    flow: calling({ call: BREAKER, users: BUSY, target: { averageProcessingTime: 200 }, simulation: down(50) }),
    figure: ({ link }) => link('c-s').refused['Circuit breaker open'] ?? 0,
    expected: 6000 + 20,
    within: 1,
    from: 'by hand',
    because:
      'open from 1,009 ms to 61,009 ms: 6,000 calls; probes leave from 61,015 ms to 61,105 ms, the last is back at 61,309 ms: the 20 calls between are refused',
  },
  {
    rule: '[SIM-592]',
    control: 'circuit breaker',
    does: 'opens again when the probes fail',
    flow: calling({ call: BREAKER, users: BUSY, simulation: down(99) }),
    figure: ({ breakerChanges }) => breakerChanges[2]?.atMs ?? 0,
    expected: 61_109,
    within: 0.3,
    from: 'by hand',
    because: 'the 10th probe leaves at 61,105 ms and fails 4 ms later',
  },
  {
    rule: '[SIM-269] [SIM-914]',
    control: 'circuit breaker',
    does: 'that is open at first stays so for 60 s',
    flow: calling({ call: { ...BREAKER, circuitBreakerStatus: 'Open' } }),
    figure: ({ link }) => link('c-s').refused['Circuit breaker open'] ?? 0,
    expected: 599,
    within: 0,
    from: 'by hand',
    because: 'calls leave at 105, 205, … 59,905 ms',
  },
  {
    rule: '[SIM-269] [SIM-914]',
    control: 'circuit breaker',
    does: 'that is half open at first closes after 10 probes',
    flow: calling({ call: { ...BREAKER, circuitBreakerStatus: 'Half-Open' } }),
    figure: ({ breakerChanges }) => breakerChanges[0]?.atMs ?? 0,
    expected: 1019,
    within: 0.3,
    from: 'by hand',
    because: 'the 10th call leaves at 1,005 ms and takes 14 ms',
  },
]

/** Every try fails 2 ms after it left. */
const FAILING = { failureProbability: 1, retryEnabled: true, retryIntervalMs: 100, maxRetries: 3 }
const ONE = { concurrentUsers: 1 }
const HALF = { failureProbability: 0.5, retryEnabled: true, retryIntervalMs: 100 }
/** From 0 to 500 ms. */
const LATE_RETRY = { retryStrategy: 'Custom', retryIntervalMs: 500, maxRetries: 1 }

/** When try number `one` of the first request left, ms after the first. */
const tryAt =
  (one: number): Expectation['figure'] =>
  ({ trace }) => {
    const calls = trace(0).spans.filter(({ depth }) => depth === 1)
    return (calls[one]?.calledMs ?? Number.NaN) - (calls[0]?.calledMs ?? 0)
  }

/** Mean wait before retry number `one`, from 0. */
const meanWaitBefore =
  (one: number): Expectation['figure'] =>
  ({ traces }) => {
    const waits = traces().flatMap(({ spans }) => {
      const [failed, retry] = spans.filter(({ depth }) => depth === 1).slice(one)
      return failed === undefined || retry === undefined ? [] : [retry.calledMs - failed.calledMs - 2]
    })
    return waits.reduce((sum, wait) => sum + wait, 0) / waits.length
  }
const meanWait = meanWaitBefore(0)

const strategy = (retryStrategy: string, expected: number, because: string): Expectation => ({
  rule: '[SIM-290]',
  control: 'retry',
  does: `waits by the strategy ${retryStrategy}`,
  flow: calling({ call: { ...FAILING, retryStrategy }, users: ONE }),
  figure: tryAt(3),
  expected,
  within: 0.3,
  from: 'by hand',
  because: `three tries of 2 ms, and waits of ${because} ms`,
})

const jitter = (name: string, expected: number, within: number, because: string): Expectation => ({
  rule: '[SIM-291]',
  control: 'retry jitter',
  does: name,
  flow: calling({ call: { ...FAILING, retryStrategy: 'Constant' }, simulation: { jitter: name } }),
  figure: meanWait,
  expected,
  within,
  from: 'theory',
  because,
})

const retries: readonly Expectation[] = [
  strategy('Constant', 3 * 2 + 300, '100 + 100 + 100'),
  strategy('Linear', 3 * 2 + 600, '100 + 200 + 300'),
  strategy('Exponential', 3 * 2 + 700, '100 + 200 + 400'),
  jitter('none', 100, 0.05, 'the wait itself'),
  jitter('full', 50, 8.5, 'the mean of U(0, 100); 200 waits, standard error 28.9/√200 = 2.0'),
  jitter('equal', 75, 4.2, 'the mean of U(50, 100); standard error 1.0'),
  jitter('decorrelated', 200, 17, 'the mean of U(100, 300); standard error 4.1'),
  {
    rule: '[SIM-1000]',
    control: 'retry jitter',
    does: 'decorrelated grows with the wait that was drawn before',
    flow: calling({ call: { ...FAILING, retryStrategy: 'Constant' }, simulation: { jitter: 'decorrelated' } }),
    figure: meanWaitBefore(2),
    expected: 575,
    within: 116,
    from: 'theory',
    because: 'the mean m of a wait is followed by (100 + 3 m) / 2: 200, 350, 575; standard error 410/√200 = 29',
  },
  {
    rule: '[SIM-1000]',
    control: 'retries of a client',
    does: 'are decorrelated alike',
    flow: calling({
      users: { retryOnError: true, maxRetries: 3 },
      call: { failureProbability: 1 },
      simulation: { jitter: 'decorrelated' },
    }),
    figure: (ran) => meanWaitBefore(2)(ran) / meanWait(ran),
    expected: 575 / 200,
    within: 0.6,
    from: 'theory',
    because: 'as above; standard error 0.15',
  },
  {
    rule: '[SIM-291]',
    control: 'retry',
    does: 'has full jitter with the strategy Custom',
    flow: calling({ call: { ...FAILING, retryStrategy: 'Custom' } }),
    figure: meanWait,
    expected: 50,
    within: 8.5,
    from: 'theory',
    because: 'the mean of U(0, 100)',
  },
  {
    rule: '[SIM-268]',
    control: 'retry',
    does: 'ends after the most retries',
    flow: calling({ call: { ...FAILING, maxRetries: 5 }, users: ONE, simulation: { durationS: 20 } }),
    figure: ({ trace }) => trace(0).spans.filter(({ depth }) => depth === 1).length,
    expected: 6,
    within: 0,
    from: 'by hand',
    because: 'the first try and five more',
  },
  {
    rule: '[SIM-958]',
    control: 'retry',
    does: 'amplifies the load',
    flow: calling({ call: HALF, users: BUSY, simulation: { durationS: 200 } }),
    figure: ({ link, requests }) => link('c-s').attempts / requests.arrived,
    expected: 1.875,
    within: 0.03,
    from: 'theory',
    because: '1 + p + p² + p³ calls with p = 0.5; n = 20,000, standard error 0.007',
  },
  {
    rule: '[SIM-958]',
    control: 'retry budget',
    does: 'bounds the amplification',
    flow: calling({ call: HALF, users: BUSY, simulation: { durationS: 200, retryBudget: 0.1 } }),
    figure: ({ link, requests }) => link('c-s').attempts / requests.arrived,
    expected: 1 + 0.05 / 0.95,
    within: 0.003,
    from: 'theory',
    because: 'R retries are 0.1 of S answers, and S = 0.5 (N + R): R/N = 0.05/0.95',
  },
  {
    rule: '[SIM-1096]',
    control: 'retry budget',
    does: 'is not charged for a retry whose caller is cancelled before',
    flow: {
      nodes: [client('c', BUSY), server('s'), server('t')],
      edges: [edge('c', 's', { timeout: 250 }), edge('s', 't', { ...HALF, ...LATE_RETRY })],
      simulation: { durationS: 200, retryBudget: 0.2, cancelOnTimeout: true },
    },
    figure: ({ link }) => link('s-t').retries / (link('s-t').attempts - link('s-t').retries),
    expected: 0.1 / 0.9,
    within: 0.01,
    from: 'theory',
    because:
      'R retries are 0.2 of S answers, and S = 0.5 (N + R): R/N = 0.1/0.9. More than half of all waits of 0 to 500 ms take too long',
  },
  {
    rule: '[SIM-268]',
    control: 'retry',
    does: 'of a client waits 1 s, doubled each time',
    flow: calling({ call: { failureProbability: 1 }, users: { ...ONE, retryOnError: true, maxRetries: 2 } }),
    figure: tryAt(2),
    expected: 2 * 2 + 3000,
    within: 0.3,
    from: 'by hand',
    because: 'two tries of 2 ms, and waits of 1,000 + 2,000 ms',
  },
]

const SLOW = { averageProcessingTime: 1000 }

const timeouts: readonly Expectation[] = [
  {
    rule: '[SIM-267]',
    control: 'timeout',
    does: 'ends a call',
    flow: calling({ call: { timeout: 300 }, target: SLOW }),
    figure: ({ trace }) => trace(0).responseMs,
    expected: 305,
    within: 1e-6,
    from: 'by hand',
    because: 'the device takes 5 ms, the call its timeout',
  },
  {
    rule: '[SIM-267]',
    control: 'timeout',
    does: 'of a query counts where it is the lesser',
    flow: calling({ call: { timeout: 300, queryTimeout: 200 }, target: SLOW, type: 'database' }),
    figure: ({ trace }) => trace(0).responseMs,
    expected: 205,
    within: 1e-6,
    from: 'by hand',
    because: 'the device takes 5 ms, the call the lesser timeout',
  },
  {
    rule: '[SIM-205]',
    control: 'timeout',
    does: 'leaves the work to the server',
    flow: calling({ call: { timeout: 300 }, target: SLOW, simulation: { warmUpS: 10 } }),
    figure: ({ node }) => node('s').meanWorking,
    expected: 10,
    within: 0.02,
    from: 'theory',
    because: "Little's law: 10 requests a second work for 1 s each",
  },
  {
    rule: '[SIM-205]',
    control: 'cancel on timeout',
    does: 'ends the work',
    flow: calling({ call: { timeout: 300 }, target: SLOW, simulation: { warmUpS: 10, cancelOnTimeout: true } }),
    figure: ({ node }) => node('s').meanWorking,
    expected: 2.98,
    within: 0.02,
    from: 'theory',
    because: "Little's law: 10 requests a second work for 300 - 2 ms each",
  },
  {
    rule: '[SIM-267]',
    control: 'timeout',
    does: 'covers the wait for a pool',
    flow: calling({
      call: { timeout: 300, maxConcurrentConnections: 1, connectionPoolEnabled: true },
      target: { averageProcessingTime: 250 },
      type: 'tcp',
    }),
    figure: ({ trace }) => trace(1).responseMs,
    expected: 305,
    within: 1e-6,
    from: 'by hand',
    because: 'it leaves at 205 ms, gets the connection at 359 ms and needs 254 ms from then on: too long',
  },
]

/** Two clients call a front at once, which calls a server. */
const pair = (call: Readonly<Record<string, unknown>>, type: Parameters<typeof edge>[3], simulation = {}): Drawn => ({
  nodes: [client('c'), client('d'), server('f', { averageProcessingTime: 1 }), server('s')],
  edges: [edge('c', 'f'), edge('d', 'f'), edge('f', 's', call, type)],
  simulation,
})

/** Mean of a Poisson number of that mean, or of `most` where it is larger. */
function meanUpTo(most: number, mean: number): number {
  let [chance, sum] = [Math.exp(-mean), 0]
  for (let count = 0; count < most; count += 1) {
    sum += chance * (most - count)
    chance *= mean / (count + 1)
  }
  return most - sum
}

const pools: readonly Expectation[] = [
  {
    rule: '[SIM-270]',
    control: 'connection pool',
    does: 'of one lets one of two calls wait for the other',
    flow: pair({ maxConcurrentConnections: 1, connectionPoolEnabled: true }, 'tcp'),
    figure: ({ link }) => link('f-s').poolWaitMs,
    expected: 5,
    within: 0.1,
    from: 'by hand',
    because: 'every second call waits for 10 ms, less the 0.07 ms by which the two arrive apart',
  },
  {
    rule: '[SIM-270]',
    control: 'connection pool',
    does: 'of two lets nobody wait',
    flow: pair({ maxConcurrentConnections: 2, connectionPoolEnabled: true }, 'tcp'),
    figure: ({ link }) => link('f-s').poolWaitMs,
    expected: 0,
    within: 0,
    from: 'by hand',
    because: 'there is a connection for each',
  },
  {
    rule: '[SIM-206]',
    control: 'connection pool',
    does: 'is held for the whole call',
    flow: calling({ call: { maxConcurrentConnections: 9, connectionPoolEnabled: true }, type: 'tcp' }),
    figure: ({ link }) => link('c-s').meanPoolBusy,
    expected: 0.14,
    within: 0.001,
    from: 'theory',
    because: "Little's law: 10 calls a second hold it for 2 + 10 + 2 ms",
  },
  {
    rule: '[SIM-1177]',
    control: 'consumer of a broker',
    does: 'is not held while the answer is on its way',
    flow: calling({
      call: { communicationPattern: 'Sync', latencyMs: 18, partitioning: false, averageRequestSizeKB: 1 },
      type: 'kafka',
    }),
    figure: ({ link }) => link('c-s').meanPoolBusy,
    expected: 0.1,
    within: 0.001,
    from: 'theory',
    because: "Little's law: 10 calls a second hold it for 10 ms, and their answers take 20 ms",
  },
  {
    rule: '[SIM-270]',
    control: 'connection limit without a pool',
    does: 'refuses by the Erlang B formula',
    flow: calling({
      call: { maxConcurrentConnections: 2, connectionPoolEnabled: false },
      users: { concurrentUsers: 71 },
      type: 'tcp',
      simulation: { arrivals: 'open', durationS: 300 },
    }),
    figure: ({ link }) => (link('c-s').refused['Connection refused'] ?? 0) / link('c-s').attempts,
    expected: 0.994 ** 2 / 2 / (1 + 0.994 + 0.994 ** 2 / 2),
    within: 0.011,
    from: 'theory',
    because: 'B(2, a) with a = 71 per second × 14 ms; n = 21,300, standard error 0.0027',
  },
  {
    rule: '[SIM-915]',
    control: 'database pool',
    does: 'opens each further connection once',
    flow: pair({ latencyMs: 10, connectionPooling: true, minConnections: 1, maxConnections: 2 }, 'database', {
      durationS: 10,
    }),
    figure: ({ link }) => (link('f-s').networkMs - 20) * link('f-s').attempts,
    expected: 20,
    within: 16,
    from: 'by hand',
    because:
      'the second of the first two calls pays a round trip of 20 ms, nobody else; 198 calls spread by ±0.5 ms each way',
  },
  {
    rule: '[SIM-916]',
    control: 'HTTP/1.1',
    does: 'has six parallel requests for each closed user',
    flow: calling({
      call: { httpVersion: 'HTTP/1.1', timeout: 1 },
      users: { concurrentUsers: 1000 },
      target: { averageProcessingTime: 60_000, cpuCores: 128, instances: 1000 },
      simulation: { arrivals: 'closed', durationS: 6 },
      type: 'http',
    }),
    figure: ({ node }) => node('s').arrived,
    expected: 1000 * meanUpTo(6, 5.96),
    within: 160,
    from: 'theory',
    because:
      'each user makes Poisson many requests in 6 s, 5.96 in the mean, gives each up after 1 ms, and has six at most under way; 4 standard errors',
  },
  {
    rule: '[SIM-916]',
    control: 'HTTP/1.1',
    does: 'leaves open arrivals free',
    flow: calling({
      call: { httpVersion: 'HTTP/1.1' },
      users: { ...ONE, thinkTimeBetweenRequests: 100 },
      target: SLOW,
      type: 'http',
    }),
    figure: ({ node }) => node('s').mostInSystem,
    expected: 10,
    within: 1,
    from: 'by hand',
    because: 'ten a second for 1 s each, every one of another user; the spread of the latency lets two overlap',
  },
]

export const calls: readonly Expectation[] = [...breaker, ...retries, ...timeouts, ...pools]
