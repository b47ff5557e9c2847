import type { FlowPresence } from '@plimsoll/contract'
import type { SignedInUser } from '../../requester.ts'

/** What the routes need from the service. */
export interface PresenceActions {
  /** Of these flows those that others have open now, as far as the user may see them. */
  list(user: SignedInUser, flowIds: readonly string[]): Promise<FlowPresence[]>
}
