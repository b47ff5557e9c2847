import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const administration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('users')
      .addColumn('role', 'text', (column) => column.notNull().defaultTo('user'))
      .execute()
    await db.schema
      .alterTable('users')
      .addColumn('role_by_claim', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('users').addColumn('disabled_at', 'bigint').execute()
    await db.schema.alterTable('users').addColumn('most_flows', 'integer').execute()
    await db.schema.createIndex('users_by_age').on('users').columns(['created_at', 'id']).execute()

    await db.schema
      .createTable('administrator_links')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()

    await db.schema
      .createTable('audit_log')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('event', 'text', (column) => column.notNull())
      .addColumn('actor_id', 'text')
      .addColumn('subject_id', 'text')
      .addColumn('detail', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('address', 'text')
      .execute()
    await db.schema.createIndex('audit_log_by_time').on('audit_log').columns(['at', 'id']).execute()
    await db.schema.createIndex('audit_log_by_actor').on('audit_log').columns(['actor_id', 'at']).execute()
    await db.schema.createIndex('audit_log_by_subject').on('audit_log').columns(['subject_id', 'at']).execute()
    await db.schema.createIndex('audit_log_by_event').on('audit_log').columns(['event', 'at']).execute()
  },
}
