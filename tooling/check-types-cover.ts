import { globSync } from 'node:fs'
import { relative } from 'node:path'
import { ROOT } from './lib/process.ts'

const SOURCES = [
  '{packages,apps}/*/{src,test,vite}/**/*.{ts,tsx}',
  '{e2e,benchmarks,tooling}/**/*.ts',
  '*.ts',
  '{packages,apps}/*/*.ts',
]

/** Lists the TypeScript files that are not among those `held` by the compiler's projects; empty when all are checked. */
export function findUncheckedFiles(held: readonly string[], root = ROOT): string {
  const checked = new Set(held.map((path) => relative(root, path)))
  return globSync(SOURCES, { cwd: root, exclude: (path) => path.includes('node_modules') })
    .filter((path) => !checked.has(path))
    .sort()
    .map((path) => `${path}: in no project of the compiler`)
    .join('\n')
}
