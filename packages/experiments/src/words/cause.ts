import type { LimitKind, SaturationLimit } from '@plimsoll/event-engine'

const LIMITS: Readonly<Record<LimitKind, string>> = {
  service: 'service capacity',
  slots: 'slots held while calling',
  storage: 'storage',
  // Of pooled connections, or of what a broker gives a consumer at a time.
  pool: 'pool size',
  line: 'bandwidth',
  rate: 'rate limit',
}

/** What a limit is of; `holder`: what is called while slots are held, null: messages are published. */
export const causeOf = ({ limit }: SaturationLimit, holder: string | null): string =>
  limit === 'slots' ? (holder === null ? 'slots held while publishing' : `${LIMITS.slots} ${holder}`) : LIMITS[limit]
