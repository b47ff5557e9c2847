import { TEMPLATES } from '@plimsoll/catalog'
import { instantiateTemplate, parseFlow } from '@plimsoll/flow'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sized, timeLimit } from '../../../../tooling/lib/test-size.ts'
import { compile } from '../../src/compile/index.ts'
import { CompiledCore } from '../../src/core/core.ts'
import { type RunOptions, runModel } from '../../src/engine/run-model.ts'
import type { Model } from '../../src/model.ts'
import { DEFAULT_SETTINGS } from '../../src/settings.ts'
import { anyModel } from '../engine/any-model.ts'

const core = CompiledCore.load()

/** Everything that a run gives, in its order. */
const told = (model: Model, options: RunOptions): string =>
  JSON.stringify(runModel(model, options), (_, value) =>
    Number.isFinite(value) || typeof value !== 'number' ? value : String(value),
  )

const openModel = anyModel.map((model) => ({
  ...model,
  sources: model.sources.map((source) => ({ ...source, arrivals: 'open' as const })),
  faults: model.faults.filter(({ kind }) => kind !== 'slow'),
}))

function templateModel(id: string): Model {
  const template = TEMPLATES.find((one) => one.id === id)
  if (!template) throw new Error(`There is no template ${id}.`)
  let made = 0
  const parts = instantiateTemplate(template, { origin: { x: 0, y: 0 }, makeId: () => String(made++) })
  const parsed = parseFlow(JSON.parse(JSON.stringify({ documentVersion: 1, ...parts })))
  const compiled = parsed.ok ? compile(parsed.flow, DEFAULT_SETTINGS) : parsed
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults))
  return compiled.model
}

describe('the compiled core', () => {
  it('is there', () => {
    expect(core).not.toBeNull()
  })

  it('[SIM-1116] gives the same bytes as the engine alone, whatever the model', {
    timeout: timeLimit(60_000),
  }, () => {
    let inCore = 0
    fc.assert(
      fc.property(openModel, fc.nat(1000), fc.boolean(), (model, seed, isTraced) => {
        if (core?.newFor(model)) inCore += 1
        const options = { seed, durationMs: 3000, warmUpMs: 700, ...(isTraced && { trace: 'slowest' as const }) }
        expect(told(model, { ...options, core })).toBe(told(model, options))
      }),
      { numRuns: sized({ small: 150, full: 2000 }) },
    )
    expect(inCore).toBeGreaterThan(sized({ small: 100, full: 1300 }))
  })

  it.each(TEMPLATES.map(({ id }) => id))('[SIM-1116] gives the same bytes of the template %s', (id) => {
    const model = templateModel(id)
    expect(core?.newFor(model)).not.toBeNull()
    for (const trace of [undefined, 'slowest' as const]) {
      const options = { seed: 7, durationMs: 20_000, warmUpMs: 2000, ...(trace && { trace }) }
      expect(told(model, { ...options, core })).toBe(told(model, options))
    }
  })
})
