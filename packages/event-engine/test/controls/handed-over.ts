import { quantileOf } from '../../src/measure/histogram.ts'
import type { MessageOutcome } from '../../src/outcome.ts'
import type { Expectation } from './expectation.ts'
import { cache, client, type Drawn, database, edge, type Ran, server } from './saved-flow.ts'

type Data = Readonly<Record<string, unknown>>
type Parts = Partial<Record<'users' | 'call' | 'message' | 'worker' | 'simulation', Data>>

const ONE_SLOT = { cpuCores: 1, concurrencyModel: 'Single-Threaded' }
const ASYNC = { communicationPattern: 'Async', deadLetterQueueEnabled: false, messageExpirationMs: 1e9 }

/** A client calls an API of 5 ms ten times a second; the API sends a worker a message for each call. */
const handedOn = ({ users = {}, call = {}, message = {}, worker = {}, simulation = {} }: Parts): Drawn => ({
  nodes: [client('c', users), server('api', { averageProcessingTime: 5 }), server('w', worker)],
  edges: [edge('c', 'api', call), edge('api', 'w', { ...ASYNC, ...message }, 'amqp')],
  simulation,
})

const sentTo = (id: string) => (ran: Ran) => ran.link(id).messages as MessageOutcome
const toWorker = sentTo('api-w')
const errors = ({ requests }: Ran) => requests.failed
const meanMs = ({ meanMs: mean }: Ran) => mean
const MANY = { durationS: 1000 }
const EXPONENTIAL = { arrivals: 'open', service: { api: 'det', w: 'exp' }, durationS: 20_000, warmUpS: 100 }
const HALF = { averageProcessingTime: 50, ...ONE_SLOT }
const FAILING = { failureProbability: 0.5 }
const THREE_RETRIES = { retryEnabled: true, maxRetries: 3, retryStrategy: 'Constant', retryIntervalMs: 100 }

/** The worker is out from 30 s to 50 s. */
const OUT = { faults: { node: 'w', fromS: 30, forS: 20 } }
/** The broker cannot be reached from 20 s to 40 s. */
const CUT = { edge: 'api-w', fromS: 20, forS: 20 }
const LONG_WORK = { averageProcessingTime: 2000 }

