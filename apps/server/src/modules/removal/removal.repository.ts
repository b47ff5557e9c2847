import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../database/database.ts'
import { firstSlice, SLICE } from '../../database/slices.ts'

/**
 * Closes a locked account or team: from then on nobody has, finds or sees it, or anything of it. What it has stored goes in slices.
 * See docs/decisions/0292.
 */
export async function closeUser(queries: Queries, userId: string, now: number) {
  const nothing = {
    password_hash: '',
    first_name: '',
    last_name: '',
    email_verified_at: null,
    is_team: 0,
    role: 'user',
  } as const
  await queries
    .updateTable('users')
    .set({ email: `closed:${userId}`, ...nothing, closed_at: now })
    .where('id', '=', userId)
    .execute()
  const ofPerson = [
    'sessions',
    'ended_sessions',
    'api_tokens',
    'mail_tokens',
    'email_changes',
    'oidc_identities',
    'devices',
    'passkeys',
    'passkey_challenges',
    'authenticator_apps',
    'recovery_codes',
  ] as const
  for (const table of [...ofPerson, 'flow_link_roles'] as const)
    await queries.deleteFrom(table).where('user_id', '=', userId).execute()
  for (const table of ['team_members', 'flow_teams', 'oidc_teams'] as const)
    await queries.deleteFrom(table).where('team_id', '=', userId).execute()
  for (const column of ['author_id', 'resolved_by'] as const)
    await queries
      .updateTable('flow_comments')
      .set({ [column]: null })
      .where(column, '=', userId)
      .execute()
  const flows = queries.selectFrom('library_entries').select('flow_id').where('user_id', '=', userId)
  await queries.deleteFrom('flow_comments').where('flow_id', 'in', flows).execute()
  await queries.deleteFrom('flow_shares').where('flow_id', 'in', flows).execute()
  await queries.deleteFrom('flow_links').where('flow_id', 'in', flows).execute()
  await queries.deleteFrom('flow_teams').where('flow_id', 'in', flows).execute()
}

/** The account or team that was closed first. */
export async function findClosed(queries: Queries): Promise<string | undefined> {
  const row = await queries
    .selectFrom('users')
    .select('id')
    .where('closed_at', 'is not', null)
    .orderBy('closed_at')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Removes some of what a closed account has stored. Returns false when it was all, and the account is gone. */
export async function removeSlice(queries: Queries, userId: string): Promise<boolean> {
  for (const remove of [removeExperiments, removeVersions, removeFlows, removeBin, forgetAuthor, removeEntries])
    if (await remove(queries, userId)) return true
  await queries.deleteFrom('users').where('id', '=', userId).where('closed_at', 'is not', null).execute()
  return false
}

type Remove = (queries: Queries, userId: string) => Promise<boolean>

const removeExperiments: Remove = (queries, userId) =>
  removeFrom(queries, 'experiments', {
    userId,
    bytes: sql<number>`length(request) + coalesce(length(result), 0)`,
  })

const removeFlows: Remove = (queries, userId) =>
  removeFrom(queries, 'flows', { userId, bytes: sql<number>`length(packed)` })

const removeBin: Remove = (queries, userId) =>
  removeFrom(queries, 'removed_flows', { userId, bytes: sql<number>`length(packed)` })

async function removeFrom(
  queries: Queries,
  table: 'experiments' | 'flows' | 'removed_flows',
  { userId, bytes }: { userId: string; bytes: RawBuilder<number> },
): Promise<boolean> {
  const rows = await queries
    .selectFrom(table)
    .select(['id', bytes.as('bytes')])
    .where('user_id', '=', userId)
    .limit(SLICE.rows)
    .execute()
  const ids = firstSlice(rows).map(({ id }) => id)
  if (ids.length > 0) await queries.deleteFrom(table).where('id', 'in', ids).execute()
  return ids.length > 0
}

/** Of one flow at a time. */
const removeVersions: Remove = async (queries, userId) => {
  const found = await queries
    .selectFrom('flow_versions')
    .innerJoin('library_entries', 'library_entries.flow_id', 'flow_versions.flow_id')
    .select(['flow_versions.flow_id', 'version', 'bytes'])
    .where('user_id', '=', userId)
    .orderBy('flow_versions.flow_id')
    .limit(SLICE.rows)
    .execute()
  const [first] = found
  if (!first) return false
  const versions = firstSlice(found.filter(({ flow_id }) => flow_id === first.flow_id)).map(({ version }) => version)
  await queries
    .deleteFrom('flow_versions')
    .where('flow_id', '=', first.flow_id)
    .where('version', 'in', versions)
    .execute()
  return true
}

/** Of versions that it has saved of the flows of others. */
const forgetAuthor: Remove = async (queries, userId) => {
  const found = await queries
    .selectFrom('flow_versions')
    .select(['flow_id', 'version', 'bytes'])
    .where('author_id', '=', userId)
    .limit(SLICE.rows)
    .execute()
  for (const { flow_id, version } of firstSlice(found))
    await queries
      .updateTable('flow_versions')
      .set({ author_id: null })
      .where('flow_id', '=', flow_id)
      .where('version', '=', version)
      .execute()
  return found.length > 0
}

/** With comments, tags, and what several people draw. */
const removeEntries: Remove = async (queries, userId) => {
  const found = await queries
    .selectFrom('library_entries')
    .leftJoin('live_documents', 'live_documents.flow_id', 'library_entries.flow_id')
    .select(['library_entries.flow_id', sql<number>`coalesce(length(state), 0)`.as('bytes')])
    .where('library_entries.user_id', '=', userId)
    .limit(SLICE.rows)
    .execute()
  const ids = firstSlice(found).map(({ flow_id }) => flow_id)
  if (ids.length > 0) await queries.deleteFrom('library_entries').where('flow_id', 'in', ids).execute()
  return ids.length > 0
}
