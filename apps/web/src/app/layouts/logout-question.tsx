import { createPortal, flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { type EditorDialog, useDialogs } from '../../features/editor/dialogs/dialogs-state.ts'
import { paths } from '../../shared/config/paths.ts'
import { UnsavedWorkDialog } from './unsaved-work-dialog.tsx'

export interface LogoutQuestionProps {
  readonly isBoardUnsaved: boolean
  /** How many other boards with unsaved work would go. */
  readonly others: number
  readonly onLeave: () => void
  readonly onClose: () => void
}

/** Asks before a logout that would cost unsaved work. */
export function LogoutQuestion({ isBoardUnsaved, others, onLeave, onClose }: LogoutQuestionProps) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const goTo = (open: EditorDialog) => {
    onClose()
    // The editor begins without a dialog: it has to be there first.
    if (pathname !== paths.editor) flushSync(() => navigate(paths.editor))
    useDialogs.setState({ open })
  }
  return createPortal(
    // Not within the menu, which may be folded away.
    <UnsavedWorkDialog
      isBoardUnsaved={isBoardUnsaved}
      others={others}
      onSave={() => goTo('save')}
      onLook={() => goTo('earlier')}
      onDiscard={onLeave}
      onCancel={onClose}
    />,
    document.body,
  )
}
