import { TICK_MS } from '@plimsoll/simulation'

/** How many ticks a late timer may still make up for; what is beyond is lost: a slow tab slows time, it never bursts. */
const MOST_OWED = 5

/** When the tick after this one is due, given when this one was due and what time it is now (milliseconds). */
export function nextDue(due: number, now: number): number {
  return Math.max(due + TICK_MS, now - (MOST_OWED - 1) * TICK_MS)
}
