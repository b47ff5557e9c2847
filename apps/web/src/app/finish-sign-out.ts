import { logout } from '../shared/api/auth.ts'
import { useDiagram } from '../stores/diagram.ts'

/** Leaves no diagram to the next user, and tells the server; a server that is away lets the token run out. */
export function finishSignOut(token: string | null): void {
  useDiagram.getState().clear()
  if (token !== null) logout(token).catch(() => {})
}
