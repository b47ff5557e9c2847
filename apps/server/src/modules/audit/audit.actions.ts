import type { AuditFilter, AuditPage, AuditQuery } from '@plimsoll/contract'
import type { SignedInUser } from '../../requester.ts'

/** What the routes need from the service. */
export interface AuditActions {
  /** Newest first. */
  list(query: AuditQuery): Promise<AuditPage>
  /** The same as a file for spreadsheets, all pages of it. */
  toCsv(user: SignedInUser, filter: AuditFilter): Promise<ReadableStream<Uint8Array>>
}
