import { createRng } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { cosOfTurns, exp, expm1, log, sinOfTurns } from '../src/portable-math.ts'

const ULP = 2 ** -52
const rng = createRng(5)
const values = (from: number, to: number) => Array.from({ length: 20_000 }, () => from + (to - from) * rng())

/** The greatest difference, in the last bits of a number of at least `least`. */
const worst = (list: readonly number[], of: (value: number) => number, known: (value: number) => number, least = 0) =>
  list.reduce((most, value) => {
    const right = known(value)
    return Math.max(most, Math.abs(of(value) - right) / (Math.max(Math.abs(right), least) * ULP))
  }, 0)

describe('functions that are the same everywhere', () => {
  it('[SIM-325] are those of the library to the last bits', () => {
    expect(worst([...values(1e-10, 1), ...values(1, 1e9)], log, Math.log)).toBeLessThan(3)
    expect(worst(values(-40, 40), exp, Math.exp)).toBeLessThan(3)
    expect(worst([...values(-1e-6, 1e-6), ...values(-5, 5)], expm1, Math.expm1)).toBeLessThan(8)
    expect(worst(values(-3, 3), cosOfTurns, (turns) => Math.cos(2 * Math.PI * turns), 1)).toBeLessThan(16)
    expect(worst(values(-3, 3), sinOfTurns, (turns) => Math.sin(2 * Math.PI * turns), 1)).toBeLessThan(16)
  })

  it('[SIM-325] are exact where the answer is', () => {
    expect([log(1), exp(0), expm1(0), cosOfTurns(0), cosOfTurns(0.5), sinOfTurns(0.25)]).toEqual([0, 1, 0, 1, -1, 1])
    expect([exp(1000), exp(-1000)]).toEqual([Number.POSITIVE_INFINITY, 0])
    expect(cosOfTurns(0.25)).toBeCloseTo(0, 15)
    expect(cosOfTurns(0.75)).toBeCloseTo(0, 15)
    expect(log(Math.E)).toBeCloseTo(1, 15)
  })
})
