import { Button } from '@mantine/core'
import classes from './library.module.css'

export function RemovedToast({ message, onUndo }: { message: string; onUndo: () => void }) {
  return (
    <span className={classes.toast}>
      {message}
      <Button variant="light" size="compact-sm" onClick={onUndo}>
        Undo
      </Button>
    </span>
  )
}
