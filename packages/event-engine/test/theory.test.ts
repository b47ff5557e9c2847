import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { meanInMmppQueue } from './mmpp.ts'
import { burstBacklog, duplexStates, fewerUp, saturatingUsers, steadyState } from './theory.ts'

describe('formulas that cases are held against', () => {
  it('[VER-16] the availability of instances that fail on their own is binomial', () => {
    expect(fewerUp(1, 3, 0.99)).toBeCloseTo(1e-6, 12)
    expect(fewerUp(2, 3, 0.99)).toBeCloseTo(0.000298, 9)
    expect(fewerUp(4, 3, 0.99)).toBeCloseTo(1, 12)
  })

  it('[VER-16] the states of a duplex are what Heimann, Mittal and Trivedi print', () => {
    const shares = duplexStates({
      mttfH: 5000,
      mttrH: 4,
      reconfigS: 30,
      rebootMin: 10,
      coverage: 0.9,
    })
    const printed = [0.9983916, 2.995e-6, 6.6559e-6, 0.00159742, 1.2779e-6]
    for (const [state, share] of printed.entries()) expect(shares[state]).toBeCloseTo(share, 7)
  })

  it('[VER-16] the steady state of a Markov chain balances what leaves and enters every state', () => {
    const rate = fc.double({ min: 1e-6, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.array(rate, { minLength: 5, maxLength: 5 }), { minLength: 5, maxLength: 5 }), (rates) => {
        const shares = steadyState(rates)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12)
        for (const [state, share] of shares.entries()) {
          const others = Array.from(shares.keys()).filter((other) => other !== state)
          const leaves = others.reduce((sum, other) => sum + share * (rates[state]?.[other] ?? 0), 0)
          const enters = others.reduce((sum, other) => sum + (shares[other] ?? 0) * (rates[other]?.[state] ?? 0), 0)
          expect(Math.abs(enters / leaves - 1)).toBeLessThan(1e-9)
        }
      }),
    )
  })

  it('[VER-16] what waits in MMPP/M/1 is the mean of its chain, and of M/M/1 where both rates are one', () => {
    const states = [
      { perSecond: 30, meanS: 0.4 },
      { perSecond: 4, meanS: 1.2 },
    ] as const
    const levels = 150
    const rates = Array.from({ length: 2 * levels }, (_, from) =>
      Array.from({ length: 2 * levels }, (_, to) => {
        const { perSecond, meanS } = states[from % 2] ?? states[0]
        if (to === from + 2) return perSecond
        if (to === from - 2) return 1000 / 40
        return to === from + 1 - 2 * (from % 2) ? 1 / meanS : 0
      }),
    )
    const mean = steadyState(rates).reduce((sum, share, state) => sum + share * Math.floor(state / 2), 0)
    expect(meanInMmppQueue({ states, meanMs: 40 })).toBeCloseTo(mean, 6)
    const even = [
      { perSecond: 20, meanS: 1 },
      { perSecond: 20, meanS: 3 },
    ] as const
    expect(meanInMmppQueue({ states: even, meanMs: 40 })).toBeCloseTo(0.8 / 0.2, 9)
  })

  it('[VER-16] the backlog of a burst is the area above the capacity', () => {
    const burst = { base: 100, burstFactor: 5, burstS: 2, cycleS: 10 }
    expect(burstBacklog({ ...burst, capacity: 300 })).toMatchObject({
      maxBacklog: 400,
      clearedAtS: 4,
      meanPerSecond: 180,
    })
    expect(burstBacklog({ ...burst, capacity: 500 })).toMatchObject({ maxBacklog: 0, maxDelayMs: 0, clearedAtS: 0 })
  })

  it('[VER-16] so many users fill a system with their times of service and thought', () => {
    expect(saturatingUsers([2, 50, 5], 1000, 160)).toBeCloseTo(169.12, 9)
  })
})
