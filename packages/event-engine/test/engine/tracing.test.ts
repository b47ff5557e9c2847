import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runModel } from '../../src/engine/run-model.ts'
import { anyModel } from './any-model.ts'

const FIRST_TWENTY = new Set(Array.from({ length: 20 }, (_, serial) => serial))

describe('tracing', () => {
  it('[SIM-208] changes nothing else of an outcome', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(anyModel, fc.nat(1000), (model, seed) => {
        const options = { seed, durationMs: 2000, warmUpMs: 200, maxEvents: 200_000 }
        const { traces, ...traced } = runModel(model, { ...options, trace: FIRST_TWENTY })
        const { traces: none, ...plain } = runModel(model, options)
        expect(none).toEqual([])
        expect(JSON.stringify(traced)).toBe(JSON.stringify(plain))
      }),
      { numRuns: 100, seed: 208 },
    )
  })
})
