import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What lists are ordered by stands beside what they are searched by, so that they read no flow but those of their page. */
export const libraryOrders: Migration = {
  async up(db: Kysely<unknown>) {
    const columns = [
      ['node_count', 'integer'],
      ['updated_at', 'bigint'],
      ['is_removed', 'integer'],
    ] as const
    for (const [name, type] of columns)
      await db.schema
        .alterTable('library_entries')
        .addColumn(name, type, (column) => column.notNull().defaultTo(0))
        .execute()
    for (const [table, isRemoved] of [
      ['flows', 0],
      ['removed_flows', 1],
    ] as const) {
      const flow = sql.table(table)
      await sql`update library_entries set node_count = ${flow}.node_count, updated_at = ${flow}.updated_at, is_removed = ${sql.lit(isRemoved)}
        from ${flow} where ${flow}.id = library_entries.flow_id`.execute(db)
    }
    for (const name of ['library_by_name', 'library_by_opening', 'flows_by_size'])
      await db.schema.dropIndex(name).execute()
    const order = (name: string, column: `${string} desc` | 'sort_name') =>
      db.schema.createIndex(name).on('library_entries').columns(['user_id', 'is_removed', column, 'flow_id']).execute()
    await order('library_by_name', 'sort_name')
    await order('library_by_opening', 'opened_at desc')
    await order('library_by_change', 'updated_at desc')
    await order('library_by_size', 'node_count desc')
    // Orders flows of others without their words.
    await db.schema
      .createIndex('library_by_flow')
      .on('library_entries')
      .columns(['flow_id', 'is_removed', 'user_id', 'updated_at', 'node_count', 'opened_at', 'sort_name'])
      .execute()
    await db.schema.dropIndex('flow_shares_by_email').execute()
    const shares = ['email', 'flow_id', 'opened_at']
    await db.schema.createIndex('flow_shares_by_email').on('flow_shares').columns(shares).execute()
    await db.schema.dropIndex('flows_by_team').execute()
    await db.schema.createIndex('flows_by_team').on('flow_teams').columns(['team_id', 'flow_id']).execute()
  },
}
