import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runModel } from '../../src/engine/run-model.ts'
import { anyModel } from './any-model.ts'

const FIRST_TWENTY = new Set(Array.from({ length: 20 }, (_, serial) => serial))

/** Of any model and seed, so often. */
function everyRun(check: (model: Parameters<typeof runModel>[0], options: Parameters<typeof runModel>[1]) => void) {
  fc.assert(
    fc.property(anyModel, fc.nat(1000), (model, seed) =>
      check(model, { seed, durationMs: 2000, warmUpMs: 200, maxEvents: 200_000 }),
    ),
    { numRuns: 60, seed: 208 },
  )
}

describe('tracing', () => {
  it('[SIM-208] changes nothing else of an outcome', { timeout: 60_000 }, () => {
    everyRun((model, options) => {
      const { traces, ...traced } = runModel(model, { ...options, trace: FIRST_TWENTY })
      const { traces: none, ...plain } = runModel(model, options)
      expect(none).toEqual([])
      expect(JSON.stringify(traced)).toBe(JSON.stringify(plain))
    })
  })

  it('[SIM-324] gives the slowest requests the traces that they have when their numbers are known before', {
    timeout: 60_000,
  }, () => {
    everyRun((model, options) => {
      const { slowest, traces } = runModel(model, { ...options, trace: 'slowest' })
      const known = runModel(model, { ...options, trace: new Set(slowest.map(({ serial }) => serial)) })
      expect(traces).toEqual(known.traces)
      expect(traces).toHaveLength(slowest.length)
    })
  })
})
