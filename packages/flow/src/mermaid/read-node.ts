import type { Scanner } from './scanner.ts'
import { BRACKETS } from './shapes.ts'
import { readLabel } from './text.ts'

/** One mention of a node; its label or shape may be given in another mention. */
export interface NodeMention {
  readonly id: string
  readonly label?: string
  readonly shape?: string
  readonly classes: readonly string[]
}

const SPACES = /[ \t]*/y
const SPACE = /\s*/y
const ID = /(?:[\p{L}\p{N}\p{M}_.!#$%'*+?\\/`]|-(?![->.])|=(?!=)){1,1000}/uy
const CLASSES = /:::\w+(?:[,-]\w+){0,100}/y
const PLAIN = /[^[\](){}"|]*/y
const SETTING = /[\w-]+(?=\s*:)/y
const BARE_VALUE = /[^,}\n"']+/y
const SINGLE_QUOTED = /'[^']*'/y

/** Consumes `id`, `id[label]`, `id@{ shape: …, label: … }`, each with `:::class`. */
export function takeNode(scanner: Scanner): NodeMention {
  const id = scanner.take(ID) ?? scanner.expected('the name of a node')
  const bracketed = takeBracketed(scanner)
  const classes = scanner.take(CLASSES)
  const settings = scanner.takeText('@{') ? takeSettings(scanner) : null
  const { label, shape } = { ...bracketed, ...settings }
  return {
    id,
    ...(label !== undefined && { label }),
    ...(shape !== undefined && { shape }),
    classes: [classes, scanner.take(CLASSES)].flatMap((list) => list?.slice(3).split(',') ?? []),
  }
}

function takeBracketed(scanner: Scanner): { label: string; shape: string } | null {
  const candidates = BRACKETS.filter(({ open }) => scanner.text.startsWith(open, scanner.at))
  const longest = candidates[0]?.open
  if (longest === undefined) return null
  const fitting = candidates.filter(({ open }) => open === longest)
  scanner.at += longest.length
  scanner.take(SPACE)
  if (scanner.text[scanner.at] === '"') {
    const label = readLabel(scanner.takeQuoted())
    scanner.take(SPACE)
    const closed = fitting.find(({ close }) => scanner.takeText(close))
    return closed ? { label, shape: closed.shape } : scanner.expected(`“${fitting[0]?.close}”`)
  }
  return takePlain(scanner, fitting)
}

/** A label without quotes ends at the first bracket; a slash or hyphen before that may belong to the closing bracket. */
function takePlain(scanner: Scanner, fitting: readonly (typeof BRACKETS)[number][]) {
  const raw = scanner.notTooLong(scanner.take(PLAIN) ?? '')
  for (const { close, shape } of fitting) {
    const bracket = close.replace(/^[/\\-]/, '')
    const mark = close.slice(0, close.length - bracket.length)
    if (!raw.endsWith(mark) || !scanner.takeText(bracket)) continue
    return { label: readLabel(raw.slice(0, raw.length - mark.length)), shape }
  }
  const found = scanner.text[scanner.at]
  if (found !== undefined && '[]{}()"|'.includes(found)) {
    return scanner.fail(`“${fitting[0]?.close}” is expected; a label that holds ${found} must stand in double quotes`)
  }
  return scanner.expected(`“${fitting[0]?.close}”`)
}

/** Consumes `shape: cyl, label: "…" }`; other settings are ignored. */
function takeSettings(scanner: Scanner): { label?: string; shape?: string } {
  const settings: { label?: string; shape?: string } = {}
  const separator = /[\s,]*/y
  for (scanner.take(separator); !scanner.takeText('}'); scanner.take(separator)) {
    const key = scanner.take(SETTING) ?? scanner.expected('a setting such as “shape: cyl”, or “}”,')
    scanner.take(SPACE)
    scanner.takeText(':')
    scanner.take(SPACES)
    const value = takeValue(scanner)
    if (key === 'label') settings.label = readLabel(value)
    if (key === 'shape') settings.shape = value.trim()
  }
  return settings
}

function takeValue(scanner: Scanner): string {
  if (scanner.text[scanner.at] === '"') return scanner.takeQuoted()
  const single = scanner.take(SINGLE_QUOTED)
  return single === null ? (scanner.take(BARE_VALUE) ?? scanner.expected('a value')) : single.slice(1, -1)
}
