import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What the list of shared flows is ordered by stands in the shares, so that it reads no entry but those of its page. */
export const ordersOfShares: Migration = {
  async up(db: Kysely<unknown>) {
    const columns = [
      ['sort_name', 'bytea', ''],
      ['node_count', 'integer', 0],
      ['updated_at', 'bigint', 0],
      ['is_removed', 'integer', 0],
    ] as const
    for (const [name, type, standing] of columns)
      await db.schema
        .alterTable('flow_shares')
        .addColumn(name, type, (column) => column.notNull().defaultTo(standing))
        .execute()
    await sql`update flow_shares set sort_name = entry.sort_name, node_count = entry.node_count, updated_at = entry.updated_at,
      is_removed = entry.is_removed
      from library_entries as entry where entry.flow_id = flow_shares.flow_id`.execute(db)
    const order = (name: string, column: `${string} desc` | 'sort_name') =>
      db.schema.createIndex(name).on('flow_shares').columns(['email', 'is_removed', column, 'flow_id']).execute()
    await order('shares_by_name', 'sort_name')
    await order('shares_by_change', 'updated_at desc')
    await order('shares_by_size', 'node_count desc')
  },
}
