import { LIMITS } from '@plimsoll/contract'
import { ApiError } from './errors.ts'

/** The text of a JSON body, with the range of each member of the outermost object. */
export interface JsonSource {
  text: string
  members: ReadonlyMap<string, readonly [start: number, end: number]>
}

/** The text of one member exactly as sent; undefined when the body lacks it. */
export function memberText({ text, members }: JsonSource, name: string): string | undefined {
  const range = members.get(name)
  return range && text.slice(range[0], range[1])
}

/** An object or array that is open at the current position. */
interface Level {
  /**
   * Maps keys at this depth to the number of the last object with that key; undefined for an array. Objects of one depth share
   * the map, because one for each object would take longer than the rest of the scan.
   */
  keys: Map<string, number> | undefined
  /** Counts objects and arrays in the order in which they open. */
  number: number
  expectsKey: boolean
  key: string
  index: number
}

/** In characters; even 9e99 is in range. */
const SAFE_NUMBER_LENGTH = 4
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
 * Scans JSON text before it is parsed, and throws for what the parser would accept: deep nesting, keys that reach a
 * prototype, duplicate keys, NUL, lone surrogates, numbers out of range, more values or keys than fit into memory. Leaves syntax
 * errors to the parser. See docs/decisions/0017.
 */
export function scanJson(text: string): JsonSource {
  const levels: Level[] = []
  const keysByDepth = Array.from({ length: LIMITS.jsonDepth }, () => new Map<string, number>())
  const members = new Map<string, readonly [number, number]>()
  let level: Level | undefined
  let opened = 0
  let values = 0
  let keys = 0
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
      if (level?.expectsKey) {
        const isNew = takeKey(level, content ?? text.slice(at + 1, end - 1), levels)
        if (isNew && ++keys > LIMITS.jsonKeys) throw tooMany('different keys', LIMITS.jsonKeys)
      }
      at = valueEnd = end
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      // The first value in it.
      if (++values > LIMITS.jsonValues) throw tooMany('values', LIMITS.jsonValues)
      if (levels.length === LIMITS.jsonDepth) refuse(levels, `is nested deeper than ${LIMITS.jsonDepth} levels`)
      const isObject = code === OPEN_OBJECT
      const keys = isObject ? keysByDepth[levels.length] : undefined
      level = { keys, number: opened++, expectsKey: isObject, key: '', index: 0 }
      levels.push(level)
      at++
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      // It was counted for what might be in it.
      if (text.charCodeAt(at - 1) === (code === CLOSE_OBJECT ? OPEN_OBJECT : OPEN_LIST)) values--
      endMember()
      levels.pop()
      level = levels.at(-1)
      valueEnd = ++at
    } else if (code === COMMA) {
      // Each value but the first of an object or list comes after one.
      if (++values > LIMITS.jsonValues) throw tooMany('values', LIMITS.jsonValues)
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
      if (end - at > SAFE_NUMBER_LENGTH) checkNumber(text.slice(at, end), levels)
      at = valueEnd = end
    } else {
      at++
      if (!isSpace(code)) valueEnd = at
    }
  }
  return { text, members }
}

/** Returns whether no object of this depth had the key. */
function takeKey(level: Level, key: string, levels: readonly Level[]): boolean {
  if (key === '__proto__' || (key === 'prototype' && levels.at(-2)?.key === 'constructor' && levels.at(-2)?.keys)) {
    refuse(levels.slice(0, -1), `has the key "${key}", which is not allowed`)
  }
  const last = level.keys?.get(key)
  if (last === level.number) refuse(levels.slice(0, -1), `has the key "${key}" twice`)
  level.keys?.set(key, level.number)
  level.key = key
  level.expectsKey = false
  return last === undefined
}

/** Refused before the parser builds more than there is memory for. */
function tooMany(what: string, most: number): ApiError {
  return new ApiError('client/too-large', {
    message: `The request holds too much: at most ${most.toLocaleString('en-US')} ${what} are accepted.`,
  })
}

/** The next index of `part`, or the end of the text. */
function indexFrom(text: string, part: string, start: number): number {
  const index = text.indexOf(part, start)
  return index < 0 ? text.length : index
}

/** The end of the string with escapes that opens at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at + 1
    at += code === BACKSLASH ? 2 : 1
  }
  return text.length
}

/** Decodes a string with escapes. */
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

/** Digits, sign, point and exponent, in any order: the parser checks the syntax. */
const isNumberPart = (code: number) =>
  isDigit(code) || code === 46 || code === 45 || code === 43 || code === 101 || code === 69

function endOfNumber(text: string, start: number): number {
  let at = start + 1
  while (isNumberPart(text.charCodeAt(at))) at++
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

/** A path such as `nodes.3.data.label`; long keys are truncated. */
function pathOf(levels: readonly Level[]): string {
  return levels.map(({ keys, key, index }) => (keys ? key.slice(0, 60) : index)).join('.')
}

/** The error for text that is not JSON, with the position when the parser gives one. */
export function notJson(cause: unknown): ApiError {
  const place = cause instanceof Error ? /\bat position \d+(?: \(line \d+ column \d+\))?/.exec(cause.message)?.[0] : ''
  return new ApiError('client/bad-request', {
    message: `The body is not valid JSON${place ? ` ${place}` : ''}.`,
    cause,
  })
}
