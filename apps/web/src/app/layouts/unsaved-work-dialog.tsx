import { Dialog } from '../../shared/ui/dialog.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import type { UnsavedDocument } from '../../stores/autosave/unsaved-documents.ts'
import classes from './unsaved-work-dialog.module.css'

interface UnsavedWorkDialogProps {
  /** At least one. */
  readonly documents: readonly UnsavedDocument[]
  readonly onSave: () => void
  /** Shows the earlier drafts. */
  readonly onLook: () => void
  readonly onKeep: () => void
  readonly onDiscard: () => void
  readonly onCancel: () => void
}

const PLACES = {
  'this tab': 'on your board',
  'another tab': 'open in another tab',
  'silent tab': 'open in a tab that does not answer: it may have unsaved changes',
  device: 'an earlier board',
} as const satisfies Record<UnsavedDocument['where'], string>

/** Names everything that is unsaved, in all tabs and on this device, and asks what is to become of it before its user leaves. */
export function UnsavedWorkDialog({ documents, onSave, onLook, onKeep, onDiscard, onCancel }: UnsavedWorkDialogProps) {
  const isAny = (place: UnsavedDocument['where']) => documents.some(({ where }) => where === place)
  const isBoardUnsaved = isAny('this tab')
  const it = documents.length === 1 ? 'it' : 'them'
  return (
    <Dialog title={titleFor(isAny)} onClose={onCancel}>
      <div className={classes.text}>
        <p>
          {isBoardUnsaved && 'Logging out empties the board. Save it to your library first. '}
          What is unsaved can be kept on this device until you log in again, or discarded:
        </p>
        <ul className={classes.documents}>
          {documents.map(({ draft, name, where }) => (
            <li key={draft}>
              <strong>{name}</strong>, {PLACES[where]}
            </li>
          ))}
        </ul>
        {isAny('device') && (
          <button type="button" className={classes.look} onClick={onLook}>
            Look at the earlier boards
          </button>
        )}
      </div>
      <footer className={classes.actions}>
        <LinkButton look="quiet" onClick={onCancel}>
          Cancel
        </LinkButton>
        <LinkButton look="outline" onClick={onDiscard}>
          Discard and log out
        </LinkButton>
        <LinkButton look={isBoardUnsaved ? 'outline' : 'filled'} onClick={onKeep}>
          Keep {it} and log out
        </LinkButton>
        {isBoardUnsaved && <LinkButton onClick={onSave}>Save</LinkButton>}
      </footer>
    </Dialog>
  )
}

function titleFor(isAny: (place: UnsavedDocument['where']) => boolean): string {
  if (isAny('this tab')) return 'Your board has unsaved changes'
  if (isAny('another tab') || isAny('silent tab')) return 'Other tabs have unsaved changes'
  return 'Unsaved boards are kept on this device'
}
