import type { Data } from '@plimsoll/catalog'
import { createRng, type Rng } from '@plimsoll/simulation'
import {
  CannotBeRead,
  type CaseRunner,
  demand,
  existing,
  type ReferenceCase,
} from '../../../../tooling/reference-cases/reference-case.ts'
import type { Jitter, Model } from '../../src/model.ts'
import { desiredInstances } from '../../src/rules/autoscaler.ts'
import { CircuitBreaker } from '../../src/rules/breaker.ts'
import type { EvictionPolicy } from '../../src/rules/hit-rate.ts'
import { lossesBeforeArrival } from '../../src/rules/packet-loss.ts'
import { jittered, type RetryStrategy, retryWaits } from '../../src/rules/retry-waits.ts'
import { hitRateOf, ttlHitRate } from '../rules/hit-rate-of.ts'
import { burstBacklog, DUPLEX_STATES, duplexStates, fewerUp, renewedHitRate, saturatingUsers } from '../theory.ts'
import { Bench } from './bench.ts'
import { findingBy } from './checks.ts'
import { contend } from './contention.ts'
import { link, users, workers } from './diagram.ts'
import { withRate } from './event-runner.ts'

/** What measures a figure: a rule of the product, a formula that stands in the tests, or a simulator of the tests. */
type By = 'a rule of the product' | 'a formula of the tests' | 'a simulator of the tests'

/** How a figure is measured, by its key; what the key's groups catch is handed on. */
type Figures = readonly (readonly [key: RegExp, measure: (...caught: string[]) => unknown])[]

/** A kind of case that asks for a rule rather than for a run, known by the names of its inputs. */
interface Kind {
  readonly by: By
  readonly has: readonly string[]
  /** Further inputs that it understands. */
  readonly may?: readonly string[]
  readonly figures: (inputs: never, given: { readonly rng: Rng; readonly length: number }) => Figures
}

const PRODUCT = 'a rule of the product'
const FORMULA = 'a formula of the tests'

interface Retrying {
  readonly retryIntervalMs: number
  readonly maxRetries: number
  readonly timeoutMs?: number
  readonly jitter?: string
  readonly capMs?: number
}

interface Loss {
  readonly packetLossRate: number
  readonly rtoMs?: number
  readonly udpHops?: number
  readonly packets?: number
}

interface Scaled {
  readonly current: number
  readonly metric: number
  readonly target: number
  readonly min?: number
  readonly max?: number
  readonly tolerance?: number
}

interface Storage {
  readonly readIOPS: number
  readonly writeIOPS: number
  readonly opsPerQuery?: number
  readonly vectors: readonly { readWriteRatio: number; replicas: number; replicationType?: string }[]
}

interface Calls {
  /** Outcomes of calls (1: success), or seconds to wait before the next; a call with its time, where that counts. */
  readonly vectors: readonly (readonly (number | { readonly waitS: number } | readonly [atS: number, ok: number])[])[]
  readonly legend?: string
  readonly window?: number
  readonly minimumCalls?: number
  readonly failureRateThreshold?: number
  readonly waitS?: number
  readonly probes?: number
  readonly initial?: string
}

