import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '../../../../shared/ui/dialog.tsx'
import { useEditorSession } from '../../session/use-editor-session.ts'
import classes from './dialogs.module.css'

const TITLES = { load: 'Load Flow', earlier: 'Earlier boards' } as const
const OTHER = { load: 'earlier', earlier: 'load' } as const

interface ListDialogProps {
  readonly list: keyof typeof TITLES
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A list to put something on the canvas from, and the way to the other such list. */
export function ListDialog({ list, onClose, children }: ListDialogProps) {
  const session = useEditorSession()
  const other = OTHER[list]
  return (
    <Dialog title={TITLES[list]} onClose={onClose}>
      {children}
      <footer className={classes.actions}>
        <Button variant="subtle" onClick={() => session.dialogs.setState({ open: other })}>
          {TITLES[other]}
        </Button>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </footer>
    </Dialog>
  )
}
