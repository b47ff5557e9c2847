import { useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { useDialogs } from '../../features/editor/dialogs/dialogs-state.ts'
import { paths } from '../../shared/config/paths.ts'
import { hasUnsavedWork } from '../../stores/unsaved-work.ts'
import { signOut } from '../sign-out.ts'
import { UnsavedWorkDialog } from './unsaved-work-dialog.tsx'

/** The way out; asks first when it would cost unsaved work. */
export function Logout({ className }: { className: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const leave = () => {
    signOut()
    navigate(paths.login)
  }
  const save = () => {
    setIsAsking(false)
    // The editor begins without a dialog: it has to be there first.
    if (pathname !== paths.editor) flushSync(() => navigate(paths.editor))
    useDialogs.setState({ open: 'save' })
  }
  return (
    <>
      <button type="button" className={className} onClick={() => (hasUnsavedWork() ? setIsAsking(true) : leave())}>
        Logout
      </button>
      {isAsking &&
        createPortal(
          // Not within the menu, which may be folded away.
          <UnsavedWorkDialog onSave={save} onDiscard={leave} onCancel={() => setIsAsking(false)} />,
          document.body,
        )}
    </>
  )
}
