import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './lib/process.ts'
import { MODULES_WITH_STATE } from './modules-with-state.ts'

/** A worker's module is the worker: it lives once, and what it holds ends with it. */
const WORKER = /\.worker\.ts$/

const CONST = String.raw`^(?:export )?const (\w+|[[{][^=]*)`
const COLLECTION = '(?:Weak)?(?:Map|Set)'
const KEEPER = 'EventTarget|AbortController|BroadcastChannel|(?:Shared)?Worker|\\w*Store'
const MAKER = String.raw`(?:\w+\.)?(?:create(?!Context\b)\w*|debounced?|throttled?|memoized?|once)`

/** What a module holds at its top level and can change; a Map or Set that is declared as a read-only type is a constant. */
const STATE: readonly (readonly [pattern: RegExp, fault: string])[] = [
  [/^(?:export )?(?:let|var) (\w+|[[{][^=\n]*)/gm, 'is a variable of the module'],
  [/^ {2}(?:\w+ )*static (?!readonly )(\w+)(?:: [^=(\n]*)? =/gm, 'is a variable of the module'],
  [
    new RegExp(String.raw`${CONST}(?:: ${COLLECTION}\b[^=]*)? =\s+new ${COLLECTION}\b`, 'gm'),
    'is a collection that can change',
  ],
  [new RegExp(String.raw`${CONST}(?:: [^=]*)? =\s+new (?:${KEEPER})\b`, 'gm'), 'is created on import'],
  [new RegExp(String.raw`${CONST}(?:: [^=]*)? =\s+${MAKER}[<(]`, 'gm'), 'is created on import'],
  [/^([\w.]*\b(?:subscribe|addEventListener|setInterval|setTimeout))\(/gm, 'is called on import'],
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
  const held = STATE.flatMap(([pattern, fault]) =>
    [...source.matchAll(pattern)].map(([, name]) => `${name?.trim()} ${fault}`),
  )
  return [...held, ...writtenIn(source)]
}

/** Objects and lists at the top level that the same file writes to. */
const writtenIn = (source: string): string[] =>
  [...source.matchAll(/^(?:export )?const (\w+)(?:: [^=]*)? = [[{]/gm)].flatMap(([, name]) => {
    const write = String.raw`(?<![.\w])${name}(?:\.\w+|\[[^\]]*\]) (?:[-+*/?|&]{0,2}=)(?!=)`
    const call = String.raw`(?<![.\w])${name}\.(?:push|pop|shift|unshift|splice|sort|reverse)\(`
    return new RegExp(`${write}|${call}|(?:delete|assign\\() ?${name}\\b`).test(source) ? [`${name} is written to`] : []
  })
