import type { Heading, SavedFlow } from '../board.ts'
import type { LeftView } from '../left-view.ts'

/** The schema that this code writes. A tab that hears of a higher one runs an older version, and stops writing. */
export const DRAFT_SCHEMA = 1

/** The draft of a document, without the flow itself. */
export interface DraftRecord {
  readonly id: string
  readonly schema: number
  /** Its user: a digest of the address of the account. */
  readonly owner: string
  readonly saved: SavedFlow | null
  readonly heading: Heading | null
  /** The last viewport; null when it was never shown. */
  readonly view: LeftView | null
  /** Whether it has changes that the library does not have. */
  readonly isUnsaved: boolean
  /** Whether its user opened another document instead: no tab restores it by itself then. */
  readonly isLeft: boolean
  /** In ms since 1970; grows with every write of the same tab. */
  readonly changedAt: number
  /** The page that wrote it; empty in drafts from before there was this property. */
  readonly writer: string
  readonly nodes: number
  readonly edges: number
}

/** Null when `value` is no record, or one of a later schema. Anybody can edit what storage holds. */
export function readRecord(value: unknown): DraftRecord | null {
  if (typeof value !== 'object' || value === null) return null
  const record = value as Record<string, unknown>
  const { id, schema, owner, saved, heading, view, isUnsaved, isLeft, changedAt, writer, nodes, edges } = record
  const isComplete =
    typeof id === 'string' &&
    typeof owner === 'string' &&
    typeof isUnsaved === 'boolean' &&
    typeof isLeft === 'boolean' &&
    [schema, changedAt, nodes, edges].every(Number.isFinite) &&
    (saved === null || isSavedFlow(saved))
  if (!isComplete || (schema as number) > DRAFT_SCHEMA) return null
  return {
    ...(value as DraftRecord),
    heading: isHeading(heading) ? heading : null,
    view: isView(view) ? view : null,
    writer: typeof writer === 'string' ? writer : '',
  }
}

function isSavedFlow(value: unknown): value is SavedFlow {
  if (!isHeading(value)) return false
  const { id, version } = value as Partial<SavedFlow>
  return typeof id === 'string' && Number.isSafeInteger(version)
}

function isHeading(value: unknown): value is Heading {
  if (typeof value !== 'object' || value === null) return false
  const { name, description } = value as Record<string, unknown>
  return typeof name === 'string' && typeof description === 'string'
}

function isView(value: unknown): value is LeftView {
  if (typeof value !== 'object' || value === null) return false
  const { x, y, zoom } = value as Record<string, unknown>
  return [x, y, zoom].every(Number.isFinite)
}