const keepers: readonly Expectation[] = [
  {
    rule: '[SIM-800]',
    control: 'outage of a consumer',
    does: 'lets messages wait at the broker',
    flow: handedOn({ simulation: OUT }),
    figure: (ran) => toWorker(ran).mostWaiting,
    expected: 200,
    within: 0,
    from: 'by hand',
    because: 'messages are published at 30,012 ms … 49,912 ms',
  },
  {
    rule: '[SIM-800]',
    control: 'outage of a consumer',
    does: 'ends no message',
    flow: handedOn({ simulation: OUT }),
    figure: (ran) => toWorker(ran).processed,
    expected: 999,
    within: 0,
    from: 'by hand',
    because: 'all that are published by 99,912 ms',
  },
  {
    rule: '[SIM-800]',
    control: 'outage of a consumer that hangs',
    does: 'lets messages wait at the broker',
    flow: handedOn({
      message: { deliveryGuarantee: 'Exactly-Once' },
      simulation: { faults: { ...OUT.faults, mode: 'hang' } },
    }),
    figure: (ran) => toWorker(ran).processed,
    expected: 999,
    within: 0,
    from: 'by hand',
    because: 'all that are published by 99,912 ms',
  },
  {
    rule: '[SIM-800]',
    control: 'outage of all instances of a consumer',
    does: 'lets messages wait at the broker',
    flow: handedOn({ simulation: { faults: { ...OUT.faults, instance: 1 } } }),
    figure: (ran) => toWorker(ran).processed,
    expected: 999,
    within: 0,
    from: 'by hand',
    because: 'all that are published by 99,912 ms',
  },
  {
    rule: '[SIM-800]',
    control: 'outage of a consumer',
    does: 'drops what waits for longer than messages are kept',
    flow: handedOn({ message: { messageExpirationMs: 5000 }, simulation: OUT }),
    figure: (ran) => toWorker(ran).expired,
    expected: 150,
    within: 1,
    from: 'by hand',
    because: 'those of the first 15 s',
  },
  {
    rule: '[SIM-801]',
    control: 'crash of a consumer',
    does: 'delivers what it had once more when it is back',
    flow: handedOn({ worker: LONG_WORK, simulation: OUT }),
    figure: (ran) => toWorker(ran).redelivered,
    expected: 20,
    within: 0,
    from: 'by hand',
    because: 'messages of 28,012 ms … 29,912 ms are in service',
  },
  {
    rule: '[SIM-801]',
    control: 'crash of a consumer',
    does: 'fails none that is delivered at least once',
    flow: handedOn({ worker: LONG_WORK, simulation: OUT }),
    figure: (ran) => toWorker(ran).failed,
    expected: 0,
    within: 0,
    from: 'by hand',
    because: 'each is delivered again',
  },
  {
    rule: '[SIM-1056]',
    control: 'message expiry',
    does: 'counts what a message has waited before its consumer crashed',
    flow: handedOn({
      message: { messageExpirationMs: 5000 },
      worker: LONG_WORK,
      simulation: { faults: { node: 'w', fromS: 30, forS: 4 } },
    }),
    figure: (ran) => toWorker(ran).expired,
    expected: 10,
    within: 0,
    from: 'by hand',
    because: 'messages of 28,012 ms … 28,912 ms are in service at 30 s, and 5 s old before 34 s',
  },
  {
    rule: '[SIM-1056]',
    control: 'message expiry',
    does: 'ends a message that fails again and again',
    flow: handedOn({ message: { ...THREE_RETRIES, maxRetries: 20, messageExpirationMs: 250 }, worker: FAILING }),
    figure: (ran) => toWorker(ran).delay.max,
    expected: 230,
    within: 1,
    from: 'by hand',
    because: 'it comes every 110 ms, for the third time when it is 220 ms old, and takes 10 ms',
  },
  {
    rule: '[SIM-801]',
    control: 'crash of one of two instances',
    does: 'delivers what it had to the other one',
    flow: handedOn({
      worker: { ...LONG_WORK, instances: 2 },
      simulation: { faults: { ...OUT.faults, instance: 2 } },
    }),
    figure: (ran) => toWorker(ran).redelivered,
    expected: 10,
    within: 0,
    from: 'by hand',
    because: 'half of 20 are in service there',
  },
  {
    rule: '[SIM-808]',
    control: 'crash of a consumer',
    does: 'fails what it had where messages are delivered at most once',
    flow: handedOn({ message: { deliveryGuarantee: 'At-Most-Once' }, worker: LONG_WORK, simulation: OUT }),
    figure: (ran) => toWorker(ran).failed,
    expected: 20,
    within: 0,
    from: 'by hand',
    because: 'messages of 28,012 ms … 29,912 ms are in service',
  },
]

const senders: readonly Expectation[] = [
  {
    rule: '[SIM-360]',
    control: 'Async',
    does: 'takes nothing of the time of the consumer: no client times out',
    flow: handedOn({ call: { timeout: 1000 }, worker: { averageProcessingTime: 2000 } }),
    figure: errors,
    expected: 0,
    within: 0,
    from: 'by hand',
    because: 'the client waits for the API only',
  },
  {
    rule: '[SIM-360]',
    control: 'Async',
    does: 'leaves the failures of the consumer with the message',
    flow: handedOn({ worker: FAILING }),
    figure: errors,
    expected: 0,
    within: 0,
    from: 'by hand',
    because: 'the API has answered before the worker fails',
  },
  {
    rule: '[SIM-360]',
    control: 'At-Most-Once',
    does: 'hands over at once',
    flow: handedOn({ message: { deliveryGuarantee: 'At-Most-Once', latencyMs: 10 } }),
    figure: meanMs,
    expected: 5 + 2 + 5 + 2,
    within: 0.05,
    from: 'by hand',
    because: 'device, access, the API, access',
  },
  {
    rule: '[SIM-361]',
    control: 'At-Least-Once',
    does: 'hands over with an acknowledgement',
    flow: handedOn({ message: { deliveryGuarantee: 'At-Least-Once', latencyMs: 10 } }),
    figure: meanMs,
    expected: 14 + 20,
    within: 0.1,
    from: 'by hand',
    because: 'one round trip of 20 ms',
  },
  {
    rule: '[SIM-361]',
    control: 'Exactly-Once',
    does: 'hands over with two round trips',
    flow: handedOn({ message: { deliveryGuarantee: 'Exactly-Once', latencyMs: 10 } }),
    figure: meanMs,
    expected: 14 + 40,
    within: 0.1,
    from: 'by hand',
    because: 'two round trips of 20 ms',
  },
  {
    rule: '[SIM-361]',
    control: 'At-Least-Once',
    does: 'fails its sender where the message cannot be handed over',
    flow: handedOn({ simulation: { faults: CUT } }),
    figure: errors,
    expected: 200,
    within: 0,
    from: 'by hand',
    because: 'the connection is cut for 20 s',
  },
  {
    rule: '[SIM-360]',
    control: 'At-Most-Once',
    does: 'does not tell its sender that a message is lost',
    flow: handedOn({
      message: { deliveryGuarantee: 'At-Most-Once' },
      simulation: { faults: { edge: 'api-w', fromS: 20, forS: 20 } },
    }),
    figure: (ran) => toWorker(ran).lost - errors(ran),
    expected: 200,
    within: 0,
    from: 'by hand',
    because: 'the connection is cut for 20 s; nobody learns of it',
  },
  {
    rule: '[SIM-279]',
    control: 'Async',
    does: 'passes no node on a cycle twice',
    flow: {
      nodes: [client('c'), server('a'), server('b')],
      edges: [edge('c', 'a'), edge('a', 'b', ASYNC, 'amqp'), edge('b', 'a', ASYNC, 'amqp')],
    },
    figure: ({ node }) => node('a').completed - node('b').completed,
    expected: 0,
    within: 1,
    from: 'by hand',
    because: 'the message ends at b, since a lies on its path',
  },
]

