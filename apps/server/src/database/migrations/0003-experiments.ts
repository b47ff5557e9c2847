import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const experiments: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('experiments')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('share', 'double precision', (column) => column.notNull().defaultTo(0))
      .addColumn('progress', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('request', 'bytea', (column) => column.notNull())
      .addColumn('result', 'bytea')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('started_at', 'bigint')
      .addColumn('finished_at', 'bigint')
      .addColumn('claim', 'text')
      .addColumn('lease_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema.createIndex('experiments_by_user').on('experiments').columns(['user_id', 'created_at']).execute()
    await db.schema.createIndex('experiments_by_state').on('experiments').columns(['state', 'created_at']).execute()

    await db.schema
      .createTable('experiment_turns')
      .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('begun_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
