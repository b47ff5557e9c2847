import { globSync } from 'node:fs'
import { relative } from 'node:path'
import { ROOT, run } from './lib/process.ts'

const SOURCES = [
  '{packages,apps}/*/{src,test,vite}/**/*.{ts,tsx}',
  '{e2e,benchmarks,tooling}/**/*.ts',
  '*.ts',
  '{packages,apps}/*/*.ts',
]

/** Lists the TypeScript files that none of the compiler's projects holds; empty when all are checked. */
export async function findUncheckedFiles(projects: readonly string[], root = ROOT): Promise<string> {
  const lists = await Promise.all(
    projects.map((project) => run('tsc', ['-p', project, '--listFilesOnly'], { cwd: root })),
  )
  const held = new Set(lists.flatMap(({ output }) => output.split('\n').map((path) => relative(root, path.trim()))))
  return globSync(SOURCES, { cwd: root, exclude: (path) => path.includes('node_modules') })
    .filter((path) => !held.has(path))
    .sort()
    .map((path) => `${path}: in no project of the compiler`)
    .join('\n')
}
