import type { FlowSummary, LibraryPage, ListFlowsQuery } from '@plimsoll/contract'
import type { SignedInUser } from '../../requester.ts'

/** What the routes need from the service. */
export interface LibraryActions {
  list(user: SignedInUser): Promise<FlowSummary[]>
  page(user: SignedInUser, query: ListFlowsQuery): Promise<LibraryPage>
  /** Remembers that the user opened a flow now. */
  open(user: SignedInUser, id: string): Promise<void>
}
