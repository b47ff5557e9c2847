import { Eraser, FolderOpen, type LucideIcon, Save } from 'lucide-react'
import { clearBoard } from '../board.ts'
import { useDialogs } from '../dialogs/dialogs-state.ts'
import classes from './board-actions.module.css'
import { BoardNotices } from './board-notices.tsx'
import { BoardState } from './board-state.tsx'

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

/** What is on the board, and its commands; on the rail as icons alone. */
export function BoardActions({ look }: { look: 'panel' | 'rail' }) {
  return (
    <div className={classes.root} data-look={look}>
      {look === 'panel' && <BoardState />}
      <BoardNotices look={look} />
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
