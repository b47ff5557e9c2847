import { receiveMessageOnPort, Worker } from 'node:worker_threads'
import { Unmapped } from '../../../../../../tooling/reference-cases/reference-case.ts'
import { meanOf } from '../../../../src/measure/histogram.ts'
import type { Measured } from '../bench.ts'
import { balancer, link, users, workers } from '../draw.ts'
import { places } from '../parts.ts'
import type { Drawing, Scenario } from '../scenario.ts'
import { scenarioOf } from '../shapes.ts'
import { type Context, foundBy, isNear, type Sentence } from './sentence.ts'

/** What must not change the result of a run, or only in a way that is known. */
export const metamorphicSentences: readonly Sentence[] = [
  {
    pattern: /^with the same seed, all latencies x([\d.]+) exactly, utilisations equal/,
    check(context, stretch) {
      const factor = Number(stretch)
      const [, times, per] =
        /^multiply every ms by ([\d.]+) and divide every rate by ([\d.]+)$/.exec(transformOf(context)) ?? []
      if (Number(times) !== factor || Number(per) !== factor) throw new Unmapped('The change is not the one expected.')
      const scenario = town(context)
      const plain = run(context, scenario, SECONDS)
      const slow = run(context, stretched(scenario, factor), SECONDS * factor)
      const faults = figures(plain).flatMap(([name, value, isTime], index) => {
        const other = figures(slow)[index]?.[1] ?? Number.NaN
        return isNear(other, value * (isTime ? factor : 1), ROUNDING) ? [] : [`${name}: ${value}, ${other}`]
      })
      return foundBy(faults.length === 0, ...(faults.length === 0 ? ['equal'] : faults.slice(0, 4)))
    },
  },
  {
    pattern: /^results equal in distribution; identical when random streams are keyed per node id/,
    check(context) {
      if (transformOf(context) !== 'add unconnected nodes, rename ids, permute node order') {
        throw new Unmapped('The change is not the one expected.')
      }
      const scenario = town(context)
      const plain = run(context, scenario, SECONDS)
      const shuffled = run(context, { ...scenario, flow: withStrangers(scenario.flow) }, SECONDS)
      const isSame = JSON.stringify(byId(shuffled, scenario.flow)) === JSON.stringify(byId(plain, scenario.flow))
      const renamed = run(context, { ...scenario, flow: withOtherNames(scenario.flow) }, SECONDS)
      const [one, other] = [plain, renamed].map(({ outcome }) => meanOf(outcome.requests.response)) as [number, number]
      return foundBy(isSame && isNear(other, one, 0.05), isSame ? 'identical' : 'not identical', one, other)
    },
  },
  {
    pattern: /^byte-identical result JSON/,
    by: 'no chance',
    check(context) {
      if (transformOf(context) !== 'run twice with one seed; run in worker and on main thread') {
        throw new Unmapped('The change is not the one expected.')
      }
      const scenario = town(context)
      const here = [1, 2].map(() => JSON.stringify(run(context, scenario, SECONDS).outcome))
      const there = runInWorker(scenario, context.seed)
      return foundBy(
        here[0] === here[1] && here[0] === there,
        `${here[0]?.length} bytes`,
        here[0] === here[1] ? 'the same again' : 'another the second time',
        here[0] === there ? 'the same in a worker' : 'another in a worker',
      )
    },
  },
]

const SECONDS = 600
/** Sums of many times in another unit. */
const ROUNDING = 1e-7

const transformOf = ({ reference }: Context): string => String(reference.inputs.transform)

/** A diagram with something of everything whose times and rates can be stretched. */
const town = (context: Context): Scenario =>
  scenarioOf({
    nodes: [
      users(60),
      balancer('Least Connections'),
      workers('one', 4, 40),
      workers('two', 2, 25, { maxConcurrentRequests: 40 }),
      { id: 'cache', type: 'Cache', data: { averageLatency: 1, maxThroughput: 4000, expectedHitRate: 0.6 } },
      { id: 'db', type: 'Database', data: { maxConnections: 4, averageLatency: 30 } },
    ],
    edges: [
      link('c', 'lb', { latencyMs: 5, timeout: 2000 }),
      link('lb', 'one', { latencyMs: 1, bandwidthMbps: 20, averageRequestSizeKB: 2, averageResponseSizeKB: 8 }),
      link('lb', 'two', {
        timeout: 400,
        retryEnabled: true,
        maxRetries: 2,
        retryStrategy: 'Exponential',
        retryIntervalMs: 50,
      }),
      link('one', 'cache'),
      link('two', 'cache'),
      link('cache', 'db', { latencyMs: 2 }),
    ],
    settings: { service: 'lognormal:scv=2', callStyle: 'synchronous', jitter: 'full' },
    profiles: context.file.profiles,
  })

