import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const closedAccounts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('users').addColumn('closed_at', 'bigint').execute()
    await db.schema
      .createIndex('users_by_closing')
      .on('users')
      .column('closed_at')
      .where(sql.ref('closed_at'), 'is not', null)
      .execute()
    // What a slice of a removal looks for.
    await db.schema.createIndex('library_by_user').on('library_entries').columns(['user_id', 'flow_id']).execute()
  },
}
