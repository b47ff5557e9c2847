import type { GivenRole } from '@plimsoll/contract'
import { type Insertable, type SqlBool, sql } from 'kysely'
import type { Queries } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import type { Schema } from '../../database/schema.ts'
import { orderShares } from '../library/library.repository.ts'
import { recountBytes } from '../versions/versions.repository.ts'

/** Bytes of a flow that are read at once: from PostgreSQL they come as text, whose decoding keeps all others waiting. */
export const READ_AT_ONCE = 512 * 1024

const emailOf = (queries: Queries, userId: string) =>
  queries.selectFrom('users').select('email').where('id', '=', userId)

/** Orders roles that owners give. */
const STRENGTH = sql`case flow_teams.role when 'editor' then 2 when 'commenter' then 1 else 0 end`

/**
 * The owner of a flow in the library, and what this user is to it: by an own role, by links, in the team that owns it, and through other
 * teams.
 */
function access(queries: Queries, userId: string, now: number) {
  return withRoles(queries, userId, now)
    .select('flows.user_id as owner_id')
    .select((eb) => [
      eb
        .selectFrom('team_members')
        .whereRef('team_members.team_id', '=', 'flows.user_id')
        .where('team_members.email', '=', emailOf(queries, userId))
        .select('team_members.role')
        .as('team_role'),
      eb
        .selectFrom('flow_teams')
        .innerJoin('team_members', 'team_members.team_id', 'flow_teams.team_id')
        .whereRef('flow_teams.flow_id', '=', 'flows.id')
        .where('team_members.email', '=', emailOf(queries, userId))
        .select('flow_teams.role')
        .orderBy(STRENGTH, 'desc')
        .limit(1)
        .as('team_share'),
    ])
}

function withRoles(queries: Queries, userId: string, now: number) {
  return queries.selectFrom('flows').select((eb) => [
    eb
      .selectFrom('flow_shares')
      .innerJoin('users', 'users.email', 'flow_shares.email')
      .whereRef('flow_shares.flow_id', '=', 'flows.id')
      .where('users.id', '=', userId)
      .select('flow_shares.role')
      .as('role'),
    eb
      .selectFrom('flow_link_roles')
      .innerJoin('flow_links', 'flow_links.id', 'flow_link_roles.link_id')
      .whereRef('flow_links.flow_id', '=', 'flows.id')
      .where('flow_link_roles.user_id', '=', userId)
      .where(isLinkInForce(now))
      // Of commenter and editor the latter is the greater one.
      .select(({ fn }) => fn.max('flow_links.role').as('link_role'))
      .as('link_role'),
  ])
}

/** Also where `flow_links` is joined. */
export const isLinkInForce = (now: number) =>
  sql<SqlBool>`(flow_links.expires_at is null or flow_links.expires_at > ${now})`

/** Roles of links that have not expired. */
const linkRolesInForce = (queries: Queries, now: number) =>
  queries
    .selectFrom('flow_link_roles')
    .innerJoin('flow_links', 'flow_links.id', 'flow_link_roles.link_id')
    .where(isLinkInForce(now))

export const findAccess = prepared(({ read }, userId: string, flowId: string, now: number) =>
  access(read, userId, now).where('flows.id', '=', flowId),
)

/**
 * The same with what is stored of the flow, as one query: for the way that is gone most. Null for a large one, which is read in parts; see
 * `readLarge`.
 */
export const findFlowWithAccess = prepared(({ read }, userId: string, flowId: string, now: number) =>
  headWithAccess(read, userId, flowId, now)
    .select(['flows.name', 'flows.description', 'live_documents.unsaved_since', packedBytes.as('bytes')])
    .select(packedIfSmall.as('packed')),
)

const packedBytes = sql<number>`octet_length(flows.packed)`
const packedIfSmall = sql<Buffer<ArrayBuffer> | null>`case when ${packedBytes} <= ${sql.lit(READ_AT_ONCE)} then flows.packed end`

/** The same without its content. */
export const findHeadWithAccess = prepared(({ read }, userId: string, flowId: string, now: number) =>
  headWithAccess(read, userId, flowId, now),
)

