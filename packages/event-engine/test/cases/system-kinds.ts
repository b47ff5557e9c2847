import { allUp, DUPLEX_STATES, duplexStates, fewerUp } from '../../src/rules/availability.ts'
import { bySaturation, type Demand, mostPerSecond, saturatingUsers, utilizationsAt } from '../../src/rules/capacity.ts'
import { burstBacklog } from '../../src/rules/fluid.ts'
import { type EvictionPolicy, hitRateOf, ttlHitRate } from '../../src/rules/hit-rate.ts'
import { mostQueriesPerSecond, type Replication } from '../../src/rules/storage.ts'
import { cacheOf, expiringCache, traceHits } from './cache-trace.ts'
import { demand, existing, type FunctionKind, sum } from './function-kind.ts'

interface Availability {
  readonly instanceAvailability: number
  readonly n: number
  readonly series?: readonly number[]
}

const availability: FunctionKind = {
  about: 'availability',
  needs: ['instanceAvailability', 'n'],
  may: ['series'],
  figures: ({ instanceAvailability, n, series = [] }: Availability) => [
    [/^all[A-Z][a-z]+Down$/, () => fewerUp(1, n, instanceAvailability)],
    [/^fewerThan(\d+)of(\d+)$/, (needed, count) => fewerUp(Number(needed), Number(count), instanceAvailability)],
    [/^atLeast(\d+)of(\d+)$/, (needed, count) => 1 - fewerUp(Number(needed), Number(count), instanceAvailability)],
    [/^series$/, () => allUp(series)],
  ],
}

/** By the number of requests that count: frequencies take long to tell near items apart. */
const WARM_UP: Readonly<Record<EvictionPolicy, number>> = { LRU: 0.5, FIFO: 0.5, Random: 0.5, LFU: 10 }

const hitRates: FunctionKind = {
  about: 'the hit rate by policy',
  needs: ['items', 'zipf', 'capacity'],
  figures: (inputs: { items: number; zipf: number; capacity: number }, { rng, requests, isTraced }) => [
    [
      /^(LRU|FIFO|Random|LFU)$/,
      (policy) => {
        const eviction = policy as EvictionPolicy
        const trace = { ...inputs, requests, warmUp: WARM_UP[eviction] * requests }
        return isTraced
          ? traceHits(cacheOf(eviction, inputs.capacity, rng), trace, rng)
          : hitRateOf({ ...inputs, policy: eviction })
      },
    ],
  ],
}

interface Stale {
  readonly items: number
  readonly zipf: number
  readonly rps: number
  readonly ttlS: number
}

const staleHitRates: FunctionKind = {
  about: 'the hit rate of what gets stale',
  needs: ['items', 'zipf', 'rps', 'ttlS'],
  figures: ({ rps: requestsPerSecond, ttlS, ...popularity }: Stale, { rng, requests, isTraced }) => [
    [
      /^(noReset|resetOnHit)$/,
      (way) => {
        const resetsOnHit = way === 'resetOnHit'
        const trace = { ...popularity, requestsPerSecond, requests, warmUp: 20 * ttlS * requestsPerSecond }
        return isTraced
          ? traceHits(expiringCache(ttlS, { resetsOnHit }), trace, rng)
          : ttlHitRate({ ...popularity, requestsPerSecond, ttlS, resetsOnHit })
      },
    ],
  ],
}

interface Iops {
  readonly readIOPS: number
  readonly writeIOPS: number
  readonly opsPerQuery?: number
  readonly vectors: readonly { readWriteRatio: number; replicas: number; replicationType?: Replication }[]
}

const storage: FunctionKind = {
  about: 'the ceiling of a storage',
  needs: ['readIOPS', 'writeIOPS', 'vectors'],
  may: ['opsPerQuery'],
  figures: ({ readIOPS, writeIOPS, opsPerQuery = 1, vectors }: Iops) => [
    [
      /^maxRps$/,
      () =>
        vectors.map(({ readWriteRatio, replicas, replicationType = 'Master-Slave' }) =>
          mostQueriesPerSecond(
            { readsPerSecond: readIOPS, writesPerSecond: writeIOPS, replicas, replication: replicationType },
            { readShare: readWriteRatio / 100, operationsPerQuery: opsPerQuery },
          ),
        ),
    ],
  ],
}

type Burst = Parameters<typeof burstBacklog>[0]

const bursts: FunctionKind = {
  about: 'the backlog of a burst',
  needs: ['base', 'burstFactor', 'burstS', 'cycleS', 'capacity'],
  figures: ({ burstFactor: factor, ...burst }: { burstFactor: number } & Omit<Burst, 'factor'>) => {
    const backlog = burstBacklog({ ...burst, factor })
    return [
      [/^maxBacklog$/, () => backlog.maxBacklog],
      [/^maxDelay_ms$/, () => backlog.maxDelayMs],
      [/^clearedAt_s$/, () => backlog.clearedAtS],
      [/^meanRps$/, () => backlog.meanPerSecond],
    ]
  },
}

const capacities: FunctionKind = {
  about: 'the capacity of a chain',
  needs: ['demands_ms', 'slots'],
  figures: (inputs: { demands_ms: Record<string, number>; slots: Record<string, number> }) => {
    const stations: readonly Demand[] = Object.entries(inputs.demands_ms).map(([name, demandMs]) => ({
      name,
      demandMs,
      slots: existing(inputs.slots[name], `the slots of ${name}`),
    }))
    const order = bySaturation(stations).map(({ name }) => name)
    const named = (figures: readonly number[]) =>
      Object.fromEntries(stations.map(({ name }, index) => [name, figures[index]]))
    return [
      [/^maxRps$/, () => mostPerSecond(stations)],
      [/^(?:firstToSaturate|bottleneck)$/, () => order[0]],
      [/^order$/, () => order],
      [/^utilAt([\d.]+)$/, (perSecond) => named(utilizationsAt(stations, Number(perSecond)))],
      [/^Nstar_at_([\d.]+)s_think$/, (thinkS) => saturatingUsers(stations, 1000 * Number(thinkS))],
    ]
  },
}

interface DuplexInputs {
  readonly states: readonly (typeof DUPLEX_STATES)[number][]
  readonly mttfH: number
  readonly mttrH: number
  readonly reconfigS: number
  readonly rebootMin: number
  readonly coverage: number
}

const duplex: FunctionKind = {
  about: 'a duplex',
  needs: ['states', 'mttfH', 'mttrH', 'reconfigS', 'rebootMin', 'coverage'],
  figures: ({ states, mttfH, mttrH, reconfigS, rebootMin, coverage }: DuplexInputs) => {
    const shares = duplexStates({
      toFailure: mttfH,
      toRepair: mttrH,
      toReconfigure: reconfigS / 3600,
      toReboot: rebootMin / 60,
      coverage,
    })
    const places = states.map((state) => DUPLEX_STATES.indexOf(state))
    demand(!places.includes(-1), `The states are ${DUPLEX_STATES.join(', ')}.`)
    const isUp = (state: number) => DUPLEX_STATES[state]?.endsWith(' up') === true && state !== DUPLEX_STATES.length - 1
    return [
      [/^p$/, () => places.map((place) => shares[place])],
      [/^unavailability$/, () => sum(shares.filter((_, state) => !isUp(state)))],
      [/^availability$/, () => sum(shares.filter((_, state) => isUp(state)))],
    ]
  },
}

/** What a system can do as a whole: be there, keep things, carry a load. */
export const SYSTEM_KINDS: readonly FunctionKind[] = [
  availability,
  hitRates,
  staleHitRates,
  storage,
  bursts,
  capacities,
  duplex,
]
