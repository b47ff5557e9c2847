import type { Queries } from '../../database/database.ts'

/** Removes sandboxes whose session has ended, and those that were made until then. */
export async function removeEndedSandboxes(queries: Queries, createdUntil: number) {
  await queries
    .deleteFrom('users')
    .where('is_demo', '=', 1)
    .where(({ or, eb, not, exists, selectFrom }) => {
      const session = selectFrom('sessions').select('token_hash').whereRef('sessions.user_id', '=', 'users.id')
      return or([eb('users.created_at', '<=', createdUntil), not(exists(session))])
    })
    .execute()
}

export async function removeSandboxes(queries: Queries) {
  await queries.deleteFrom('users').where('is_demo', '=', 1).execute()
}

export async function countSandboxes(queries: Queries) {
  const { count } = await queries
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('is_demo', '=', 1)
    .executeTakeFirstOrThrow()
  return count
}

/** Removes the sandbox that was unused for longest, if nobody has used it since then. Returns whether there was one. */
export async function removeSpareSandbox(queries: Queries, unusedSince: number) {
  const spare = queries
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('users.id')
    .where('is_demo', '=', 1)
    .where('last_seen_at', '<=', unusedSince)
    .orderBy('last_seen_at')
    .limit(1)
  const { numDeletedRows } = await queries.deleteFrom('users').where('id', '=', spare).executeTakeFirst()
  return numDeletedRows === 1n
}

/** Bytes of a user's flows as they are stored, in the library but for one of them, and in the bin. */
export async function countFlowBytes(queries: Queries, userId: string, except: string) {
  const bytesIn = async (table: 'flows' | 'removed_flows') => {
    const { bytes } = await queries
      .selectFrom(table)
      .select(({ fn, val }) => fn.coalesce(fn.sum<number>(fn<number>('length', ['packed'])), val(0)).as('bytes'))
      .where('user_id', '=', userId)
      .where('id', '!=', except)
      .executeTakeFirstOrThrow()
    return bytes
  }
  return (await bytesIn('flows')) + (await bytesIn('removed_flows'))
}
