import type { DraftRecord } from './draft-record.ts'
import type { PartChanges, StoredPart } from './flow-parts.ts'

/** A later version of the product has changed the storage: this page must not write to it any more. */
export class OutdatedError extends Error {}

/** What a transaction does with one draft. `isWhole`: the stored parts are all replaced, not only those in `parts`. */
export type DraftChange =
  | { readonly put: DraftRecord; readonly parts: PartChanges; readonly isWhole: boolean }
  | 'remove'
  | 'leave'

export interface StoredDraft {
  readonly record: DraftRecord
  /** In the order of their keys. */
  readonly parts: readonly StoredPart[]
}

/** Keeps drafts on this device. Every method rejects when the storage fails or does not answer. */
export interface DraftStorage {
  /** Does what `decide` says about the stored record, in one transaction: all of it or nothing. */
  change(id: string, decide: (stored: DraftRecord | null) => DraftChange): Promise<void>
  /** Null when there is none that can be read. */
  read(id: string): Promise<StoredDraft | null>
  /** Records of one user, or of all, the last changed first. */
  records(owner?: string): Promise<DraftRecord[]>
}

const NO_PARTS: PartChanges = { put: [], remove: [] }

/** Changes some properties of a record, if there is one. */
export function changeRecord(storage: DraftStorage, id: string, changes: Partial<DraftRecord>): Promise<void> {
  return storage.change(id, (stored) =>
    stored === null ? 'leave' : { put: { ...stored, ...changes }, parts: NO_PARTS, isWhole: false },
  )
}

/** Removes those of these drafts of which `isGone` says so about the stored record. */
export async function removeDrafts(
  storage: DraftStorage,
  ids: readonly string[],
  isGone: (stored: DraftRecord) => boolean = () => true,
): Promise<void> {
  await Promise.all(
    ids.map((id) => storage.change(id, (stored) => (stored !== null && isGone(stored) ? 'remove' : 'leave'))),
  )
}
