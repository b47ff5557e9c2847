import { randomUUID } from 'node:crypto'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function newId(): string {
  return randomUUID()
}

/** Whether a text may be an id at all; what else a path can hold need not reach a query. */
export function isId(text: string): boolean {
  return UUID.test(text)
}
