import { Button } from '@mantine/core'
import { toast } from './toast.ts'
import classes from './toast-action.module.css'

export interface Busy {
  /** Aborted once the user wants no more of it. */
  readonly signal: AbortSignal
  /** It is done: the toast goes. */
  readonly end: () => void
}

/** Says what is under way until it is done, and offers to stop it. */
export function showBusyToast(message: string): Busy {
  const stop = new AbortController()
  const id: string = toast.busy(
    <span className={classes.root}>
      {message}
      <Button
        variant="light"
        size="compact-sm"
        onClick={() => {
          toast.hide(id)
          stop.abort()
        }}
      >
        Stop
      </Button>
    </span>,
  )
  return { signal: stop.signal, end: () => toast.hide(id) }
}
