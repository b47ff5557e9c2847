import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type EventModel, meanOf, quantileOf, runModel } from '@plimsoll/event-engine'
import { type CompiledRun, compileBaseline, type RunLength } from './event-baseline/compiled.ts'
import { manyParts, PART_NODES, threeTiers } from './event-flows.ts'
import { compare, median, timed } from './harness.ts'

/**
 * The event engine: requests per CPU second of a three-tier workload, against a C program for just this workload; bytes per request
 * under way; CPU time per event by the size of the diagram; two threads against one.
 */
export async function bench(): Promise<Record<string, number>> {
  return { ...(await benchSpeed()), ...benchMemory(), ...benchSizes(), ...(await benchThreads()) }
}

const LENGTH: RunLength = { seconds: 2000, warmUpSeconds: 200 }

const FIGURES = ['mean', 'p50', 'p95', 'p99', 'p999'] as const
type Times = Pick<CompiledRun, (typeof FIGURES)[number]>
/** So far apart are two means of the same thing once in ten thousand times. */
const MOST_STANDARD_ERRORS = 5

/** Both simulate the same span in turns, each time from another seed. */
async function benchSpeed(): Promise<Record<string, number>> {
  const compiled = compileBaseline()
  const [ours, theirs] = [[] as Times[], [] as Times[]]
  const requests = LENGTH.seconds * 1000
  const model = threeTiers()
  const subject = () => {
    const started = process.cpuUsage()
    ours.push(simulate(model, { ...LENGTH, seed: ours.length + 1 }))
    return cpuMs(started)
  }
  if (compiled === null) {
    console.warn('  There is no C compiler here (cc), so that the event engine is held against nothing.')
    subject()
    return { 'events.requestsPerCpuSecond': (1000 * requests) / subject() }
  }
  const baseline = () => {
    const run = compiled(LENGTH, theirs.length + 1)
    theirs.push(run)
    return run.cpuSeconds * 1000
  }
  const { ratio, subjectMs, baselineMs } = await compare({ subject, baseline, rounds: 5, warmUpRounds: 1 })
  return {
    'events.threeTiers.partOfC': 1 / ratio,
    'events.threeTiers.requestsPerCpuSecond': (1000 * requests) / subjectMs,
    'events.threeTiers.requestsPerCpuSecondOfC': (1000 * requests) / baselineMs,
    ...comparedTimes(ours, theirs),
  }
}

function simulate(model: EventModel, { seconds, warmUpSeconds, seed }: RunLength & { seed: number }): Times {
  const { requests } = runModel(model, { seed, durationMs: seconds * 1000, warmUpMs: warmUpSeconds * 1000 })
  const { response } = requests
  return {
    mean: meanOf(response),
    p50: quantileOf(response, 0.5),
    p95: quantileOf(response, 0.95),
    p99: quantileOf(response, 0.99),
    p999: quantileOf(response, 0.999),
  }
}

/** Response times of both, and how many standard errors lie between them; throws where they are not the same. */
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
        [`events.threeTiers.${figure}.ms`, a.mean],
        [`events.threeTiers.${figure}.msOfC`, b.mean],
        [`events.threeTiers.${figure}.standardErrorsApart`, apart],
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

/**
 * What a request takes that stays: the same traffic with a short and with a long time at the servers. Large rooms grow by an eighth,
 * so it matters little how full they are at this number.
 */
function benchMemory(): Record<string, number> {
  const [few, many] = [25, 30_000].map(underWay) as [Memory, Memory]
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
function underWay(serverMs: number): Memory {
  const model = threeTiers({ perSecond: 6500, serverMs, serverSlots: 1e6, timeoutMs: 1e6 })
  let bytes = 0
  const { requests } = runModel(model, {
    seed: 1,
    durationMs: 150_000,
    warmUpMs: 0,
    onProgress: () => {
      globalThis.gc?.()
      const { heapUsed, arrayBuffers } = process.memoryUsage()
      bytes = heapUsed + arrayBuffers
    },
  })
  return { bytes, requests: requests.inFlightAtEnd }
}

const SIZES = [10, 100, 1000, 10_000] as const
/** Requests per second of each part: always as many, so that a larger diagram is more crowded, too; or so many of all together. */
const TRAFFIC = {
  size: () => 500,
  spread: (parts: number) => 1000 / parts,
} satisfies Record<string, (parts: number) => number>

/** CPU time per event by nodes of the diagram, for each kind of traffic. */
function benchSizes(): Record<string, number> {
  return Object.assign(
    {},
    ...Object.entries(TRAFFIC).map(([traffic, perSecondOf]) => {
      const nsPerEvent = SIZES.map((nodes) => nsPerEventOf(nodes / PART_NODES, perSecondOf(nodes / PART_NODES)))
      return {
        ...Object.fromEntries(
          SIZES.map((nodes, index) => [`events.${traffic}.${nodes}.nsPerEvent`, nsPerEvent[index] ?? 0]),
        ),
        [`events.${traffic}.mostToLeast`]: Math.max(...nsPerEvent) / Math.min(...nsPerEvent),
      }
    }),
  )
}

const SIZE_ROUNDS = 5

/** The same number of requests whatever the size; what a run takes before its first event is taken out by the difference of two. */
function nsPerEventOf(parts: number, perSecond: number): number {
  const model = manyParts(parts, perSecond)
  const run = (requests: number) => {
    const durationMs = (1000 * requests) / (parts * perSecond)
    const started = process.cpuUsage()
    const { events } = runModel(model, { seed: 1, durationMs, warmUpMs: 0, spanMs: durationMs })
    return { events, cpuMs: cpuMs(started) }
  }
  run(50_000)
  return median(
    Array.from({ length: SIZE_ROUNDS }, () => {
      const [short, long] = [run(50_000), run(450_000)]
      return (1e6 * (long.cpuMs - short.cpuMs)) / (long.events - short.events)
    }),
  )
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
