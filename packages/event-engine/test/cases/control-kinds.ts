import type { Rng } from '@plimsoll/simulation'
import type { Jitter } from '../../src/model.ts'
import { desiredInstances } from '../../src/rules/autoscaler.ts'
import { CircuitBreaker } from '../../src/rules/breaker.ts'
import { mostPerSecondAt } from '../../src/rules/capacity.ts'
import { deliveredShare, meanLossDelayMs, meanTransmissions } from '../../src/rules/packet-loss.ts'
import { givenUpAtMs, jittered, retryWaits } from '../../src/rules/retry-waits.ts'
import { edgeTimes } from '../../src/rules/transfer.ts'
import { contend } from './contention.ts'
import { demand, existing, type FunctionKind, oneOf, sum } from './function-kind.ts'

interface Retrying {
  readonly retryIntervalMs: number
  readonly maxRetries: number
  readonly timeoutMs?: number
  readonly jitter?: string
  readonly capMs?: number
}

const retries: FunctionKind = {
  about: 'waits between retries',
  needs: ['retryIntervalMs', 'maxRetries'],
  may: ['timeoutMs', 'jitter', 'capMs'],
  figures: ({ jitter = 'none', ...inputs }: Retrying) => {
    const waits = (strategy: string, jitter: string) =>
      meanWaits(
        retryWaits({
          strategy: oneOf(['Constant', 'Linear', 'Exponential', 'Custom'], strategy),
          intervalMs: inputs.retryIntervalMs,
          maxRetries: inputs.maxRetries,
          ...(inputs.capMs !== undefined && { mostMs: inputs.capMs }),
        }),
        oneOf(['none', 'full', 'equal', 'decorrelated'], jitter),
      )
    return [
      [/^waits_([A-Z][a-z]+)_ms$/, (strategy) => waits(strategy, jitter)],
      [
        /^giveUpAt_([A-Z][a-z]+)_ms$/,
        (strategy) => givenUpAtMs(existing(inputs.timeoutMs, 'timeoutMs'), waits(strategy, jitter)),
      ],
      [/^([a-z]+)Jitter_meanWaits_ms$/, (jitter) => waits('Exponential', jitter)],
    ]
  },
}

interface EdgeSizes {
  readonly latencyMs: number
  readonly bandwidthMbps: number
  readonly averageRequestSizeKB: number
  readonly averageResponseSizeKB: number
}

const KNOWN_CONVENTION = 'latencyMs one way; KB=1024 B; Mbps=1e6 bit/s; sync call = request + response'

const edges: FunctionKind = {
  about: 'the time of an edge',
  needs: ['edges'],
  may: ['convention'],
  figures: ({ edges, convention = KNOWN_CONVENTION }: { edges: Record<string, EdgeSizes>; convention?: string }) => {
    const times = (name: string) => {
      demand(convention === KNOWN_CONVENTION, `"${convention}" is not how edges are reckoned.`)
      const { latencyMs, bandwidthMbps, averageRequestSizeKB, averageResponseSizeKB, ...others } = existing(
        edges[name],
        name,
      )
      demand(Object.keys(others).length === 0, `Nothing is known of ${Object.keys(others).join(', ')}.`)
      return edgeTimes({
        latencyMs,
        bandwidthMbps,
        requestKB: averageRequestSizeKB,
        responseKB: averageResponseSizeKB,
      })
    }
    return [
      [/^(.+)_request_ms$/, (name) => times(name).requestMs],
      [/^(.+)_roundTrip_ms$/, (name) => times(name).roundTripMs],
    ]
  },
}

const losses: FunctionKind = {
  about: 'lost packets',
  needs: ['packetLossRate'],
  may: ['rtoMs', 'udpHops', 'packets'],
  figures: (inputs: { packetLossRate: number; rtoMs?: number; udpHops?: number; packets?: number }) => [
    [/^tcp_meanTransmissions$/, () => meanTransmissions(inputs.packetLossRate)],
    [
      /^tcp_meanExtraDelay_ms$/,
      () => meanLossDelayMs(inputs.packetLossRate, existing(inputs.rtoMs, 'rtoMs'), inputs.packets),
    ],
    [/^udp_delivered_(\d+)hops?$/, (hops) => deliveredShare(inputs.packetLossRate, inputs.packets, Number(hops))],
    [/^udp_delivered$/, () => deliveredShare(inputs.packetLossRate, inputs.packets, inputs.udpHops)],
  ],
}

