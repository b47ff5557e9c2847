import { LIMITS } from '@plimsoll/contract'
import { ApiError } from './errors.ts'

/** A JSON body as it arrived: its text, and where each member of the outermost object stands in it. */
export interface JsonSource {
  text: string
  members: ReadonlyMap<string, readonly [start: number, end: number]>
}

/** The text of one member, exactly as sent; undefined when the body does not have it. */
export function memberText({ text, members }: JsonSource, name: string): string | undefined {
  const range = members.get(name)
  return range && text.slice(range[0], range[1])
}

/** One object or array that is open where the scan stands. */
interface Level {
  /**
   * The keys of objects at this depth → the last one that had it; undefined for an array. Of these objects only one is
   * open at a time, and a collection of its own for each would take longer than all the rest.
   */
  keys: Map<string, number> | undefined
  /** Of all objects and arrays, in the order in which they open. */
  number: number
  expectsKey: boolean
  key: string
  index: number
}

/** In characters: not even 9e99 is out of range. */
const LONGEST_SAFE_NUMBER = 4
const QUOTE = 34
const COMMA = 44
const MINUS = 45
const COLON = 58
const OPEN_LIST = 91
const BACKSLASH = 92
const CLOSE_LIST = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/**
 * Walks over JSON text before it is parsed, and throws at what parsing would let through or trip over: deep nesting,
 * keys that reach a prototype, a key given twice, NUL and half characters, numbers that no double holds. Text that is
 * not JSON at all is left for the parser to refuse.
 */
export function scanJson(text: string): JsonSource {
  const levels: Level[] = []
  const keysByDepth = Array.from({ length: LIMITS.jsonDepth }, () => new Map<string, number>())
  const members = new Map<string, readonly [number, number]>()
  let level: Level | undefined
  let opened = 0
  let memberStart = 0
  let valueEnd = 0
  let at = 0
  let escapeAt = indexFrom(text, '\\', 0)

  const endMember = () => {
    if (levels.length === 1 && level?.keys && !level.expectsKey) members.set(level.key, [memberStart, valueEnd])
  }

  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      if (escapeAt < at) escapeAt = indexFrom(text, '\\', at)
      let end = indexFrom(text, '"', at + 1) + 1
      let content: string | undefined
      if (escapeAt < end - 1) {
        end = endOfString(text, at)
        content = readString(text.slice(at, end), levels)
      }
      if (level?.expectsKey) takeKey(level, content ?? text.slice(at + 1, end - 1), levels)
      at = valueEnd = end
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      if (levels.length === LIMITS.jsonDepth) refuse(levels, `is nested deeper than ${LIMITS.jsonDepth} levels`)
      const isObject = code === OPEN_OBJECT
      const keys = isObject ? keysByDepth[levels.length] : undefined
      level = { keys, number: opened++, expectsKey: isObject, key: '', index: 0 }
      levels.push(level)
      at++
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      endMember()
      levels.pop()
      level = levels.at(-1)
      valueEnd = ++at
    } else if (code === COMMA) {
      endMember()
      if (level?.keys) level.expectsKey = true
      else if (level) level.index++
      at++
    } else if (code === COLON) {
      at++
      if (levels.length === 1) {
        while (isSpace(text.charCodeAt(at))) at++
        memberStart = at
      }
    } else if (code === MINUS || isDigit(code)) {
      const end = endOfNumber(text, at)
      if (end - at > LONGEST_SAFE_NUMBER) checkNumber(text.slice(at, end), levels)
      at = valueEnd = end
    } else {
      at++
      if (!isSpace(code)) valueEnd = at
    }
  }
  return { text, members }
}

function takeKey(level: Level, key: string, levels: readonly Level[]): void {
  if (key === '__proto__' || (key === 'prototype' && levels.at(-2)?.key === 'constructor' && levels.at(-2)?.keys)) {
    refuse(levels.slice(0, -1), `has the key "${key}", which is not allowed`)
  }
  if (level.keys?.get(key) === level.number) refuse(levels.slice(0, -1), `has the key "${key}" twice`)
  level.keys?.set(key, level.number)
  level.key = key
  level.expectsKey = false
}

/** Where `part` comes next; the end of the text when it does not. */
function indexFrom(text: string, part: string, start: number): number {
  const index = text.indexOf(part, start)
  return index < 0 ? text.length : index
}

/** Where the string that opens at `start`, with escapes in it, is over; the end of the text when it never is. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at + 1
    at += code === BACKSLASH ? 2 : 1
  }
  return text.length
}

/** What a string with escapes stands for. */
function readString(literal: string, levels: readonly Level[]): string {
  const content = parseString(literal)
  if (content.includes('\0')) refuse(levels, 'holds the character NUL')
  if (!content.isWellFormed()) refuse(levels, 'holds half of a character (a lone surrogate)')
  return content
}

function parseString(literal: string): string {
  try {
    return String(JSON.parse(literal))
  } catch (cause) {
    throw notJson(cause)
  }
}

const isSpace = (code: number) => code === 32 || code === 10 || code === 13 || code === 9
const isDigit = (code: number) => code >= 48 && code <= 57

/** Digits, sign, point and exponent: whether they stand in the right order is for the parser to say. */
const isOfNumber = (code: number) =>
  isDigit(code) || code === 46 || code === 45 || code === 43 || code === 101 || code === 69

function endOfNumber(text: string, start: number): number {
  let at = start + 1
  while (isOfNumber(text.charCodeAt(at))) at++
  return at
}

function checkNumber(literal: string, levels: readonly Level[]): void {
  if (Math.abs(Number(literal)) === Number.POSITIVE_INFINITY) {
    throw new ApiError('validation/number', { errors: { [pathOf(levels)]: 'is out of range' } })
  }
}

function refuse(levels: readonly Level[], fault: string): never {
  const path = pathOf(levels)
  throw new ApiError('client/bad-request', {
    message: path ? `The request cannot be accepted: ${path} ${fault}.` : `The request ${fault}.`,
  })
}

/** Such as `nodes.3.data.label`; keys that nobody would write are cut short. */
function pathOf(levels: readonly Level[]): string {
  return levels.map(({ keys, key, index }) => (keys ? key.slice(0, 60) : index)).join('.')
}

/** The error for text that is not JSON; says where it stops being so when the parser does. */
export function notJson(cause: unknown): ApiError {
  const place = cause instanceof Error ? /\bat position \d+(?: \(line \d+ column \d+\))?/.exec(cause.message)?.[0] : ''
  return new ApiError('client/bad-request', {
    message: `The body is not valid JSON${place ? ` ${place}` : ''}.`,
    cause,
  })
}
