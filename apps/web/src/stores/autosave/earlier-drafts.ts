import { queryOptions } from '@tanstack/react-query'
import { toast } from '../../shared/ui/toast.ts'
import { showUndoToast } from '../../shared/ui/undo-toast.tsx'
import { type DocumentStore, hasUnsavedChanges } from '../diagram.ts'
import type { AutosaveSession } from './autosave-session.ts'

interface WithDrafts {
  readonly document: DocumentStore
  readonly autosave: AutosaveSession
}

/** Drafts of the user with unsaved changes that no tab shows, the last changed first. */
export const earlierDraftsQuery = ({ autosave }: WithDrafts) =>
  queryOptions({ queryKey: ['earlier-drafts'], queryFn: autosave.earlierDrafts, staleTime: 0, retry: false })

/** Opens an earlier draft and says so; the document that it replaces can be restored. Gives back whether it could be read. */
export async function openEarlierDraft({ document, autosave }: WithDrafts, id: string): Promise<boolean> {
  const before = document.getState()
  if (!(await autosave.openEarlier(id))) {
    toast.error('This board cannot be read.')
    return false
  }
  const message = 'Board brought back'
  if (hasUnsavedChanges(before)) showUndoToast({ message, onUndo: () => before.restore(before) })
  else toast.success(message)
  return true
}
