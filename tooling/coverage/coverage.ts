import { isDeepStrictEqual } from 'node:util'
import { reportOf } from '../../apps/cli/src/simulate/events/simulate-events.ts'
import { readOptions } from '../../apps/cli/src/simulate/options.ts'
import { readPlan } from '../../apps/cli/src/simulate/plan.ts'
import type { EventReport } from '../../packages/event-engine/src/index.ts'
import { parseFlow } from '../../packages/flow/src/index.ts'

/*
 * How often the intervals of the event engine cover the truth. Each set is a run of the terminal with its default settings, of a saved
 * flow that is an M/M/1 queue but for constant delays.
 */

/**
 * What the figures are of: the response times of requests, the delays of messages, or the visits of a component; and the loads of the sets.
 */
export const LOADS = { response: [0.5, 0.8, 0.9, 0.95], delay: [0.5, 0.8, 0.9], component: [0.5, 0.8] } as const
export type Subject = keyof typeof LOADS
export const SUBJECTS = Object.keys(LOADS) as readonly Subject[]
export const FIGURES = ['mean', 'p95', 'p99'] as const
export type CoveredFigure = (typeof FIGURES)[number]

/** Parts of the true p99 that objectives set: one that is false, one that is true. */
const LIMITS = { false: 0.85, true: 1.15 } as const

const SERVICE_MS: Readonly<Record<Subject, number>> = { response: 50, delay: 10, component: 10 }
/** Device, and the access both ways; a message takes the access one way, and a visit neither. */
const CONSTANT_MS: Readonly<Record<Subject, number>> = { response: 5 + 2 * 2, delay: 2, component: 0 }
/** Seeds of the first set. */
const FIRST_SEEDS: Readonly<Record<Subject, number>> = { response: 1, delay: 500_000_001, component: 250_000_001 }
const SHARES: Readonly<Record<Exclude<CoveredFigure, 'mean'>, number>> = { p95: 0.95, p99: 0.99 }

interface Covered {
  readonly covers: boolean
  readonly width: number | null
  readonly offset?: number | null
}

/** What a set found. */
export interface CoverageSet {
  readonly of: Subject
  readonly load: number
  readonly set: number
  readonly seed: number
  /** Why the run ended, how long it was, and what it took. */
  readonly ended: string
  readonly durationMs: number
  readonly requests: number
  readonly events: number
  /**
   * Half of the width over the figure, how far the figure is from the truth over half of the width, and whether the interval covers the
   * truth; null: not reported.
   */
  readonly figures: Readonly<Record<CoveredFigure, Covered | null>>
  /** Of the objectives; null: not tried. */
  readonly verdicts: { readonly false: string; readonly true: string } | null
}

export type SetName = Pick<CoverageSet, 'of' | 'load' | 'set'>

/** The sets that were not run yet, of so many at each of the loads. */
export const missingSets = (
  done: readonly SetName[],
  { of, loads, count }: { readonly of: Subject; readonly loads: readonly number[]; readonly count: number },
): SetName[] =>
  loads
    .flatMap((load) => Array.from({ length: count }, (_, set) => ({ of, load, set })))
    .filter(({ load, set }) => !done.some((one) => one.of === of && one.load === load && one.set === set))

/**
 * Whether a set that is run again finds what is recorded. Another version may take fewer events for it, and sum up in another order: the
 * last digits of a width are not compared.
 */
export const isAsRecorded = (found: CoverageSet, recorded: CoverageSet): boolean =>
  isDeepStrictEqual(...([found, recorded].map(comparable) as [object, object]))

const comparable = ({ seed, ended, durationMs, requests, figures, verdicts }: CoverageSet): object => ({
  ...{ seed, ended, durationMs, requests, verdicts },
  figures: FIGURES.map((figure) => figures[figure] && [figures[figure].covers, figures[figure].width?.toPrecision(10)]),
})

/** The true time: exponential with mean 1 / (service rate - arrival rate), after the constant delays. */
export function truthOf(of: Subject, load: number, figure: CoveredFigure): number {
  const meanMs = SERVICE_MS[of] / (1 - load)
  return CONSTANT_MS[of] + (figure === 'mean' ? meanMs : -Math.log(1 - SHARES[figure]) * meanMs)
}

/** The seed of the first of ten replications of a set: pinned, and none is used twice. */
const seedOf = ({ of, load, set }: SetName): number =>
  (LOADS[of] as readonly number[]).indexOf(load) * 1_000_000 + set * 1000 + FIRST_SEEDS[of]

/** Runs a set; with `decides`, a second run decides a false objective and a true one, but of delays. */
export async function runSet(name: SetName, { decides }: { readonly decides: boolean }): Promise<CoverageSet> {
  const { of, load } = name
  const { report, growth } = await runOf(name, of === 'response' ? {} : askedFor(of, load))
  const { quality } = report
  return {
    ...name,
    seed: seedOf(name),
    ended: growth?.ended ?? '',
    durationMs: quality.warmUpMs + quality.measuredMs,
    requests: quality.requests,
    events: quality.events,
    figures: Object.fromEntries(
      FIGURES.map((figure) => [figure, covered(estimateOf(report, of, figure), truthOf(of, load, figure))]),
    ) as CoverageSet['figures'],
    verdicts: decides && of !== 'delay' ? await decide(name) : null,
  }
}

