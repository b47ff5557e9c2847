import { createPortal, flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { useDialogs } from '../../features/editor/dialogs/dialogs-state.ts'
import { paths } from '../../shared/config/paths.ts'
import { UnsavedWorkDialog } from './unsaved-work-dialog.tsx'

interface LogoutQuestionProps {
  readonly onLeave: () => void
  readonly onClose: () => void
}

/** Asks before a logout that would cost unsaved work. */
export function LogoutQuestion({ onLeave, onClose }: LogoutQuestionProps) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const save = () => {
    onClose()
    // The editor begins without a dialog: it has to be there first.
    if (pathname !== paths.editor) flushSync(() => navigate(paths.editor))
    useDialogs.setState({ open: 'save' })
  }
  return createPortal(
    // Not within the menu, which may be folded away.
    <UnsavedWorkDialog onSave={save} onDiscard={onLeave} onCancel={onClose} />,
    document.body,
  )
}
