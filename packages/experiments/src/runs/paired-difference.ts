import { spreadOf } from '@plimsoll/simulation'

/** The mean of the differences of pairs, with its 95 % interval; null with one pair. */
export interface PairedDifference {
  readonly difference: number
  readonly lower: number | null
  readonly upper: number | null
}

/** Of `after` less `before`, pair by pair; null where one was not measured. */
export function pairedDifference(
  before: readonly (number | null)[],
  after: readonly (number | null)[],
): PairedDifference | null {
  const differences = before.map((one, index) => {
    const other = after[index] ?? null
    return one === null || other === null ? null : other - one
  })
  const known = differences.filter((one) => one !== null)
  if (known.length === 0 || known.length < differences.length) return null
  const { mean, halfWidth } = spreadOf(known)
  return {
    difference: mean,
    lower: halfWidth === null ? null : mean - halfWidth,
    upper: halfWidth === null ? null : mean + halfWidth,
  }
}

/** Whether the interval shows that there is a difference. */
export const isSure = (one: PairedDifference | null): one is PairedDifference & { lower: number; upper: number } =>
  one !== null && one.lower !== null && one.upper !== null && (one.lower > 0 || one.upper < 0)