/** 100 ms there and 100 ms back. */
const FAR_BROKER = { latencyMs: 100, latencyLevel: 'Low', deliveryGuarantee: 'At-Least-Once' }
const BREAKER = { circuitBreakerEnabled: true }

const waits: readonly Expectation[] = [
  {
    rule: '[SIM-981]',
    control: 'timeout of a message',
    does: 'ends the wait for an acknowledgement that takes longer',
    flow: handedOn({ message: { ...FAR_BROKER, timeout: 150 } }),
    figure: ({ requests }) => requests.reasons.Timeout ?? 0,
    expected: 998,
    within: 1,
    from: 'by hand',
    because:
      'each leaves 12 ms after its request and would be acknowledged after 200 ms; request 999 is still under way',
  },
  {
    rule: '[SIM-981]',
    control: 'timeout of a message',
    does: 'leaves the message to its consumer',
    flow: handedOn({ message: { ...FAR_BROKER, timeout: 150 } }),
    figure: (ran) => toWorker(ran).processed,
    expected: 998,
    within: 1,
    from: 'by hand',
    because: 'it had come to the broker',
  },
  {
    rule: '[SIM-981]',
    control: 'timeout of a message',
    does: 'leaves alone an acknowledgement that takes less',
    flow: handedOn({ message: { ...FAR_BROKER, timeout: 250 } }),
    figure: errors,
    expected: 0,
    within: 0,
    from: 'by hand',
    because: 'a round trip takes 210 ms at most',
  },
  {
    rule: '[SIM-981]',
    control: 'timeout of a message',
    does: 'has it published anew where the sender tries again',
    flow: handedOn({
      message: { ...FAR_BROKER, ...THREE_RETRIES, timeout: 150 },
      simulation: { load: { atS: 90, forS: 10, rps: 0 } },
    }),
    figure: (ran) => toWorker(ran).processed / ran.requests.failed,
    expected: 4,
    within: 0,
    from: 'by hand',
    because: 'four tries of each request, none of which is acknowledged in time, and all of which arrive',
  },
  {
    rule: '[SIM-1005]',
    control: 'timeout of a message',
    does: 'has it published anew when the sender tries again, not while the sender waits for that',
    flow: handedOn({ message: { ...FAR_BROKER, ...THREE_RETRIES, timeout: 150 } }),
    figure: (ran) => toWorker(ran).delay.sum / toWorker(ran).delay.count,
    expected: 100 + 10,
    within: 0.5,
    from: 'by hand',
    because: 'the way and the service: n = 3,990, standard error 0.05',
  },
  {
    rule: '[SIM-1004]',
    control: 'consumer groups',
    does: 'get what is published again for them, each by its own consumer',
    flow: {
      nodes: [client('c'), server('api', { averageProcessingTime: 5 }), server('w', { averageProcessingTime: 46 })],
      edges: [
        edge('c', 'api'),
        edge(
          'api',
          'w',
          {
            ...FAR_BROKER,
            ...THREE_RETRIES,
            communicationPattern: 'Stream',
            maxRetries: 1,
            timeout: 150,
            consumerGroups: ['mail', 'bill'],
            partitioning: false,
          },
          'kafka',
        ),
      ],
    },
    figure: (ran) => toWorker(ran).delay.sum / toWorker(ran).delay.count,
    expected: 100 + 46,
    within: 6,
    from: 'by hand',
    because: 'to each group two of a request come, 250 ms apart: a message each 50 ms, ±10 %, and hardly one waits',
  },
  {
    rule: '[SIM-984]',
    control: 'Exactly-Once',
    does: 'has a message processed once that is published again',
    flow: handedOn({
      message: { ...FAR_BROKER, ...THREE_RETRIES, deliveryGuarantee: 'Exactly-Once', timeout: 350 },
      simulation: { load: { atS: 90, forS: 10, rps: 0 } },
    }),
    figure: (ran) => toWorker(ran).processed,
    expected: 900,
    within: 0,
    from: 'by hand',
    because: 'each is published four times, comes after 300 ms and would be acknowledged after 400 ms',
  },
  {
    rule: '[SIM-984]',
    control: 'Exactly-Once',
    does: 'counts a message once that is published again',
    flow: handedOn({
      message: { ...FAR_BROKER, ...THREE_RETRIES, deliveryGuarantee: 'Exactly-Once', timeout: 350 },
    }),
    figure: (ran) => ran.link('api-w').attempts / toWorker(ran).published,
    expected: 4,
    within: 0.05,
    from: 'by hand',
    because: 'four calls of each, of which the last few are not all made by the end',
  },
  {
    rule: '[SIM-984]',
    control: 'Exactly-Once',
    does: 'acknowledges what is published again',
    flow: handedOn({
      message: {
        ...FAR_BROKER,
        ...THREE_RETRIES,
        maxRetries: 1,
        deliveryGuarantee: 'Exactly-Once',
        packetLossRate: 0.2,
        timeout: 500,
      },
      simulation: MANY,
    }),
    figure: ({ requests }) => requests.failed / requests.arrived,
    expected: 0.2 ** 2,
    within: 0.008,
    from: 'theory',
    because:
      'a try fails where its packet is lost, which costs 400 ms, also where an earlier one comes meanwhile: n = 10,000, standard error 0.002',
  },
  {
    rule: '[SIM-982]',
    control: 'cut',
    does: 'fails the sender of a message that comes while it lasts, and cannot be acknowledged',
    flow: handedOn({ message: FAR_BROKER, simulation: { faults: CUT } }),
    figure: ({ requests }) => requests.reasons['Connection cut'] ?? 0,
    expected: 1 + 200,
    within: 0,
    from: 'by hand',
    because: 'the message of 19,912 ms comes at 20,012 ms; 200 are sent while it lasts',
  },
  {
    rule: '[SIM-982]',
    control: 'cut that hangs',
    does: 'leaves the sender of such a message to its timeout',
    flow: handedOn({
      message: { ...FAR_BROKER, timeout: 5000 },
      simulation: { faults: { ...CUT, mode: 'hang' } },
    }),
    figure: ({ requests }) => requests.reasons.Timeout ?? 0,
    expected: 1 + 200,
    within: 0,
    from: 'by hand',
    because: 'the message of 19,912 ms comes at 20,012 ms; 200 are sent while it lasts',
  },
  {
    rule: '[SIM-982]',
    control: 'cut that hangs',
    does: 'lets a sender without a timeout wait for ever',
    flow: handedOn({
      message: FAR_BROKER,
      simulation: { faults: { ...CUT, mode: 'hang' } },
    }),
    figure: ({ requests }) => requests.completed,
    expected: 198,
    within: 0,
    from: 'by hand',
    because: 'the message of request 199 comes at 20,012 ms; those after it hold all of the slots until the end',
  },
  {
    rule: '[SIM-982]',
    control: 'cut that hangs',
    does: 'leaves the message to its consumer that came but is not acknowledged',
    flow: handedOn({
      message: FAR_BROKER,
      simulation: { faults: { ...CUT, mode: 'hang' } },
    }),
    figure: (ran) => toWorker(ran).processed,
    expected: 199,
    within: 0,
    from: 'by hand',
    because: 'those of requests 1 to 199 come; then nobody sends any more',
  },
  ...[
    { timeout: 50, control: 'a message that comes after its timeout' },
    { timeout: 150, control: 'a message that comes before its timeout, but is not acknowledged by then' },
  ].map(
    ({ timeout, control }): Expectation => ({
      rule: '[SIM-366]',
      control,
      does: 'has one outcome',
      flow: handedOn({ message: { ...FAR_BROKER, timeout }, simulation: { load: { atS: 90, forS: 10, rps: 0 } } }),
      figure: ({ link }) => link('api-w').succeeded + link('api-w').failed,
      expected: 900,
      within: 0,
      from: 'by hand',
      because: '900 are sent and all time out',
    }),
  ),
  {
    rule: '[SIM-366]',
    control: 'circuit breaker',
    does: 'opens by the timeouts of messages, which are processed all the same',
    flow: handedOn({ message: { ...FAR_BROKER, ...BREAKER, timeout: 150 } }),
    figure: ({ breakerChanges }) => breakerChanges[0]?.atMs ?? 0,
    expected: 10_162,
    within: 0.5,
    from: 'by hand',
    because: 'message 100 leaves at 10,012 ms; all of the 100 have timed out 150 ms later',
  },
]

