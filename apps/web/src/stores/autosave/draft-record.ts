import type { Heading, SavedFlow } from '../board.ts'
import type { LeftView } from '../left-view.ts'

/** What this code writes. A tab that finds a higher one here is older than its neighbour, and stops writing. */
export const BOARD_SCHEMA = 1

/** A board as this device keeps it, apart from what is drawn on it. */
export interface BoardRecord {
  readonly id: string
  readonly schema: number
  /** Whose it is, as `ownerKey` names them. */
  readonly owner: string
  readonly saved: SavedFlow | null
  readonly heading: Heading | null
  /** How its view was left; null where it was not shown yet. */
  readonly view: LeftView | null
  /** Whether it holds what the library does not. */
  readonly isUnsaved: boolean
  /** Whether its user went on to another board; it is no tab's last one then, but can be brought back. */
  readonly isLeft: boolean
  /** In ms since 1970. */
  readonly changedAt: number
  readonly nodes: number
  readonly edges: number
}

/**
 * The record that `value` is, which had no heading and no view once; null when it is none, or one of a later schema. What storage holds
 * is the visitor's to edit.
 */
export function readRecord(value: unknown): BoardRecord | null {
  if (typeof value !== 'object' || value === null) return null
  const { id, schema, owner, saved, heading, view, isUnsaved, isLeft, changedAt, nodes, edges } = value as Record<
    string,
    unknown
  >
  const isWhole =
    typeof id === 'string' &&
    typeof owner === 'string' &&
    typeof isUnsaved === 'boolean' &&
    typeof isLeft === 'boolean' &&
    [schema, changedAt, nodes, edges].every(Number.isFinite) &&
    (saved === null || isSavedFlow(saved))
  if (!isWhole || (schema as number) > BOARD_SCHEMA) return null
  return { ...(value as BoardRecord), heading: isHeading(heading) ? heading : null, view: isView(view) ? view : null }
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
