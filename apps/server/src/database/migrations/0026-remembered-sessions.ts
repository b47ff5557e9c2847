import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const rememberedSessions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('sessions')
      .addColumn('is_remembered', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createTable('devices')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('device_hash', 'text', (column) => column.notNull())
      .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('devices_key', ['user_id', 'device_hash'])
      .execute()
    await db.schema.createIndex('devices_by_last_use').on('devices').column('last_seen_at').execute()
  },
}
