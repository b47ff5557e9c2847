import * as Y from 'yjs'
import { LIVE_BOUNDS } from './live.policy.ts'

/** What documents consist of; see packages/collaboration. */
const ROOTS = new Set(['nodes', 'edges', 'groups', 'slides', 'simulation', 'heading'])

interface CheckedUpdate {
  /** Whether it changes nothing, in any document. */
  isEmpty: boolean
}

/**
 * Reads an update without applying it. Throws for bytes that are none, and for what no editor writes: other root types than those of a
 * document, types other than maps, and values that the API would not read.
 */
export function checkUpdate(update: Uint8Array): CheckedUpdate {
  const { structs, ds } = Y.decodeUpdate(update)
  for (const struct of structs) if (struct instanceof Y.Item) checkItem(struct)
  return { isEmpty: structs.length === 0 && ds.clients.size === 0 }
}

function checkItem({ parent, parentSub, origin, content }: Y.Item): void {
  if (typeof parent === 'string' && !ROOTS.has(parent)) refuse()
  // Only entries of maps have a key; those that follow another entry have it from there.
  if (parentSub === null ? parent !== null || origin === null : !isText(parentSub, LIVE_BOUNDS.key)) refuse()
  if (content instanceof Y.ContentDeleted) return
  if (content instanceof Y.ContentType) {
    if (!(content.type instanceof Y.Map)) refuse()
  } else if (content instanceof Y.ContentAny) {
    for (const value of content.arr) checkValue(value, 0)
  } else refuse()
}

function checkValue(value: unknown, depth: number): void {
  if (depth > LIVE_BOUNDS.depth) refuse()
  if (value === null || typeof value === 'boolean') return
  if (typeof value === 'string') {
    if (!isText(value, LIVE_BOUNDS.message)) refuse()
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) refuse()
  } else if (Array.isArray(value)) {
    for (const item of value) checkValue(item, depth + 1)
  } else if (typeof value === 'object' && !(value instanceof Uint8Array)) {
    for (const [key, inner] of Object.entries(value)) {
      if (key === '__proto__' || !isText(key, LIVE_BOUNDS.key)) refuse()
      checkValue(inner, depth + 1)
    }
  } else refuse()
}

const isText = (text: string, most: number) =>
  text.length <= most && !text.includes('\0') && text.isWellFormed() && text !== '__proto__'

function refuse(): never {
  throw new RangeError('This is not an update of a flow.')
}
