import { Button } from '@mantine/core'
import { toast } from './toast.ts'
import classes from './toast-action.module.css'

interface ToastAction {
  readonly message: string
  /** Name of its button. */
  readonly name: string
  readonly onAct: () => void
}

/** Shows a message with a button, which also removes it. Returns the toast's id. */
export function showWithAction(show: 'success' | 'asking' | 'busy', { message, name, onAct }: ToastAction): string {
  const id: string = toast[show](
    <span className={classes.root}>
      {message}
      <Button
        variant="light"
        size="compact-sm"
        className={classes.button ?? ''}
        onClick={() => {
          toast.hide(id)
          onAct()
        }}
      >
        {name}
      </Button>
    </span>,
  )
  return id
}
