import { TICK_MS } from '@plimsoll/simulation'

/** Ticks that a late timer may run one right after the other; what is beyond is lost: a slow tab slows time, it never bursts. */
const MOST_IN_A_ROW = 5

/** When the tick after this one is due, given when this one was due and what time it is now (milliseconds). */
export function nextDue(due: number, now: number): number {
  // In a row are this tick, which is late, those it makes up for, and the one that is due now.
  return Math.max(due + TICK_MS, now - (MOST_IN_A_ROW - 2) * TICK_MS)
}
