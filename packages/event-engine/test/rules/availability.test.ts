import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allUp, duplexStates, fewerUp, steadyState } from '../../src/rules/availability.ts'

describe('availability', () => {
  it('[SIM-302] of parts that fail on their own is binomial, and of a chain the product', () => {
    expect(fewerUp(1, 3, 0.99)).toBeCloseTo(1e-6, 12)
    expect(fewerUp(2, 3, 0.99)).toBeCloseTo(0.000298, 9)
    expect(fewerUp(4, 3, 0.99)).toBeCloseTo(1, 12)
    expect(allUp([0.995, 0.999, 0.998])).toBeCloseTo(0.992017, 6)
  })

  it('[SIM-302] of a duplex is what Heimann, Mittal and Trivedi print', () => {
    const shares = duplexStates({
      toFailure: 5000,
      toRepair: 4,
      toReconfigure: 30 / 3600,
      toReboot: 10 / 60,
      coverage: 0.9,
    })
    const printed = [0.9983916, 2.995e-6, 6.6559e-6, 0.00159742, 1.2779e-6]
    for (const [state, share] of printed.entries()) expect(shares[state]).toBeCloseTo(share, 7)
  })

  it('[SIM-302] balances what leaves and enters every state', () => {
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
})
