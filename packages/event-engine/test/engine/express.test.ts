import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runModel } from '../../src/engine/run-model.ts'
import { anyModel } from './any-model.ts'

describe('the express path', () => {
  it('[SIM-208] gives the same outcome as the general path', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(anyModel, fc.nat(1000), (model, seed) => {
        const outcome = (isExpress: boolean) =>
          JSON.stringify(runModel(model, { seed, durationMs: 2000, warmUpMs: 200, isExpress, maxEvents: 200_000 }))
        expect(outcome(true)).toBe(outcome(false))
      }),
      { numRuns: 150 },
    )
  })
})
