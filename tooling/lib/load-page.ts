import { readSection, type Written, writeSectionAs } from './kept-sections.ts'

/** What `npm run verify:load` found of a row on a database. */
export interface KeptRow {
  /** Such as `LO1 on SQLite`. */
  name: string
  /** With its length. */
  title: string
  text: string
  /** Empty when the row holds. */
  faults: readonly string[]
}

const TABLE = '| row | load | figures | not met | commit, date |'
const RULE = '|---|---|---|---|---|'

/** Writes rows to the page, in the place of those of the same name. */
export function writeLoadRows(rows: readonly KeptRow[]): void {
  writeSectionAs('load', (at) => loadSection(readSection('load') ?? '', rows, at))
}

/** The section with the rows that it had before, but for those that are new. */
export function loadSection(before: string, rows: readonly KeptRow[], { commit, date }: Written): string[] {
  const lines = before.split('\n').filter((line) => /^\| LO\d/.test(line))
  const kept = new Map(lines.map((line) => [line.split(' | ')[0]?.slice(2) ?? '', line]))
  for (const { name, title, text, faults } of rows)
    kept.set(
      name,
      `| ${[name, title, text, faults.map(firstLine).join(', ') || 'none', `${commit}, ${date}`].join(' | ')} |`,
    )
  return [
    'By `npm run verify:load` ([rules](spec/server.md)): the design asks for two cores that the server has for itself.',
    [TABLE, RULE, ...[...kept].sort(([a], [b]) => a.localeCompare(b)).map(([, line]) => line)].join('\n'),
  ]
}

const firstLine = (text: string) => text.split('\n')[0]?.replaceAll('|', '/') ?? ''
