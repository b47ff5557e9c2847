import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { EventModel } from '@plimsoll/event-engine'
import { core, meanOf, quantileOf, runModel } from './bundled-engine.ts'
import { type CompiledRun, compileBaseline, type RunLength } from './event-baseline/compiled.ts'
import { farServer, manyTemplates, SAVED_FLOWS, savedFlow, savedModel } from './event-flows.ts'
import { compare, median, timed } from './harness.ts'

/**
 * The event engine on flows as they are saved: events per CPU second; the three-tier template, and diagrams of many of them, against a C
 * program that does the same work; bytes per request under way; two threads against one.
 */
export async function bench(): Promise<Record<string, number>> {
  const compiled = compileBaseline()
  if (compiled === null) console.warn('  Without a C compiler (cc), nothing is held against a C program.')
  return {
    ...benchSaved(),
    ...(compiled === null ? {} : await benchAgainstC(compiled)),
    ...benchSizes(compiled),
    ...benchMemory(),
    ...(await benchThreads()),
  }
}

type Baseline = NonNullable<ReturnType<typeof compileBaseline>>

const SAVED_MS = 120_000
const SAVED_ROUNDS = 5

/** Events per CPU second of each saved flow, all in turns; the first round warms up. */
function benchSaved(): Record<string, number> {
  const flows = SAVED_FLOWS.map((name) => ({ name, model: savedModel(name), speeds: [] as number[] }))
  for (let seed = 0; seed <= SAVED_ROUNDS; seed += 1) {
    for (const { model, speeds } of flows) {
      const { events, cpuMs } = simulate(model, { seed, durationMs: SAVED_MS })
      if (seed > 0) speeds.push((1000 * events) / cpuMs)
    }
  }
  return Object.fromEntries(flows.map(({ name, speeds }) => [`events.${name}.perCpuSecond`, median(speeds)]))
}

function simulate(model: EventModel, { seed, durationMs, warmUpMs = 0 }: Simulated) {
  const started = process.cpuUsage()
  const outcome = runModel(model, { seed, durationMs, warmUpMs, core })
  return { ...outcome, cpuMs: cpuMs(started) }
}

interface Simulated {
  readonly seed: number
  readonly durationMs: number
  readonly warmUpMs?: number
}

const LENGTH: RunLength = { seconds: 1000, warmUpSeconds: 100 }

const FIGURES = ['mean', 'p50', 'p95', 'p99', 'database'] as const
type Times = Pick<CompiledRun, (typeof FIGURES)[number]>
/** So far apart are two means of the same thing once in ten thousand times. */
const MOST_STANDARD_ERRORS = 5

/** Both simulate the same span in turns, each time from another seed. */
async function benchAgainstC(compiled: Baseline): Promise<Record<string, number>> {
  const [ours, theirs] = [[] as Times[], [] as Times[]]
  const model = savedModel('three-tier')
  const subject = () => {
    const { seconds, warmUpSeconds } = LENGTH
    const { requests, nodes, cpuMs } = simulate(model, {
      seed: ours.length + 1,
      durationMs: seconds * 1000,
      warmUpMs: warmUpSeconds * 1000,
    })
    const { response } = requests
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantileOf(response, share)) as [number, number, number]
    ours.push({ mean: meanOf(response), p50, p95, p99, database: nodes.at(-1)?.responseMs ?? 0 })
    return cpuMs
  }
  const baseline = () => {
    const run = compiled(LENGTH, { seed: theirs.length + 1 })
    theirs.push(run)
    return run.cpuSeconds * 1000
  }
  const { ratio, subjectMs, baselineMs } = await compare({ subject, baseline, rounds: 7, warmUpRounds: 1 })
  return {
    'events.three-tier.partOfC': 1 / ratio,
    'events.three-tier.simulatedSecondsPerCpuSecond': (1000 * LENGTH.seconds) / subjectMs,
    'events.three-tier.simulatedSecondsPerCpuSecondOfC': (1000 * LENGTH.seconds) / baselineMs,
    ...comparedTimes(ours, theirs),
  }
}

/** Times of both, and how many standard errors lie between them; throws where they are not the same. */
function comparedTimes(ours: readonly Times[], theirs: readonly Times[]): Record<string, number> {
  return Object.fromEntries(
    FIGURES.flatMap((figure) => {
      const [a, b] = [ours, theirs].map((runs) => spread(runs.map((run) => run[figure]))) as [Mean, Mean]
      const apart = Math.abs(a.mean - b.mean) / Math.hypot(a.error, b.error)
      if (apart > MOST_STANDARD_ERRORS) {
        throw new Error(
          `The ${figure} is ${a.mean} ms, but ${b.mean} ms of the C program: ${apart} standard errors apart.`,
        )
      }
      return [
        [`events.three-tier.${figure}.ms`, a.mean],
        [`events.three-tier.${figure}.msOfC`, b.mean],
        [`events.three-tier.${figure}.standardErrorsApart`, apart],
      ]
    }),
  )
}

interface Mean {
  readonly mean: number
  /** Its standard error. */
  readonly error: number
}

function spread(values: readonly number[]): Mean {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { mean, error: Math.sqrt(squares / (values.length - 1) / values.length) }
}

/** Nodes, about: as many templates side by side as there is room for. */
const SIZES = [10, 100, 1000, 10_000] as const
/** Requests per second of each template: always as many, so that a larger diagram is more crowded, too; or so many of all together. */
const TRAFFIC = {
  size: () => 100,
  spread: (copies: number) => 100 / copies,
} satisfies Record<string, (copies: number) => number>

