import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const invitations: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('invitations')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('email', 'text', (column) => column.notNull().unique())
      .addColumn('token_hash', 'text', (column) => column.unique())
      .addColumn('invited_by', 'text', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('invitations_by_inviter').on('invitations').column('invited_by').execute()

    // Why the last attempt failed, and since when nobody tries any more.
    await db.schema.alterTable('mails').addColumn('failure', 'text').execute()
    await db.schema.alterTable('mails').addColumn('given_up_at', 'bigint').execute()
  },
}
