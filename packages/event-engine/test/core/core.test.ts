import { afterEach, describe, expect, it, vi } from 'vitest'
import { CompiledCore } from '../../src/core/core.ts'
import { type Fields, layoutOf, ROWS } from '../../src/core/layout.ts'
import { runModel } from '../../src/engine/run-model.ts'
import { single } from '../models.ts'

afterEach(() => vi.unstubAllGlobals())

const OPTIONS = { seed: 1, durationMs: 2000, warmUpMs: 0 }

describe('the compiled core', () => {
  it('[SIM-1117] is left out where WebAssembly is not there', () => {
    vi.stubGlobal('WebAssembly', undefined)
    expect(CompiledCore.load()).toBeNull()
    expect(runModel(single(50), { ...OPTIONS, core: CompiledCore.load() })).toEqual(runModel(single(50), OPTIONS))
  })

  it('[SIM-1118] leaves a model to the engine alone that asks for what it does not know', () => {
    const core = CompiledCore.load()
    const model = single(50)
    expect(core?.newFor(model)).not.toBeNull()
    expect(core?.newFor({ ...model, nodes: model.nodes.map((node) => ({ ...node, isOnCycle: true })) })).toBeNull()
    expect(
      core?.newFor({ ...model, sources: model.sources.map((source) => ({ ...source, arrivals: 'closed' as const })) }),
    ).toBeNull()
  })

  it.each(Object.entries(ROWS))(
    '[SIM-1116] has the floats of %s first, so that none lies across two words',
    (_, fields) => {
      const { bytes, offsets } = layoutOf(fields as Fields)
      for (const [name, kind] of Object.entries(fields)) expect((offsets[name] ?? 1) % (kind === 'f64' ? 8 : 4)).toBe(0)
      expect(bytes % 8).toBe(0)
    },
  )
})