/** CPU time per event by nodes of the diagram, for each kind of traffic. */
function benchSizes(compiled: Baseline | null): Record<string, number> {
  const nodesOfOne = savedFlow('three-tier').nodes.length
  return Object.assign(
    {},
    ...Object.entries(TRAFFIC).map(([traffic, perSecondOf]) => {
      const diagrams = SIZES.map((nodes) => Math.floor(nodes / nodesOfOne)).map((copies) => ({
        copies,
        perSecond: perSecondOf(copies),
      }))
      return {
        ...oursBySize(traffic, diagrams.map(nsPerEventOf)),
        ...(compiled === null
          ? {}
          : bySize(
              traffic,
              'nsPerEventOfC',
              diagrams.map((diagram) => nsPerEventOfC(compiled, diagram)),
            )),
      }
    }),
  )
}

const oursBySize = (traffic: string, values: readonly OurNsPerEvent[]): Record<string, number> => ({
  ...bySize(
    traffic,
    'nsPerEvent',
    values.map(({ settled }) => settled),
  ),
  ...bySize(
    traffic,
    'nsPerEventInAll',
    values.map(({ inAll }) => inAll),
  ),
})

const bySize = (traffic: string, figure: string, values: readonly number[]): Record<string, number> => ({
  ...Object.fromEntries(SIZES.map((nodes, index) => [`events.${traffic}.${nodes}.${figure}`, values[index] ?? 0])),
  [`events.${traffic}.mostToLeast${figure.replace('nsPerEvent', '')}`]: Math.max(...values) / Math.min(...values),
})

interface Diagram {
  readonly copies: number
  readonly perSecond: number
}

const SIZE_ROUNDS = 3
const REQUESTS = 480_000
/** Of its events, before those that are measured: queues fill, and histograms get counts. */
const SETTLING = 0.25

interface OurNsPerEvent {
  /** Of the events of a run after its first quarter: in a large diagram set-up and outcome take seconds. */
  readonly settled: number
  /** Of all, with set-up and outcome. */
  readonly inAll: number
}

function nsPerEventOf({ copies, perSecond }: Diagram): OurNsPerEvent {
  const model = manyTemplates(copies, perSecond)
  const runs = Array.from({ length: SIZE_ROUNDS }, (_, seed) => {
    // The engine tells of its progress each time that as many events have passed.
    const cpuMsAt: number[] = []
    const started = process.cpuUsage()
    const { events } = runModel(model, {
      ...{ seed, durationMs: (1000 * REQUESTS) / (copies * perSecond), warmUpMs: 0, core },
      onProgress: () => cpuMsAt.push(cpuMs(started)),
    })
    const inAll = (1e6 * cpuMs(started)) / events
    const from = Math.ceil(SETTLING * cpuMsAt.length)
    const measured = (events / cpuMsAt.length) * (cpuMsAt.length - 1 - from)
    return { settled: (1e6 * ((cpuMsAt.at(-1) ?? 0) - (cpuMsAt[from] ?? 0))) / measured, inAll }
  })
  return { settled: median(runs.map(({ settled }) => settled)), inAll: median(runs.map(({ inAll }) => inAll)) }
}

function nsPerEventOfC(compiled: Baseline, { copies, perSecond }: Diagram): number {
  const seconds = REQUESTS / (copies * perSecond)
  const length = { seconds, warmUpSeconds: SETTLING * seconds }
  return median(
    Array.from({ length: SIZE_ROUNDS }, (_, seed) => compiled(length, { seed, copies, perSecond }).nsPerEvent),
  )
}

/**
 * What a request takes that stays in the engine's own code, since Node does not tell the memory of a core: the same traffic over a short
 * and over a long way. Large rooms grow by an eighth, so it matters little how full they are at this number.
 */
function benchMemory(): Record<string, number> {
  const [few, many] = [10, 10_000].map(underWay) as [Memory, Memory]
  return {
    'events.memory.bytesPerRequest': (many.bytes - few.bytes) / (many.requests - few.requests),
    'events.memory.requests': many.requests,
  }
}

interface Memory {
  readonly bytes: number
  readonly requests: number
}

/** A settled run's memory. */
function underWay(latencyMs: number): Memory {
  let bytes = 0
  const { requests } = runModel(farServer({ perSecond: 1000, latencyMs }), {
    seed: 1,
    durationMs: 80_000,
    warmUpMs: 0,
    onProgress: () => {
      globalThis.gc?.()
      const { heapUsed, arrayBuffers } = process.memoryUsage()
      bytes = heapUsed + arrayBuffers
    },
  })
  return { bytes, requests: requests.inFlightAtEnd }
}

const THREAD_RUNS = 4
const THREAD_MS = 300_000

/** The same runs by one thread and by two. */
async function benchThreads(): Promise<Record<string, number>> {
  const file = new URL('./event-run.worker.ts', import.meta.url)
  const workers = [0, 1].map(() => new Worker(file, { workerData: { durationMs: THREAD_MS } }))
  const seeds = Array.from({ length: THREAD_RUNS }, (_, index) => index + 1)
  const share = async (threads: readonly Worker[]) => {
    const answers = threads.map((worker, index) => {
      worker.postMessage(seeds.filter((seed) => seed % threads.length === index))
      return once(worker, 'message')
    })
    await Promise.all(answers)
  }
  const { ratio } = await compare({
    subject: timed(() => share(workers)),
    baseline: timed(() => share(workers.slice(0, 1))),
    rounds: 5,
    warmUpRounds: 1,
  })
  await Promise.all(workers.map((worker) => worker.terminate()))
  return { 'events.threads.twoToOne': 1 / ratio }
}

function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}
