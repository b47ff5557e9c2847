import { randomUUID } from 'node:crypto'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function newId(): string {
  return randomUUID()
}

/** Whether a text has the form of an id; other texts need no query. */
export function isId(text: string): boolean {
  return UUID.test(text)
}
