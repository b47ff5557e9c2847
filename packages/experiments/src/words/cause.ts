import type { LimitKind, SaturationLimit } from '@plimsoll/event-engine'
import { counted, formatNumber } from './numbers.ts'

const LIMITS: Readonly<Record<Exclude<LimitKind, 'slots'>, string>> = {
  service: 'service capacity',
  storage: 'storage',
  // Of pooled connections, or of what a broker gives a consumer at a time.
  pool: 'pool size',
  line: 'bandwidth',
  rate: 'rate limit',
}

/** What a limit is of; `holder`: what is called while slots are held, null: messages are published. */
export function causeOf({ limit, instances }: SaturationLimit, holder: string | null): string {
  // A report that was kept earlier does not tell them.
  const of = instances ? ` of ${counted(instances.most, 'instance')}` : ''
  if (limit !== 'slots') return `${LIMITS[limit]}${of}`
  return `slots${of} held while ${holder === null ? 'publishing' : `calling ${holder}`}`
}

/** At which load it is saturated. */
export function saturatedAtWords({ atRps, isUpperBound }: SaturationLimit): string {
  if (atRps === null) return isUpperBound ? 'maybe never' : 'never (limit upstream)'
  return `at ${isUpperBound ? '≤ ' : ''}${formatNumber(atRps)} rps`
}
