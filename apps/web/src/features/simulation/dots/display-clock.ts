import type { Speed } from '../../../stores/speeds.ts'

/** Beyond this the picture is not eased to where the engine is, but put there. Simulated milliseconds. */
const JUMP_MS = 250
/** How far the picture may run ahead of the last tick before it waits for the next: a dot lives 500 ms. Simulated milliseconds. */
const AHEAD_MS = { plain: 150, fast: 300 } as const
const EASE = 0.1

/** Several ticks come at once where they are many a second. */
const aheadAt = (speed: Speed): number => (speed > 2 ? AHEAD_MS.fast : AHEAD_MS.plain)

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
      const ahead = aheadAt(speed)
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
