import type { Insertable, Updateable } from 'kysely'
import type { Queries } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'

/** All comments of a flow, oldest first, with the names of who wrote and resolved them. */
export function listComments(queries: Queries, flowId: string) {
  return queries
    .selectFrom('flow_comments')
    .leftJoin('users as author', 'author.id', 'flow_comments.author_id')
    .leftJoin('users as resolver', 'resolver.id', 'flow_comments.resolved_by')
    .select(['flow_comments.id', 'thread_id', 'element_id', 'element_name', 'resolved_at'])
    .select(['author_id', 'text', 'mentions', 'flow_comments.created_at', 'edited_at'])
    .select(['author.first_name', 'author.last_name'])
    .select(['resolver.first_name as resolver_first_name', 'resolver.last_name as resolver_last_name'])
    .where('flow_id', '=', flowId)
    .orderBy('flow_comments.created_at')
    .orderBy('flow_comments.id')
    .execute()
}

export type CommentRow = Awaited<ReturnType<typeof listComments>>[number]

export async function countComments(queries: Queries, flowId: string) {
  const { count } = await queries
    .selectFrom('flow_comments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('flow_id', '=', flowId)
    .executeTakeFirstOrThrow()
  return count
}

export async function addComment(queries: Queries, comment: Insertable<Schema['flow_comments']>) {
  await queries.insertInto('flow_comments').values(comment).execute()
}

export function findComment(queries: Queries, flowId: string, id: string) {
  return queries
    .selectFrom('flow_comments')
    .select(['id', 'thread_id', 'author_id', 'text', 'mentions'])
    .where('flow_id', '=', flowId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function changeComment(queries: Queries, id: string, changes: Updateable<Schema['flow_comments']>) {
  await queries.updateTable('flow_comments').set(changes).where('id', '=', id).execute()
}

export async function removeComment(queries: Queries, id: string) {
  await queries.deleteFrom('flow_comments').where('id', '=', id).execute()
}

/** What is in a thread, its first comment among it. */
export function listThread(queries: Queries, threadId: string) {
  return queries.selectFrom('flow_comments').select(['id', 'text']).where('thread_id', '=', threadId).execute()
}

/** What a user has written, the oldest first. */
export function listCommentsOf(queries: Queries, userId: string) {
  return queries
    .selectFrom('flow_comments')
    .select(['flow_id as flow', 'element_name as element', 'text', 'created_at'])
    .where('author_id', '=', userId)
    .where('text', '!=', '')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Whom a mail tells of a comment: who wrote it, and where; undefined when it is not there any more. */
export function findCommentToTell(queries: Queries, id: string) {
  return queries
    .selectFrom('flow_comments')
    .innerJoin('flows', 'flows.id', 'flow_comments.flow_id')
    .innerJoin('users', 'users.id', 'flow_comments.author_id')
    .select(['flows.id as flow_id', 'users.first_name', 'users.last_name'])
    .where('flow_comments.id', '=', id)
    .where('text', '!=', '')
    .executeTakeFirst()
}
