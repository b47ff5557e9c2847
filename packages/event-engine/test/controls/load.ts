import type { Expectation } from './expectation.ts'
import { client, type Drawn, edge, type Ran, server } from './saved-flow.ts'

type Data = Readonly<Record<string, unknown>>

/** A client makes ten requests a second. */
const loaded = (users: Data, simulation: Data = {}): Drawn => ({
  nodes: [client('c', users), server('s')],
  edges: [edge('c', 's')],
  simulation,
})

const arrived = ({ requests }: Ran) => requests.arrived

export const load: readonly Expectation[] = [
  {
    rule: '[SIM-258]',
    control: 'even arrivals',
    does: 'come at users / think time',
    flow: loaded({}),
    figure: arrived,
    expected: 1000,
    within: 1,
    from: 'by hand',
    because: '10 users × 1 a second × 100 s',
  },
  {
    rule: '[SIM-258]',
    control: 'open arrivals',
    does: 'come at users / think time',
    flow: loaded({}, { arrivals: 'open', durationS: 1000 }),
    figure: arrived,
    expected: 10_000,
    within: 400,
    from: 'theory',
    because: 'Poisson: standard error √10,000',
  },
  {
    rule: '[SIM-258]',
    control: 'closed users',
    does: 'make N/(Z + R) requests a second',
    flow: loaded({}, { arrivals: 'closed', durationS: 1000 }),
    figure: ({ requests }) => requests.completed / 1000,
    expected: 10 / 1.019,
    within: 0.4,
    from: 'theory',
    because: 'interactive response time law with N = 10, Z = 1 s, R = 19 ms; standard error 0.1',
  },
  {
    rule: '[SIM-901]',
    control: 'Bursty',
    does: 'multiplies the rate for 2 of each 10 s',
    flow: loaded({ requestPattern: 'Bursty', burstFactor: 5 }),
    figure: arrived,
    expected: 1000 * (0.8 + 0.2 * 5),
    within: 10,
    from: 'by hand',
    because: '8 s at 10, 2 s at 50 a second, ten times',
  },
  {
    rule: '[SIM-901]',
    control: 'Periodic',
    does: 'has the same mean rate',
    flow: loaded({ requestPattern: 'Periodic', periodSeconds: 20 }, { arrivals: 'open', durationS: 1000 }),
    figure: arrived,
    expected: 10_000,
    within: 400,
    from: 'theory',
    because: 'a sine over whole periods has the mean 0; Poisson: standard error 100',
  },
  {
    rule: '[SIM-901]',
    control: 'Periodic',
    does: 'has its share of the first half of each period',
    flow: loaded({ requestPattern: 'Periodic', periodSeconds: 1000 }, { arrivals: 'open', durationS: 500 }),
    figure: arrived,
    expected: 5000 * (1 + 1 / Math.PI),
    within: 330,
    from: 'theory',
    because: 'the mean of 1 + 0.5 sin over half a period is 1 + 1/π; standard error 81',
  },
  {
    rule: '[SIM-287]',
    control: 'load step',
    does: 'sets the rate from its time on',
    flow: loaded({}, { load: { atS: 50, rps: 20 } }),
    figure: arrived,
    expected: 500 + 1000,
    within: 2,
    from: 'by hand',
    because: '50 s at 10, 50 s at 20 a second',
  },
  {
    rule: '[SIM-287]',
    control: 'load spike',
    does: 'ends',
    flow: loaded({}, { spike: { fromS: 50, toS: 60, rps: 100 } }),
    figure: arrived,
    expected: 900 + 1000,
    within: 10,
    from: 'by hand',
    because: '90 s at 10, 10 s at 100 a second',
  },
]
