import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const removedFlows: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('removed_flows')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('node_count', 'integer', (column) => column.notNull())
      .addColumn('edge_count', 'integer', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('packed', 'bytea', (column) => column.notNull())
      .addColumn('removed_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('removed_flows_by_user')
      .on('removed_flows')
      .columns(['user_id', 'removed_at'])
      .execute()
    await db.schema.createIndex('removed_flows_by_time').on('removed_flows').column('removed_at').execute()
  },
}
