import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT, run } from './process.ts'

const STAMP = join(ROOT, '.cache', 'web-build')
const BUILT_PAGE = join(ROOT, 'apps', 'web', 'dist', 'index.html')
const SOURCES = ['package-lock.json', 'apps/web/*.*', 'apps/web/{src,public,vite}/**', 'packages/*/src/**']

/** Builds the web app unless nothing has changed since the last build. Says what went wrong, if anything. */
export async function buildWeb(): Promise<string> {
  const stamp = stampOf(ROOT)
  if (existsSync(BUILT_PAGE) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return ''
  rmSync(STAMP, { force: true })
  console.log('Building the web app …')
  const { code, output } = await run('vite', ['build', '--logLevel', 'warn'], { cwd: join(ROOT, 'apps', 'web') })
  if (code !== 0) return `vite build ended with code ${code}.\n${output}`
  mkdirSync(dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, stamp)
  return ''
}

/** The same for the same sources, whatever their dates. */
export function stampOf(root: string): string {
  const hash = createHash('sha256')
  for (const entry of globSync(SOURCES, { cwd: root, withFileTypes: true }).sort(byPath))
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name)
      hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
    }
  return hash.digest('hex')
}

const byPath = (a: { parentPath: string; name: string }, b: { parentPath: string; name: string }) =>
  join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1