const figures: readonly Expectation[] = [
  {
    rule: '[SIM-362]',
    control: 'messages',
    does: 'have a mean delay from publishing to processed',
    flow: handedOn({ worker: HALF, simulation: EXPONENTIAL }),
    figure: (ran) => toWorker(ran).delay.sum / toWorker(ran).delay.count,
    expected: 100,
    within: 4,
    from: 'theory',
    because: 'M/M/1 with 10 of 20 a second: 1/(20 - 10) s; the standard error is about 1 ms',
  },
  {
    rule: '[SIM-362]',
    control: 'messages',
    does: 'have a delay that 99 % keep',
    flow: handedOn({ worker: HALF, simulation: EXPONENTIAL }),
    figure: (ran) => quantileOf(toWorker(ran).delay, 0.99),
    expected: 100 * Math.log(100),
    within: 28,
    from: 'theory',
    because: 'M/M/1: the response is exponential with mean 100 ms; 6 %',
  },
  {
    rule: '[SIM-882]',
    control: 'messages',
    does: 'have a mean lag',
    flow: handedOn({ worker: HALF, simulation: EXPONENTIAL }),
    figure: (ran) => toWorker(ran).meanWaiting,
    expected: 1,
    within: 0.05,
    from: 'theory',
    because: 'M/M/1: ρ/(1 - ρ) with ρ = 0.5',
  },
  {
    rule: '[SIM-882]',
    control: 'messages',
    does: 'have a highest lag',
    flow: handedOn({ worker: { ...ONE_SLOT, averageProcessingTime: 200 } }),
    figure: (ran) => toWorker(ran).mostWaiting,
    expected: 999 - 499,
    within: 1,
    from: 'by hand',
    because: '999 are published by 100 s, one is processed every 200 ms',
  },
  {
    rule: '[SIM-882]',
    control: 'messages',
    does: 'have a lag over time',
    flow: {
      nodes: [
        client('c', { concurrentUsers: 1000 }),
        server('w', { ...ONE_SLOT, instances: 3, averageProcessingTime: 5 }),
      ],
      edges: [edge('c', 'w', { ...ASYNC, partitioning: true, partitions: 6 }, 'kafka')],
      simulation: { load: [{ atS: 60, forS: 60, rps: 300 }], durationS: 62 },
    },
    figure: (ran) => sentTo('c-w')(ran).waiting[59] ?? Number.NaN,
    expected: 60 * (1000 - 3 * 200),
    within: 10,
    from: 'by hand',
    because: 'a thousand a second come for 60 s, and three consumers do six hundred; what is on its way counts, too',
  },
  {
    rule: '[SIM-363]',
    control: 'messages',
    does: 'have one end each',
    flow: handedOn({
      message: { ...THREE_RETRIES, messageExpirationMs: 300, deadLetterQueueEnabled: true },
      worker: { ...FAILING, ...ONE_SLOT, averageProcessingTime: 90 },
      simulation: { load: { atS: 90, forS: 10, rps: 0 } },
    }),
    figure: (ran) => {
      const { published, processed, failed, expired, redelivered, waitingAtEnd } = toWorker(ran)
      const { retries, expired: tooOld } = ran.link('api-w')
      const [api, worker] = [ran.node('api'), ran.node('w')]
      const byMeter = [published, processed, redelivered, failed + expired, waitingAtEnd]
      const byStations = [api.completed, worker.completed, retries, worker.failed - retries + tooOld, 0]
      return byMeter.reduce((sum, count, index) => sum + Math.abs(count - (byStations[index] ?? Number.NaN)), 0)
    },
    expected: 0,
    within: 0,
    from: 'by hand',
    because:
      'each visit of the API publishes one; the worker and the queues end them; the last 10 s bring none, so that none waits',
  },
  {
    rule: '[SIM-363]',
    control: 'messages',
    does: 'end in each way',
    flow: handedOn({
      message: { ...THREE_RETRIES, messageExpirationMs: 300, deadLetterQueueEnabled: true },
      worker: { ...FAILING, ...ONE_SLOT, averageProcessingTime: 90 },
    }),
    figure: (ran) => Math.min(toWorker(ran).processed, toWorker(ran).redelivered, ran.link('api-w').expired, 20),
    expected: 20,
    within: 0,
    from: 'by hand',
    because:
      'half of them fail and 22 a second come to a worker that does 11: the flow that is counted above has some of each',
  },
]

