import { isNodeType, nodeKindLabel } from '@plimsoll/catalog'
import type { Insertable } from 'kysely'
import type { Schema } from './schema.ts'

export type NewEntry = Insertable<Schema['library_entries']>

/** A flow with many long names is found by the first of them. */
const MAX_WORDS = 8_000
/** Digits of a number in a name that are compared as a number. */
const DIGITS = 12

interface Named {
  id: string
  user_id: string
  name: string
  description: string
  node_count: number
  updated_at: number
}

/** What the library finds and orders a flow by. */
export const libraryEntry = (flow: Named, nodes: readonly unknown[]): NewEntry => entryOf(flow, searchText(flow, nodes))

/** The same with what `searchText` has found. */
export function entryOf(flow: Omit<Named, 'description'>, words: string): NewEntry {
  const { id, user_id, name, node_count, updated_at } = flow
  return { flow_id: id, user_id, words, sort_name: sortKey(name), node_count, updated_at }
}

/** Name, description, and each kind and name of the nodes once, as `plain` text. Takes nodes of any form. */
export function searchText(
  { name, description }: Pick<Named, 'name' | 'description'>,
  nodes: readonly unknown[],
): string {
  const texts = new Set([name, description])
  for (const node of nodes) {
    const { type, data } = Object(node)
    if (isNodeType(type)) texts.add(nodeKindLabel(type))
    if (typeof data?.label === 'string') texts.add(data.label)
  }
  return plain([...texts].join('\n'))
    .slice(0, MAX_WORDS)
    .toWellFormed()
}

/** The text without accents, in lower case. */
export const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Orders names in any case, with or without accents, and numbers in them by value. */
function sortKey(name: string): Uint8Array<ArrayBuffer> {
  return Buffer.from(plain(name).replace(/\d+/g, (digits) => digits.padStart(DIGITS, '0')))
}
