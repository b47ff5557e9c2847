import type { Spread } from '@plimsoll/simulation'
import { formatNumber } from './numbers.ts'

/** Ends whose distances from the figure differ by more than this share are both given. */
const UNEQUAL = 0.1

type Interval = Pick<Spread, 'mean' | 'halfWidth'> & {
  readonly lower?: number | null
  readonly upper?: number | null
}

/** `± 3`, or `230 to 251` where the figure is not in the middle; nothing where there is no interval. */
export function describeInterval(interval: Interval | null): string {
  if (interval === null) return ''
  const { mean, halfWidth, lower = null, upper = null } = interval
  if (lower !== null && upper !== null && isUnequal(mean - lower, upper - mean))
    return `${formatNumber(lower)} to ${formatNumber(upper)}`
  return halfWidth ? `± ${formatNumber(halfWidth)}` : ''
}

const isUnequal = (one: number, other: number): boolean => Math.abs(one - other) > UNEQUAL * Math.max(one, other)