const run = ({ bench, seed }: Context, scenario: Scenario, seconds: number): Measured =>
  bench.runFor(scenario, seconds, seed, { warmUpMs: 100 * seconds, spanMs: 10 * seconds })

const TIMES = [
  'thinkTimeBetweenRequests',
  'averageProcessingTime',
  'averageLatency',
  'latencyMs',
  'timeout',
  'retryIntervalMs',
]
const RATES = ['bandwidthMbps', 'maxThroughput', 'maxThroughputRPS', 'maxRequestsPerSecond', 'readIOPS', 'writeIOPS']

function stretched(scenario: Scenario, factor: number): Scenario {
  const stretch = <P extends { readonly data: Readonly<Record<string, unknown>> }>(part: P): P => {
    const data = Object.entries(part.data).map(([name, value]) => {
      if (TIMES.includes(name)) return [name, Number(value) * factor]
      return RATES.includes(name) ? [name, Number(value) / factor] : [name, value]
    })
    return { ...part, data: Object.fromEntries(data) }
  }
  const { nodes, edges } = scenario.flow
  return { ...scenario, flow: { nodes: nodes.map(stretch), edges: edges.map(stretch) } }
}

type Named = readonly [name: string, value: number, isTime: boolean]

/** Latencies, and what they leave as it is. */
function figures(measured: Measured): readonly Named[] {
  const { requests } = measured.outcome
  return [
    ['mean response', meanOf(requests.response), true],
    ['least response', requests.response.min, true],
    ['greatest response', requests.response.max, true],
    ['completed', requests.completed, false],
    ['failed', requests.failed, false],
    ...places(measured).flatMap(({ node, outcome }): readonly Named[] => [
      [`wait at ${node.id}`, outcome.waitMs, true],
      [`service at ${node.id}`, outcome.serviceMs, true],
      [`response of ${node.id}`, outcome.responseMs, true],
      [`busy at ${node.id}`, outcome.meanBusy, false],
      [`there at ${node.id}`, outcome.meanInSystem, false],
    ]),
  ]
}

/** In another order, among nodes that nothing leads to. */
const withStrangers = ({ nodes, edges }: Drawing): Drawing => ({
  nodes: [
    { id: 'stranger-1', type: 'Server', data: { averageProcessingTime: 10, failureProbability: 0 } },
    ...nodes.toReversed(),
    { id: 'stranger-2', type: 'Database', data: { maxConnections: 3 } },
  ],
  edges,
})

const withOtherNames = ({ nodes, edges }: Drawing): Drawing => ({
  nodes: nodes.map((node) => ({ ...node, id: `new-${node.id}` })),
  edges: edges.map((edge) => ({
    ...edge,
    id: `new-${edge.id}`,
    source: `new-${edge.source}`,
    target: `new-${edge.target}`,
  })),
})

/** What was measured of the nodes and edges of a drawing, in its order. */
const byId = ({ model, outcome }: Measured, { nodes, edges }: Drawing) => [
  outcome.requests,
  nodes.map(({ id }) => outcome.nodes[model.nodes.findIndex((node) => node.id === id)]),
  edges.map(({ id }) => outcome.links[model.links.findIndex((one) => one.id === id)]),
]

/** The same run in a thread of its own; waits for it. */
function runInWorker({ flow, settings }: Scenario, seed: number): string {
  const done = new Int32Array(new SharedArrayBuffer(4))
  const { port1, port2 } = new MessageChannel()
  const options = { seed, durationMs: 1000 * SECONDS, warmUpMs: 100 * SECONDS, spanMs: 10 * SECONDS }
  const worker = new Worker(new URL('./run-once.worker.ts', import.meta.url), {
    workerData: { flow, settings, options, done, port: port2 },
    transferList: [port2],
  })
  const ended = Atomics.wait(done, 0, 0, WORKER_MS)
  const told = receiveMessageOnPort(port1)?.message
  port1.close()
  void worker.terminate()
  if (typeof told !== 'string') throw new Error(`The thread told nothing (${ended}).`)
  return told
}

const WORKER_MS = 60_000
