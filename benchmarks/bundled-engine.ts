import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as eventEngine from '@plimsoll/event-engine'
import { setCompilerFlags } from '../apps/cli/src/compiler-flags.ts'
import { keptBundle } from '../tooling/lib/kept-bundle.mjs'

setCompilerFlags()

/**
 * The event engine as the terminal's command and experiments have it, bundled: from its sources, where each constant of another file is
 * looked up when it is used, it is slower.
 */
const bundle = await keptBundle({
  root: join(import.meta.dirname, '..'),
  name: 'event-engine',
  workspaces: [],
  files: ['benchmarks/bundled-engine.ts'],
  options: { input: { engine: 'packages/event-engine/src/index.ts' } },
})

const engine: typeof eventEngine = await import(pathToFileURL(join(bundle, 'engine.js')).href)

export const { meanOf, quantileOf, runModel } = engine
/** Simulates what it can, as in the product. */
export const core = engine.CompiledCore.load()
