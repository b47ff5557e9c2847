import type { SavedFlow } from '../board.ts'

/** What this code writes. A tab that finds a higher one here is older than its neighbour, and stops writing. */
export const BOARD_SCHEMA = 1

/** A board as this device keeps it, apart from what is drawn on it. */
export interface BoardRecord {
  readonly id: string
  readonly schema: number
  /** Whose it is, as `ownerKey` names them. */
  readonly owner: string
  readonly saved: SavedFlow | null
  /** Whether it holds what the library does not. */
  readonly isUnsaved: boolean
  /** Whether its user went on to another board; it is no tab's last one then, but can be brought back. */
  readonly isLeft: boolean
  /** In ms since 1970. */
  readonly changedAt: number
  readonly nodes: number
  readonly edges: number
}

/** The record that `value` is; null when it is none, or one of a later schema. What storage holds is the visitor's to edit. */
export function readRecord(value: unknown): BoardRecord | null {
  if (typeof value !== 'object' || value === null) return null
  const { id, schema, owner, saved, isUnsaved, isLeft, changedAt, nodes, edges } = value as Record<string, unknown>
  const isWhole =
    typeof id === 'string' &&
    typeof owner === 'string' &&
    typeof isUnsaved === 'boolean' &&
    typeof isLeft === 'boolean' &&
    [schema, changedAt, nodes, edges].every(Number.isFinite) &&
    (saved === null || isSavedFlow(saved))
  return isWhole && (schema as number) <= BOARD_SCHEMA ? (value as BoardRecord) : null
}

function isSavedFlow(value: unknown): value is SavedFlow {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, description, version } = value as Record<string, unknown>
  return [id, name, description].every((text) => typeof text === 'string') && Number.isSafeInteger(version)
}
