import { receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { Data } from '@plimsoll/catalog'
import { spreadOf } from '@plimsoll/simulation'
import { type CaseFile, existing } from '../../../../tooling/reference-cases/reference-case.ts'
import { meanOf } from '../../src/measure/histogram.ts'
import { brokenLaws, type Law } from '../laws.ts'
import { type Bench, type Measured, settingsOf } from './bench.ts'
import type { Diagram } from './diagram.ts'
import { nodesOf } from './measured-parts.ts'
import type { Context, Measurement } from './measurement.ts'
import { variantsOf } from './variants.ts'

/** What holds of a system as a whole: laws, and changes of the diagram that must not change the result. */
export const SYSTEM_MEASUREMENTS: Readonly<Record<string, Measurement>> = {
  /** In runs of all diagrams of the file: how many break the law. */
  brokenLaws: {
    of: (context, { by = {} }) => {
      const slack = by.slack === undefined ? {} : { [String(by.law)]: Number(by.slack) }
      return runsOfAllDiagrams(context).filter((ran) =>
        brokenLaws(ran, slack).some(({ law }) => law === (by.law as Law)),
      ).length
    },
  },
  /** Figures that are not `factor` times as great (times), or not the same (others), when all times are. */
  unstretchedFigures: {
    of: ({ bench, diagram, seed }, { by = {} }) => {
      const factor = Number(by.factor)
      const plain = figuresOf(run(bench, diagram(), seed))
      const stretched = figuresOf(run(bench, stretchedBy(factor, diagram()), seed, factor))
      return plain.filter(({ value, isTime }, index) => {
        const expected = value * (isTime ? factor : 1)
        return !(Math.abs((stretched[index]?.value ?? Number.NaN) - expected) <= SUMMED * Math.abs(expected))
      }).length
    },
  },
  /** Nodes and edges whose outcome another order of nodes, and nodes without an edge, change. */
  changedByStrangers: {
    of: ({ bench, diagram, seed }) => {
      const [plain, other] = [diagram(), withStrangers(diagram())].map((one) => run(bench, one, seed)) as [
        Measured,
        Measured,
      ]
      const isSame = JSON.stringify(byId(plain, diagram())) === JSON.stringify(byId(other, diagram()))
      return isSame ? 0 : 1
    },
  },
  /** Mean response with other ids over that with the present ones. */
  renamedOverPlain: {
    of: ({ bench, diagram, seed }) => {
      const [plain, renamed] = [diagram(), withOtherNames(diagram())].map((one) =>
        meanOf(run(bench, one, seed).outcome.requests.response),
      ) as [number, number]
      return renamed / plain
    },
  },
  /** Of the same run here once more, and in a worker: how many gave other bytes. */
  differentRepeats: {
    chance: 'no chance',
    of: ({ bench, diagram, seed }) => {
      const here = () => JSON.stringify(run(bench, diagram(), seed).outcome)
      const first = here()
      return [here(), runInWorker(bench, diagram(), seed)].filter((again) => again !== first).length
    },
  },
  /** Of `intervals` 95 % intervals of the mean response, each over `replications` runs: how many cover `expected`. */
  coveringIntervals: {
    chance: 'many seeds',
    of: ({ bench, diagram }, { by = {} }) => {
      const [expected, intervals, replications] = [by.expected, by.intervals, by.replications].map(Number) as [
        number,
        number,
        number,
      ]
      const covers = (interval: number) => {
        const means = Array.from({ length: replications }, (_, index) => {
          const { outcome } = bench.run(diagram(), { seed: 1 + interval * replications + index, requests: OF_INTERVAL })
          return meanOf(outcome.requests.response)
        })
        const { mean, halfWidth } = spreadOf(means)
        return Math.abs(mean - expected) <= (halfWidth ?? 0)
      }
      return Array.from({ length: intervals }, (_, interval) => covers(interval)).filter((is) => is).length
    },
  },
}

/** Enough of each replication for means that are nearly normal. */
const OF_INTERVAL = 25_000
const OF_LAWS = 10_000
const SECONDS = 600
/** Sums of many times in another unit. */
const SUMMED = 1e-7

const run = (bench: Bench, diagram: Diagram, seed: number, factor = 1): Measured =>
  bench.runFor(diagram, SECONDS * factor, seed, { warmUpMs: 100 * SECONDS * factor, spanMs: 10 * SECONDS * factor })

/** The runs of one bench, file and seed, for all laws. */
const ran = new WeakMap<Bench, { file: CaseFile; seed: number; runs: readonly Measured[] }>()

function runsOfAllDiagrams({ bench, file, seed }: Context): readonly Measured[] {
  const known = ran.get(bench)
  if (known?.file === file && known.seed === seed) return known.runs
  const diagrams = file.cases
    .filter(({ level, inputs }) => level === 'diagram' && (inputs.nodes !== undefined || inputs.variants !== undefined))
    .flatMap(({ inputs }) => [...variantsOf(inputs).values()])
  const runs = diagrams.map((diagram) => bench.runUnjudged(diagram, secondsOf(bench, diagram), seed))
  ran.set(bench, { file, seed, runs })
  return runs
}

const secondsOf = (bench: Bench, diagram: Diagram): number => {
  const { durationS } = diagram.settings ?? {}
  if (durationS !== undefined) return Number(durationS)
  return bench.secondsFor(diagram, diagram.requests === undefined ? OF_LAWS : diagram.requests / 20)
}

const TIMES = [
  'thinkTimeBetweenRequests',
  'averageProcessingTime',
  'averageLatency',
  'latencyMs',
  'timeout',
  'retryIntervalMs',
]
const RATES = ['bandwidthMbps', 'maxThroughput', 'maxThroughputRPS', 'maxRequestsPerSecond', 'readIOPS', 'writeIOPS']

function stretchedBy(factor: number, diagram: Diagram): Diagram {
  const stretch = <P extends { readonly data?: Data }>(part: P): P => {
    const entries = Object.entries(part.data ?? {}).map(([name, value]) => {
      if (TIMES.includes(name)) return [name, Number(value) * factor]
      return [name, RATES.includes(name) ? Number(value) / factor : value]
    })
    return { ...part, data: Object.fromEntries(entries) }
  }
  return { ...diagram, nodes: diagram.nodes.map(stretch), edges: diagram.edges.map(stretch) }
}

function figuresOf(measured: Measured): readonly { value: number; isTime: boolean }[] {
  const { completed, failed, response } = measured.outcome.requests
  const nodes = nodesOf(measured)
  const times = [
    meanOf(response),
    response.min,
    response.max,
    ...nodes.flatMap(({ waitMs, serviceMs, responseMs }) => [waitMs, serviceMs, responseMs]),
  ]
  const others = [completed, failed, ...nodes.flatMap(({ meanBusy, meanInSystem }) => [meanBusy, meanInSystem])]
  return [...times.map((value) => ({ value, isTime: true })), ...others.map((value) => ({ value, isTime: false }))]
}

const withStrangers = (diagram: Diagram): Diagram => ({
  ...diagram,
  nodes: [
    { id: 'stranger-1', type: 'Server', data: { averageProcessingTime: 10, failureProbability: 0 } },
    ...diagram.nodes.toReversed(),
    { id: 'stranger-2', type: 'Database', data: { maxConnections: 3 } },
  ],
})

const withOtherNames = (diagram: Diagram): Diagram => ({
  ...diagram,
  nodes: diagram.nodes.map((node) => ({ ...node, id: `new-${node.id}` })),
  edges: diagram.edges.map((edge) => ({ ...edge, source: `new-${edge.source}`, target: `new-${edge.target}` })),
})

/** What was measured of the nodes and edges, in the order of a diagram. */
const byId = ({ model, outcome }: Measured, { nodes }: Diagram) => [
  outcome.requests,
  nodes.map(({ id }) => outcome.nodes[model.nodes.findIndex((node) => node.id === id)]),
  model.links.map(({ id }, index) => [id, outcome.links[index]]),
]

/** The same run in a thread of its own; waits for it. */
function runInWorker(bench: Bench, diagram: Diagram, seed: number): string {
  const done = new Int32Array(new SharedArrayBuffer(4))
  const { port1, port2 } = new MessageChannel()
  const options = { seed, durationMs: 1000 * SECONDS, warmUpMs: 100 * SECONDS, spanMs: 10 * SECONDS }
  const worker = new Worker(new URL('./run-once.worker.ts', import.meta.url), {
    workerData: { flow: bench.flow(diagram), settings: settingsOf(diagram), options, done, port: port2 },
    transferList: [port2],
  })
  const ended = Atomics.wait(done, 0, 0, WORKER_MS)
  const told = existing(receiveMessageOnPort(port1)?.message as string | undefined, `message of the thread (${ended})`)
  port1.close()
  void worker.terminate()
  return told
}

const WORKER_MS = 60_000
