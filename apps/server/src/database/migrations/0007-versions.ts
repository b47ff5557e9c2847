import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const versions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('flow_versions')
      .addColumn('flow_id', 'text', (column) =>
        column.notNull().references('library_entries.flow_id').onDelete('cascade'),
      )
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('author_id', 'text', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('saved_at', 'bigint', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('note', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('restored_from', 'integer')
      .addColumn('node_count', 'integer', (column) => column.notNull())
      .addColumn('edge_count', 'integer', (column) => column.notNull())
      .addColumn('p99_ms', 'double precision')
      .addColumn('capacity_rps', 'double precision')
      .addColumn('cost_per_hour', 'double precision')
      .addColumn('thin_at', 'bigint')
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('packed', 'bytea')
      .addPrimaryKeyConstraint('versions_of_flow', ['flow_id', 'version'])
      .execute()
    await db.schema.createIndex('versions_by_author').on('flow_versions').column('author_id').execute()
    await db.schema
      .createIndex('versions_by_thinning')
      .on('flow_versions')
      .columns(['thin_at', 'saved_at'])
      .where(sql.ref('packed'), 'is not', null)
      .execute()
    await db.schema
      .alterTable('users')
      .addColumn('version_bytes', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    // What is stored so far is the first version that is known of each flow.
    for (const table of ['flows', 'removed_flows']) {
      await sql`
        insert into flow_versions (flow_id, version, author_id, saved_at, node_count, edge_count, bytes)
        select id, version, user_id, updated_at, node_count, edge_count, length(packed) from ${sql.table(table)}
      `.execute(db)
    }
  },
}
