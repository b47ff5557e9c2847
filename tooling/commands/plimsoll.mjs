import { bundledTerminal } from '../lib/terminal-bundle.mjs'

await import((await bundledTerminal()) ?? '../../apps/cli/src/main.ts')
