import type { RemovedFlow } from '@plimsoll/contract'
import type { SignedInUser } from '../../requester.ts'

/** What the routes need from the service. */
export interface BinActions {
  list(user: SignedInUser): Promise<RemovedFlow[]>
  restore(user: SignedInUser, id: string): Promise<void>
  delete(user: SignedInUser, id: string): Promise<void>
  empty(user: SignedInUser): Promise<void>
}