const headWithAccess = (queries: Queries, userId: string, flowId: string, now: number) =>
  access(queries, userId, now)
    .where('flows.id', '=', flowId)
    .leftJoin('live_documents', 'live_documents.flow_id', 'flows.id')
    .select(['flows.created_at', 'flows.version', 'live_documents.version as live_version'])
    .select(({ exists, or, selectFrom }) =>
      or([
        exists(selectFrom('flow_shares').select('flow_id').whereRef('flow_id', '=', 'flows.id')),
        exists(selectFrom('flow_teams').select('flow_id').whereRef('flow_id', '=', 'flows.id')),
        exists(selectFrom('team_members').select('email').whereRef('team_id', '=', 'flows.user_id')),
        exists(
          selectFrom('flow_links')
            .select('id')
            .whereRef('flow_id', '=', 'flows.id')
            .where('role', '!=', 'viewer')
            .where(isLinkInForce(now)),
        ),
      ]).as('is_shared'),
    )

export const findAccessIn = (queries: Queries, userId: string, flowId: string, now: number) =>
  access(queries, userId, now).where('flows.id', '=', flowId).executeTakeFirst()

/** The same for several flows. */
export const listAccess = (queries: Queries, userId: string, flowIds: readonly string[], now: number) =>
  access(queries, userId, now).where('flows.id', 'in', flowIds).select('flows.id').execute()

interface ShareKey {
  flowId: string
  email: string
}

/** Gives an address a role, or another one; when it opened the flow stays. */
export async function putShare(
  queries: Queries,
  { flowId, email, role, now, openedAt = 0 }: ShareKey & { role: GivenRole; now: number; openedAt?: number },
) {
  // Who saves the flow at the same time waits until then, and finds the share.
  await queries
    .updateTable('library_entries')
    .set(({ ref }) => ({ is_removed: ref('is_removed') }))
    .where('flow_id', '=', flowId)
    .execute()
  await queries
    .insertInto('flow_shares')
    .values({ flow_id: flowId, email, role, created_at: now, opened_at: openedAt })
    .onConflict((conflict) => conflict.columns(['flow_id', 'email']).doUpdateSet({ role }))
    .execute()
  await orderShares(queries, flowId)
}

export function findShare(queries: Queries, { flowId, email }: ShareKey) {
  return queries
    .selectFrom('flow_shares')
    .leftJoin('users', 'users.email', 'flow_shares.email')
    .select(['flow_shares.role', 'flow_shares.opened_at', 'users.id as user_id'])
    .where('flow_shares.flow_id', '=', flowId)
    .where('flow_shares.email', '=', email)
    .executeTakeFirst()
}

