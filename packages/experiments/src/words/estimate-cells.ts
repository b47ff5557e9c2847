import type { Estimate } from '@plimsoll/event-engine'

/** Null: it is not known. */
export const meanOf = (one: Estimate): number | null => one?.mean ?? null