type HpaVector =
  | readonly [current: number, metric: number, target: number]
  | {
      readonly current: number
      readonly metric: number
      readonly target: number
      readonly min?: number
      readonly max?: number
    }

interface Scaled {
  readonly tolerance?: number
  readonly min?: number
  readonly max?: number
}

const autoscaler: FunctionKind = {
  about: 'the instances that an autoscaler wants',
  needs: ['vectors'],
  may: ['tolerance', 'min', 'max'],
  figures: ({ vectors, ...shared }: { vectors: readonly HpaVector[] } & Scaled) => [
    [/^desired$/, () => vectors.map((vector) => desiredBy(vector, shared))],
  ],
}

const steadyInstances: FunctionKind = {
  about: 'instances under a steady load',
  needs: ['rps', 'S_ms', 'slotsPerInstance', 'scalingThreshold'],
  figures: (inputs: { rps: number; S_ms: number; slotsPerInstance: number; scalingThreshold: number }) => {
    const target = inputs.scalingThreshold / 100
    const busyInstances =
      inputs.rps / mostPerSecondAt({ name: '', demandMs: inputs.S_ms, slots: inputs.slotsPerInstance })
    const desiredFrom = (current: number) =>
      desiredInstances({ current, metric: Math.min(1, busyInstances / current), target })
    return [
      [/^instancesWanted$/, () => desiredInstances({ current: 1, metric: busyInstances, target, tolerance: 0 })],
      [/^desiredFrom(\d+)$/, (current) => desiredFrom(Number(current))],
    ]
  },
}

interface BreakerCalls {
  /** Outcomes of calls, or seconds to wait before the next; a call with its time, where that counts. */
  readonly vectors: readonly (readonly (number | { readonly waitS: number } | readonly [atS: number, ok: number])[])[]
  readonly legend?: string
  readonly window?: number
  readonly minimumCalls?: number
  readonly failureRateThreshold?: number
  readonly waitS?: number
  readonly probes?: number
  readonly initial?: string
}

const breaker: FunctionKind = {
  about: 'the states of a breaker',
  needs: ['vectors'],
  may: ['legend', 'window', 'minimumCalls', 'failureRateThreshold', 'waitS', 'probes', 'initial'],
  figures: (inputs: BreakerCalls, { title }) => [
    [/^states?AfterEachCall$/, () => statesAfterEachCall(inputs, title)],
    [
      /^(?:stateAfter(?:AllCalls|Last|Probes)?|finalState|after)$/,
      () => statesAfterEachCall(inputs, title).map((states) => states.at(-1)),
    ],
  ],
}

interface Contenders {
  readonly clients: number
  readonly baseMs: number
  readonly capMs: number
  readonly net: string
}

/** The back-offs of the published program; null: none at all. */
const BACK_OFFS: Readonly<Record<string, Jitter | null>> = {
  None: null,
  Exponential: 'none',
  FullJitter: 'full',
  EqualJitter: 'equal',
  Decorr: 'decorrelated',
}
const REPETITIONS = 20

const contention: FunctionKind = {
  about: 'clients that contend for a row',
  needs: ['clients', 'baseMs', 'capMs', 'net'],
  figures: ({ clients, baseMs, capMs, net }: Contenders, { rng, length }) => {
    const delayMs = normalIn(net, rng)
    const runs = new Map<string, { calls: number; timeMs: number }>()
    const run = (way: string) => {
      const jitter = existing(BACK_OFFS[way], `the back-off ${way}`)
      // The published program waits twice the base before the first retry.
      const schedule = { strategy: 'Exponential', intervalMs: 2 * baseMs, maxRetries: 64, mostMs: capMs } as const
      const waitsMs = jitter === null ? [0] : retryWaits(schedule)
      const repetitions = Array.from({ length: REPETITIONS * length }, () =>
        contend({ clients, baseMs, capMs, waitsMs, jitter: jitter ?? 'none', delayMs }, rng),
      )
      const result = {
        calls: sum(repetitions.map(({ calls }) => calls)) / repetitions.length,
        timeMs: sum(repetitions.map(({ timeMs }) => timeMs)) / repetitions.length,
      }
      runs.set(way, result)
      return result
    }
    const of = (way: string) => runs.get(way) ?? run(way)
    return [
      [/^([A-Z][A-Za-z]+)_calls$/, (way) => of(way).calls],
      [/^([A-Z][A-Za-z]+)_time_ms$/, (way) => of(way).timeMs],
    ]
  },
}

