import { Dialog } from '../../shared/ui/dialog.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import classes from './unsaved-work-dialog.module.css'

interface UnsavedWorkDialogProps {
  readonly isBoardUnsaved: boolean
  /** How many other boards with unsaved work this device keeps. */
  readonly others: number
  readonly onSave: () => void
  /** Shows the other boards. */
  readonly onLook: () => void
  readonly onDiscard: () => void
  readonly onCancel: () => void
}

/** Asks what is to become of unsaved work before its user leaves. */
export function UnsavedWorkDialog(props: UnsavedWorkDialogProps) {
  const { isBoardUnsaved, others, onSave, onLook, onDiscard, onCancel } = props
  const boards = others === 1 ? '1 earlier board' : `${others} earlier boards`
  return (
    <Dialog
      title={isBoardUnsaved ? 'Your board has unsaved changes' : 'Unsaved boards are kept on this device'}
      onClose={onCancel}
    >
      <div className={classes.text}>
        {isBoardUnsaved && <p>Logging out empties the board. Save it to your library first, or discard it.</p>}
        {others > 0 && (
          <p>
            {boards} with unsaved changes {others === 1 ? 'is' : 'are'} kept on this device, and{' '}
            {isBoardUnsaved && 'also '}
            {others === 1 ? 'goes' : 'go'} when you log out.{' '}
            {isBoardUnsaved && (
              <button type="button" className={classes.look} onClick={onLook}>
                Look at {others === 1 ? 'it' : 'them'}
              </button>
            )}
          </p>
        )}
      </div>
      <footer className={classes.actions}>
        <LinkButton look="quiet" onClick={onCancel}>
          Cancel
        </LinkButton>
        <LinkButton look="outline" onClick={onDiscard}>
          Discard and log out
        </LinkButton>
        {isBoardUnsaved ? (
          <LinkButton onClick={onSave}>Save</LinkButton>
        ) : (
          <LinkButton onClick={onLook}>Look at {others === 1 ? 'it' : 'them'}</LinkButton>
        )}
      </footer>
    </Dialog>
  )
}
