interface Pace {
  /** From the last change to the writing, in ms. */
  readonly pauseMs: number
  /** From the first change that is not written yet, in ms: while changes go on without a pause. */
  readonly atMostMs: number
}

/** Calls `write` soon after a change, and not at each of many. */
export function createWritePace(write: () => void, { pauseMs, atMostMs }: Pace) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let firstAt: number | null = null

  function writeNow(): void {
    clearTimeout(timer)
    firstAt = null
    write()
  }

  /** Something changed at `now` (ms). */
  function changed(now: number): void {
    firstAt ??= now
    clearTimeout(timer)
    timer = setTimeout(writeNow, Math.max(0, Math.min(pauseMs, firstAt + atMostMs - now)))
  }

  function cancel(): void {
    clearTimeout(timer)
    firstAt = null
  }

  return { changed, writeNow, cancel }
}
