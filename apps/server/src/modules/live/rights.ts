import type { FlowRole } from '@plimsoll/contract'
import type { Database } from '../../database/database.ts'
import { ApiError } from '../../errors.ts'
import type { SignedInUser } from '../../requester.ts'
import { authorize } from '../sharing/authorize.ts'

/** Sessions that one query looks up, and queries that are under way: as many as PostgreSQL answers to one party. */
const SESSIONS_AT_ONCE = 500
const FLOWS_AT_ONCE = 3

/** Somebody who has a flow open. */
export interface Holder {
  readonly flowId: string
  readonly user: SignedInUser | undefined
}

/** What somebody is to the flow that they have open; otherwise why they may not have it. */
export type Right = { role: FlowRole } | { end: 'unauthorized' | 'not-found' }

interface RightsOptions {
  database: Database
  sessions: { openAmong(sessionIds: readonly string[]): Promise<ReadonlySet<string>> }
  now: () => number
}

/**
 * Looks up what holders may do now, and tells it as soon as it is known: sessions by hundreds, and a person's right to a flow once for
 * all their sockets, several at a time. One that cannot be looked up does not keep the others waiting; the last failure is thrown at
 * the end.
 */
export async function lookUpRights<H extends Holder>(
  { database, sessions, now }: RightsOptions,
  holders: Iterable<H>,
  tell: (holder: H, right: Right) => void,
): Promise<void> {
  const known = [...holders].flatMap((holder) => (holder.user ? [{ holder, user: holder.user }] : []))
  let failure: unknown
  const noteFailure = (error: unknown) => {
    failure = error ?? new Error('Unknown.')
  }

  for (let from = 0; from < known.length; from += SESSIONS_AT_ONCE) {
    const some = known.slice(from, from + SESSIONS_AT_ONCE)
    const ids = [...new Set(some.map(({ user }) => user.sessionId))]
    const open = await sessions.openAmong(ids).catch(noteFailure)
    if (!open) continue
    for (const { holder, user } of some) if (!open.has(user.sessionId)) tell(holder, { end: 'unauthorized' })
    const pairs = Map.groupBy(
      some.filter(({ user }) => open.has(user.sessionId)),
      ({ holder, user }) => `${user.id} ${holder.flowId}`,
    ).values()
    // Each takes the next one of the same iterator.
    const work = async () => {
      for (const [first, ...others] of pairs) {
        if (!first) continue
        const { user, holder } = first
        const right = await rightOf({ userId: user.id, flowId: holder.flowId }).catch(noteFailure)
        if (right) for (const one of [first, ...others]) tell(one.holder, right)
      }
    }
    await Promise.all(Array.from({ length: FLOWS_AT_ONCE }, work))
  }
  if (failure) throw failure

  async function rightOf(of: { userId: string; flowId: string }): Promise<Right> {
    try {
      const { role } = await authorize(database, { ...of, action: 'show', now: now() })
      return { role }
    } catch (error) {
      if (error instanceof ApiError) return { end: 'not-found' }
      throw error
    }
  }
}
