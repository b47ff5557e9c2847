import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compile } from '../../src/compile/index.ts'
import { CompiledCore } from '../../src/core/core.ts'
import { runModel, startRun } from '../../src/engine/run-model.ts'
import { DEFAULT_SETTINGS } from '../../src/settings.ts'
import { client, edge, saved, server } from '../controls/saved-flow.ts'
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

  it.each([
    { by: 'the engine', core: null },
    { by: 'the compiled core', core: CompiledCore.load() },
  ])('[SIM-1127] keeps twenty where each request is slower than the one before: $by', ({ core }) => {
    const flow = saved({
      nodes: [client('c', { concurrentUsers: 200 }), server('s', { cpuCores: 1 })],
      edges: [edge('c', 's')],
    })
    const compiled = compile(flow, DEFAULT_SETTINGS)
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults))
    const run = startRun(compiled.model, { seed: 3, horizonMs: 60_000, core, trace: 'slowest' })
    run.advance(60_000)
    const { requests, slowest } = run.measure()
    expect(requests.completed).toBeGreaterThan(1000)
    const all = Array.from({ length: 20_000 }, (_, serial) => ({ serial, responseMs: 0 }))
    const kept = run.tracesOf(all).map(({ serial }) => serial)
    expect(kept.toSorted()).toEqual(slowest.map(({ serial }) => serial).toSorted())
    expect(kept).toHaveLength(20)
  })
})
