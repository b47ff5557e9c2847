// In plain JavaScript because it runs at every start of the terminal's command.
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { keptBundle } from './kept-bundle.mjs'

const ROOT = dirname(dirname(import.meta.dirname))

/** The address of the bundled command, made anew when its sources have changed; null where none can be made or kept. */
export async function bundledTerminal(root = ROOT) {
  try {
    const bundle = await keptBundle({
      root,
      name: 'terminal',
      workspaces: ['apps/cli'],
      files: [relative(ROOT, import.meta.filename)],
      options: {
        input: {
          'command.worker': 'apps/cli/src/command.worker.ts',
          main: 'apps/cli/src/main.ts',
          'replication.worker': 'apps/cli/src/simulate/events/replication.worker.ts',
        },
        // The administrator's commands run from their sources: they need packages with parts that cannot be bundled.
        external: /^@plimsoll\/server\//,
      },
    })
    return pathToFileURL(join(bundle, 'main.js')).href
  } catch {
    return null
  }
}
