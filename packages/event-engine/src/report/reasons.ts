import { EVENT_FAILURES } from '../failure-reasons.ts'

/** Requests that failed so were turned away, not begun and broken. */
export const TURNED_AWAY: readonly string[] = [
  EVENT_FAILURES.overload,
  EVENT_FAILURES.outOfMemory,
  EVENT_FAILURES.rateLimited,
  EVENT_FAILURES.connectionRefused,
  EVENT_FAILURES.breakerOpen,
  EVENT_FAILURES.queueFull,
]