const KINDS: readonly Kind[] = [
  {
    by: PRODUCT,
    has: ['retryIntervalMs', 'maxRetries'],
    may: ['timeoutMs', 'jitter', 'capMs'],
    figures: ({
      jitter = 'none',
      retryIntervalMs,
      maxRetries,
      timeoutMs,
      capMs = Number.POSITIVE_INFINITY,
    }: Retrying) => {
      const waits = (strategy: string, by: string) =>
        meanWaits(
          retryWaits({ strategy: strategy as RetryStrategy, intervalMs: retryIntervalMs, maxRetries, mostMs: capMs }),
          by as Jitter,
        )
      return [
        [/^waits_([A-Z][a-z]+)_ms$/, (strategy = '') => waits(strategy, jitter)],
        [
          /^giveUpAt_([A-Z][a-z]+)_ms$/,
          (strategy = '') => {
            const timeout = existing(timeoutMs, 'timeoutMs')
            return waits(strategy, jitter).reduce((total, wait) => total + wait + timeout, timeout)
          },
        ],
        [/^([a-z]+)Jitter_meanWaits_ms$/, (by = '') => waits('Exponential', by)],
      ]
    },
  },
  {
    by: PRODUCT,
    has: ['edges'],
    may: ['convention'],
    figures: ({ edges, convention = CONVENTION }: { edges: Record<string, Data>; convention?: string }) => {
      demand(convention === CONVENTION, `edges by "${convention}"`)
      const timesOf = (name: string) => {
        const data = existing(edges[name], `edge ${name}`)
        const { links } = modelOf(data)
        return existing(links[0], 'link')
      }
      return [
        [/^(.+)_request_ms$/, (name = '') => timesOf(name).latencyMs + timesOf(name).requestLineMs],
        [
          /^(.+)_roundTrip_ms$/,
          (name = '') => {
            const { latencyMs, requestLineMs, responseLineMs } = timesOf(name)
            return 2 * latencyMs + requestLineMs + responseLineMs
          },
        ],
      ]
    },
  },
  {
    by: PRODUCT,
    has: ['packetLossRate'],
    may: ['rtoMs', 'udpHops', 'packets'],
    figures: ({ packetLossRate, rtoMs, udpHops = 1, packets = 1 }: Loss) => [
      [/^tcp_meanTransmissions$/, () => 1 + meanLosses(packetLossRate)],
      [/^tcp_meanExtraDelay_ms$/, () => packets * existing(rtoMs, 'rtoMs') * meanLosses(packetLossRate)],
      [
        /^udp_delivered(?:_(\d+)hops?)?$/,
        (hops) => chanceOfLosses(packetLossRate, 0) ** (packets * Number(hops || udpHops)),
      ],
    ],
  },
  {
    by: PRODUCT,
    has: ['vectors'],
    may: ['tolerance', 'min', 'max'],
    figures: ({ vectors, ...shared }: { vectors: readonly unknown[] }) => [
      [
        /^desired$/,
        () =>
          vectors.map((vector) => {
            const [current, metric, target] = Array.isArray(vector) ? vector : []
            const told = { current, metric, target, ...shared, ...(vector as object) } as Scaled
            return Math.min(told.max ?? Number.POSITIVE_INFINITY, Math.max(told.min ?? 1, desiredInstances(told)))
          }),
      ],
    ],
  },
  {
    by: PRODUCT,
    has: ['rps', 'S_ms', 'slotsPerInstance', 'scalingThreshold'],
    figures: (inputs: { rps: number; S_ms: number; slotsPerInstance: number; scalingThreshold: number }) => {
      const target = inputs.scalingThreshold / 100
      const busy = (inputs.rps * inputs.S_ms) / 1000 / inputs.slotsPerInstance
      return [
        [/^instancesWanted$/, () => desiredInstances({ current: 1, metric: busy, target, tolerance: 0 })],
        [
          /^desiredFrom(\d+)$/,
          (current) =>
            desiredInstances({ current: Number(current), metric: Math.min(1, busy / Number(current)), target }),
        ],
      ]
    },
  },
  {
    by: PRODUCT,
    has: ['vectors'],
    may: ['legend', 'window', 'minimumCalls', 'failureRateThreshold', 'waitS', 'probes', 'initial'],
    figures: (inputs: Calls) => [
      [/^states?AfterEachCall$/, () => statesAfterEachCall(inputs)],
      [
        /^(?:stateAfter(?:AllCalls|Last|Probes)?|finalState|after)$/,
        () => statesAfterEachCall(inputs).map((states) => states.at(-1)),
      ],
    ],
  },
  {
    by: PRODUCT,
    has: ['items', 'zipf', 'capacity'],
    figures: (inputs: { items: number; zipf: number; capacity: number }) => [
      [/^(LRU|FIFO|Random|LFU)$/, (policy) => hitRateOf({ ...inputs, policy: policy as EvictionPolicy })],
    ],
  },
  {
    by: PRODUCT,
    has: ['items', 'zipf', 'rps', 'ttlS'],
    figures: ({ rps: requestsPerSecond, ...inputs }: { items: number; zipf: number; rps: number; ttlS: number }) => [
      [/^noReset$/, () => ttlHitRate({ ...inputs, requestsPerSecond })],
      // No cache of the product does so: a formula of the tests.
      [/^resetOnHit$/, () => renewedHitRate({ ...inputs, requestsPerSecond })],
    ],
  },
  {
    by: PRODUCT,
    has: ['readIOPS', 'writeIOPS', 'vectors'],
    may: ['opsPerQuery'],
    figures: ({ readIOPS, writeIOPS, opsPerQuery = 1, vectors }: Storage) => [
      [
        /^maxRps$/,
        () =>
          vectors.map(({ readWriteRatio, replicas, replicationType = 'Master-Slave' }) => {
            const data = {
              readIOPS,
              writeIOPS,
              replication: true,
              replicationType,
              replicationFactor: replicas,
              backupStrategy: 'None',
            }
            const { stations } = modelOf({}, { id: 's', type: 'Database', data })
            const rates = [0, 1].map((type) =>
              Math.max(...stations.map(({ storage }) => (storage[type]?.line === type ? storage[type].perSecond : 0))),
            )
            const [reads = 0, writes = 0] = rates
            const readShare = readWriteRatio / 100
            return Math.min(reads / readShare, writes / (1 - readShare)) / opsPerQuery
          }),
      ],
    ],
  },
  {
    by: PRODUCT,
    has: ['demands_ms', 'slots'],
    figures: ({ demands_ms, slots }: { demands_ms: Record<string, number>; slots: Record<string, number> }) => {
      const names = Object.keys(demands_ms)
      const slotsOf = (name: string) => existing(slots[name], `slots of ${name}`)
      const diagram = {
        nodes: [users(1), ...names.map((name) => workers(name, slotsOf(name), demands_ms[name] ?? 0))],
        edges: names.map((name, index) => link(names[index - 1] ?? 'c', name)),
      }
      const loads = () => loadsAtOneRps(diagram)
      const most = () => 1 / Math.max(...Object.values(loads()))
      const order = () =>
        Object.entries(loads())
          .sort(([, one], [, other]) => other - one)
          .map(([name]) => name)
      return [
        [/^maxRps$/, most],
        [/^(?:firstToSaturate|bottleneck)$/, () => order()[0]],
        [/^order$/, order],
        [
          /^utilAt([\d.]+)$/,
          (rps) => Object.fromEntries(Object.entries(loads()).map(([name, load]) => [name, load * Number(rps)])),
        ],
        [
          /^Nstar_at_([\d.]+)s_think$/,
          (thinkS) => saturatingUsers(Object.values(demands_ms), 1000 * Number(thinkS), most()),
        ],
      ]
    },
  },
  {
    by: FORMULA,
    has: ['instanceAvailability', 'n'],
    may: ['series'],
    figures: ({
      instanceAvailability,
      n,
      series = [],
    }: {
      instanceAvailability: number
      n: number
      series?: readonly number[]
    }) => [
      [/^all[A-Z][a-z]+Down$/, () => fewerUp(1, n, instanceAvailability)],
      [/^fewerThan(\d+)of(\d+)$/, (needed, count) => fewerUp(Number(needed), Number(count), instanceAvailability)],
      [/^atLeast(\d+)of(\d+)$/, (needed, count) => 1 - fewerUp(Number(needed), Number(count), instanceAvailability)],
      [/^series$/, () => series.reduce((product, one) => product * one, 1)],
    ],
  },
  {
    by: FORMULA,
    has: ['base', 'burstFactor', 'burstS', 'cycleS', 'capacity'],
    figures: (burst: Parameters<typeof burstBacklog>[0]) => {
      const { maxBacklog, maxDelayMs, clearedAtS, meanPerSecond } = burstBacklog(burst)
      return [
        [/^maxBacklog$/, () => maxBacklog],
        [/^maxDelay_ms$/, () => maxDelayMs],
        [/^clearedAt_s$/, () => clearedAtS],
        [/^meanRps$/, () => meanPerSecond],
      ]
    },
  },
  {
    by: FORMULA,
    has: ['states', 'mttfH', 'mttrH', 'reconfigS', 'rebootMin', 'coverage'],
    figures: ({ states, ...duplex }: { states: readonly string[] } & Parameters<typeof duplexStates>[0]) => {
      const shares = duplexStates(duplex)
      const downShare = () =>
        shares.reduce((sum, share, index) => (UP.includes(DUPLEX_STATES[index] ?? '') ? sum : sum + share), 0)
      return [
        [/^p$/, () => states.map((state) => shares[DUPLEX_STATES.indexOf(state as '2 up')])],
        [/^unavailability$/, downShare],
        [/^availability$/, () => 1 - downShare()],
      ]
    },
  },
  {
    by: 'a simulator of the tests',
    has: ['clients', 'baseMs', 'capMs', 'net'],
    figures: ({ net, ...inputs }: { clients: number; baseMs: number; capMs: number; net: string }, { rng, length }) => {
      const [, mean, deviation] = /^Normal\(([\d.]+), ?([\d.]+)\)$/.exec(net) ?? []
      const delay = { meanMs: Number(existing(mean, `distribution ${net}`)), deviationMs: Number(deviation) }
      const runs = new Map<string, { calls: number; timeMs: number }>()
      const of = (way: string) => {
        const run = runs.get(way) ?? contend({ ...inputs, delay, backOff: way, repetitions: 20 * length }, rng)
        runs.set(way, run)
        return run
      }
      return [
        [/^([A-Z][A-Za-z]+)_calls$/, (way = '') => of(way).calls],
        [/^([A-Z][A-Za-z]+)_time_ms$/, (way = '') => of(way).timeMs],
      ]
    },
  },
]

