/** Chance that fewer than `needed` of `count` parts are up, when each is up with the same chance on its own (binomial). */
export function fewerUp(needed: number, count: number, availability: number): number {
  let [ways, sum] = [1, 0]
  for (let up = 0; up < needed; up += 1) {
    sum += ways * availability ** up * (1 - availability) ** (count - up)
    ways *= (count - up) / (up + 1)
  }
  return sum
}

/** Chance that all parts are up, each on its own. */
export const allUp = (availabilities: readonly number[]): number =>
  availabilities.reduce((product, availability) => product * availability, 1)

/** Two computers of which one is enough. Mean times, in one unit. */
interface Duplex {
  readonly toFailure: number
  readonly toRepair: number
  /** To go on with the other one, where its failure was noticed; else both are started anew. */
  readonly toReconfigure: number
  readonly toReboot: number
  /** Share of the failures that are noticed. */
  readonly coverage: number
}

export const DUPLEX_STATES = ['2 up', 'reconfig', 'reboot', '1 up', '0 up'] as const

/** Time shares of the duplex's states, as DUPLEX_STATES lists them (Heimann, Mittal, Trivedi 1989, section 2.4). */
export function duplexStates({ toFailure, toRepair, toReconfigure, toReboot, coverage }: Duplex): readonly number[] {
  const failing = 1 / toFailure
  return steadyState([
    [0, 2 * coverage * failing, 2 * (1 - coverage) * failing, 0, 0],
    [0, 0, 0, 1 / toReconfigure, 0],
    [0, 0, 0, 1 / toReboot, 0],
    [1 / toRepair, 0, 0, 0, failing],
    [0, 0, 0, 1 / toRepair, 0],
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
