import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import type { EditorDialog } from '../../features/editor/state/dialogs.ts'
import { paths } from '../../shared/config/paths.ts'
import { autosave } from '../../stores/autosave/autosave.ts'
import type { UnsavedDocument } from '../../stores/autosave/unsaved-documents.ts'
import { useHeldEditorSession } from '../editor-session/use-held-editor-session.ts'
import { UnsavedWorkDialog } from './unsaved-work-dialog.tsx'

type LeaveDevice = (token: string) => Promise<void>

interface AskedProps {
  readonly onLeave: (leaveDevice: LeaveDevice) => void
  readonly onClose: () => void
}

/** What Logout has to ask, null when it costs no unsaved work, and what to do about drafts when nothing is asked. */
export async function prepareLogout() {
  const documents = await autosave.findUnsaved()
  const needed = (props: AskedProps) => <LogoutQuestion {...props} documents={documents} />
  return { needed: documents.length > 0 ? needed : null, leaveDevice: discarding([]) }
}

const discarding =
  (documents: readonly UnsavedDocument[]): LeaveDevice =>
  (token) =>
    autosave.leaveDevice(
      token,
      documents.map(({ draft }) => draft),
    )

function LogoutQuestion({
  documents,
  onLeave,
  onClose,
}: AskedProps & { readonly documents: readonly UnsavedDocument[] }) {
  const editor = useHeldEditorSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const goTo = (open: EditorDialog) => {
    onClose()
    // The editor begins without a dialog: it has to be there first.
    if (pathname !== paths.editor) flushSync(() => navigate(paths.editor))
    editor.dialogs.setState({ open })
  }
  return (
    <UnsavedWorkDialog
      documents={documents}
      onSave={() => goTo('save')}
      onLook={() => goTo('earlier')}
      onKeep={() => onLeave(discarding([]))}
      onDiscard={() => onLeave(discarding(documents))}
      onCancel={onClose}
    />
  )
}
