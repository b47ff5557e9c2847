import { Dialog } from '../../shared/ui/dialog.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import classes from './unsaved-work-dialog.module.css'

interface UnsavedWorkDialogProps {
  readonly onSave: () => void
  readonly onDiscard: () => void
  readonly onCancel: () => void
}

/** Asks what is to become of the board before its user leaves. */
export function UnsavedWorkDialog({ onSave, onDiscard, onCancel }: UnsavedWorkDialogProps) {
  return (
    <Dialog title="Your board has unsaved changes" onClose={onCancel}>
      <p className={classes.text}>Logging out empties the board. Save it to your library first, or discard it.</p>
      <footer className={classes.actions}>
        <LinkButton look="quiet" onClick={onCancel}>
          Cancel
        </LinkButton>
        <LinkButton look="outline" onClick={onDiscard}>
          Discard and log out
        </LinkButton>
        <LinkButton onClick={onSave}>Save</LinkButton>
      </footer>
    </Dialog>
  )
}
