import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '../../../../shared/ui/dialog.tsx'
import { useEditorSession } from '../../session/use-editor-session.ts'
import type { OpenedPanelProps } from '../../ui/panel.ts'
import classes from './dialogs.module.css'

const OTHERS = { load: 'Load Flow', earlier: 'Earlier boards' } as const

interface ListDialogProps extends OpenedPanelProps {
  /** The other list, which its footer leads to. */
  readonly other: keyof typeof OTHERS
  readonly children: ReactNode
}

/** A list to put something on the canvas from, and the way to the other such list. */
export function ListDialog({ title, other, onClose, children }: ListDialogProps) {
  const session = useEditorSession()
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <footer className={classes.actions}>
        <Button variant="subtle" onClick={() => session.dialogs.setState({ open: other })}>
          {OTHERS[other]}
        </Button>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </footer>
    </Dialog>
  )
}
