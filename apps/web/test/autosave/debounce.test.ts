import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browserClock } from '../../src/stores/autosave/clock.ts'
import { createDebounce } from '../../src/stores/autosave/debounce.ts'

describe('the debounce of writes', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const start = () => {
    const writes: number[] = []
    const debounce = createDebounce(browserClock, () => void writes.push(Date.now() - began), {
      afterLastMs: 250,
      afterFirstMs: 450,
    })
    const began = Date.now()
    return { writes, debounce, change: debounce.call }
  }

  it('[UI-87] waits for a pause, but never long', () => {
    const { writes, change } = start()
    change()
    vi.advanceTimersByTime(1_000)
    expect(writes).toEqual([250])
    for (let at = 0; at < 1_000; at += 50) {
      change()
      vi.advanceTimersByTime(50)
    }
    vi.advanceTimersByTime(1_000)
    expect(writes.slice(1)).toEqual([1_450, 1_900, 2_200])
  })

  it('[UI-87] writes nothing once it is cancelled', () => {
    const { writes, debounce, change } = start()
    change()
    debounce.cancel()
    vi.advanceTimersByTime(1_000)
    expect(writes).toEqual([])
    change()
    vi.advanceTimersByTime(250)
    expect(writes).toEqual([1_250])
  })
})