const redelivery: readonly Expectation[] = [
  {
    rule: '[SIM-364]',
    control: 'At-Least-Once',
    does: 'delivers again what fails at the consumer',
    flow: handedOn({ message: THREE_RETRIES, worker: FAILING, simulation: MANY }),
    figure: (ran) => toWorker(ran).redelivered / toWorker(ran).published,
    expected: 0.5 + 0.25 + 0.125,
    within: 0.045,
    from: 'theory',
    because: 'a geometric number of tries, four at most; 10,000 messages, standard error 0.011',
  },
  {
    rule: '[SIM-364]',
    control: 'dead letters',
    does: 'keep what fails for good',
    flow: handedOn({ message: { ...THREE_RETRIES, deadLetterQueueEnabled: true }, worker: FAILING, simulation: MANY }),
    figure: (ran) => toWorker(ran).deadLettered / toWorker(ran).published,
    expected: 1 / 16,
    within: 0.01,
    from: 'theory',
    because: 'four tries fail; 10,000 messages, standard error 0.0024',
  },
  {
    rule: '[SIM-884]',
    control: 'At-Most-Once',
    does: 'delivers nothing again',
    flow: handedOn({
      message: { ...THREE_RETRIES, deliveryGuarantee: 'At-Most-Once' },
      worker: FAILING,
      simulation: MANY,
    }),
    figure: (ran) => toWorker(ran).failed / toWorker(ran).published,
    expected: 0.5,
    within: 0.02,
    from: 'theory',
    because: 'half of 10,000 messages, standard error 0.005',
  },
  {
    rule: '[SIM-350]',
    control: 'expiry without a limit on the queue',
    does: 'counts on its connection',
    flow: handedOn({ message: { messageExpirationMs: 2000 }, worker: { ...ONE_SLOT, averageProcessingTime: 950 } }),
    figure: ({ link }) => link('api-w').expired,
    expected: 999 - 106 - 18,
    within: 2,
    from: 'by hand',
    because: '999 arrive, 106 start; those of the last 2,000 ms wait, less the two that started meanwhile',
  },
  {
    rule: '[SIM-350]',
    control: 'dead letters',
    does: 'keep what has expired in a queue without a limit',
    flow: handedOn({
      message: { messageExpirationMs: 2000, deadLetterQueueEnabled: true },
      worker: { ...ONE_SLOT, averageProcessingTime: 950 },
    }),
    figure: (ran) => toWorker(ran).deadLettered,
    expected: 999 - 106 - 18,
    within: 2,
    from: 'by hand',
    because: 'as many as have expired',
  },
  {
    rule: '[SIM-979]',
    control: 'dead letters',
    does: 'count by their cause as well: expired',
    flow: handedOn({
      message: { messageExpirationMs: 2000, deadLetterQueueEnabled: true },
      worker: { ...ONE_SLOT, averageProcessingTime: 950 },
    }),
    figure: (ran) => toWorker(ran).expired,
    expected: 999 - 106 - 18,
    within: 2,
    from: 'by hand',
    because: 'as many are dropped after 2,000 ms with a dead-letter queue as without',
  },
  {
    rule: '[SIM-979]',
    control: 'dead letters',
    does: 'count by their cause as well: failed',
    flow: handedOn({ message: { ...THREE_RETRIES, deadLetterQueueEnabled: true }, worker: FAILING, simulation: MANY }),
    figure: (ran) => toWorker(ran).failed - toWorker(ran).deadLettered + Math.min(toWorker(ran).failed, 1) - 1,
    expected: 0,
    within: 0,
    from: 'by hand',
    because: 'each that fails for good is kept, and some do',
  },
]

