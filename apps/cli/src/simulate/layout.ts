import { stripVTControlCharacters } from 'node:util'

/** Columns of a terminal that every line fits into. */
const WIDTH = 80
const BAR = 20
const GAP = '  '
/** A name is not cut any shorter. */
const LEAST_NAME = 12

interface Columns {
  /** Stand at their right edge. */
  readonly right?: readonly number[]
  /** Gives way where a line would be too long; plain text. */
  readonly shrink?: number
  /** How long that stays where a line is too long all the same; absent: as short as can be. */
  readonly overlong?: number
  /** Whether the last column goes on below where a line would still be too long; plain text. */
  readonly wraps?: boolean
}

/** Columns of equal width. Colours take no room. */
export function table(
  rows: readonly (readonly string[])[],
  { right = [], shrink, overlong = LEAST_NAME, wraps = false }: Columns = {},
): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))))
  const excess = () => widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length) - WIDTH
  if (shrink !== undefined) {
    const room = (widths[shrink] ?? 0) - excess()
    widths[shrink] = Math.min(widths[shrink] ?? 0, room < LEAST_NAME ? overlong : room)
  }
  const line = (row: readonly string[]) =>
    row.map((text, column) => {
      const width = widths[column] ?? 0
      const cell = column === shrink ? clip(text, width) : text
      const space = ' '.repeat(Math.max(0, width - widthOf(cell)))
      return right.includes(column) ? space + cell : cell + space
    })
  const last = widths.length - 1
  const below = (row: readonly string[]) => {
    const [first = '', ...others] = linesOf(row[last] ?? '', (widths[last] ?? 0) - Math.max(0, excess()))
    return [[...row.slice(0, last), first], ...others.map((text) => [...Array<string>(last).fill(''), text])]
  }
  return (wraps ? rows.flatMap(below) : rows).map((row) => line(row).join(GAP).trimEnd()).join('\n')
}

/** So many columns of text, the last an ellipsis where it is cut. */
export function clip(text: string, most: number): string {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
}

/** Lines of at most 80 columns, the first after `head`, the others beside it; a longer word has a line of its own. */
export function wrap(text: string, head = ''): string {
  const indent = ' '.repeat(widthOf(head))
  return linesOf(text, WIDTH - indent.length)
    .map((line, index) => `${index === 0 ? head : indent}${line}`)
    .join('\n')
}

function linesOf(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && widthOf(line) + widthOf(word) + 1 > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** A share as a bar of so many columns. */
export function bar(share: number, columns = BAR): string {
  const filled = Math.min(columns, Math.max(0, Math.round(share * columns)))
  return '█'.repeat(filled) + '░'.repeat(columns - filled)
}

const widthOf = (text: string): number => [...stripVTControlCharacters(text)].length
