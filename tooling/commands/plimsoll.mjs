import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { bundledTerminal } from '../lib/terminal-bundle.mjs'

const bundle = await bundledTerminal()
if (bundle) keepCompiled(fileURLToPath(new URL('compiled', bundle)))
await import(bundle ?? '../../apps/cli/src/main.ts')

/** What is compiled for this run is there for the next one, in its threads, too, which take the folder from the environment. */
function keepCompiled(folder) {
  process.env.NODE_COMPILE_CACHE = folder
  enableCompileCache(folder)
}
