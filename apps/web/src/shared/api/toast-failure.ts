import { toast } from '../ui/toast.ts'
import { asRequestError, SessionOverError } from './client.ts'

/** Says in a toast what failed, by default in the server's words; nothing when the session that asked is over. */
export function toastFailure(error: unknown, message = asRequestError(error).message): void {
  if (!(error instanceof SessionOverError)) toast.error(message)
}