/** Writes go to a cache, and then to a database that fails half of them. */
const behind = (call: Data, simulation: Data = {}): Drawn => ({
  nodes: [client('c'), cache('k', { writePolicy: 'Write-Behind' }), database('d', FAILING)],
  edges: [edge('c', 'k'), edge('k', 'd', call, 'database')],
  simulation: { requestMix: { Write: 1 }, ...MANY, ...simulation },
})
const toDatabase = sentTo('k-d')

const PROBES = 10

const writes: readonly Expectation[] = [
  {
    rule: '[SIM-723]',
    control: 'Write-Behind',
    does: 'reports the writes that are lost',
    flow: behind({}),
    figure: (ran) => toDatabase(ran).lost / toDatabase(ran).published,
    expected: 0.5,
    within: 0.02,
    from: 'theory',
    because: 'half of 10,000 writes, standard error 0.005',
  },
  {
    rule: '[SIM-365]',
    control: 'Write-Behind',
    does: 'retries as its connection says',
    flow: behind(THREE_RETRIES),
    figure: (ran) => toDatabase(ran).lost / toDatabase(ran).published,
    expected: 1 / 16,
    within: 0.01,
    from: 'theory',
    because: 'four tries fail; 10,000 writes, standard error 0.0024',
  },
  {
    rule: '[SIM-723]',
    control: 'Write-Behind',
    does: 'counts a lost write as nothing else',
    flow: behind({}),
    figure: (ran) => toDatabase(ran).failed,
    expected: 0,
    within: 0,
    from: 'by hand',
    because: 'the database has refused it for good, and no one else has it',
  },
  {
    rule: '[SIM-723]',
    control: 'Write-Behind',
    does: 'loses what a cut connection does not carry',
    flow: {
      ...behind({}, { faults: { edge: 'k-d', fromS: 20, forS: 20 } }),
      nodes: [client('c'), cache('k', { writePolicy: 'Write-Behind' }), database('d')],
    },
    figure: (ran) => toDatabase(ran).lost,
    expected: 200,
    within: 0,
    from: 'by hand',
    because: 'ten writes a second for 20 s',
  },
  {
    rule: '[SIM-366]',
    control: 'circuit breaker',
    does: 'learns how writes behind a cache end',
    flow: {
      ...behind({ circuitBreakerEnabled: true, circuitBreakerStatus: 'Half-Open' }, { durationS: 100 }),
      nodes: [client('c'), cache('k', { writePolicy: 'Write-Behind' }), database('d')],
    },
    figure: ({ link }) => link('k-d').succeeded,
    expected: 998,
    within: 2,
    from: 'by hand',
    because: `${PROBES} probes succeed and close it`,
  },
]

