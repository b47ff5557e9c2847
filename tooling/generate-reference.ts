import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import {
  EDGE_KINDS,
  type EdgeKind,
  NODE_KINDS,
  type NodeKind,
  type ReferenceRow,
  referenceRows,
} from '@plimsoll/catalog'
import { ROOT } from './lib/process.ts'

const PAGE = 'docs/reference/properties.md'
const COMMAND = 'npm run docs'

/** Empty while the page says what the catalog says, else what to do. */
export function findReferenceFault(root = ROOT): string {
  const path = join(root, PAGE)
  const upToDate = existsSync(path) && readFileSync(path, 'utf8') === referencePage()
  return upToDate ? '' : `${PAGE} is out of date: run \`${COMMAND}\`.`
}

/** Writes the reference of all properties from the catalog. */
export function writeReference(): void {
  mkdirSync(dirname(join(ROOT, PAGE)), { recursive: true })
  writeFileSync(join(ROOT, PAGE), referencePage())
}

/** The whole page, as Markdown. */
export function referencePage(): string {
  const { default: common, ...connections } = EDGE_KINDS
  const commonRows = referenceRows(common)
  return [
    '# Properties',
    `Generated from the catalog by \`${COMMAND}\`; do not edit.`,
    'Each engine column says what the property does there. An empty one says that this engine does not look at it, so a ' +
      'property with two empty ones is there for the reader of the diagram.',
    '## Components',
    ...Object.values(NODE_KINDS).flatMap((kind) => section(kind, referenceRows(kind))),
    '## Connections',
    '### Every connection',
    'What every kind of connection has; the `default` kind has nothing else.',
    table(commonRows),
    ...Object.values(connections).flatMap((kind) =>
      section(
        kind,
        referenceRows(kind).filter((row) => !commonRows.some((other) => isDeepStrictEqual(row, other))),
        'Beside what every connection has, or different from it:',
      ),
    ),
  ]
    .join('\n\n')
    .concat('\n')
}

function section(kind: NodeKind | EdgeKind, rows: readonly ReferenceRow[], introduction?: string): string[] {
  const rules = kind.rules.map(({ statement }) => `- ${statement}.`).join('\n')
  return [
    `### ${kind.label}`,
    `\`${kind.type}\`: ${kind.caption}.`,
    ...(introduction === undefined ? [] : [introduction]),
    table(rows),
    ...(rules === '' ? [] : [`Linked:\n\n${rules}`]),
  ]
}

function table(rows: readonly ReferenceRow[]): string {
  const heads = ['Property', 'Label', 'Default', 'Allowed', 'Unit', 'Live engine', 'Event engine', 'What it is']
  const lines = rows.map((row) => [
    `\`${row.name}\``,
    row.label,
    row.default,
    row.allowed,
    row.unit,
    row.live,
    row.events,
    row.help,
  ])
  return [heads, heads.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
}
