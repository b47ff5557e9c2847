import type {
  ChangeVersionRequest,
  ListVersionsQuery,
  RestoreVersionRequest,
  SavedVersion,
  VersionsPage,
} from '@plimsoll/contract'
import type { PackedAnswer } from '../../packed-answer.ts'
import type { SignedInUser } from '../../requester.ts'

/** What the routes need from the service. `version` is a part of the path, of any form. */
export interface VersionActions {
  list(user: SignedInUser, id: string, query: ListVersionsQuery): Promise<VersionsPage>
  show(user: SignedInUser, id: string, version: string): Promise<PackedAnswer>
  change(user: SignedInUser, id: string, version: string, change: ChangeVersionRequest): Promise<SavedVersion>
  /** Saves the content of a version again. */
  restore(user: SignedInUser, id: string, version: string, from: RestoreVersionRequest): Promise<PackedAnswer>
}
