import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Breaker, CircuitBreaker } from '../../src/rules/breaker.ts'

const TEN: Breaker = {
  window: 10,
  minimumCalls: 10,
  failureShare: 0.5,
  openMs: 60_000,
  probes: 4,
  initial: 'closed',
}
const statesAfter = (outcomes: readonly number[], config = TEN) => {
  const breaker = new CircuitBreaker(config)
  return outcomes.map((ok) => {
    breaker.record(ok === 0, 0)
    return breaker.state
  })
}
const opened = () => {
  const breaker = new CircuitBreaker({ ...TEN, initial: 'open' })
  return { breaker, probe: (failed: boolean, at: number) => breaker.allows(at) && breaker.record(failed, at) }
}

describe('a circuit breaker', () => {
  it('[SIM-295] opens at the failure share of its window, once there are enough calls', () => {
    const closed = (count: number) => Array.from({ length: count }, () => 'closed')
    expect(statesAfter([1, 0, 1, 0, 1, 0, 1, 0, 1, 0])).toEqual([...closed(9), 'open'])
    expect(statesAfter([0, 0, 0, 0, 0, 0, 0, 0, 0])).toEqual(closed(9))
    expect(statesAfter([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0])).toEqual([...closed(14), 'open'])
    expect(statesAfter([0, 0], { ...TEN, minimumCalls: 2 })).toEqual(['closed', 'open'])
    expect(statesAfter([0, 0, 0], { ...TEN, window: 3 }).at(-1)).toBe('open')
  })

  it('[SIM-295] counts what its window holds, whatever came before', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 200 }), (outcomes) => {
        const breaker = new CircuitBreaker(TEN)
        for (const [index, failed] of outcomes.entries()) {
          breaker.record(failed, 0)
          const latest = outcomes.slice(Math.max(0, index - 9), index + 1)
          const opens = latest.length === 10 && latest.filter(Boolean).length >= 5
          expect(breaker.state).toBe(opens ? 'open' : 'closed')
          if (opens) return
        }
      }),
    )
  })

  it('[SIM-296] [SIM-590] [SIM-591] stops every call until its time is over, then lets the probes through', () => {
    const { breaker } = opened()
    expect([0, 59_999].map((now) => breaker.allows(now))).toEqual([false, false])
    expect(breaker.state).toBe('open')
    expect(Array.from({ length: 6 }, () => breaker.allows(60_000))).toEqual([true, true, true, true, false, false])
    expect(breaker.state).toBe('half-open')
  })

  it('[SIM-592] closes or opens again by its probes, when all are back', () => {
    const good = opened()
    for (const failed of [true, false, false]) good.probe(failed, 60_000)
    expect(good.breaker.state).toBe('half-open')
    good.probe(false, 60_000)
    expect(good.breaker.state).toBe('closed')
    const bad = opened()
    for (const failed of [true, false, false, true]) bad.probe(failed, 70_000)
    expect(bad.breaker.state).toBe('open')
    expect([129_999, 130_000].map((now) => bad.breaker.allows(now))).toEqual([false, true])
  })

  it('[SIM-593] remembers nothing of the time before it closed', () => {
    const { breaker, probe } = opened()
    for (let done = 0; done < 4; done += 1) probe(false, 60_000)
    for (let done = 0; done < 9; done += 1) breaker.record(true, 60_001)
    expect(breaker.state).toBe('closed')
    breaker.record(true, 60_001)
    expect(breaker.state).toBe('open')
  })

  it('[SIM-602] keeps the outcomes that another window has room for', () => {
    const breaker = new CircuitBreaker(TEN)
    breaker.record(true, 0)
    breaker.follow({ ...TEN, window: 2, minimumCalls: 2 })
    breaker.record(true, 0)
    expect(breaker.state).toBe('open')
  })

  it('[SIM-602] keeps the latest of them', () => {
    const breaker = new CircuitBreaker(TEN)
    for (const failed of [true, true, false, false]) breaker.record(failed, 0)
    breaker.follow({ ...TEN, window: 2, minimumCalls: 2, failureShare: 1 })
    breaker.record(true, 0)
    expect(breaker.state).toBe('closed')
    breaker.record(true, 0)
    expect(breaker.state).toBe('open')
  })

  it('[SIM-296] is not moved by outcomes that come back while it is open', () => {
    const { breaker } = opened()
    for (let done = 0; done < 100; done += 1) breaker.record(false, 10)
    expect(breaker.state).toBe('open')
    expect(breaker.allows(20)).toBe(false)
  })
})
