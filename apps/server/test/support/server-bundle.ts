import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { keptBundle } from '../../../../tooling/lib/kept-bundle.mjs'

const ROOT = join(import.meta.dirname, '../../../..')
const HERE = relative(ROOT, import.meta.dirname)

/** Programs that do what those of the sources do. */
export interface BundledServers {
  main: string
  /** But for the cost of its hashes. */
  cheap: string
}

/** The server in a few files: the tests start it some hundred times, and to look for a thousand modules takes half of each start. */
export async function bundleServers(): Promise<BundledServers> {
  const bundle = await keptBundle({
    root: ROOT,
    name: 'test-servers',
    workspaces: ['apps/server'],
    files: ['server-bundle.ts', 'cheap-server.ts', 'least-cost.ts'].map((name) => `${HERE}/${name}`),
    options: {
      input: { main: 'apps/server/src/main.ts', cheap: `${HERE}/cheap-server.ts` },
      // They have files of their own beside their code.
      external: [/^better-sqlite3/, /^@node-rs\//, /^@resvg\//, /^pino/],
      plugins: [SAME_PLACES],
      // Nothing is left out: the bundler takes `decodeURIComponent(path)` for a call without an effect, though it throws.
      treeshake: false,
      output: { minify: false },
    },
  })
  return { main: join(bundle, 'main.js'), cheap: join(bundle, 'cheap.js') }
}

/** A module of the server finds its neighbours where its source is. */
const SAME_PLACES = {
  name: 'same-places',
  transform: (code: string, id: string) =>
    id.includes('node_modules')
      ? undefined
      : code
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(id))),
}
