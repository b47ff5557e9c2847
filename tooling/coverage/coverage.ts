import { reportOf } from '../../apps/cli/src/simulate/events/simulate-events.ts'
import { readOptions } from '../../apps/cli/src/simulate/options.ts'
import { readPlan } from '../../apps/cli/src/simulate/plan.ts'
import type { EventReport } from '../../packages/event-engine/src/index.ts'
import { parseFlow } from '../../packages/flow/src/index.ts'

/*
 * How often the intervals of the event engine cover the truth. Each set is a run of the terminal with its default settings, of a saved
 * flow that is an M/M/1 queue but for constant delays.
 */

export const LOADS = [0.5, 0.8, 0.9, 0.95] as const
export const FIGURES = ['mean', 'p95', 'p99'] as const
export type CoveredFigure = (typeof FIGURES)[number]

/** Parts of the true p99 that objectives set: one that is false, one that is true. */
const LIMITS = { false: 0.85, true: 1.15 } as const

const SERVICE_MS = 50
/** Device, and the access both ways. */
const CONSTANT_MS = 5 + 2 * 2
const SHARES: Readonly<Record<Exclude<CoveredFigure, 'mean'>, number>> = { p95: 0.95, p99: 0.99 }

interface Covered {
  readonly covers: boolean
  readonly width: number | null
  readonly offset?: number | null
}

/** What a set found. */
export interface CoverageSet {
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

type SetName = Pick<CoverageSet, 'load' | 'set'>

/** The sets that were not run yet, of so many at each of the loads. */
export const missingSets = (
  done: readonly SetName[],
  { loads, count }: { readonly loads: readonly number[]; readonly count: number },
): SetName[] =>
  loads
    .flatMap((load) => Array.from({ length: count }, (_, set) => ({ load, set })))
    .filter(({ load, set }) => !done.some((one) => one.load === load && one.set === set))

/** The true response time: exponential with mean 1 / (service rate - arrival rate), after the constant delays. */
export function truthOf(load: number, figure: CoveredFigure): number {
  const meanMs = SERVICE_MS / (1 - load)
  return CONSTANT_MS + (figure === 'mean' ? meanMs : -Math.log(1 - SHARES[figure]) * meanMs)
}

/** The seed of the first of ten replications of a set: pinned, and none is used twice. */
const seedOf = (load: number, set: number): number =>
  LOADS.indexOf(load as (typeof LOADS)[number]) * 1_000_000 + set * 1000 + 1

/** Runs a set; with `decides`, a second run decides a false objective and a true one. */
export async function runSet(
  { load, set }: { readonly load: number; readonly set: number },
  { decides }: { readonly decides: boolean },
): Promise<CoverageSet> {
  const seed = seedOf(load, set)
  const { report, growth } = await runOf(load, seed, [])
  const { quality, figures } = report
  return {
    load,
    set,
    seed,
    ended: growth?.ended ?? '',
    durationMs: quality.warmUpMs + quality.measuredMs,
    requests: quality.requests,
    events: quality.events,
    figures: Object.fromEntries(
      FIGURES.map((figure) => [figure, covered(figures.response[figure], truthOf(load, figure))]),
    ) as CoverageSet['figures'],
    verdicts: decides ? await decide({ load, set }) : null,
  }
}

/** What a run says of a false objective and of a true one. */
export async function decide({ load, set }: { readonly load: number; readonly set: number }) {
  const p99 = truthOf(load, 'p99')
  const limits = [LIMITS.false, LIMITS.true].map((part) => `p99<${(part * p99).toFixed(3)}`)
  const [isFalse, isTrue] = (await runOf(load, seedOf(load, set), limits)).report.objectives
  return { false: isFalse?.result ?? '', true: isTrue?.result ?? '' }
}

function covered(estimate: EventReport['figures']['response']['mean'], truth: number): Covered | null {
  if (estimate === null) return null
  const { mean, lower, upper } = estimate
  const covers = (lower === null || lower <= truth) && (upper === null || truth <= upper)
  if (lower === null || upper === null) return { covers, width: null, offset: null }
  const half = (upper - lower) / 2
  return { covers, width: half / mean, offset: (mean - truth) / half }
}

/** A run as the terminal has it of a saved flow, with the default settings. */
function runOf(load: number, seed: number, objectives: readonly string[]): ReturnType<typeof reportOf> {
  const parsed = parseFlow(JSON.parse(JSON.stringify(queueOf(load))))
  if (!parsed.ok) throw new Error(parsed.faults.map(({ path, message }) => `${path} ${message}`).join('; '))
  const given: Readonly<Record<string, readonly string[]>> = { seed: [String(seed)], slo: objectives, threads: ['1'] }
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

/** One worker of 50 ms, exponential; everything else takes no time, or always the same. */
function queueOf(load: number) {
  const position = { x: 0, y: 0 }
  return {
    nodes: [
      {
        id: 'client',
        type: 'Client',
        position,
        data: {
          label: 'Client',
          concurrentUsers: load * (1000 / SERVICE_MS),
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
          averageProcessingTime: SERVICE_MS,
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
    edges: [
      {
        id: 'edge',
        type: 'http',
        source: 'client',
        target: 'server',
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
      },
    ],
    simulation: { service: 'exp', requestMix: { Read: 1 }, callStyle: 'pipeline' },
  }
}
