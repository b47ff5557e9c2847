import { TICK_MS } from '@plimsoll/live-engine'

/** Beyond this the picture is not eased to where the engine is, but put there. Simulated ms up to `SLOW`, and as many more as time is faster. */
const JUMP_MS = 250
/** How far the picture may run ahead of the last snapshot before it waits for the next. Likewise. */
const AHEAD_MS = 150
const SLOW = 2
const EASE = 0.1

/** Simulated time between the ticks, for drawing: runs evenly although ticks do not come quite evenly. */
export function createDisplayClock() {
  let ticked = 0
  let tickedAt = 0
  let shown = 0
  let readAt: number | null = null

  return {
    /** Takes up a run that may be under way. */
    start(elapsed: number, now: number): void {
      ticked = shown = elapsed
      tickedAt = now
      readAt = null
    },
    /** A tick came in: simulated time `elapsed`, at wall-clock `now`. */
    tick(elapsed: number, now: number): void {
      ticked = elapsed
      tickedAt = now
    },
    /** A single step was taken while time stands: the picture goes to the end of its tick. */
    step(elapsed: number): void {
      ticked = elapsed
      shown = elapsed + TICK_MS
    },
    /** Simulated time to draw at wall-clock `now`, with so much simulated time to one of the wall; never goes back but to a start. */
    read(now: number, speed: number): number {
      const scale = Math.max(1, speed / SLOW)
      const estimate = ticked + Math.min((now - tickedAt) * speed, AHEAD_MS * scale)
      const even = shown + (readAt === null ? 0 : now - readAt) * speed
      const error = estimate - even
      const eased = Math.min(even + error * EASE, ticked + AHEAD_MS * scale)
      shown = Math.abs(error) > JUMP_MS * scale ? estimate : Math.max(shown, eased)
      readAt = now
      return shown
    },
    /** Time stands; the next reading goes on from here. */
    hold(now: number): void {
      readAt = null
      tickedAt = now
    },
    get shown(): number {
      return shown
    },
  }
}
