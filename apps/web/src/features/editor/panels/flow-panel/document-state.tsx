import { useAutosave } from '../../../../stores/autosave/autosave.ts'
import { headingOf } from '../../../../stores/board.ts'
import { hasUnsavedChanges, useDiagram } from '../../../../stores/diagram.ts'
import classes from './document-state.module.css'

/** Which flow is on the canvas, and where what is drawn is kept. */
export function DocumentState() {
  const name = useDiagram((board) => headingOf(board).name)
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
  const isNew = useDiagram(({ saved }) => saved === null)
  const isUnsaved = useDiagram(hasUnsavedChanges)
  const flow = useDiagram((diagram) => diagram.flow)
  const isKept = useAutosave(({ written }) => written === flow)
  if (!isUnsaved) return isNew ? 'Nothing to save yet' : 'Saved'
  return isKept ? 'Unsaved changes · kept on this device' : 'Unsaved changes'
}
