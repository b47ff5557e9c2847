import { queryOptions } from '@tanstack/react-query'
import { toast } from '../../shared/ui/toast.ts'
import { showUndoToast } from '../../shared/ui/undo-toast.tsx'
import { hasUnsavedChanges, useDiagram } from '../diagram.ts'
import { autosave } from './autosave.ts'

/** Drafts of the user with unsaved changes that no tab shows, the last changed first. */
export const earlierDraftsQuery = queryOptions({
  queryKey: ['earlier-drafts'],
  queryFn: autosave.earlierDrafts,
  staleTime: 0,
  retry: false,
})

/** Opens an earlier draft and says so; the document that it replaces can be restored. Gives back whether it could be read. */
export async function openEarlierDraft(id: string): Promise<boolean> {
  const before = useDiagram.getState()
  if (!(await autosave.openEarlier(id))) {
    toast.error('This board cannot be read.')
    return false
  }
  const message = 'Board brought back'
  if (hasUnsavedChanges(before)) showUndoToast({ message, onUndo: () => before.restore(before) })
  else toast.success(message)
  return true
}