function estimateOf({ figures, messages, objectives }: EventReport, of: Subject, figure: CoveredFigure): Estimate {
  if (of === 'response') return figures.response[figure]
  if (of === 'delay') return messages?.delay[figure] ?? null
  return objectives.find(({ metric }) => metric === figure)?.measured ?? null
}

/** Runs grow until the figures that objectives are about are known: these are far from the truth, and known to 20 % is enough. */
const askedFor = (of: Subject, load: number): Given => ({
  slo: FIGURES.map((figure) => `${metricOf(of, figure)}<${3 * truthOf(of, load, figure)}`),
  precision: ['20%'],
})

/** As objectives of the terminal name it. */
const metricOf = (of: Subject, figure: CoveredFigure): string =>
  ({ response: figure, delay: `delay.${figure}`, component: `${figure}@Server` })[of]

/** What a run says of a false objective and of a true one. */
export async function decide(name: SetName) {
  const p99 = truthOf(name.of, name.load, 'p99')
  const limits = [LIMITS.false, LIMITS.true].map((part) => `${metricOf(name.of, 'p99')}<${(part * p99).toFixed(3)}`)
  const [isFalse, isTrue] = (await runOf(name, { slo: limits })).report.objectives
  return { false: isFalse?.result ?? '', true: isTrue?.result ?? '' }
}

type Estimate = EventReport['figures']['response']['mean']

function covered(estimate: Estimate, truth: number): Covered | null {
  if (estimate === null) return null
  const { mean, lower, upper } = estimate
  const covers = (lower === null || lower <= truth) && (upper === null || truth <= upper)
  if (lower === null || upper === null) return { covers, width: null, offset: null }
  const half = (upper - lower) / 2
  return { covers, width: half / mean, offset: (mean - truth) / half }
}

/** Options of the terminal. */
type Given = Readonly<Record<string, readonly string[]>>

/** A run as the terminal has it of a saved flow, with the default settings but for these. */
function runOf(name: SetName, asked: Given): ReturnType<typeof reportOf> {
  const parsed = parseFlow(JSON.parse(JSON.stringify(queueOf(name))))
  if (!parsed.ok) throw new Error(parsed.faults.map(({ path, message }) => `${path} ${message}`).join('; '))
  const given: Given = { seed: [String(seedOf(name))], threads: ['1'], ...asked }
  const options = readOptions({ texts: (name) => given[name] ?? [], path: (name) => name })
  const { flow } = parsed
  return reportOf({
    named: { name: 'M/M/1', flow },
    options,
    plan: readPlan(flow, options),
    tell: () => {},
    show: () => {},
  })
}

/** One worker, exponential; everything else takes no time, or always the same. */
function queueOf({ of, load }: SetName) {
  const position = { x: 0, y: 0 }
  return {
    nodes: [
      {
        id: 'client',
        type: 'Client',
        position,
        data: {
          label: 'Client',
          concurrentUsers: load * (1000 / SERVICE_MS[of]),
          thinkTimeBetweenRequests: 1000,
          devicePerformance: 'High',
          connectionType: 'Wired',
          geographicDistribution: [],
          authenticationMethod: 'None',
          requireSecureConnection: false,
          connectionPersistence: true,
          retryOnError: false,
          cacheEnabled: false,
          packetLossRate: 0,
          networkStability: 1,
        },
      },
      {
        id: 'server',
        type: 'Server',
        position,
        data: {
          label: 'Server',
          concurrencyModel: 'Single-Threaded',
          instances: 1,
          cpuCores: 1,
          cpuSpeed: 2.5,
          averageProcessingTime: SERVICE_MS[of],
          authenticationRequired: false,
          hasGPU: false,
          maxConcurrentRequests: 100_000,
          maxRequestsPerSecond: 100_000,
          rateLimitPerSecond: 0,
          failureProbability: 0,
          autoScaling: false,
          healthCheckEnabled: false,
          deploymentType: 'Container',
        },
      },
    ],
    edges: [of === 'delay' ? MESSAGES : CALLS],
    simulation: { service: 'exp', requestMix: { Read: 1 }, callStyle: of === 'delay' ? 'asDrawn' : 'pipeline' },
  }
}

const ENDS = { id: 'edge', source: 'client', target: 'server' } as const

const CALLS = {
  ...ENDS,
  type: 'http',
  data: {
    httpVersion: 'HTTP/2',
    latencyMs: 0,
    latencyLevel: 'Low',
    averageRequestSizeKB: 0,
    averageResponseSizeKB: 0,
    packetLossRate: 0,
    failureProbability: 0,
    retryEnabled: false,
    timeout: 3_600_000,
    maxThroughputRPS: 1_000_000,
    circuitBreakerEnabled: false,
    rateLimit: 0,
    compressionEnabled: false,
    encryption: 'None',
    authentication: 'None',
    cacheEnabled: false,
    loadBalanced: false,
    useApiGateway: false,
    proxyEnabled: false,
    useTLS: false,
  },
}

/** Messages of which none expires, fails or finds the queue full. */
const MESSAGES = {
  ...ENDS,
  type: 'amqp',
  data: {
    communicationPattern: 'Async',
    averageRequestSizeKB: 0,
    latencyMs: 0,
    latencyLevel: 'Low',
    packetLossRate: 0,
    failureProbability: 0,
    maxQueueSizeMB: 1_000_000,
    messageExpirationMs: 1_000_000_000,
  },
}
