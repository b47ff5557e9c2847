import type { Expectation } from './expectation.ts'
import { cache, client, type Drawn, database, edge, type Ran, server } from './saved-flow.ts'

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
]
