// Programs in a few files instead of hundreds: Node neither strips their types nor looks for each of them.
// In plain JavaScript because the terminal's command uses it at every start.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Other processes may still run from an older bundle; after so long none does. */
const KEPT_MS = 7 * 24 * 3600 * 1000

/**
 * The folder of a bundle, made anew when its sources have changed. `workspaces` are those it is made of besides the packages, `files`
 * what else it depends on, and `options` those of rolldown.
 */
export async function keptBundle({ root, name, workspaces, files, options }) {
  const bundle = join(root, '.cache', name, stampOf(root, workspaces, files))
  if (!existsSync(bundle)) await makeBundle(root, bundle, options)
  return bundle
}

/** The same for the same sources, whatever their dates. */
function stampOf(root, workspaces, files) {
  const hash = createHash('sha256')
  const add = (path) =>
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0')
  for (const file of ['package-lock.json', ...files]) add(file)
  hash.update(readFileSync(import.meta.filename))
  const packages = readdirSync(join(root, 'packages')).sort()
  for (const workspace of [...workspaces, ...packages.map((name) => `packages/${name}`)]) {
    add(`${workspace}/package.json`)
    const sources = readdirSync(join(root, workspace, 'src'), { recursive: true })
    for (const name of sources.sort()) if (name.endsWith('.ts')) add(join(workspace, 'src', name))
  }
  return hash.digest('hex').slice(0, 32)
}

async function makeBundle(root, bundle, { output, ...options }) {
  const folder = dirname(bundle)
  const unfinished = `${bundle}.${process.pid}`
  mkdirSync(folder, { recursive: true })
  const { build } = await import('rolldown')
  try {
    await build({
      cwd: root,
      platform: 'node',
      logLevel: 'silent',
      ...options,
      output: { dir: unfinished, format: 'esm', chunkFileNames: '[name].js', ...output },
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
