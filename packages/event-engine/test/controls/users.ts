import { shareAbove } from '../../src/measure/histogram.ts'
import type { Expectation } from './expectation.ts'
import { client, type Drawn, edge, type Ran, server } from './saved-flow.ts'

type Data = Readonly<Record<string, unknown>>
type Parts = Partial<Record<'users' | 'call' | 'target' | 'simulation', Data>>

/** A client calls a server: 5 ms at the device, 2 ms each way, 10 ms of service. */
const calling = ({ users = {}, call = {}, target = {}, simulation = {} }: Parts): Drawn => ({
  nodes: [client('c', users), server('s', target)],
  edges: [edge('c', 's', call)],
  simulation,
})

/** Share of the completed requests that took at most so long. */
const shareWithin =
  (ms: number) =>
  ({ requests }: Ran) =>
    1 - shareAbove(requests.response, ms)

/** 8.192 Mbit/s carry a KB of 1,024 bytes in 1 ms. */
const OWN = { bandwidthLimit: 8.192 }
const meanMs = ({ meanMs: mean }: Ran) => mean
const PLAIN_MS = 19

const ownLines: readonly Expectation[] = [
  {
    rule: '[SIM-410]',
    control: 'bandwidth of an access',
    does: "delays each user's transfers by nobody else's",
    flow: calling({ users: { ...OWN, concurrentUsers: 1000 }, call: { averageRequestSizeKB: 20 } }),
    figure: meanMs,
    expected: PLAIN_MS + 20,
    within: 0.05,
    from: 'by hand',
    because: '1,000 requests a second take 20 ms each, twenty at a time',
  },
  {
    rule: '[SIM-410]',
    control: 'bandwidth of an access',
    does: 'leaves the connection free',
    flow: calling({ users: { ...OWN, concurrentUsers: 1000 }, call: { averageRequestSizeKB: 20 } }),
    figure: ({ link }) => link('c-s').requestLine,
    expected: 1000 * 20 * 8.192e-9,
    within: 1e-5,
    from: 'theory',
    because: 'utilization law: 1,000 a second × 163,840 bits at 10^12 bit/s',
  },
  {
    rule: '[SIM-410]',
    control: 'bandwidth of a connection',
    does: 'is shared by all users, whatever their own',
    flow: calling({
      users: { bandwidthLimit: 100, concurrentUsers: 50 },
      call: { bandwidthMbps: 8.192, averageRequestSizeKB: 10 },
      simulation: { arrivals: 'open', durationS: 400 },
    }),
    figure: meanMs,
    expected: PLAIN_MS + 10 + 5,
    within: 0.6,
    from: 'theory',
    because: 'M/D/1 with ρ = 0.5: 10 ms and ρ/(1 - ρ) × 5 ms of waiting; n = 20,000',
  },
  {
    rule: '[SIM-410]',
    control: 'bandwidths of an access and its connection',
    does: 'delay by the slower of both',
    flow: calling({
      users: { bandwidthLimit: 8.192 },
      call: { bandwidthMbps: 81.92, averageRequestSizeKB: 20, averageResponseSizeKB: 30, bidirectional: true },
    }),
    figure: meanMs,
    expected: PLAIN_MS + 50,
    within: 0.05,
    from: 'by hand',
    because: '20 + 30 ms on the access, 2 + 3 ms on the connection meanwhile',
  },
]

/** 5 + 2 + 10 + 2 ms for those who are near, and 160 ms more for the others. */
const HALF_FAR = { geographicDistribution: ['North America', 'Europe'] }
const nearShare = shareWithin(100)

const distances: readonly Expectation[] = [
  {
    rule: '[SIM-411] [SIM-908]',
    control: 'distance',
    does: 'is that of each closed user, near or far',
    flow: calling({ users: HALF_FAR, simulation: { arrivals: 'closed', durationS: 1000 } }),
    figure: nearShare,
    expected: 1 / 1.019 / (1 / 1.019 + 1 / 1.179),
    within: 0.02,
    from: 'theory',
    because: 'five users who take 19 ms, five who take 179 ms, and think for 1 s; standard error 0.005',
  },
  {
    rule: '[SIM-411] [SIM-909]',
    control: 'distance',
    does: 'is one way or the other, both ways alike',
    flow: calling({ users: HALF_FAR, simulation: { arrivals: 'open', durationS: 1000 } }),
    figure: nearShare,
    expected: 0.5,
    within: 0.02,
    from: 'theory',
    because: 'each request is that of another user; n = 10,000, standard error 0.005',
  },
  {
    rule: '[SIM-411]',
    control: 'distance',
    does: 'is never half of the way',
    flow: calling({ users: HALF_FAR, simulation: { arrivals: 'open', durationS: 1000 } }),
    figure: (ran) => shareWithin(170)(ran) - shareWithin(30)(ran),
    expected: 0,
    within: 0,
    from: 'by hand',
    because: '19 or 179 ms, ±5 % of the way',
  },
]

/** 5 + 82 + 10 + 82 ms. */
const ALL_FAR = { geographicDistribution: ['Europe'] }
const FAR_MS = PLAIN_MS + 160
const MANY = { durationS: 1000 }

const roundTrips: readonly Expectation[] = [
  {
    rule: '[SIM-1001]',
    control: 'a secure connection for each request',
    does: "takes two of the user's own round trips",
    flow: {
      ...calling({ users: { ...ALL_FAR, connectionPersistence: false, requireSecureConnection: true } }),
      edges: [edge('c', 's', {}, 'http')],
    },
    figure: meanMs,
    expected: FAR_MS + 2 * 164,
    within: 0.5,
    from: 'by hand',
    because: 'TCP and TLS, 2 × 82 ms each',
  },
  {
    rule: '[SIM-1001]',
    control: 'packet loss',
    does: 'costs two round trips of the user where these are longer than 200 ms',
    flow: calling({ users: ALL_FAR, call: { packetLossRate: 0.1 }, simulation: MANY }),
    figure: meanMs,
    expected: FAR_MS + (0.1 / 0.9) * 328,
    within: 4.6,
    from: 'theory',
    because: '0.11 losses of 2 × 164 ms; n = 10,000, standard error 1.15',
  },
  {
    rule: '[SIM-1001]',
    control: 'unstable access',
    does: 'costs a round trip of the user',
    flow: calling({ users: { ...ALL_FAR, networkStability: 0.9, reconnectAttempts: 1 }, simulation: MANY }),
    figure: meanMs,
    expected: FAR_MS + 0.1 * 164,
    within: 2,
    from: 'theory',
    because: 'one request in ten; n = 10,000, standard error 0.5',
  },
  {
    rule: '[SIM-1002]',
    control: 'failure at a distance',
    does: 'is known to the user after the way back',
    flow: calling({
      users: ALL_FAR,
      target: { failureProbability: 0.5 },
      call: { retryEnabled: true, maxRetries: 1, retryStrategy: 'Constant', retryIntervalMs: 100 },
    }),
    figure: ({ traces }) => {
      const tries = traces().map(({ spans }) => spans.filter(({ depth }) => depth === 1))
      const [first, second] = tries.find(({ length }) => length === 2) ?? []
      return (second?.calledMs ?? Number.NaN) - (first?.calledMs ?? 0)
    },
    expected: 82 + 10 + 82 + 100,
    within: 0.3,
    from: 'by hand',
    because: 'there, service, back, and the wait',
  },
]

export const users: readonly Expectation[] = [...ownLines, ...distances, ...roundTrips]
