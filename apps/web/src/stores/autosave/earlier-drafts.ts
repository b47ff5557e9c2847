import { queryOptions } from '@tanstack/react-query'
import { toast } from '../../shared/ui/toast.ts'
import { showUndoToast } from '../../shared/ui/undo-toast.tsx'
import { hasUnsavedChanges, useDiagram } from '../diagram.ts'
import { boardOwner, goOnWith, isCurrent } from './autosave-session.ts'
import { boardsOf, contentOf, putBoard, removeBoards } from './draft-database.ts'
import type { BoardRecord } from './draft-record.ts'
import { writeNow } from './draft-writer.ts'
import { boardOf, storedFlow } from './stored-draft.ts'
import { boardsHeldElsewhere } from './tab-locks.ts'

/** Boards of the user with unsaved work that this device keeps and no tab works on, the last changed first. */
export const earlierBoardsQuery = queryOptions({
  queryKey: ['earlier-boards'],
  queryFn: async () => {
    await writeNow()
    const owner = boardOwner()
    if (owner === null) throw new Error('Nobody knows yet whose boards to show.')
    const [boards, isHeld] = await Promise.all([boardsOf(owner), boardsHeldElsewhere()])
    return boards.filter(({ id, isUnsaved }) => isUnsaved && !isCurrent(id) && !isHeld(id))
  },
  staleTime: 0,
  retry: false,
})

/** Puts an earlier board on the board again; what was there can be brought back. Gives back whether it could be read. */
export async function bringBackBoard(record: BoardRecord): Promise<boolean> {
  const owner = boardOwner()
  const flow = await storedFlow(record.id).catch(() => null)
  if (owner === null || owner !== boardOwner()) return false
  if (flow === null) {
    toast.error('This board cannot be read.')
    return false
  }
  const before = useDiagram.getState()
  goOnWith(flow, record.id)
  before.restore(boardOf(record, flow))
  const message = 'Board brought back'
  if (hasUnsavedChanges(before)) showUndoToast({ message, onUndo: () => before.restore(before) })
  else toast.success(message)
  return true
}

/** Removes an earlier board from this device; gives back how to undo that. */
export async function removeBoard(record: BoardRecord): Promise<() => Promise<void>> {
  const content = await contentOf(record.id)
  await removeBoards([record.id])
  return async () => void (await putBoard(record, { put: content, remove: [] }, null))
}
