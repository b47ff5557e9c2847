import { Button } from '@mantine/core'
import { ShareDialog as SharedShareDialog } from '../../../../shared/sharing/share-dialog.tsx'
import { Dialog } from '../../../../shared/ui/dialog.tsx'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import type { OpenedPanelProps } from '../../ui/panel.ts'
import classes from './dialogs.module.css'

/** Shares the open flow; what is not in the library yet has to be saved first. */
export function ShareDialog({ title, onClose }: OpenedPanelProps) {
  const { dialogs } = useEditorSession()
  const saved = useDocument((state) => state.saved)
  if (saved) return <SharedShareDialog flow={saved} onClose={onClose} />
  return (
    <Dialog title={title} onClose={onClose}>
      <p>Save this flow to your library first: others see what is saved there.</p>
      <footer className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => dialogs.setState({ open: 'save' })}>Save …</Button>
      </footer>
    </Dialog>
  )
}
