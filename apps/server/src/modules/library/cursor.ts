import { isId } from '../../database/ids.ts'
import type { Position } from './library-pages.repository.ts'

/** A position as a text for addresses. */
export function writeCursor({ value, id }: Position): string {
  const key = typeof value === 'number' ? value : Buffer.from(value).toString('base64')
  return Buffer.from(JSON.stringify([key, id])).toString('base64url')
}

/** Undefined for what no `writeCursor` wrote. */
export function readCursor(cursor: string): Position | undefined {
  try {
    const [key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (typeof id !== 'string' || !isId(id)) return undefined
    if (typeof key === 'string') return { value: Buffer.from(key, 'base64'), id }
    return Number.isSafeInteger(key) ? { value: key, id } : undefined
  } catch {
    return undefined
  }
}
