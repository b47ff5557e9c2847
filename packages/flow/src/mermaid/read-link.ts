import type { Scanner } from './scanner.ts'
import { readLabel } from './text.ts'

/** What stands between two nodes. */
export interface Link {
  readonly text: string
  readonly dashed: boolean
  /** `back`: the only arrow is at the first node. */
  readonly direction: 'on' | 'back' | 'both'
  /** Drawn by Mermaid to hold a distance only. */
  readonly isInvisible: boolean
  readonly id: string | null
}

const SPACE = /\s*/y
const SPACES = /[ \t]*/y
const LINK_ID = /[\w-]+@(?=[xo<]?[-=.~])/y
const INVISIBLE = /~~~+/y

/** The three sorts of line: whole, and begun with its text to come. */
const LINES = [
  { whole: /[xo<]?--+[-xo>]/y, begun: /[xo<]?--/y, rest: /--+[-xo>]/g, dashed: false },
  { whole: /[xo<]?==+[=xo>]/y, begun: /[xo<]?==/y, rest: /==+[=xo>]/g, dashed: false },
  { whole: /[xo<]?-?\.+-[xo>]?/y, begun: /[xo<]?-\./y, rest: /(?<!\.)\.+-[xo>]?/g, dashed: true },
] as const

/** Reads a link with its text, also on a new line; null, and stays, where there is none. */
export function takeLink(scanner: Scanner): Link | null {
  const start = scanner.at
  scanner.take(SPACE)
  const id = scanner.take(LINK_ID)?.slice(0, -1) ?? null
  const line = scanner.take(INVISIBLE) === null ? takeLine(scanner) : INVISIBLE_LINE
  if (line === null) {
    scanner.at = start
    return null
  }
  scanner.take(SPACES)
  const text = line.text ?? takePiped(scanner)
  scanner.take(SPACE)
  return { ...line, text, id }
}

interface Line extends Omit<Link, 'text' | 'id'> {
  readonly text: string | null
}

const INVISIBLE_LINE: Line = { text: null, dashed: false, direction: 'on', isInvisible: true }

function takeLine(scanner: Scanner): Line | null {
  for (const { whole, begun, rest, dashed } of LINES) {
    const line = scanner.take(whole)
    if (line !== null) return { text: null, dashed, direction: directionOf(line, line), isInvisible: false }
    const beginning = scanner.take(begun)
    if (beginning === null) continue
    scanner.take(SPACES)
    const text = takeInline(scanner, rest)
    const end = scanner.take(new RegExp(rest.source, 'y'))
    if (end === null) return scanner.expected('the rest of the link, such as “-->”,')
    return { text, dashed, direction: directionOf(beginning, end), isInvisible: false }
  }
  return null
}

/** The text of `-- text -->`, up to the link's rest on the same line. */
function takeInline(scanner: Scanner, rest: RegExp): string {
  if (scanner.text[scanner.at] === '"') {
    const quoted = readLabel(scanner.takeQuoted())
    scanner.take(SPACES)
    return quoted
  }
  const start = scanner.at
  const pattern = new RegExp(rest.source, 'g')
  pattern.lastIndex = start
  const found = pattern.exec(scanner.text)
  const text = scanner.text.slice(start, found?.index)
  if (!found || text.includes('\n'))
    return scanner.fail('the rest of the link, such as “-->”, is expected behind its text')
  scanner.at = found.index
  return readLabel(text)
}

/** The text of `-->|text|`; none where there is no bar. */
function takePiped(scanner: Scanner): string {
  if (!scanner.takeText('|')) return ''
  scanner.take(SPACES)
  const isQuoted = scanner.text[scanner.at] === '"'
  const end = isQuoted ? -1 : scanner.text.indexOf('|', scanner.at)
  if (!isQuoted && end < 0) return scanner.fail('the text of the link has no closing “|”')
  const raw = isQuoted ? scanner.takeQuoted() : scanner.text.slice(scanner.at, end)
  if (!isQuoted) scanner.at = end
  scanner.take(SPACES)
  if (!scanner.takeText('|')) scanner.expected('“|”')
  return readLabel(raw)
}

function directionOf(beginning: string, end: string): Link['direction'] {
  if (!beginning.startsWith('<')) return 'on'
  return /[xo>]$/.test(end) ? 'both' : 'back'
}
