import type { SessionEnd } from '@plimsoll/contract'
import { type AliasableExpression, type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Queries } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import type { Schema } from '../../database/schema.ts'

/** The session of a user whose email is verified and who is not disabled. */
export const findSession = prepared(({ read }, tokenHash: string) =>
  usableSessions(read).where('sessions.token_hash', '=', tokenHash),
)

export const findSessions = (queries: Queries, tokenHashes: readonly string[]) =>
  usableSessions(queries).select('token_hash').where('token_hash', 'in', tokenHashes).execute()

const usableSessions = (queries: Queries) =>
  queries
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.user_id', 'sessions.created_at', 'sessions.last_seen_at', 'is_remembered'])
    .select(['users.is_demo', 'users.role'])
    .where('users.email_verified_at', 'is not', null)
    .where('users.disabled_at', 'is', null)

/** Most recently used first. */
export function listSessions(queries: Queries, userId: string) {
  return queries
    .selectFrom('sessions')
    .select(['token_hash', 'created_at', 'last_seen_at', 'user_agent', 'is_remembered'])
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
}

interface NewSession {
  tokenHash: string
  userId: string
  userAgent?: string | null
  isRemembered?: boolean | undefined
  /** Whether the login showed all factors of the account. */
  isConfirmed?: boolean | undefined
  now: number
}

export async function addSession(queries: Queries, session: NewSession) {
  const { tokenHash, userId, userAgent = null, isRemembered = false, isConfirmed = false, now } = session
  await queries
    .insertInto('sessions')
    .values({
      ...{ token_hash: tokenHash, user_id: userId, user_agent: userAgent },
      ...{ created_at: now, last_seen_at: now, is_remembered: isRemembered ? 1 : 0 },
      confirmed_at: isConfirmed ? now : null,
    })
    .execute()
}

export async function markSessionSeen(queries: Queries, tokenHash: string, now: number) {
  await queries.updateTable('sessions').set({ last_seen_at: now }).where('token_hash', '=', tokenHash).execute()
}

export async function confirmSession(queries: Queries, tokenHash: string, now: number) {
  await queries.updateTable('sessions').set({ confirmed_at: now }).where('token_hash', '=', tokenHash).execute()
}

/** Has the other sessions of a user confirm anew. */
export async function unconfirmOtherSessions(queries: Queries, userId: string, tokenHash: string) {
  const others = queries.updateTable('sessions').set({ confirmed_at: null }).where('user_id', '=', userId)
  await others.where('token_hash', '!=', tokenHash).execute()
}

interface End {
  reason: SessionEnd
  now: number
}

export async function removeSession(queries: Queries, tokenHash: string, end: End) {
  await endSessions(queries, (eb) => eb('token_hash', '=', tokenHash), end)
}

export async function removeSessions(queries: Queries, userId: string, end: End) {
  await endSessions(queries, (eb) => eb('user_id', '=', userId), end)
}

/** Of everybody. Returns how many there were. */
export async function removeAllSessions(queries: Queries, end: End): Promise<number> {
  const { count } = await queries
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  await endSessions(queries, (eb) => eb('token_hash', 'is not', null), end)
  return count
}

interface OtherSessions {
  userId: string
  /** The one that stays. */
  tokenHash: string
}

export async function removeOtherSessions(queries: Queries, { userId, tokenHash }: OtherSessions, end: End) {
  await endSessions(queries, (eb) => eb.and([eb('user_id', '=', userId), eb('token_hash', '!=', tokenHash)]), end)
}

/** How long sessions last, in milliseconds: unused, in any case, and of who asked to stay signed in. */
export interface SessionLifetimes {
  sessionIdleMs: number
  sessionMaxMs: number
  sessionRememberMs: number
}

/** Ends the expired sessions of one user, or of all. */
export async function removeExpiredSessions(
  queries: Queries,
  { sessionIdleMs, sessionMaxMs, sessionRememberMs }: SessionLifetimes,
  now: number,
  userId?: string,
) {
  const limits = [
    { reason: 'unused', column: 'last_seen_at', afterMs: sessionIdleMs, isRemembered: 0 },
    { reason: 'too-old', column: 'created_at', afterMs: sessionMaxMs, isRemembered: 0 },
    { reason: 'remembered-too-old', column: 'created_at', afterMs: sessionRememberMs, isRemembered: 1 },
  ] as const
  for (const { reason, column, afterMs, isRemembered } of limits) {
    const isExpired: Which = (eb) => {
      const isOver = eb.and([eb('is_remembered', '=', isRemembered), eb(column, '<', now - afterMs)])
      return userId === undefined ? isOver : eb.and([isOver, eb('user_id', '=', userId)])
    }
    await endSessions(queries, isExpired, { reason, now: (eb) => eb(column, '+', afterMs) })
  }
}

/** Ends the least recently used sessions, so that with a new one there are at most `most`. Returns their number. */
export async function makeRoomForSession(
  queries: Queries,
  userId: string,
  { most, now }: { most: number; now: number },
) {
  const tooMany = (await listSessions(queries, userId)).slice(most - 1)
  for (const { token_hash } of tooMany) await removeSession(queries, token_hash, { reason: 'too-many-sessions', now })
  return tooMany.length
}

type Which = (eb: ExpressionBuilder<Schema, 'sessions'>) => Expression<SqlBool>

interface AnyEnd {
  reason: SessionEnd
  now: number | ((eb: ExpressionBuilder<Schema, 'sessions'>) => AliasableExpression<number>)
}

/** Ends sessions and writes down why, and deletes the sandboxes whose sessions they are. */
async function endSessions(queries: Queries, which: Which, { reason, now }: AnyEnd) {
  await queries
    .deleteFrom('users')
    .where('is_demo', '=', 1)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('sessions')
        .select('user_id')
        .where(which as never),
    )
    .execute()
  await queries
    .insertInto('ended_sessions')
    .columns(['token_hash', 'user_id', 'user_agent', 'reason', 'ended_at'])
    .expression((eb) =>
      eb
        .selectFrom('sessions')
        .select((row) => [
          'token_hash',
          'user_id',
          'user_agent',
          sql<SessionEnd>`${reason}`.as('reason'),
          (typeof now === 'number' ? sql<number>`cast(${now} as bigint)` : now(row)).as('ended_at'),
        ])
        .where(which),
    )
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .execute()
  await queries
    .deleteFrom('sessions')
    .where(which as never)
    .execute()
}