/** Queries of 1,500 ms over a pool of one connection, given up after 100 ms, ten a second. */
const givenUp = (call: Data = {}, simulation: Data = {}): Drawn => ({
  nodes: [client('c'), server('f'), database('d', { averageLatency: 1500 })],
  edges: [
    edge('c', 'f'),
    edge('f', 'd', { minConnections: 1, maxConnections: 1, queryTimeout: 100, ...call }, 'database'),
  ],
  simulation,
})

const places: readonly Expectation[] = [
  {
    rule: '[SIM-206]',
    control: 'connection pool',
    does: 'keeps the place of a query that its caller has given up',
    flow: givenUp(),
    figure: ({ node }) => node('d').mostInSystem,
    expected: 1,
    within: 0,
    from: 'by hand',
    because: 'one connection, one query',
  },
  {
    rule: '[SIM-206]',
    control: 'connection pool',
    does: 'runs one query after the other',
    flow: givenUp(),
    figure: ({ node }) => node('d').completed,
    expected: 66,
    within: 1,
    from: 'by hand',
    because: '100 s of queries of 1,500 ms',
  },
  {
    rule: '[SIM-206]',
    control: 'connection pool',
    does: 'frees the place of a query that is cancelled',
    flow: givenUp({}, { cancelOnTimeout: true }),
    figure: ({ node }) => node('d').arrived,
    expected: 999,
    within: 2,
    from: 'by hand',
    because: 'each holds the connection for 100 ms, as often as one comes',
  },
]

/** Calls of 1,450 ms that their callers wait 1,000 ms for: the first leaves at 117 ms, one follows every 100 ms. */
const tooSlow = (worker: Data = {}, simulation: Data = {}): Drawn => ({
  nodes: [client('c'), server('f'), server('w', { averageProcessingTime: 1450, ...worker })],
  edges: [edge('c', 'f'), edge('f', 'w', { timeout: 1000 })],
  simulation,
})

/** An M/M/1 of 16 of 20 a second, whose callers wait for 500 ms. */
const busy: Drawn = {
  nodes: [client('c', { concurrentUsers: 16 }), server('w', HALF)],
  edges: [edge('c', 'w', { timeout: 500 })],
  simulation: { arrivals: 'open', service: 'exp', durationS: 20_000, warmUpS: 100 },
}
const toSlow = sentTo('f-w')
const toBusy = sentTo('c-w')

