import { createRng } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { lossesBeforeArrival } from '../../src/rules/packet-loss.ts'

describe('lost packets', () => {
  it('[SIM-293] are drawn so that they have that mean', () => {
    const rng = createRng(11)
    const [share, draws] = [0.3, 200_000]
    let losses = 0
    for (let draw = 0; draw < draws; draw += 1) losses += lossesBeforeArrival(share, rng())
    // Five standard deviations of a mean of geometric numbers.
    const spread = Math.sqrt(share / (1 - share) ** 2 / draws)
    expect(Math.abs(losses / draws - share / (1 - share))).toBeLessThan(5 * spread)
  })

  it('[SIM-293] are none or endless at the ends of the range', () => {
    expect([0, 0.999999].map((uniform) => lossesBeforeArrival(0, uniform))).toEqual([0, 0])
    expect(lossesBeforeArrival(1, 0)).toBe(Number.POSITIVE_INFINITY)
    expect(lossesBeforeArrival(1, 0.5)).toBe(Number.POSITIVE_INFINITY)
  })
})
