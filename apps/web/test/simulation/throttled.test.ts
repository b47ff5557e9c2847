import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { throttled } from '../../src/features/editor/session/throttled.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Listens to news, and counts how often the lists are updated. */
function listening() {
  let tell: (isUrgent: boolean) => void = () => {}
  const updates = vi.fn()
  const end = throttled((onNews) => {
    tell = onNews
    return () => {}
  })(updates)
  return { updates, end, news: (isUrgent = false) => tell(isUrgent) }
}

describe('updates of lists', () => {
  it('[RUN-19] come at most twice a second, and none is lost', () => {
    const { updates, news } = listening()
    for (let ms = 0; ms < 3000; ms += 10) {
      news()
      vi.advanceTimersByTime(10)
    }
    expect(updates.mock.calls.length).toBeGreaterThanOrEqual(6)
    expect(updates.mock.calls.length).toBeLessThanOrEqual(7)
    const before = updates.mock.calls.length
    news()
    vi.advanceTimersByTime(500)
    expect(updates).toHaveBeenCalledTimes(before + 1)
  })

  it('[RUN-546] come at once when the state changes, and what waited does not come again', () => {
    const { updates, news } = listening()
    news()
    news()
    expect(updates).toHaveBeenCalledTimes(1)
    news(true)
    expect(updates).toHaveBeenCalledTimes(2)
    vi.advanceTimersByTime(1000)
    expect(updates).toHaveBeenCalledTimes(2)
  })

  it('[RUN-19] end with the listening', () => {
    const { updates, news, end } = listening()
    news()
    news()
    end()
    vi.advanceTimersByTime(1000)
    expect(updates).toHaveBeenCalledTimes(1)
  })
})
