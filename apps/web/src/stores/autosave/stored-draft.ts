import { EMPTY_FLOW, type Flow, parseFlow } from '@plimsoll/flow'
import type { Board } from '../board.ts'
import { contentOf } from './draft-database.ts'
import type { BoardRecord } from './draft-record.ts'
import { joinParts, type StoredPart } from './flow-parts.ts'

/** What is drawn on a board of this device; null when it cannot be read. Throws when the storage fails. */
export async function storedFlow(id: string): Promise<Flow | null> {
  const parts = await contentOf(id)
  const parsed = parseFlow(joined(parts))
  return parts.length > 0 && parsed.ok ? parsed.flow : null
}

/** The board as it was: the same flow of the library, or called the same, and unsaved if it was. */
export function boardOf({ saved, heading, isUnsaved }: BoardRecord, flow: Flow): Board {
  if (!isUnsaved) return { flow, saved, heading, savedContent: flow }
  // What was saved is not known here; anything but the flow itself says that it was something else.
  return { flow, saved, heading, savedContent: saved === null ? EMPTY_FLOW : { nodes: [], edges: [] } }
}

function joined(parts: readonly StoredPart[]): unknown {
  try {
    return joinParts(parts)
  } catch {
    return null
  }
}
