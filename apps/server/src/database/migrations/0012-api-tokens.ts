import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const apiTokens: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('api_tokens')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('scope', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute()
    await db.schema.createIndex('api_tokens_by_user').on('api_tokens').column('user_id').execute()
    await db.schema.createIndex('api_tokens_by_expiry').on('api_tokens').column('expires_at').execute()
  },
}
