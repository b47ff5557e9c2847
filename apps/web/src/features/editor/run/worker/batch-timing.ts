import type { Speed } from '../speeds.ts'

/** Wall time between two reports at least, so that the page hears 25 times a second at most. */
const REPORT_MS = 40

/** Wall time that a late timer may make up for; what is beyond is lost: a slow tab slows time, it never bursts. */
const CATCH_UP_MS = 500

/** What runs between two reports: so much simulated time, in so much wall time. */
export interface Batch {
  readonly simulatedMs: number
  readonly ms: number
}

/** `stepMs`: the least simulated time by which the engine moves. */
export function batchAt(speed: Speed, stepMs: number): Batch {
  const steps = Math.max(1, Math.round((REPORT_MS * speed) / stepMs))
  return { simulatedMs: steps * stepMs, ms: (steps * stepMs) / speed }
}

/** When the batch after this one is due, given when this one was due and began, and the wall time that it stands for (ms). */
export function nextDue({ due, began, batchMs }: { due: number; began: number; batchMs: number }): number {
  // In a row are this batch, which is late, those it makes up for, and the one that is due now.
  return Math.max(due + batchMs, began - CATCH_UP_MS + 2 * batchMs)
}
