import type { Queries } from '../../database/database.ts'
import { entryOf } from '../../database/library-entry.ts'
import { ApiError } from '../../errors.ts'
import { flowExists, type NewFlow, updateFlow } from '../flows/flows.repository.ts'
import { makeRoom, refuseBulky } from '../flows/room.ts'
import { putEntry } from '../library/library.repository.ts'
import { addVersion, keepReplaced, type NewVersion } from './versions.repository.ts'

interface ReplaceOptions {
  id: string
  /** Whose flow it is. */
  userId: string
  /** Who saves it; null: somebody whose account is deleted. */
  authorId: string | null
  fromVersion: number
  changes: Pick<NewFlow, 'name' | 'description' | 'node_count' | 'edge_count' | 'packed' | 'updated_at'>
  /** What searches look at. */
  words: string
  about: Pick<NewVersion, 'note' | 'restored_from'>
  bounds: StorageBounds
}

/** In bytes, of a user. */
export interface StorageBounds {
  versionBytesPerUser: number
  quotaBytesPerUser: number
}

/** Saves a flow over its version, which stays in its history. Throws 'resource/conflict' for a stale version, 'resource/not-found' for none, and where it takes too much. */
export async function replaceFlow(queries: Queries, options: ReplaceOptions): Promise<void> {
  const { id, userId, authorId, fromVersion, changes, words, about, bounds } = options
  const version = fromVersion + 1
  refuseBulky(changes.packed)
  await keepReplaced(queries, {
    id,
    userId,
    version: fromVersion,
    now: changes.updated_at,
    mostBytes: bounds.versionBytesPerUser,
  })
  const isUpdated = await updateFlow(queries, { userId, id, fromVersion, changes: { ...changes, version } })
  if (!isUpdated) {
    const exists = await flowExists(queries, userId, id)
    throw new ApiError(exists ? 'resource/conflict' : 'resource/not-found')
  }
  await putEntry(queries, entryOf({ id, user_id: userId, ...changes }, words))
  await addVersion(queries, { ...firstVersion({ id, ...changes }, authorId), version, ...about })
  await makeRoom(queries, userId, bounds.quotaBytesPerUser)
}

type StoredFlow = Pick<NewFlow, 'id' | 'updated_at' | 'node_count' | 'edge_count' | 'packed'>

/** What a version takes beside its content: its row, with a name and a note of the greatest length. */
const ABOUT_BYTES = 3 * 1024

/** The row of a new flow's version. */
export function firstVersion(flow: StoredFlow, authorId: string | null): NewVersion {
  const { id, updated_at, node_count, edge_count, packed } = flow
  return {
    flow_id: id,
    version: 1,
    author_id: authorId,
    saved_at: updated_at,
    node_count,
    edge_count,
    bytes: packed.byteLength + ABOUT_BYTES,
  }
}
