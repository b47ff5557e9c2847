import type { EndedSession, UserSession } from '@plimsoll/contract'
import type { SignedInUser } from '../../requester.ts'

/** What the routes need from the service. */
export interface SessionListActions {
  list(user: SignedInUser): Promise<UserSession[]>
  /** Those that ended lately, newest first. */
  listEnded(user: SignedInUser): Promise<EndedSession[]>
  /** Throws when this user has no such session. */
  end(user: SignedInUser, id: string): Promise<void>
  endOthers(user: SignedInUser): Promise<void>
}
