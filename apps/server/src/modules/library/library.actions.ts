import type { ChangeTagsRequest, FlowSummary, LibraryPage, ListFlowsQuery, TagCount } from '@plimsoll/contract'
import type { SignedInUser } from '../../requester.ts'

/** What the routes need from the service. */
export interface LibraryActions {
  list(user: SignedInUser): Promise<FlowSummary[]>
  page(user: SignedInUser, query: ListFlowsQuery): Promise<LibraryPage>
  /** How many flows have each tag, by name. */
  tags(user: SignedInUser): Promise<TagCount[]>
  changeTags(user: SignedInUser, change: ChangeTagsRequest): Promise<void>
  /** Remembers that the user opened a flow now. */
  open(user: SignedInUser, id: string): Promise<void>
}
