import type { LimitKind, SaturationLimit } from '@plimsoll/event-engine'

const LIMITS: Readonly<Record<LimitKind, string>> = {
  service: 'own work',
  slots: 'held by',
  storage: 'storage',
  // Of pooled connections, or of the places that a broker gives a consumer.
  pool: 'calls at once',
  line: 'bandwidth',
  rate: 'rate limit',
}

/** What a limit is of; `holder`: what the slots are held by, null for messages that are handed over. */
export const causeOf = ({ limit }: SaturationLimit, holder: string | null): string =>
  limit === 'slots' ? `${LIMITS.slots} ${holder ?? 'messages'}` : LIMITS[limit]
