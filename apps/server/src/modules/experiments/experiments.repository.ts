import type { Insertable } from 'kysely'
import type { Queries } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'

const SUMMARY = [
  ...(['id', 'kind', 'name', 'flow_id', 'flow_version', 'state', 'share', 'progress'] as const),
  ...(['created_at', 'started_at', 'finished_at'] as const),
] as const

const OPEN = ['queued', 'running'] as const

/** Newest first. */
export function listExperiments(queries: Queries, userId: string) {
  return queries
    .selectFrom('experiments')
    .select(SUMMARY)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** An experiment of this user; another user's is not found. */
export function findExperiment(queries: Queries, userId: string, id: string) {
  return queries
    .selectFrom('experiments')
    .select(SUMMARY)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export type ExperimentRow = NonNullable<Awaited<ReturnType<typeof findExperiment>>>

/** What was asked, or what was found, both packed; a result is null until it is there. */
export async function findPacked(queries: Queries, userId: string, id: string, column: 'request' | 'result') {
  const row = await queries
    .selectFrom('experiments')
    .select(`${column} as packed`)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.packed
}

export async function countOpen(queries: Queries, userId: string): Promise<number> {
  const { count } = await queries
    .selectFrom('experiments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('state', 'in', OPEN)
    .executeTakeFirstOrThrow()
  return count
}

export async function addExperiment(queries: Queries, experiment: Insertable<Schema['experiments']>) {
  await queries.insertInto('experiments').values(experiment).execute()
}

/** Removes the oldest of those that are over, down to so many. */
export async function removeOldest(queries: Queries, userId: string, kept: number) {
  const old = queries
    .selectFrom('experiments')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'not in', OPEN)
    .orderBy('finished_at', 'desc')
    .limit(Number.MAX_SAFE_INTEGER)
    .offset(kept)
  await queries.deleteFrom('experiments').where('id', 'in', old).execute()
}

/** Returns whether it existed. */
export async function removeExperiment(queries: Queries, userId: string, id: string) {
  const { numDeletedRows } = await queries
    .deleteFrom('experiments')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

interface Claim {
  now: number
  claim: string
  /** When other servers may run it, in case this one dies. */
  leaseUntil: number
}

/** Claims what has waited for longest of the user whose last experiment was begun first; undefined when nothing waits. */
export async function claimExperiment(queries: Queries, { now, claim, leaseUntil }: Claim) {
  const next = queries
    .selectFrom('experiments')
    .leftJoin('experiment_turns as turn', 'turn.user_id', 'experiments.user_id')
    .select('experiments.id')
    .where(({ or, and, eb }) =>
      or([
        eb('experiments.state', '=', 'queued'),
        and([eb('experiments.state', '=', 'running'), eb('experiments.lease_until', '<=', now)]),
      ]),
    )
    .orderBy(({ fn, val }) => fn.coalesce('turn.begun_at', val(0)))
    .orderBy('experiments.created_at')
    .limit(1)
  const claimed = await queries
    .updateTable('experiments')
    .set(({ eb }) => ({
      ...{ state: 'running', claim, lease_until: leaseUntil, started_at: now },
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', 'in', next)
    // Repeated, because PostgreSQL checks it again after waiting for a concurrent claim of the row.
    .where('lease_until', '<=', now)
    .returning(['id', 'user_id', 'kind', 'flow_id', 'flow_version', 'request', 'attempts'])
    .executeTakeFirst()
  if (claimed) {
    const turn = { user_id: claimed.user_id, begun_at: now }
    await queries
      .insertInto('experiment_turns')
      .values(turn)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(turn))
      .execute()
  }
  return claimed
}

export type ClaimedExperiment = NonNullable<Awaited<ReturnType<typeof claimExperiment>>>

type Changes = Partial<
  Pick<
    Insertable<Schema['experiments']>,
    'state' | 'share' | 'progress' | 'result' | 'finished_at' | 'lease_until' | 'attempts'
  >
>

/** Returns false when it was removed, or is another server's by now. */
export async function changeClaimed(queries: Queries, claim: string, changes: Changes) {
  const { numUpdatedRows } = await queries
    .updateTable('experiments')
    .set(changes)
    .where('claim', '=', claim)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function removeFinished(queries: Queries, before: number) {
  await queries.deleteFrom('experiments').where('finished_at', '<', before).execute()
}
