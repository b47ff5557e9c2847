import type { Expectation } from './expectation.ts'
import { balancer, cache, client, type Drawn, database, edge, type Ran, server } from './saved-flow.ts'

type Data = Readonly<Record<string, unknown>>

/** A client calls a server, ten times a second: requests leave 5 ms after each multiple of 100 ms, and take 2,000 ms there. */
const slow = (
  faults: unknown,
  { target = {}, call = {} }: { readonly target?: Data; readonly call?: Data } = {},
): Drawn => ({
  nodes: [client('c'), server('s', { averageProcessingTime: 2000, ...target })],
  edges: [edge('c', 's', call)],
  simulation: { faults },
})

const failedFor =
  (reason: string) =>
  ({ requests }: Ran) =>
    requests.reasons[reason] ?? 0
const CUT = { edge: 'c-s', fromS: 20, forS: 20 }

export const answers: readonly Expectation[] = [
  {
    rule: '[SIM-982]',
    control: 'cut',
    does: 'fails the calls whose answers are ready while it lasts',
    flow: slow(CUT),
    figure: failedFor('Connection cut'),
    expected: 20 + 200,
    within: 0,
    from: 'by hand',
    because: 'those that left from 18,005 ms on are done at 20,007 ms or later; 200 leave while it lasts',
  },
  {
    rule: '[SIM-982]',
    control: 'cut',
    does: 'lets no answer through',
    flow: slow(CUT),
    figure: ({ outcome }) => outcome.series.completed.slice(21, 42).reduce((sum, count) => sum + count, 0),
    expected: 0,
    within: 0,
    from: 'by hand',
    because: 'the first call after it leaves at 40,005 ms, and takes 2 s',
  },
  {
    rule: '[SIM-982]',
    control: 'cut that hangs',
    does: 'leaves the calls whose answers are ready to their timeout',
    flow: slow({ ...CUT, mode: 'hang' }, { call: { timeout: 5000 } }),
    figure: failedFor('Timeout'),
    expected: 20 + 200,
    within: 0,
    from: 'by hand',
    because: 'those that left from 18,005 ms on, and the 200 that leave while it lasts',
  },
  {
    rule: '[SIM-982]',
    control: 'cut that hangs',
    does: 'silences failures, too',
    flow: slow({ ...CUT, mode: 'hang' }, { target: { failureProbability: 0.5 }, call: { timeout: 5000 } }),
    figure: failedFor('Timeout'),
    expected: 20 + 200,
    within: 0,
    from: 'by hand',
    because: 'as where none fails by itself',
  },
  {
    rule: '[SIM-982]',
    control: 'cut',
    does: 'fails the writes behind a cache whose answers it stops, as far as they are not tried again',
    flow: {
      nodes: [client('c'), cache('k', { writePolicy: 'Write-Behind' }), database('d', { averageLatency: 2000 })],
      edges: [edge('c', 'k'), edge('k', 'd', {}, 'database')],
      simulation: { requestMix: { Write: 1 }, faults: { edge: 'k-d', fromS: 20, forS: 20 } },
    },
    figure: ({ link }) => link('k-d').messages?.lost ?? 0,
    expected: 20 + 200,
    within: 1,
    from: 'by hand',
    because: 'those of the last 2 s before it, and the 200 that come while it lasts',
  },
  {
    rule: '[SIM-983]',
    control: 'lose over UDP',
    does: 'strikes requests and answers alike',
    flow: {
      nodes: [client('c'), server('s')],
      edges: [edge('c', 's', { packetLossRate: 0, timeout: 500 }, 'udp')],
      simulation: { durationS: 1000, faults: { edge: 'c-s', kind: 'lose', share: 0.5, fromS: 0, forS: 1e6 } },
    },
    figure: ({ requests }) => requests.failed / requests.arrived,
    expected: 0.75,
    within: 0.018,
    from: 'theory',
    because: 'a half of the half that comes is answered; n = 10,000, standard error 0.0043',
  },
  {
    rule: '[SIM-805]',
    control: 'health checks over UDP',
    does: 'fail where the packet there or back is lost',
    flow: {
      nodes: [
        client('c'),
        balancer('b', {
          healthCheckEnabled: true,
          healthCheckInterval: 2,
          healthCheckTimeout: 1,
          unhealthyThreshold: 1,
          healthyThreshold: 1,
        }),
        server('s'),
        server('t'),
      ],
      edges: [edge('c', 'b'), edge('b', 's', { packetLossRate: 0.5 }, 'udp'), edge('b', 't')],
      simulation: { durationS: 10_000 },
    },
    figure: ({ link }) => link('b-s').attempts / link('c-b').attempts,
    expected: 0.5 * (0.25 + 0.75 * 0.25 * 0.5),
    within: 0.013,
    from: 'theory',
    because:
      'a quarter of the checks are answered, and let the target in for 2 s; it goes out 1 s after the first that is not, and in turns gets half meanwhile: 5,000 checks, standard error 0.003',
  },
]
