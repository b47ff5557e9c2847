import { Eraser, FileInput, FileOutput, FolderOpen, type LucideIcon, Save } from 'lucide-react'
import { clearBoard } from '../board.ts'
import { useDialogs } from '../dialogs/dialogs-state.ts'
import { chooseFile } from '../exchange/choose-file.ts'
import { useDroppedFiles } from '../exchange/use-dropped-files.ts'
import { openMenuUnder } from '../menu/menu-state.ts'
import classes from './board-actions.module.css'
import { BoardNotices } from './board-notices.tsx'
import { BoardState } from './board-state.tsx'

interface Action {
  readonly name: string
  readonly Icon: LucideIcon
  readonly act: (button: Element) => void
  readonly opens?: 'menu'
}

const ACTIONS: readonly Action[] = [
  { name: 'Save', Icon: Save, act: () => useDialogs.setState({ open: 'save' }) },
  { name: 'Load', Icon: FolderOpen, act: () => useDialogs.setState({ open: 'load' }) },
  { name: 'Import', Icon: FileInput, act: chooseFile },
  { name: 'Export', Icon: FileOutput, act: (button) => openMenuUnder(button, 'export'), opens: 'menu' },
  { name: 'Clear Board', Icon: Eraser, act: clearBoard },
]

/** What is on the board, and its commands; on the rail as icons alone. */
export function BoardActions({ look }: { look: 'panel' | 'rail' }) {
  useDroppedFiles()
  return (
    <div className={classes.root} data-look={look}>
      {look === 'panel' && <BoardState />}
      <BoardNotices look={look} />
      <div className={classes.actions}>
        {ACTIONS.map(({ name, Icon, act, opens }) => (
          <button
            key={name}
            type="button"
            className={classes.action}
            aria-label={name}
            title={look === 'rail' ? name : undefined}
            aria-haspopup={opens}
            onClick={(event) => act(event.currentTarget)}
          >
            <Icon size={15} aria-hidden="true" />
            {look === 'panel' && name}
          </button>
        ))}
      </div>
    </div>
  )
}
