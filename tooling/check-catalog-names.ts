import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EDGE_KINDS, EDGE_TYPES, NODE_KINDS, NODE_TYPES } from '@plimsoll/catalog'
import { ROOT } from './lib/process.ts'

/** Code that serves every kind alike, and so may know none by name. */
const SHARED_CODE = ['packages/{flow,contract}/src/**/*.ts', 'apps/*/src/**/*.{ts,tsx}']

/** What the browser or Node calls by the same name. */
const PLATFORM_NAMES = ['lineWidth', 'readOnly', 'httpVersion']

/** Names that only a property of the catalog can mean: two words or more, such as `cpuCores`. */
const propertyNames = [...Object.values(NODE_KINDS), ...Object.values(EDGE_KINDS)]
  .flatMap((kind) => Object.keys(kind.properties))
  .flatMap((path) => path.split('.'))
  .filter((name) => /[a-z][A-Z]/.test(name) && !PLATFORM_NAMES.includes(name))

const kinds = [...NODE_TYPES, ...EDGE_TYPES].filter((type) => type !== 'default').join('|')
const PROPERTY = new RegExp(String.raw`\b(${[...new Set(propertyNames)].join('|')})\b`, 'g')
/** A comparison with the name of a kind, or a case for it. */
const BRANCH = new RegExp(String.raw`(?:[!=]==?\s*|\bcase\s+)(['"${'`'}])(${kinds})\1`, 'g')

const COMMENT = /^\s*(\/\/|\/?\*)/

/** Lists where shared code knows a property or a kind by name; empty when the catalog alone does. */
export function findCatalogNames(root = ROOT): string {
  return globSync(SHARED_CODE, { cwd: root })
    .sort()
    .flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .flatMap((line, index) => namesIn(line).map((fault) => `${path}:${index + 1} ${fault}`)),
    )
    .join('\n')
}

function namesIn(line: string): string[] {
  if (COMMENT.test(line)) return []
  return [
    ...[...line.matchAll(PROPERTY)].map(([name]) => `names the property ${name}`),
    ...[...line.matchAll(BRANCH)].map(([, , kind]) => `branches on the kind ${kind}`),
  ]
}
