import type { Scanner } from './scanner.ts'
import { readLabel } from './text.ts'

/** A link between two nodes. */
export interface Link {
  readonly text: string
  readonly dashed: boolean
  /** `back`: the only arrow is at the first node. */
  readonly direction: 'forward' | 'back' | 'both'
  /** Only affects Mermaid's layout. */
  readonly isInvisible: boolean
  readonly id: string | null
}

const SPACE = /\s*/y
const SPACES = /[ \t]*/y
const LINK_ID = /[\w-]+@(?=[xo<]?[-=.~])/y
const INVISIBLE = /~~~+/y

/** The three styles of arrow: `complete`, or an `opening` that its text and a `closing` follow. */
const ARROWS = [
  { complete: /[xo<]?--+[-xo>]/y, opening: /[xo<]?--/y, closing: /--+[-xo>]/g, dashed: false },
  { complete: /[xo<]?==+[=xo>]/y, opening: /[xo<]?==/y, closing: /==+[=xo>]/g, dashed: false },
  { complete: /[xo<]?-?\.+-[xo>]?/y, opening: /[xo<]?-\./y, closing: /(?<!\.)\.+-[xo>]?/g, dashed: true },
] as const

/** Consumes a link with its text, which may stand on a new line; null when there is none. */
export function takeLink(scanner: Scanner): Link | null {
  const start = scanner.at
  scanner.take(SPACE)
  const id = scanner.take(LINK_ID)?.slice(0, -1) ?? null
  const arrow = scanner.take(INVISIBLE) === null ? takeArrow(scanner) : INVISIBLE_ARROW
  if (arrow === null) {
    scanner.at = start
    return null
  }
  scanner.take(SPACES)
  const text = arrow.text ?? takePiped(scanner)
  scanner.take(SPACE)
  return { ...arrow, text, id }
}

interface Arrow extends Omit<Link, 'text' | 'id'> {
  readonly text: string | null
}

const INVISIBLE_ARROW: Arrow = { text: null, dashed: false, direction: 'forward', isInvisible: true }

function takeArrow(scanner: Scanner): Arrow | null {
  for (const { complete, opening, closing, dashed } of ARROWS) {
    const arrow = scanner.take(complete)
    if (arrow !== null) return { text: null, dashed, direction: directionOf(arrow, arrow), isInvisible: false }
    const beginning = scanner.take(opening)
    if (beginning === null) continue
    scanner.take(SPACES)
    const text = takeInline(scanner, closing)
    const end = scanner.take(new RegExp(closing.source, 'y'))
    if (end === null) return scanner.expected('the rest of the link, such as “-->”,')
    return { text, dashed, direction: directionOf(beginning, end), isInvisible: false }
  }
  return null
}

/** The text of `-- text -->`; the closing arrow must be on the same line. */
function takeInline(scanner: Scanner, closing: RegExp): string {
  if (scanner.text[scanner.at] === '"') {
    const quoted = readLabel(scanner.takeQuoted())
    scanner.take(SPACES)
    return quoted
  }
  const start = scanner.at
  const pattern = new RegExp(closing.source, 'g')
  pattern.lastIndex = start
  const found = pattern.exec(scanner.text)
  const text = scanner.text.slice(start, found?.index)
  if (!found || text.includes('\n'))
    return scanner.fail('the rest of the link, such as “-->”, is expected behind its text')
  scanner.at = found.index
  return readLabel(text)
}

/** The text of `-->|text|`; empty when there is no bar. */
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
  if (!beginning.startsWith('<')) return 'forward'
  return /[xo>]$/.test(end) ? 'both' : 'back'
}
