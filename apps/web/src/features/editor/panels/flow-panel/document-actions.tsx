import {
  Eraser,
  FileInput,
  FileOutput,
  FolderOpen,
  History,
  type LucideIcon,
  MessageSquare,
  Presentation,
  Save,
  UserPlus,
} from 'lucide-react'
import { useStore } from 'zustand'
import type { EditorSession } from '../../session/editor-session.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { createComments, showComments } from '../../state/comments.ts'
import { showSlides } from '../../state/slides.ts'
import { clearDocument } from '../../tools/edit/edit-flow.ts'
import { chooseFile } from '../../tools/exchange/choose-file.ts'
import { useDroppedFiles } from '../../tools/exchange/use-dropped-files.ts'
import { openMenuUnder } from '../../tools/menu/menu.ts'
import panelButton from '../../ui/panel-button.module.css'
import classes from './document-actions.module.css'
import { DocumentNotices } from './document-notices.tsx'
import { DocumentState } from './document-state.tsx'

interface Action {
  readonly name: string
  readonly Icon: LucideIcon
  readonly act: (session: EditorSession, button: Element) => void
  readonly opens?: 'menu'
}

const ACTIONS: readonly Action[] = [
  { name: 'Save', Icon: Save, act: ({ dialogs }) => dialogs.setState({ open: 'save' }) },
  { name: 'Load', Icon: FolderOpen, act: ({ dialogs }) => dialogs.setState({ open: 'load' }) },
  { name: 'Share', Icon: UserPlus, act: ({ dialogs }) => dialogs.setState({ open: 'share' }) },
  { name: 'Import', Icon: FileInput, act: chooseFile },
  {
    name: 'Export',
    Icon: FileOutput,
    act: (session, button) => openMenuUnder(session, button, 'export'),
    opens: 'menu',
  },
  { name: 'Versions', Icon: History, act: ({ dialogs }) => dialogs.setState({ open: 'versions' }) },
  { name: 'Comments', Icon: MessageSquare, act: showComments },
  { name: 'Slides', Icon: Presentation, act: showSlides },
  { name: 'Clear Board', Icon: Eraser, act: clearDocument },
]

/** What is on the canvas, and its commands; on the rail as icons alone. */
export function DocumentActions({ look }: { look: 'panel' | 'rail' }) {
  const session = useEditorSession()
  const openThreads = useStore(session.stateOf(createComments), (state) => state.openThreads)
  useDroppedFiles()
  return (
    <div className={classes.root} data-look={look}>
      {look === 'panel' && <DocumentState />}
      <DocumentNotices look={look} />
      <div className={classes.actions}>
        {ACTIONS.map(({ name, Icon, act, opens }) => {
          const count = act === showComments ? openThreads : 0
          const label = count > 0 ? `${name}, ${count} open` : name
          return (
            <button
              key={name}
              type="button"
              className={`${panelButton.root} ${classes.action}`}
              aria-label={label}
              title={look === 'rail' ? label : undefined}
              aria-haspopup={opens}
              onClick={(event) => act(session, event.currentTarget)}
            >
              <Icon size={15} aria-hidden="true" />
              {look === 'panel' && name}
              {count > 0 && <span className={classes.count}>{count}</span>}
            </button>
          )
        })}
      </div>
    </div>
  )
}
