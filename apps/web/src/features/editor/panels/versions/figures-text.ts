import type { SavedVersion } from '@plimsoll/contract'
import { formatNumber } from '@plimsoll/experiments'

/** What Predict found for a version; empty: nothing. A cost of nothing is one for which no price is known. */
export function figuresText({
  p99Ms,
  capacityRps,
  costPerHour,
}: Pick<SavedVersion, 'p99Ms' | 'capacityRps' | 'costPerHour'>): string {
  return [
    ...(p99Ms === null ? [] : [`p99 ${formatNumber(p99Ms)} ms`]),
    ...(capacityRps === null ? [] : [`carries ${formatNumber(capacityRps)} rps`]),
    ...(!costPerHour ? [] : [`$${formatNumber(costPerHour)} an hour`]),
  ].join(' · ')
}
