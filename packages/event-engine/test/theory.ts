import { zipfShares } from '../src/rules/hit-rate.ts'

/* Formulas that reference cases are held against and that the product has no use for. */

/** Chance that fewer than `needed` of `count` instances are up, when each is up with the same chance on its own (binomial). */
export function fewerUp(needed: number, count: number, availability: number): number {
  let [ways, sum] = [1, 0]
  for (let up = 0; up < needed; up += 1) {
    sum += ways * availability ** up * (1 - availability) ** (count - up)
    ways *= (count - up) / (up + 1)
  }
  return sum
}

/** The hit rate of a cache with room for all, whose items stay fresh for a time after each hit: 1 - exp(-rT) for an item asked for r times a second. */
export const renewedHitRate = (asked: {
  items: number
  zipf: number
  requestsPerSecond: number
  ttlS: number
}): number =>
  zipfShares(asked.items, asked.zipf).reduce(
    (sum, share) => sum - share * Math.expm1(-share * asked.requestsPerSecond * asked.ttlS),
    0,
  )

/** How many users that think between requests just fill a system of such demands: the asymptotic bounds of Denning and Buzen (1978). */
export const saturatingUsers = (demandsMs: readonly number[], thinkMs: number, mostPerSecond: number): number =>
  ((demandsMs.reduce((sum, ms) => sum + ms, 0) + thinkMs) * mostPerSecond) / 1000

interface Burst {
  /** Requests per second outside of the burst. */
  readonly base: number
  /** Times as many, for `burstS` at the start of every cycle. */
  readonly burstFactor: number
  readonly burstS: number
  readonly cycleS: number
  /** Requests per second that are served at most. */
  readonly capacity: number
}

/** What waits when requests flow in bursts, without chance: the area between the rate and the capacity, where it drains in a cycle. */
export function burstBacklog({ base, burstFactor, burstS, cycleS, capacity }: Burst) {
  const maxBacklog = Math.max(0, base * burstFactor - capacity) * burstS
  return {
    maxBacklog,
    maxDelayMs: (1000 * maxBacklog) / capacity,
    /** Since the start of the burst. */
    clearedAtS: maxBacklog === 0 ? 0 : burstS + maxBacklog / (capacity - base),
    meanPerSecond: (base * burstFactor * burstS + base * (cycleS - burstS)) / cycleS,
  }
}

/** Two computers of which one is enough. */
interface Duplex {
  readonly mttfH: number
  readonly mttrH: number
  /** To go on with the other one, where its failure was noticed; else both are started anew. */
  readonly reconfigS: number
  readonly rebootMin: number
  /** Share of the failures that are noticed. */
  readonly coverage: number
}

export const DUPLEX_STATES = ['2 up', 'reconfig', 'reboot', '1 up', '0 up'] as const

/** Time shares of the duplex's states (Heimann, Mittal, Trivedi 1989, section 2.4). */
export function duplexStates({ mttfH, mttrH, reconfigS, rebootMin, coverage }: Duplex): readonly number[] {
  const [failing, repaired] = [1 / mttfH, 1 / mttrH]
  return steadyState([
    [0, 2 * coverage * failing, 2 * (1 - coverage) * failing, 0, 0],
    [0, 0, 0, 3600 / reconfigS, 0],
    [0, 0, 0, 60 / rebootMin, 0],
    [repaired, 0, 0, 0, failing],
    [0, 0, 0, repaired, 0],
  ])
}

/**
 * Time shares of the states of a Markov chain, from its rates by state and next state; every state must lead to every other one.
 * By the elimination of Grassmann, Taksar and Heyman (1985), which subtracts nothing and so keeps small shares exact.
 */
export function steadyState(rates: readonly (readonly number[])[]): readonly number[] {
  const left = rates.map((row) => [...row])
  const rate = (from: number, to: number) => left[from]?.[to] ?? 0
  for (let last = left.length - 1; last > 0; last -= 1) {
    let out = 0
    for (let to = 0; to < last; to += 1) out += rate(last, to)
    for (let from = 0; from < last; from += 1) {
      const row = left[from] ?? []
      row[last] = rate(from, last) / out
      for (let to = 0; to < last; to += 1) row[to] = rate(from, to) + rate(from, last) * rate(last, to)
    }
  }
  const shares = [1]
  for (let state = 1; state < left.length; state += 1) {
    shares.push(shares.reduce((sum, share, from) => sum + share * rate(from, state), 0))
  }
  const total = shares.reduce((sum, share) => sum + share, 0)
  return shares.map((share) => share / total)
}