const CONVENTION = 'latencyMs one way; KB=1024 B; Mbps=1e6 bit/s; sync call = request + response'
const UP = ['2 up', '1 up']

/** Measures the cases that ask for a rule rather than for a run. */
export const createFunctionRunner = (reference: ReferenceCase): CaseRunner => ({
  by: kindOf(reference)?.by ?? PRODUCT,
  measure: measureFigures,
  check: (asked, seed) => {
    const figures = measureFigures(asked, { seed, length: 1 })
    return (asked.checks ?? []).map(({ that }) => findingBy(that, ({ measure }) => figures[measure] as number))
  },
})

/** Whether a case asks for a rule: its inputs and all of its figures are of a known kind. */
export const isFunctionCase = (reference: ReferenceCase): boolean => kindOf(reference) !== undefined

function kindOf({ inputs, expected }: ReferenceCase): Kind | undefined {
  const names = Object.keys(flatInputs(inputs))
  return KINDS.find(({ has, may = [], figures }) => {
    if (!has.every((name) => names.includes(name)) || !names.every((name) => [...has, ...may].includes(name)))
      return false
    const patterns = figures(flatInputs(inputs) as never, { rng: createRng(1), length: 1 })
    return Object.keys(expected).every((key) => patterns.some(([pattern]) => pattern.test(key)))
  })
}