/** Returns whether there was one. */
export async function removeShare(queries: Queries, { flowId, email }: ShareKey) {
  const { numDeletedRows } = await queries
    .deleteFrom('flow_shares')
    .where('flow_id', '=', flowId)
    .where('email', '=', email)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** All that was given to an address. */
export async function removeSharesWith(queries: Queries, email: string) {
  await queries.deleteFrom('flow_shares').where('email', '=', email).execute()
}

/** The shares of flows, in the order in which they were made; the name is null where the person has not opened the flow. */
export function listShares(queries: Queries, flowIds: readonly string[]) {
  return queries
    .selectFrom('flow_shares')
    .leftJoin('users', (join) =>
      join.onRef('users.email', '=', 'flow_shares.email').on('flow_shares.opened_at', '>', 0),
    )
    .select(['flow_shares.flow_id', 'flow_shares.email', 'flow_shares.role', 'users.first_name', 'users.last_name'])
    .where('flow_shares.flow_id', 'in', flowIds)
    .orderBy('flow_shares.created_at')
    .orderBy('flow_shares.email')
    .execute()
}

/** Whom a user shares flows with, also those in the bin. */
export function listSharesOf(queries: Queries, userId: string) {
  return queries
    .selectFrom('flow_shares')
    .innerJoin('library_entries', 'library_entries.flow_id', 'flow_shares.flow_id')
    .select(['flow_shares.flow_id as flow', 'flow_shares.email', 'flow_shares.role'])
    .where('library_entries.user_id', '=', userId)
    .orderBy('flow_shares.flow_id')
    .orderBy('flow_shares.email')
    .execute()
}

/** Whoever has a role in a flow, by name or by a link. */
export async function countPeople(queries: Queries, { flowId, now }: { flowId: string; now: number }) {
  const byLink = linkRolesInForce(queries, now)
    .innerJoin('users', 'users.id', 'flow_link_roles.user_id')
    .where('flow_links.flow_id', '=', flowId)
    .select('users.email')
  const { count } = await queries
    .selectFrom(
      queries.selectFrom('flow_shares').select('email').where('flow_id', '=', flowId).union(byLink).as('people'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Remembers that a person opened a flow of another. */
export async function openShare(
  queries: Queries,
  { flowId, userId, now }: { flowId: string; userId: string; now: number },
) {
  await queries
    .updateTable('flow_shares')
    .set({ opened_at: now })
    .where('flow_id', '=', flowId)
    .where('email', '=', (eb) => eb.selectFrom('users').select('email').where('id', '=', userId))
    .execute()
  await queries
    .updateTable('flow_link_roles')
    .set({ opened_at: now })
    .where('user_id', '=', userId)
    .where('link_id', 'in', (eb) => eb.selectFrom('flow_links').select('id').where('flow_id', '=', flowId))
    .execute()
}

interface Shared {
  userId: string
  flowIds: readonly string[]
  now: number
}

/** The roles of a user in flows of others, and whose they are. */
export function findShared(queries: Queries, { userId, flowIds, now }: Shared) {
  return withRoles(queries, userId, now)
    .innerJoin('users as owner', 'owner.id', 'flows.user_id')
    .select(['flows.id as flow_id', 'owner.first_name', 'owner.last_name'])
    .where('flows.id', 'in', flowIds)
    .execute()
}

/** The flows in the library of a user that others have a role in, themselves or through a team. */
export function listOwnShared(queries: Queries, userId: string, now: number) {
  return queries
    .selectFrom('flows')
    .select(['id', 'name'])
    .select(
      linkRolesInForce(queries, now)
        .whereRef('flow_links.flow_id', '=', sql.ref('flows.id'))
        .select(({ fn }) => fn.count<number>('flow_link_roles.user_id').distinct().as('count'))
        .as('by_link'),
    )
    .where('user_id', '=', userId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('flow_shares')
        .select('flow_id')
        .union(eb.selectFrom('flow_teams').select('flow_id'))
        .union(linkRolesInForce(queries, now).select('flow_links.flow_id')),
    )
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/**
 * Who shared a flow that a mail tells of: undefined when it is not shared with this address any more, without an address when that
 * person has no account any more. A team that owns a flow has no address.
 */
export function findShareToTell(queries: Queries, { flowId, email, sharedBy }: ShareKey & { sharedBy: string | null }) {
  return queries
    .selectFrom('flow_shares')
    .innerJoin('flows', 'flows.id', 'flow_shares.flow_id')
    .leftJoin('users', (join) =>
      join
        .on('users.id', '=', sharedBy ?? sql.ref<string>('flows.user_id'))
        .on('users.is_team', '=', 0)
        .on('users.closed_at', 'is', null),
    )
    .select(['users.email as sharer_email'])
    .where('flow_shares.flow_id', '=', flowId)
    .where('flow_shares.email', '=', email)
    .executeTakeFirst()
}

/** The address of who gave a flow away; undefined where the account was deleted. */
export async function findGiver(queries: Queries, userId: string): Promise<string | undefined> {
  const row = await queries
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return row?.email
}

interface Gift {
  flowId: string
  from: string
  to: string
  openedAt: number
}

/** Gives a flow to another user; returns false when its owner has it no longer. The tags were the owner's words. */
export async function giveFlow(queries: Queries, { flowId, from, to, openedAt }: Gift) {
  const { numUpdatedRows } = await queries
    .updateTable('flows')
    .set({ user_id: to, request_key: null, request_digest: null })
    .where('id', '=', flowId)
    .where('user_id', '=', from)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await queries
    .updateTable('library_entries')
    .set({ user_id: to, opened_at: openedAt })
    .where('flow_id', '=', flowId)
    .execute()
  await queries.deleteFrom('flow_tags').where('flow_id', '=', flowId).execute()
  for (const userId of [from, to]) await recountBytes(queries, userId)
  return true
}

export async function addLink(queries: Queries, link: Insertable<Schema['flow_links']>) {
  await queries.insertInto('flow_links').values(link).execute()
}

/** Oldest first. */
export function listLinks(queries: Queries, flowId: string) {
  return queries
    .selectFrom('flow_links')
    .select(['id', 'role', 'password_hash', 'created_at', 'expires_at'])
    .select((eb) =>
      eb
        .selectFrom('flow_link_roles')
        .whereRef('flow_link_roles.link_id', '=', 'flow_links.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('people'),
    )
    .where('flow_id', '=', flowId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Returns whether the flow had it. */
export async function removeLink(queries: Queries, flowId: string, id: string) {
  const { numDeletedRows } = await queries
    .deleteFrom('flow_links')
    .where('flow_id', '=', flowId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** A link that is in force, with its flow; none where the flow is in the bin. */
export function findLink(queries: Queries, { tokenHash, now }: { tokenHash: string; now: number }) {
  return queries
    .selectFrom('flow_links')
    .innerJoin('flows', 'flows.id', 'flow_links.flow_id')
    .select(['flow_links.id', 'flow_links.role', 'flow_links.password_hash'])
    .select(['flows.id as flow_id', 'flows.name', 'flows.description', 'flows.version'])
    .where('flow_links.token_hash', '=', tokenHash)
    .where(isLinkInForce(now))
    .executeTakeFirst()
}

/** Gives a user the role of a link, unless that was revoked meanwhile. Returns whether the user did not have it. */
export async function addLinkRole(
  queries: Queries,
  { linkId, userId, now }: { linkId: string; userId: string; now: number },
) {
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('flow_link_roles')
    .columns(['link_id', 'user_id', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('flow_links')
        .select([
          'id',
          sql<string>`cast(${userId} as text)`.as('user_id'),
          sql<number>`cast(${now} as bigint)`.as('created_at'),
        ])
        .where('id', '=', linkId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Takes the roles from a user that links to a flow gave. */
export async function removeLinkRoles(queries: Queries, { flowId, userId }: { flowId: string; userId: string }) {
  const { numDeletedRows } = await queries
    .deleteFrom('flow_link_roles')
    .where('user_id', '=', userId)
    .where('link_id', 'in', (eb) => eb.selectFrom('flow_links').select('id').where('flow_id', '=', flowId))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Whoever has a part in a flow and has opened it, with the owner. */
export function listMembers(
  queries: Queries,
  { flowId, ownerId, now }: { flowId: string; ownerId: string; now: number },
) {
  return queries
    .selectFrom('users')
    .select(['users.id', 'users.email', 'users.first_name', 'users.last_name'])
    .where('users.is_team', '=', 0)
    .where(({ and, or, eb }) =>
      or([
        eb('users.id', '=', ownerId),
        eb(
          'users.email',
          'in',
          queries.selectFrom('flow_shares').select('email').where('flow_id', '=', flowId).where('opened_at', '>', 0),
        ),
        eb(
          'users.id',
          'in',
          linkRolesInForce(queries, now).select('flow_link_roles.user_id').where('flow_links.flow_id', '=', flowId),
        ),
        and([
          eb('users.id', 'in', queries.selectFrom('flow_openings').select('user_id').where('flow_id', '=', flowId)),
          eb(
            'users.email',
            'in',
            queries
              .selectFrom('team_members')
              .select('email')
              .where((team) =>
                team.or([
                  team('team_id', '=', ownerId),
                  team(
                    'team_id',
                    'in',
                    queries.selectFrom('flow_teams').select('team_id').where('flow_id', '=', flowId),
                  ),
                ]),
              ),
          ),
        ]),
      ]),
    )
    .orderBy('users.first_name')
    .orderBy('users.last_name')
    .orderBy('users.id')
    .execute()
}

export async function findLinkedFlow(queries: Queries, flowId: string) {
  const row = await queries.selectFrom('flows').select('packed').where('id', '=', flowId).executeTakeFirst()
  return row?.packed
}

export async function removeExpiredLinks(queries: Queries, before: number) {
  await queries.deleteFrom('flow_links').where('expires_at', '<', before).execute()
}
