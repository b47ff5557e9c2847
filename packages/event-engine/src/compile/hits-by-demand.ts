import type { ByClass, HitsByDemand } from '../model.ts'
import type { OfferedRates } from './offered-rates.ts'

/** Hit rates where closed users make fewer requests than if answers took no time; null: they are the same. */
export interface RatesByDemand {
  /** By node: the share of the reads that it answers. */
  readonly hits: readonly (HitsByDemand | null)[]
  /** By edge: the share that its sender answers. */
  readonly kept: readonly (HitsByDemand | null)[]
}

export const SAME_AT_ANY_DEMAND: RatesByDemand = { hits: [], kept: [] }

/** A thousandth of the rate at least. */
const HALVINGS = 10

interface Scope {
  readonly mix: ByClass<number>
  /** By the requests of each type that come in place of one. */
  readonly ratesBy: (mix: ByClass<number>) => OfferedRates
  /** By node, and by edge. */
  readonly clusters: readonly string[]
  readonly edges: readonly { readonly source: number }[]
}

export function ratesByDemand(offered: OfferedRates, { mix, ratesBy, clusters, edges }: Scope): RatesByDemand {
  const atHalving = (halving: number) => ratesBy(mix.map((share) => share / 2 ** halving) as unknown as ByClass<number>)
  const slowest = atHalving(HALVINGS)
  // Where a thousandth of the requests changes nothing, neither do the others: rates take long to find in a large design.
  if (isSame(ratesIn(offered), ratesIn(slowest))) return SAME_AT_ANY_DEMAND
  const halved = [...Array.from({ length: HALVINGS - 1 }, (_, halving) => atHalving(halving + 1)), slowest]
  const orNull = (clientCluster: string, unhindered: number, hitRates: readonly number[]): HitsByDemand | null =>
    hitRates.every((rate) => rate === unhindered) ? null : { clientCluster, hitRates }
  return {
    hits: offered.hitRates.map((rate, node) =>
      orNull(
        clusters[node] ?? '',
        rate,
        halved.map(({ hitRates }) => hitRates[node] ?? 0),
      ),
    ),
    kept: offered.edges.map(({ kept }, edge) =>
      orNull(
        clusters[edges[edge]?.source ?? -1] ?? '',
        kept,
        halved.map((one) => one.edges[edge]?.kept ?? 0),
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