const abandoned: readonly Expectation[] = [
  {
    rule: '[SIM-543]',
    control: 'timeout',
    does: 'makes messages of the calls that go on',
    flow: tooSlow(),
    figure: (ran) => toSlow(ran).givenUp,
    expected: 989,
    within: 0,
    from: 'by hand',
    because: 'call k leaves at 100 k + 17 ms and is given up 1,000 ms later; the run ends at 100 s',
  },
  {
    rule: '[SIM-543]',
    control: 'timeout',
    does: 'leaves the rest of the work to the message',
    flow: tooSlow(),
    figure: (ran) => toSlow(ran).delay.sum / toSlow(ran).processed,
    expected: 450,
    within: 1e-6,
    from: 'by hand',
    because: '1,450 ms less the 1,000 ms that the caller waited',
  },
  {
    rule: '[SIM-543]',
    control: 'timeout',
    does: 'leaves work that nobody waits for',
    flow: tooSlow(),
    figure: (ran) => toSlow(ran).mostWaiting,
    expected: 5,
    within: 0,
    from: 'by hand',
    because: 'one every 100 ms, each for 450 ms',
  },
  {
    rule: '[SIM-543]',
    control: 'timeout',
    does: 'leaves no message where the call is cancelled',
    flow: tooSlow({}, { cancelOnTimeout: true }),
    figure: ({ outcome }) => (outcome.messages === null ? 0 : 1),
    expected: 0,
    within: 0,
    from: 'by hand',
    because: 'nothing goes on',
  },
  {
    rule: '[SIM-543]',
    control: 'timeout',
    does: 'leaves no message where the call is answered in time',
    flow: tooSlow({ averageProcessingTime: 999 }),
    figure: ({ outcome }) => (outcome.messages === null ? 0 : 1),
    expected: 0,
    within: 0,
    from: 'by hand',
    because: '999 ms are less than 1,000 ms',
  },
  {
    rule: '[SIM-543]',
    control: 'failures after a timeout',
    does: 'fail the message, which is not tried again',
    flow: {
      ...tooSlow(FAILING, MANY),
      edges: [edge('c', 'f'), edge('f', 'w', { ...THREE_RETRIES, timeout: 1000 })],
    },
    figure: (ran) => {
      const { failed, processed, redelivered } = toSlow(ran)
      return redelivered + failed / (failed + processed)
    },
    expected: 0.5,
    within: 0.01,
    from: 'theory',
    because: 'four tries a call, all given up, and half of them fail: 40,000 messages, standard error 0.0025',
  },
  {
    rule: '[SIM-543]',
    control: 'crash',
    does: 'fails the messages that calls have become',
    flow: tooSlow({}, { faults: { node: 'w', fromS: 50, forS: 1 } }),
    figure: (ran) => toSlow(ran).failed,
    expected: 4,
    within: 0,
    from: 'by hand',
    because: 'calls 485 to 488 were given up, and are under way at 50 s',
  },
  {
    rule: '[SIM-543]',
    control: 'connection pool',
    does: 'leaves no message of a call that was never sent',
    flow: givenUp(),
    figure: (ran) => sentTo('f-d')(ran).givenUp - ran.node('d').arrived,
    expected: 0,
    within: 0,
    from: 'by hand',
    because: 'each query that gets the connection outlasts its caller; those that time out before stay unsent',
  },
  {
    rule: '[SIM-543]',
    control: 'timeout at a busy server',
    does: 'gives up a share of the calls',
    flow: busy,
    figure: (ran) => toBusy(ran).givenUp / ran.link('c-w').attempts,
    expected: Math.exp(-2),
    within: 0.02,
    from: 'theory',
    because: 'M/M/1: the time there is exponential with mean 250 ms, so that e^-2 of them take more than 500 ms',
  },
  {
    rule: '[SIM-543]',
    control: 'timeout at a busy server',
    does: 'leaves messages with the delay of any call there',
    flow: busy,
    figure: (ran) => toBusy(ran).delay.sum / toBusy(ran).processed,
    expected: 250,
    within: 30,
    from: 'theory',
    because: 'M/M/1: what is left of an exponential time is exponential with the same mean',
  },
  {
    rule: '[SIM-543]',
    control: 'timeout at a busy server',
    does: 'leaves messages waiting',
    flow: busy,
    figure: (ran) => toBusy(ran).meanWaiting,
    expected: 16 * Math.exp(-2) * 0.25,
    within: 0.13,
    from: 'theory',
    because: 'Little’s law: 16 e^-2 a second for 250 ms each',
  },
]

export const handedOver: readonly Expectation[] = [
  ...waits,
  ...keepers,
  ...senders,
  ...figures,
  ...redelivery,
  ...writes,
  ...places,
  ...abandoned,
]
