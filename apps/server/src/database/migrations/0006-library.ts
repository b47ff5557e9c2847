import { gunzipSync } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { libraryEntry } from '../library-entry.ts'
import type { Schema } from '../schema.ts'

const BATCH = 100

export const library: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('library_entries')
      .addColumn('flow_id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('words', 'text', (column) => column.notNull())
      .addColumn('sort_name', 'bytea', (column) => column.notNull())
      .addColumn('opened_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    await addEntries(db as Kysely<Schema>)
    await db.schema
      .createTable('flow_tags')
      .addColumn('flow_id', 'text', (column) =>
        column.notNull().references('library_entries.flow_id').onDelete('cascade'),
      )
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('tag', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('flow_tags_of_flow', ['flow_id', 'tag'])
      .execute()
    const order = (name: string, table: string, column: string) =>
      db.schema.createIndex(name).on(table).columns(['user_id', column]).execute()
    await order('library_by_name', 'library_entries', 'sort_name')
    await order('library_by_opening', 'library_entries', 'opened_at')
    await order('flows_by_tag', 'flow_tags', 'tag')
    await order('flows_by_size', 'flows', 'node_count')
  },
}

async function addEntries(db: Kysely<Schema>) {
  for (const table of ['flows', 'removed_flows'] as const) {
    let last = ''
    for (;;) {
      const flows = await db
        .selectFrom(table)
        .select(['id', 'user_id', 'name', 'description', 'node_count', 'updated_at', 'packed'])
        .where(sql.ref<string>('id'), '>', last)
        .orderBy('id')
        .limit(BATCH)
        .execute()
      if (flows.length === 0) break
      const entries = flows.map((flow) => {
        const { flow_id, user_id, words, sort_name } = libraryEntry(flow, nodesOf(flow.packed))
        return { flow_id, user_id, words, sort_name }
      })
      await db.insertInto('library_entries').values(entries).execute()
      last = flows.at(-1)?.id ?? last
    }
  }
}

/** None of a flow that cannot be read: it stays in the library, so that it can be removed. */
function nodesOf(packed: Uint8Array<ArrayBuffer>): unknown[] {
  try {
    return JSON.parse(gunzipSync(packed).toString()).data.nodes
  } catch {
    return []
  }
}
