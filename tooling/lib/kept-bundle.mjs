// Programs in a few files instead of hundreds: Node neither strips their types nor looks for each of them.
// In plain JavaScript because the terminal's command uses it at every start.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Other processes may still run from an older bundle; after so long none does. */
const KEPT_MS = 7 * 24 * 3600 * 1000

/**
 * The folder of a bundle, made anew when its sources have changed. `workspaces` are those it is made of besides the packages, `files`
 * what else it depends on, and `options` those of rolldown.
 */
export async function keptBundle({ root, name, workspaces, files, options }) {
  const stamps = join(root, '.cache', `${name}.json`)
  const known = knownStamp(root, stamps)
  if (known !== null && existsSync(join(root, '.cache', name, known))) return join(root, '.cache', name, known)
  const paths = pathsOf(root, workspaces, files)
  const states = statesOf(root, paths)
  const stamp = await stampOf(root, paths)
  const bundle = join(root, '.cache', name, stamp)
  if (!existsSync(bundle)) await makeBundle(root, bundle, options)
  // Else a file came or changed meanwhile.
  const isSame = pathsOf(root, workspaces, files).join() === paths.join() && statesOf(root, paths) === states
  if (isSame) keepStamp(stamps, { stamp, paths, states })
  return bundle
}

/** Null where anything it was made of may have changed: to read all sources takes as long as to start Node. */
function knownStamp(root, file) {
  try {
    const { stamp, paths, states } = JSON.parse(readFileSync(file, 'utf8'))
    return statesOf(root, paths) === states ? stamp : null
  } catch {
    return null
  }
}

function keepStamp(file, kept) {
  try {
    writeFileSync(file, JSON.stringify(kept))
  } catch {
    // It is worked out at the next start, too.
  }
}

/** Different when a file has changed, or a folder has other files, even if their dates were set back. */
const statesOf = (root, paths) =>
  paths
    .map((path) => {
      const { ctimeMs, size } = statSync(join(root, path))
      return `${ctimeMs} ${size}`
    })
    .join()

/** Of all files that the bundle depends on, and of their folders. */
function pathsOf(root, workspaces, files) {
  const packages = readdirSync(join(root, 'packages')).sort()
  const sources = [...workspaces, ...packages.map((name) => `packages/${name}`)].flatMap((workspace) => [
    `${workspace}/package.json`,
    `${workspace}/src`,
    ...readdirSync(join(root, workspace, 'src'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory() || entry.name.endsWith('.ts'))
      .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
      .sort(),
  ])
  return ['package-lock.json', ...files, relative(root, import.meta.filename), 'packages', ...sources]
}

/** The same for the same sources, whatever their dates. */
async function stampOf(root, paths) {
  const { createHash } = await import('node:crypto')
  const hash = createHash('sha256')
  for (const path of paths) {
    hash.update(path).update('\0')
    if (!statSync(join(root, path)).isDirectory()) hash.update(readFileSync(join(root, path)))
    hash.update('\0')
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
