import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import type { Queries } from '../src/database/database.ts'
import { libraryEntry } from '../src/database/library-entry.ts'
import { libraryOrders } from '../src/database/migrations/0019-library-orders.ts'
import { ordersOfShares } from '../src/database/migrations/0035-orders-of-shares.ts'
import { openDatabase } from '../src/database/open.ts'
import { moveToBin } from '../src/modules/bin/bin.repository.ts'
import { addFlow } from '../src/modules/flows/flows.repository.ts'
import { putEntry } from '../src/modules/library/library.repository.ts'
import { findPage } from '../src/modules/library/library-pages.repository.ts'
import { putShare } from '../src/modules/sharing/sharing.repository.ts'
import { DATABASES, makeEmptyDatabase } from './support/databases.ts'

const ADDED = ['node_count', 'updated_at', 'is_removed']
const USER = 'a-user'

async function addUser(queries: Queries, user: { readonly id: string; readonly email: string }) {
  const names = { first_name: 'Grace', last_name: 'Hopper', password_hash: '-' }
  const times = { email_verified_at: 1, created_at: 1, updated_at: 1 }
  await queries
    .insertInto('users')
    .values({ ...user, is_demo: 0, ...names, ...times })
    .execute()
}

it.each(DATABASES)(
  '[API-768] on %s lists hold the flows that an earlier version saved, and leave out what is in the bin',
  async (name) => {
    const storage = await makeEmptyDatabase(name)
    const database = await openDatabase({ ...storage, onError: () => {} })
    await database.write(async (queries) => {
      await addUser(queries, { id: USER, email: 'grace@example.com' })
      for (const [at, id] of ['small', 'large', 'gone'].entries()) {
        const flow = {
          id,
          user_id: USER,
          name: id,
          description: '',
          node_count: 5 * at,
          edge_count: 0,
          updated_at: 9 - at,
        }
        await addFlow(queries, { ...flow, created_at: 1, packed: Buffer.from('') })
        await putEntry(queries, libraryEntry(flow, []))
      }
      await moveToBin(queries, USER, 'gone', 20)
      // As the version before left it.
      for (const index of [
        'library_by_change',
        'library_by_size',
        'library_by_flow',
        'library_by_name',
        'library_by_opening',
      ])
        await queries.schema.dropIndex(index).execute()
      for (const column of ADDED) await queries.schema.alterTable('library_entries').dropColumn(column).execute()
      await queries.schema
        .createIndex('library_by_name')
        .on('library_entries')
        .columns(['user_id', 'sort_name'])
        .execute()
      await queries.schema
        .createIndex('library_by_opening')
        .on('library_entries')
        .columns(['user_id', 'opened_at'])
        .execute()
      await queries.schema.createIndex('flows_by_size').on('flows').columns(['user_id', 'node_count']).execute()
      await libraryOrders.up(queries as unknown as Kysely<unknown>)
    })
    const list = {
      userId: USER,
      whose: 'own',
      teams: [],
      words: [],
      tag: undefined,
      now: 0,
      after: undefined,
      limit: 9,
    } as const
    const ids = async (sort: 'updated' | 'nodes') =>
      (await findPage(database, { ...list, sort })).rows.map(({ id }) => id)
    expect(await ids('updated')).toEqual(['small', 'large'])
    expect(await ids('nodes')).toEqual(['large', 'small'])
    expect(await findPage(database, { ...list, sort: 'name', words: ['l'] })).toMatchObject({ all: 2, found: 2 })
    await database.close()
    await storage.remove()
  },
)

it.each(DATABASES)(
  '[API-1022] on %s shares that an earlier version made are in the list in their place',
  async (name) => {
    const storage = await makeEmptyDatabase(name)
    const database = await openDatabase({ ...storage, onError: () => {} })
    const [one, other] = ['grace@example.com', 'ada@example.com'] as const
    await database.write(async (queries) => {
      for (const email of [one, other]) await addUser(queries, { id: email, email })
      for (const [at, id] of ['c-old', 'a-new', 'b-gone'].entries()) {
        const flow = { id, user_id: one, name: id, description: '', node_count: 9 - at, edge_count: 0, updated_at: at }
        await addFlow(queries, { ...flow, created_at: 1, packed: Buffer.from('') })
        await putEntry(queries, libraryEntry(flow, []))
        await putShare(queries, { flowId: id, email: other, role: 'viewer', now: 1 })
      }
      await moveToBin(queries, one, 'b-gone', 20)
      // As the version before left it.
      for (const order of ['name', 'change', 'size']) await queries.schema.dropIndex(`shares_by_${order}`).execute()
      for (const column of ['sort_name', ...ADDED])
        await queries.schema.alterTable('flow_shares').dropColumn(column).execute()
      await ordersOfShares.up(queries as unknown as Kysely<unknown>)
    })
    const list = { userId: other, whose: 'shared', teams: [], words: [], tag: undefined, now: 0, limit: 9 } as const
    const page = async (sort: 'updated' | 'nodes' | 'name') => {
      const { rows, all } = await findPage(database, { ...list, after: undefined, sort })
      return [...rows.map(({ id }) => id), all]
    }
    expect(await page('updated')).toEqual(['a-new', 'c-old', 2])
    expect(await page('nodes')).toEqual(['c-old', 'a-new', 2])
    expect(await page('name')).toEqual(['a-new', 'c-old', 2])
    await database.close()
    await storage.remove()
  },
)
