import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CallExpression, type Expression, parseSync } from '@swc/core'
import { ROOT } from './lib/process.ts'

const FILES = ['{packages,apps}/*/test/**/*.{ts,tsx}', 'tooling/test/**/*.ts', 'e2e/**/*.ts']

/** What makes an expectation a promise; of Playwright all that looks at a page. */
const LATER =
  /^(?:poll|resolves|rejects|toPass|toBe(?:Attached|Checked|Disabled|Editable|Empty|Enabled|Focused|Hidden|InViewport|Visible)|toContainText|toHave(?:Accessible\w+|Attribute|CSS|Class|Count|Id|JSProperty|Role|Screenshot|Text|Title|URL|Values?))$/

/** Lists the expectations that nobody awaits: a test is over before they are, and passes whatever they find. */
export function findUnawaited(root = ROOT): string {
  return globSync(FILES, { cwd: root, exclude: ['**/node_modules/**'] })
    .sort()
    .flatMap((path) => {
      const source = readFileSync(join(root, path), 'utf8')
      return unawaitedIn(source, { isTsx: path.endsWith('.tsx') }).map((line) => `${path}:${line} is not awaited`)
    })
    .join('\n')
}

function unawaitedIn(source: string, { isTsx }: { readonly isTsx: boolean }): readonly number[] {
  // Positions are bytes, from that of the first statement on: an empty one, so that no comment comes before it.
  const text = `;${source}`
  const module = parseSync(text, { syntax: 'typescript', tsx: isTsx, target: 'es2024' })
  const bytes = Buffer.from(text)
  return starts(module).map(
    (start) =>
      bytes
        .subarray(0, start - module.span.start)
        .toString()
        .split('\n').length,
  )
}

/** Where statements begin that are such an expectation and nothing else. */
function starts(node: unknown): readonly number[] {
  if (Array.isArray(node)) return node.flatMap(starts)
  if (typeof node !== 'object' || node === null) return []
  const own = isStatement(node) && isLater(node.expression) ? [node.span.start] : []
  return [...own, ...Object.values(node).flatMap(starts)]
}

const isStatement = (
  node: object,
): node is { readonly expression: Expression; readonly span: { readonly start: number } } =>
  Reflect.get(node, 'type') === 'ExpressionStatement'

function isLater(expression: Expression): boolean {
  const names: string[] = []
  let at: CallExpression['callee'] = expression
  for (;;) {
    if (at.type === 'CallExpression') at = at.callee
    else if (at.type === 'MemberExpression') {
      if (at.property.type === 'Identifier') names.push(at.property.value)
      at = at.object
    } else return at.type === 'Identifier' && at.value === 'expect' && names.some((name) => LATER.test(name))
  }
}