/** Some cases have their inputs one level deeper. */
const flatInputs = ({ params, ...others }: ReferenceCase['inputs']) =>
  typeof params === 'object' ? { ...others, ...params } : { ...others, ...(params === undefined ? {} : { params }) }

function measureFigures(reference: ReferenceCase, { seed, length }: { seed: number; length: number }) {
  const { inputs, expected } = reference
  const kind = kindOf(reference)
  if (kind === undefined)
    throw new CannotBeRead(`no rule leads from ${Object.keys(inputs)} to ${Object.keys(expected)}`)
  const figures = kind.figures(flatInputs(inputs) as never, { rng: createRng(seed), length })
  const measure = (key: string) => {
    const found = figures.find(([pattern]) => pattern.test(key))
    return found?.[1](...(found[0].exec(key)?.slice(1) ?? []))
  }
  return Object.fromEntries(Object.keys(expected).map((key) => [key, measure(key)]))
}

/** What the product makes of one edge, or of one node behind it. */
function modelOf(edge: Data, target = workers('s', 1, 1)): Model {
  return new Bench({}, 'sparse').model({ nodes: [users(1), target], edges: [link('c', target.id, edge)] })
}

/** Offered work over capacity at one request a second, by node: what the report gives as load. */
function loadsAtOneRps(diagram: Parameters<typeof withRate>[0]): Readonly<Record<string, number>> {
  const { stations, nodes } = new Bench({}, 'sparse').model(withRate(diagram, 1))
  return Object.fromEntries(
    stations.map(({ node, slots, instances, meanMs }) => [nodes[node]?.id ?? '', meanMs[0] / 1000 / slots / instances]),
  )
}

/** Chance of so many losses at most, by where the product's draw of the number of losses rises above it. */
function chanceOfLosses(lossRate: number, most: number): number {
  let [low, high] = [0, 1]
  for (let halving = 0; halving < 60; halving += 1) {
    const middle = (low + high) / 2
    if (lossesBeforeArrival(lossRate, middle) <= most) low = middle
    else high = middle
  }
  return low
}

function meanLosses(lossRate: number): number {
  let sum = 0
  for (let losses = 0; losses < 1000; losses += 1) {
    const more = 1 - chanceOfLosses(lossRate, losses)
    sum += more
    if (more < 1e-14) break
  }
  return sum
}

/** Every jitter is linear in its draw, so that the middle draw gives the mean. */
function meanWaits(waitsMs: readonly number[], jitter: Jitter): number[] {
  let previous = waitsMs[0] ?? 0
  return waitsMs.map((wait) => {
    previous = jittered(jitter === 'decorrelated' ? (waitsMs[0] ?? 0) : wait, jitter, 0.5, previous)
    return previous
  })
}

/** A call that the breaker stops has no outcome. */
function statesAfterEachCall({ legend = '1 ok, 0 failed', vectors, ...told }: Calls): string[][] {
  demand(legend === '1 ok, 0 failed', `calls told as "${legend}"`)
  const initial = (told.initial ?? 'closed').toLowerCase().replace('_', '-') as 'closed' | 'open' | 'half-open'
  const isTrying = initial === 'half-open'
  const window = told.window ?? (isTrying ? 100 : undefined)
  const config = {
    window: existing(window, 'window of the breaker'),
    minimumCalls: existing(told.minimumCalls ?? (isTrying ? window : undefined), 'least calls of the breaker'),
    failureShare: existing(told.failureRateThreshold, 'threshold of the breaker') / 100,
    openMs: told.waitS === undefined ? Number.POSITIVE_INFINITY : 1000 * told.waitS,
    probes: told.probes ?? 1,
    initial,
  }
  return vectors.map((calls) => {
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
