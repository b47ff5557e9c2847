import { toast } from './toast.ts'
import { showWithAction } from './toast-action.tsx'

export interface Busy {
  /** Aborted once the user wants no more of it. */
  readonly signal: AbortSignal
  /** It is done: the toast goes. */
  readonly end: () => void
}

/** Says what is under way until it is done, and offers to stop it. */
export function showBusyToast(message: string): Busy {
  const stop = new AbortController()
  const id = showWithAction('busy', { message, name: 'Stop', onAct: () => stop.abort() })
  return { signal: stop.signal, end: () => toast.hide(id) }
}
