import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CompiledCore } from '../../src/core/core.ts'
import { type Fields, LINE, layoutOf, ROWS } from '../../src/core/layout.ts'
import { type CoreExports, CoreMemory, type RowName } from '../../src/core/memory.ts'
import { compileModule, newInstance, newMemory } from '../../src/core/web-assembly.ts'
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

  it.each(Object.entries(ROWS))('[SIM-1116] has each number of %s at a multiple of its size', (_, fields) => {
    const { bytes, offsets } = layoutOf(fields as Fields)
    for (const [name, kind] of Object.entries(fields)) expect((offsets[name] ?? 1) % (kind === 'f64' ? 8 : 4)).toBe(0)
    expect(bytes % 8).toBe(0)
  })
})

describe('the memory of a core', () => {
  it('has no row across two lines of the caches that fits into one', () => {
    const module = compileModule()
    if (module === null) throw new Error('There is no WebAssembly.')
    const hooks = new Proxy({}, { get: () => () => 0 })
    const memory = new CoreMemory(newInstance(module, hooks, newMemory()) as CoreExports, new Map())
    const names = fc.sample(fc.constantFrom(...(Object.keys(ROWS) as RowName[])), { seed: 1, numRuns: 2000 })
    for (const name of names) {
      const at = memory.allocRow(name)
      const bytes = memory.bytesOf(name)
      const [first, last] = [at, at + bytes - 1].map((byte) => Math.floor(byte / LINE)) as [number, number]
      expect(last - first).toBe(bytes > LINE ? bytes / LINE - 1 : 0)
      const row = memory.ints.subarray(at >>> 2, (at + bytes) >>> 2)
      // All are zeros: nothing else has written there.
      expect(row.every((one) => one === 0)).toBe(true)
      row.fill(-1)
    }
  })
})
