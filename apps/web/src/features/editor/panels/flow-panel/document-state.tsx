import { useStore } from 'zustand'
import { headingOf } from '../../../../stores/board.ts'
import { hasUnsavedChanges } from '../../../../stores/diagram.ts'
import { useAutosave, useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import classes from './document-state.module.css'

/** Which flow is on the canvas, and where what is drawn is kept. */
export function DocumentState() {
  const name = useDocument((board) => headingOf(board).name)
  return (
    <p className={classes.root}>
      <span className={classes.name} title={name}>
        {name}
      </span>
      <span className={classes.state}>{useStateText()}</span>
    </p>
  )
}

function useStateText(): string {
  const { phase, isReadonly, isSlow, saveFault } = useStore(useEditorSession().live)
  const own = useOwnStateText()
  if (phase === 'offline') return 'Offline: changes are kept, and merged when the connection is back'
  if (phase !== 'online' || isReadonly) return own
  if (isSlow) return 'Saving …'
  return saveFault ? 'Kept in the shared document, not in a version yet' : 'All changes saved'
}

function useOwnStateText(): string {
  const isNew = useDocument(({ saved }) => saved === null)
  const isUnsaved = useDocument(hasUnsavedChanges)
  const flow = useDocument((diagram) => diagram.flow)
  const isKept = useAutosave(({ written }) => written === flow)
  if (!isUnsaved) return isNew ? 'Nothing to save yet' : 'Saved'
  return isKept ? 'Unsaved changes · kept on this device' : 'Unsaved changes'
}
