import { TICK_MS } from '@plimsoll/live-engine'
import type { Speed } from '../speeds.ts'

/** Wall time between two reports at least, so that the page hears 25 times a second at most. */
const REPORT_MS = 40

/** Wall time that a late timer may make up for; what is beyond is lost: a slow tab slows time, it never bursts. */
const CATCH_UP_MS = 5 * TICK_MS

/** What runs between two reports: so many ticks, in so much wall time. */
export interface Batch {
  readonly ticks: number
  readonly ms: number
}

export function batchAt(speed: Speed): Batch {
  const tickMs = TICK_MS / speed
  const ticks = Math.max(1, Math.round(REPORT_MS / tickMs))
  return { ticks, ms: ticks * tickMs }
}

/** When the beat after this one is due, given when this one was due and began, and the wall time that its ticks stand for (ms). */
export function nextDue({ due, began, batchMs }: { due: number; began: number; batchMs: number }): number {
  // In a row are this beat, which is late, those it makes up for, and the one that is due now.
  return Math.max(due + batchMs, began - CATCH_UP_MS + 2 * batchMs)
}
