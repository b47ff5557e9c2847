import type { AuditEvent } from '@plimsoll/contract'
import { type ExpressionBuilder, type Insertable, sql } from 'kysely'
import type { Queries } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'

export async function addEntry(queries: Queries, entry: Insertable<Schema['audit_log']>) {
  await queries.insertInto('audit_log').values(entry).execute()
}

export interface AuditPosition {
  at: number
  id: string
}

interface AuditSearch {
  events: readonly AuditEvent[] | undefined
  /** Of who did it or to whom, in lower case. */
  email: string | undefined
  since: number | undefined
  after: AuditPosition | undefined
  limit: number
}

/** Newest first, with the addresses of those that are there still. */
export function listEntries(queries: Queries, { events, email, since, after, limit }: AuditSearch) {
  return queries
    .selectFrom('audit_log')
    .leftJoin('users as actor', (join) =>
      join.onRef('actor.id', '=', 'audit_log.actor_id').on('actor.closed_at', 'is', null),
    )
    .leftJoin('users as subject', (join) =>
      join.onRef('subject.id', '=', 'audit_log.subject_id').on('subject.closed_at', 'is', null),
    )
    .leftJoin('invitations', 'invitations.id', 'audit_log.subject_id')
    .select(['audit_log.id', 'at', 'event', 'actor_id', 'subject_id', 'detail', 'address'])
    .select(['actor.email as actor_name', nameOfSubject.as('subject_name')])
    .$if(events !== undefined, (query) => query.where('event', 'in', events ?? []))
    .$if(since !== undefined, (query) => query.where('at', '>=', since ?? 0))
    .$if(email !== undefined, (query) => query.where((eb) => isAbout(eb, email ?? '')))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, and, or }) =>
        or([
          eb('at', '<', after?.at ?? 0),
          and([eb('at', '=', after?.at ?? 0), eb('audit_log.id', '<', after?.id ?? '')]),
        ]),
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .execute()
}

export type AuditRow = Awaited<ReturnType<typeof listEntries>>[number]

/** The email of a team is no address. */
const nameOfSubject = sql<string | null>`
  coalesce(invitations.email, case when subject.is_team = 1 then subject.first_name else subject.email end)`

function isAbout({ or, eb, selectFrom }: ExpressionBuilder<Schema, 'audit_log'>, email: string) {
  const users = selectFrom('users').select('users.id').where('users.email', '=', email)
  const invited = selectFrom('invitations').select('invitations.id').where('invitations.email', '=', email)
  return or([
    eb('audit_log.actor_id', 'in', users),
    eb('audit_log.subject_id', 'in', users),
    eb('audit_log.subject_id', 'in', invited),
  ])
}

/** Entries about an invitation are about the account that it became. */
export async function replaceSubject(queries: Queries, from: string, to: string) {
  await queries.updateTable('audit_log').set({ subject_id: to }).where('subject_id', '=', from).execute()
}

export async function removeOldEntries(queries: Queries, before: number) {
  await queries.deleteFrom('audit_log').where('at', '<', before).execute()
}

/** Removes the oldest entries of these events, down to so many. */
export async function keepNewest(queries: Queries, events: readonly AuditEvent[], most: number) {
  const tooMany = await queries
    .selectFrom('audit_log')
    .select('at')
    .where('event', 'in', events)
    .orderBy('at', 'desc')
    .limit(1)
    .offset(most)
    .executeTakeFirst()
  if (tooMany)
    await queries.deleteFrom('audit_log').where('event', 'in', events).where('at', '<=', tooMany.at).execute()
}
