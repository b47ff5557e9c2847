import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const failedSaves: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('live_documents').addColumn('next_save_at', 'bigint').execute()
    await db.schema
      .alterTable('live_documents')
      .addColumn('failed_saves', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('live_documents').addColumn('save_fault', 'text').execute()
  },
}