/** How single calls fare: retries, lines, losses, breakers; and how instances follow the load. */
export const CONTROL_KINDS: readonly FunctionKind[] = [
  retries,
  edges,
  losses,
  autoscaler,
  steadyInstances,
  breaker,
  contention,
]

/** Every jitter is linear in its draw, so that the middle draw gives the mean. */
function meanWaits(waitsMs: readonly number[], jitter: Jitter): number[] {
  let previous = waitsMs[0] ?? 0
  return waitsMs.map((wait) => {
    previous = jittered(jitter === 'decorrelated' ? (waitsMs[0] ?? 0) : wait, jitter, 0.5, previous)
    return previous
  })
}

function desiredBy(vector: HpaVector, shared: Scaled): number {
  const told = 'current' in vector ? vector : { current: vector[0], metric: vector[1], target: vector[2] }
  const { current, metric, target } = told
  const { min = 1, max = Number.POSITIVE_INFINITY, tolerance = 0.1 } = { ...shared, ...told }
  return Math.min(max, Math.max(min, desiredInstances({ current, metric, target, tolerance })))
}

/**
 * The breaker is told in the inputs or, as `window 10, min calls 10, 50 %` and perhaps `open 60 s, 10 probes`, in the title. A call
 * that it stops has no outcome.
 */
function statesAfterEachCall(inputs: BreakerCalls, title: string): string[][] {
  const { legend = '1 ok, 0 failed' } = inputs
  demand(legend === '1 ok, 0 failed', `The calls are told as "${legend}".`)
  const inTitle = (pattern: RegExp) => pattern.exec(title)?.[1]
  const figure = (own: number | undefined, told: string | undefined, name: string) =>
    own ?? Number(existing(told, `the ${name} of the breaker`))
  const probes = inputs.probes ?? inTitle(/(\d+) (?:probes|permitted|trial)/) ?? inTitle(/half-open,? (\d+)/i)
  const openS = inputs.waitS ?? inTitle(/(?:open|wait)(?: for)? ([\d.]+) s\b/)
  const initial = oneOf(['closed', 'open', 'half-open'], (inputs.initial ?? 'closed').toLowerCase().replace('_', '-'))
  const isTrying = initial === 'half-open'
  const window = isTrying && inputs.window === undefined ? (inTitle(/window (\d+)/) ?? '100') : inTitle(/window (\d+)/)
  const config = {
    window: figure(inputs.window, window, 'window'),
    minimumCalls: figure(
      inputs.minimumCalls,
      inTitle(/min(?:imum)? calls (\d+)/) ?? (isTrying ? window : undefined),
      'least calls',
    ),
    failureShare: figure(inputs.failureRateThreshold, inTitle(/([\d.]+) %/), 'threshold') / 100,
    openMs: openS === undefined ? Number.POSITIVE_INFINITY : 1000 * Number(openS),
    probes: Number(probes ?? 1),
    initial,
  } as const
  return inputs.vectors.map((calls) => {
    const breaker = new CircuitBreaker(config)
    let nowMs = 0
    return calls.flatMap((call) => {
      if (typeof call === 'object' && 'waitS' in call) {
        nowMs += 1000 * call.waitS
        return []
      }
      const [atS, ok] = typeof call === 'number' ? [nowMs / 1000, call] : call
      nowMs = 1000 * atS
      if (breaker.allows(nowMs)) breaker.record(ok === 0, nowMs)
      return [breaker.state.toUpperCase().replace('-', '_')]
    })
  })
}

/** `Normal(10,2)`, without its sign, as Box and Muller draw it. */
function normalIn(text: string, rng: Rng): () => number {
  const [, mean, deviation] = /^Normal\(([\d.]+), ?([\d.]+)\)$/.exec(text) ?? []
  const middle = Number(existing(mean, `a distribution named ${text}`))
  return () => {
    const radius = Math.sqrt(-2 * Math.log1p(-rng()))
    return Math.abs(middle + Number(deviation) * radius * Math.cos(2 * Math.PI * rng()))
  }
}
