import type { AuditEvent } from '@plimsoll/contract'
import type { Queries } from '../../database/database.ts'
import { newSortedId } from '../../database/ids.ts'
import { ApiError } from '../../errors.ts'
import { countInWindow } from '../limits/address-limits.ts'
import { counterKey } from '../limits/counters.repository.ts'
import { ACTION_POLICY } from '../limits/limits.policy.ts'
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

/** What a person can do again and again. What takes it back, and what a password is asked for, is done less often by itself. */
const ENDLESS: ReadonlySet<AuditEvent> = new Set([
  ...(['flow-shared', 'flow-handed-on', 'flow-moved', 'flow-removed', 'link-made', 'link-role-taken'] as const),
  ...(['team-made', 'team-renamed', 'team-member-put', 'token-made', 'factor-added', 'recovery-codes-made'] as const),
])

/**
 * Notes what somebody did, in the transaction that does it. Throws 'client/too-many-requests' where one person does too much of it: what
 * is kept for so long would fill the disk. See docs/decisions/0306.
 */
export async function recordAudit(queries: Queries, event: AuditEvent, record: AuditRecord): Promise<void> {
  const { actorId = null, subjectId = null, detail = '', address = null, now } = record
  if (actorId !== null && ENDLESS.has(event)) {
    const waitMs = await countInWindow(queries, counterKey('actions', actorId), { ...ACTION_POLICY, now })
    if (waitMs > 0)
      throw new ApiError('client/too-many-requests', {
        message: 'You have shared, moved and removed too much since yesterday. Go on tomorrow.',
        headers: { 'retry-after': String(Math.ceil(waitMs / 1_000)) },
      })
  }
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
