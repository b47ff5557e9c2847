import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const storageOfAccounts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('users').addColumn('most_mb', 'integer').execute()
  },
}
