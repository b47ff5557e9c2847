import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './lib/process.ts'
import { MODULES_WITH_STATE } from './modules-with-state.ts'

/** A worker's module is the worker: it lives once, and what it holds ends with it. */
const WORKER = /\.worker\.ts$/

const CONST = String.raw`^(?:export )?const (\w+)`
const COLLECTION = '(?:Weak)?(?:Map|Set)'

/** What a module holds at its top level and can change; a Map or Set that is declared as a read-only type is a constant. */
const STATE: readonly (readonly [pattern: RegExp, fault: string])[] = [
  [/^(?:export )?let (\w+)/gm, 'is a variable of the module'],
  [
    new RegExp(String.raw`${CONST}(?:: ${COLLECTION}\b[^=]*)? =\s+new ${COLLECTION}\b`, 'gm'),
    'is a collection that can change',
  ],
  [
    new RegExp(String.raw`${CONST}(?:: [^=]*)? =\s+(?:create(?!Context\b)\w*|throttled)[<(]`, 'gm'),
    'is created on import',
  ],
  [/^([\w.]*\b(?:subscribe|addEventListener))\(/gm, 'is called on import'],
]

/** Lists module-level mutable state of the web app, and files that are listed as having some and have none. */
export function findModuleState(root = ROOT, listed = MODULES_WITH_STATE): string {
  const files = globSync('apps/web/src/**/*.{ts,tsx}', { cwd: root }).sort()
  const stateOf = new Map(
    files
      .filter((path) => !WORKER.test(path))
      .map((path) => [path, stateIn(readFileSync(join(root, path), 'utf8'))] as const)
      .filter(([, state]) => state.length > 0),
  )
  const found = Array.from(stateOf, ([path, state]) =>
    path in listed ? [] : state.map((fault) => `${path}: ${fault}`),
  ).flat()
  const unfounded = Object.keys(listed)
    .filter((path) => !stateOf.has(path))
    .map((path) => `${path}: has no state any more, take it off the list`)
  return [...found, ...unfounded].join('\n')
}

function stateIn(source: string): string[] {
  return STATE.flatMap(([pattern, fault]) => [...source.matchAll(pattern)].map(([, name]) => `${name} ${fault}`))
}
