import { Button } from '@mantine/core'
import { toast } from './toast.ts'
import classes from './toast-action.module.css'

/** Says what was done, and offers to take it back as long as the toast stands. */
export function showUndoToast({ message, onUndo }: { message: string; onUndo: () => void }): void {
  const id: string = toast.success(
    <span className={classes.root}>
      {message}
      <Button
        variant="light"
        size="compact-sm"
        onClick={() => {
          toast.hide(id)
          onUndo()
        }}
      >
        Undo
      </Button>
    </span>,
  )
}
