import type { ByClass, SlowHits } from '../model.ts'
import type { OfferedRates } from './offered-rates.ts'

/** Where closed users ask more seldom than if answers took no time; null: it is the same. */
export interface SlowRates {
  /** By node: the share of the reads that it answers. */
  readonly hits: readonly (SlowHits | null)[]
  /** By edge: the share that its sender answers. */
  readonly kept: readonly (SlowHits | null)[]
}

export const NEVER_SLOW: SlowRates = { hits: [], kept: [] }

/** A thousandth of the rate at least. */
const HALVINGS = 10

interface Scope {
  readonly mix: ByClass<number>
  /** By the requests of each type that come in place of one. */
  readonly ratesBy: (mix: ByClass<number>) => OfferedRates
  /** By node, and by edge. */
  readonly askedBy: readonly string[]
  readonly edges: readonly { readonly source: number }[]
}

export function slowRates(offered: OfferedRates, { mix, ratesBy, askedBy, edges }: Scope): SlowRates {
  const atHalving = (halving: number) => ratesBy(mix.map((share) => share / 2 ** halving) as unknown as ByClass<number>)
  const slowest = atHalving(HALVINGS)
  // Where a thousandth of the requests changes nothing, neither do the others: rates take long to find in a large design.
  if (isSame(ratesIn(offered), ratesIn(slowest))) return NEVER_SLOW
  const slow = [...Array.from({ length: HALVINGS - 1 }, (_, halving) => atHalving(halving + 1)), slowest]
  const orNull = (by: string, unhindered: number, hitRates: readonly number[]): SlowHits | null =>
    hitRates.every((rate) => rate === unhindered) ? null : { askedBy: by, hitRates }
  return {
    hits: offered.hitRates.map((rate, node) =>
      orNull(
        askedBy[node] ?? '',
        rate,
        slow.map(({ hitRates }) => hitRates[node] ?? 0),
      ),
    ),
    kept: offered.edges.map(({ kept }, edge) =>
      orNull(
        askedBy[edges[edge]?.source ?? -1] ?? '',
        kept,
        slow.map((one) => one.edges[edge]?.kept ?? 0),
      ),
    ),
  }
}

const ratesIn = ({ hitRates, edges }: OfferedRates): readonly number[] => [
  ...hitRates,
  ...edges.map(({ kept }) => kept),
]

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.every((rate, index) => rate === other[index])
