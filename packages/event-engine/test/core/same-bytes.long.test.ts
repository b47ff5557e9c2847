import { TEMPLATES } from '@plimsoll/catalog'
import { instantiateTemplate, parseFlow } from '@plimsoll/flow'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sized, timeLimit } from '../../../../tooling/lib/test-size.ts'
import { compile } from '../../src/compile/index.ts'
import { CompiledCore } from '../../src/core/core.ts'
import { GrowingRun } from '../../src/engine/growing-run.ts'
import { type RunOptions, runModel, startRun } from '../../src/engine/run-model.ts'
import type { Model } from '../../src/model.ts'
import { DEFAULT_SETTINGS } from '../../src/settings.ts'
import { anyRun } from './any-run.ts'

declare const WebAssembly: {
  readonly Module: object
  readonly Instance: object
  readonly Memory: new (room: { readonly initial: number }) => { readonly buffer: ArrayBuffer }
}

const core = CompiledCore.load()

const anyNumber = (_: string, value: unknown): unknown =>
  typeof value !== 'number' || Number.isFinite(value) ? value : String(value)

/** Everything that a run gives, in its order. */
const told = (model: Model, options: RunOptions): string => JSON.stringify(runModel(model, options), anyNumber)

/** As a run that grows, from a quarter of the time. */
function grown(model: Model, { durationMs, ...options }: Omit<RunOptions, 'warmUpMs'>): string {
  const run = new GrowingRun(startRun(model, { ...options, horizonMs: durationMs }), durationMs / 4)
  const outcomes: string[] = []
  while (run.durationMs <= durationMs) {
    run.advance(run.durationMs / 5, {})
    outcomes.push(JSON.stringify(run.outcome(run.durationMs / 5), anyNumber))
    run.double()
  }
  return outcomes.join('\n')
}

/** Of a template, so many times beside each other. */
function templateModel(id: string, times = 1): Model {
  const template = TEMPLATES.find((one) => one.id === id)
  if (!template) throw new Error(`There is no template ${id}.`)
  let made = 0
  const all = Array.from({ length: times }, () =>
    instantiateTemplate(template, { origin: { x: 0, y: 0 }, makeId: () => String(made++) }),
  )
  const document = {
    documentVersion: 1,
    nodes: all.flatMap(({ nodes }) => nodes),
    edges: all.flatMap(({ edges }) => edges),
  }
  const parsed = parseFlow(JSON.parse(JSON.stringify(document)))
  const compiled = parsed.ok ? compile(parsed.flow, DEFAULT_SETTINGS) : parsed
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults))
  return compiled.model
}

afterEach(() => vi.unstubAllGlobals())

describe('the compiled core', () => {
  it('is there', () => {
    expect(core).not.toBeNull()
  })

  it('[SIM-1116] gives the same bytes as the engine alone, whatever the model', {
    timeout: timeLimit(60_000),
  }, () => {
    fc.assert(
      fc.property(anyRun, fc.nat(1000), fc.boolean(), fc.boolean(), (model, seed, isTraced, grows) => {
        const options = { seed, durationMs: 2000, ...(isTraced && { trace: 'slowest' as const }) }
        expect(core?.newFor(model)).not.toBeNull()
        if (grows) expect(grown(model, { ...options, core })).toBe(grown(model, options))
        else expect(told(model, { ...options, warmUpMs: 300, core })).toBe(told(model, { ...options, warmUpMs: 300 }))
      }),
      { numRuns: sized({ small: 150, full: 3000 }) },
    )
  })

  it('[SIM-1119] gives the same bytes whatever a run before has left in the memory', {
    timeout: timeLimit(60_000),
  }, () => {
    const memories: { readonly buffer: ArrayBuffer }[] = []
    class Noted extends WebAssembly.Memory {
      constructor(room: { initial: number }) {
        super(room)
        memories.push(this)
      }
    }
    vi.stubGlobal('WebAssembly', { Module: WebAssembly.Module, Instance: WebAssembly.Instance, Memory: Noted })
    const reusing = CompiledCore.load()
    fc.assert(
      fc.property(anyRun, fc.nat(1000), (model, seed) => {
        const options = { seed, durationMs: 500, warmUpMs: 100, spanMs: 50, trace: 'slowest' as const }
        const outcome = runModel(model, { ...options, core: reusing })
        for (const { buffer } of memories) new Uint8Array(buffer).fill(0xa5)
        expect(JSON.stringify(outcome, anyNumber)).toBe(told(model, options))
      }),
      { numRuns: sized({ small: 40, full: 400 }) },
    )
    expect(memories).toHaveLength(1)
  })

  it.each(TEMPLATES.map(({ id }) => id))('[SIM-1116] gives the same bytes of the template %s', (id) => {
    const model = templateModel(id)
    expect(core?.newFor(model)).not.toBeNull()
    for (const trace of [undefined, 'slowest' as const]) {
      const options = { seed: 7, durationMs: 20_000, warmUpMs: 2000, ...(trace && { trace }) }
      expect(told(model, { ...options, core })).toBe(told(model, options))
    }
  })

  it('[SIM-1116] gives the same bytes of a diagram of hundreds of nodes', { timeout: timeLimit(60_000) }, () => {
    const model = templateModel('three-tier', 90)
    expect(model.nodes.length).toBeGreaterThan(500)
    const options = { seed: 7, durationMs: 2000, warmUpMs: 200 }
    expect(told(model, { ...options, core })).toBe(told(model, options))
  })
})
