import { hideRefusal, showRefusal } from '../shared/ui/refusal.tsx'
import { toast } from '../shared/ui/toast.ts'
import { showUndoToast } from '../shared/ui/undo-toast.tsx'
import { type DocumentStore, hasUnsavedChanges, type LoadableFlow } from './diagram.ts'

/**
 * Puts a flow of the library on the board and says so; where unsaved work had to make room, it can be brought back. A flow that
 * cannot be read changes nothing. Where it is quiet, it says so only for that. Gives back whether the flow is open now.
 */
export function openFlow(document: DocumentStore, stored: LoadableFlow, { isQuiet = false } = {}): boolean {
  const before = document.getState()
  hideRefusal()
  const loaded = before.load(stored)
  if (!loaded.ok) {
    showRefusal(`“${stored.name}”`, loaded.faults)
    return false
  }
  const message = 'Flow loaded successfully'
  if (hasUnsavedChanges(before)) showUndoToast({ message, onUndo: () => before.restore(before) })
  else if (!isQuiet) toast.success(message)
  return true
}
