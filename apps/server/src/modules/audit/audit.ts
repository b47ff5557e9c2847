import type { AuditEvent } from '@plimsoll/contract'
import type { Queries } from '../../database/database.ts'
import { newSortedId } from '../../database/ids.ts'
import { addEntry, keepNewest, removeOldEntries } from './audit.repository.ts'

interface AuditRecord {
  /** Who did it; undefined: nobody who is known. */
  actorId?: string | undefined
  /** The account, team, flow or invitation that it was done to. */
  subjectId?: string | undefined
  /** One or two words, such as the role; no name and no address. */
  detail?: string
  /** Network address. */
  address?: string | undefined
  now: number
}

/** Notes what somebody did, in the transaction that does it. See docs/decisions/0306. */
export async function recordAudit(queries: Queries, event: AuditEvent, record: AuditRecord): Promise<void> {
  const { actorId = null, subjectId = null, detail = '', address = null, now } = record
  await addEntry(queries, {
    ...{ id: newSortedId(), at: now, event, detail, address },
    ...{ actor_id: actorId, subject_id: subjectId },
  })
}

/** What everybody can cause, as often as the limits of network addresses let them. */
const FAILURES = ['login-failed', 'login-disabled', 'single-sign-on-failed'] as const

/** How many failures are kept. */
export const MOST_FAILURES = 100_000

interface Trim {
  before: number
  mostFailures?: number
}

/** Removes entries of before a time, and failures beyond a number. */
export async function trimAudit(queries: Queries, { before, mostFailures = MOST_FAILURES }: Trim): Promise<void> {
  await removeOldEntries(queries, before)
  await keepNewest(queries, FAILURES, mostFailures)
}
