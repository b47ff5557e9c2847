// The terminal's command in a few files instead of hundreds: Node neither strips their types nor looks for each of them.
// In plain JavaScript for the same reason: it runs at every start.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const ROOT = dirname(dirname(import.meta.dirname))
/** Other processes may still run from an older bundle; after so long none does. */
const KEPT_MS = 7 * 24 * 3600 * 1000

/** The address of the bundled command, made anew when its sources have changed; null where none can be made or kept. */
export async function bundledTerminal(root = ROOT) {
  const folder = join(root, '.cache', 'terminal')
  try {
    const bundle = join(folder, stampOf(root))
    if (!existsSync(bundle)) await makeBundle(root, bundle)
    return pathToFileURL(join(bundle, 'main.js')).href
  } catch {
    return null
  }
}

/** The same for the same sources, whatever their dates. */
function stampOf(root) {
  const hash = createHash('sha256')
  const add = (path) =>
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0')
  add('package-lock.json')
  hash.update(readFileSync(import.meta.filename))
  const packages = readdirSync(join(root, 'packages')).sort()
  for (const workspace of ['apps/cli', ...packages.map((name) => `packages/${name}`)]) {
    add(`${workspace}/package.json`)
    const sources = readdirSync(join(root, workspace, 'src'), { recursive: true })
    for (const name of sources.sort()) if (name.endsWith('.ts')) add(join(workspace, 'src', name))
  }
  return hash.digest('hex').slice(0, 32)
}

async function makeBundle(root, bundle) {
  const folder = dirname(bundle)
  const unfinished = `${bundle}.${process.pid}`
  mkdirSync(folder, { recursive: true })
  const { build } = await import('rolldown')
  try {
    await build({
      cwd: root,
      input: {
        'live.worker': 'apps/cli/src/simulate/live/live.worker.ts',
        main: 'apps/cli/src/main.ts',
        'replication.worker': 'apps/cli/src/simulate/events/replication.worker.ts',
      },
      // The administrator's commands run from their sources: they need packages with parts that cannot be bundled.
      external: /^@plimsoll\/server\//,
      platform: 'node',
      logLevel: 'silent',
      output: { dir: unfinished, format: 'esm', chunkFileNames: '[name].js' },
    })
    renameSync(unfinished, bundle)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another process has made the same one meanwhile.
    if (!existsSync(bundle)) throw error
  }
  for (const name of readdirSync(folder)) {
    const other = join(folder, name)
    if (other !== bundle && statSync(other).mtimeMs < Date.now() - KEPT_MS)
      rmSync(other, { recursive: true, force: true })
  }
}
