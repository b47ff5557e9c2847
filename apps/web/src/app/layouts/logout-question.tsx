import { createPortal, flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { type EditorDialog, useDialogs } from '../../features/editor/state/dialogs.ts'
import { paths } from '../../shared/config/paths.ts'
import { useSession } from '../../stores/session.ts'
import { hasUnsavedWork } from '../../stores/unsaved-work.ts'
import { UnsavedWorkDialog } from './unsaved-work-dialog.tsx'

interface AskedProps {
  readonly onLeave: () => void
  readonly onClose: () => void
}

interface LogoutQuestionProps extends AskedProps {
  readonly isBoardUnsaved: boolean
  /** How many other boards with unsaved work this device keeps. */
  readonly others: number
}

/** What to ask with before a logout, or null where it costs no unsaved work. */
export async function questionBeforeLogout() {
  const { token } = useSession.getState()
  const { boardsAtStake } = await import('../../stores/drafts/forget.ts')
  const others = token === null ? 0 : (await boardsAtStake(token)).length
  const isBoardUnsaved = hasUnsavedWork()
  if (others === 0 && !isBoardUnsaved) return null
  return (props: AskedProps) => <LogoutQuestion {...props} isBoardUnsaved={isBoardUnsaved} others={others} />
}

function LogoutQuestion({ isBoardUnsaved, others, onLeave, onClose }: LogoutQuestionProps) {
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
