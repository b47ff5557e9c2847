import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const flowsOfExperiments: Migration = {
  async up(db: Kysely<unknown>) {
    // A statement for each: SQLite adds one column at a time.
    await db.schema.alterTable('experiments').addColumn('flow_id', 'text').execute()
    await db.schema.alterTable('experiments').addColumn('flow_version', 'integer').execute()
  },
}
