import { EMPTY_FLOW, type Flow, parseFlow } from '@plimsoll/flow'
import type { Board } from '../board.ts'
import type { DraftRecord } from './draft-record.ts'
import { joinParts, type StoredPart } from './flow-parts.ts'

/** The flow that these parts make up; null when it cannot be read. */
export function flowOf(parts: readonly StoredPart[]): Flow | null {
  const parsed = parseFlow(joined(parts))
  return parts.length > 0 && parsed.ok ? parsed.flow : null
}

/** The document as it was: the same flow of the library, or the same name, and unsaved if it was. */
export function documentOf(
  { saved, heading, isUnsaved }: Pick<DraftRecord, 'saved' | 'heading' | 'isUnsaved'>,
  flow: Flow,
): Board {
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
