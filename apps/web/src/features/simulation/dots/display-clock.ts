import type { Speed } from '../../../stores/speeds.ts'

/** Beyond this the picture is not eased to where the engine is, but put there. Simulated milliseconds. */
const JUMP_MS = 250
/**
 * How far the picture may run ahead of the last tick before it waits for the next, in simulated ms: one and a half times what comes at
 * once. At 20× that is longer than a dot lives: each picture is what the engine told.
 */
const AHEAD_MS: Readonly<Record<Speed, number>> = { 0.5: 150, 1: 150, 2: 150, 5: 300, 20: 0 }
const EASE = 0.1

/** Simulated time between the ticks, for drawing: runs evenly although ticks come a few times a second and not quite evenly. */
export function createDisplayClock() {
  let ticked = 0
  let heardAt = 0
  let shown = 0
  let readAt: number | null = null

  return {
    /** Takes up a run that may be under way. */
    start(elapsed: number, now: number): void {
      ticked = shown = elapsed
      heardAt = now
      readAt = null
    },
    /** A tick came in: simulated time `elapsed`, at wall-clock `now`. */
    hear(elapsed: number, now: number): void {
      ticked = elapsed
      heardAt = now
    },
    /** Simulated time to draw at wall-clock `now`; never goes back but to a start. */
    read(now: number, speed: Speed): number {
      const ahead = AHEAD_MS[speed]
      const estimate = ticked + Math.min((now - heardAt) * speed, ahead)
      const even = shown + (readAt === null ? 0 : (now - readAt) * speed)
      const error = estimate - even
      const eased = Math.min(even + error * EASE, ticked + ahead)
      shown = Math.abs(error) > JUMP_MS ? estimate : Math.max(shown, eased)
      readAt = now
      return shown
    },
    /** Time stands; the next reading goes on from here. */
    hold(now: number): void {
      readAt = null
      heardAt = now
    },
    get shown(): number {
      return shown
    },
  }
}
