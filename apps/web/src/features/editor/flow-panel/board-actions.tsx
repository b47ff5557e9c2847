import { Eraser, FolderOpen, type LucideIcon, Save } from 'lucide-react'
import { showUndoToast } from '../../../shared/ui/undo-toast.tsx'
import { hasUnsavedChanges, useDiagram } from '../../../stores/diagram.ts'
import { useDialogs } from '../dialogs/dialogs-state.ts'
import classes from './board-actions.module.css'

interface Action {
  readonly name: string
  readonly Icon: LucideIcon
  readonly act: () => void
}

const ACTIONS: readonly Action[] = [
  { name: 'Save', Icon: Save, act: () => useDialogs.setState({ open: 'save' }) },
  { name: 'Load', Icon: FolderOpen, act: () => useDialogs.setState({ open: 'load' }) },
  { name: 'Clear Board', Icon: Eraser, act: clearBoard },
]

/** Which flow is on the board, and its commands; on the rail as icons alone. */
export function BoardActions({ look }: { look: 'panel' | 'rail' }) {
  return (
    <div className={classes.root} data-look={look}>
      {look === 'panel' && <OpenFlow />}
      <div className={classes.actions}>
        {ACTIONS.map(({ name, Icon, act }) => (
          <button
            key={name}
            type="button"
            className={classes.action}
            aria-label={name}
            title={look === 'rail' ? name : undefined}
            onClick={act}
          >
            <Icon size={15} aria-hidden="true" />
            {look === 'panel' && name}
          </button>
        ))}
      </div>
    </div>
  )
}

function OpenFlow() {
  const name = useDiagram(({ saved }) => saved?.name)
  const isUnsaved = useDiagram(hasUnsavedChanges)
  return (
    <p className={classes.flow}>
      <span className={classes.name} title={name}>
        {name ?? 'Untitled flow'}
      </span>
      <span className={classes.state}>
        {isUnsaved ? 'Unsaved changes' : name === undefined ? 'Nothing to save yet' : 'Saved'}
      </span>
    </p>
  )
}

/** Clears at once, and offers to bring everything back. */
function clearBoard(): void {
  const { flow, saved, savedContent, clear, restore } = useDiagram.getState()
  if (flow.nodes.length === 0) return
  clear()
  showUndoToast({ message: 'Board cleared', onUndo: () => restore({ flow, saved, savedContent }) })
}
