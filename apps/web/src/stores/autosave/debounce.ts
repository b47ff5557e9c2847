import type { Clock } from './clock.ts'

interface Waits {
  /** From the last call, in ms. */
  readonly afterLastMs: number
  /** From the first call, in ms: while calls go on without a pause. */
  readonly afterFirstMs: number
}

/** Debounces `act`, and bounds for how long calls can put it off. */
export function createDebounce(clock: Clock, act: () => void, { afterLastMs, afterFirstMs }: Waits) {
  let cancelTimer = () => {}
  let firstAt: number | null = null

  function cancel(): void {
    cancelTimer()
    firstAt = null
  }

  function call(): void {
    const now = clock.now()
    firstAt ??= now
    cancelTimer()
    cancelTimer = clock.after(Math.max(0, Math.min(afterLastMs, firstAt + afterFirstMs - now)), () => {
      firstAt = null
      act()
    })
  }

  return { call, cancel }
}
