import { randomUUID } from 'node:crypto'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function newId(): string {
  return randomUUID()
}

/** The clock goes on within a millisecond in as many parts as 12 bits count. */
const PARTS_OF_MS = 4096

/**
 * An id that sorts after those that this process made before: a UUID of version 7 whose time is finer than a millisecond (RFC 9562,
 * section 6.2, method 3).
 */
export function newSortedId(): string {
  const time = Math.floor((performance.timeOrigin + performance.now()) * PARTS_OF_MS)
  const digits = time.toString(16).padStart(15, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-7${digits.slice(12)}${randomUUID().slice(18)}`
}

/** Whether a text has the form of an id; other texts need no query. */
export function isId(text: string): boolean {
  return UUID.test(text)
}
