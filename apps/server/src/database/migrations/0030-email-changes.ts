import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const emailChanges: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('email_changes')
      .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('new_email', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('old_confirmed_at', 'bigint')
      .addColumn('new_confirmed_at', 'bigint')
      .execute()
    await db.schema.alterTable('mails').addColumn('user_id', 'text').execute()
  },
}
