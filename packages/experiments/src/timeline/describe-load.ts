import { formatNumber } from '../words/numbers.ts'
import type { TimelineEvent } from './timeline-event.ts'

/** A change of the load: `Ramp from 100 to 200 rps`. */
export function describeLoad({ kind, rps, toRps }: Pick<TimelineEvent, 'kind' | 'rps' | 'toRps'>): string {
  const range = `from ${formatNumber(rps)} to ${formatNumber(toRps)} rps`
  if (kind === 'ramp') return `Ramp ${range}`
  if (kind === 'day') return `A day’s curve ${range}`
  return `${kind === 'spike' ? 'Spike of' : 'Load step to'} ${formatNumber(rps)} rps`
}
