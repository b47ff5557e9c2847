import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const liveDocuments: Migration = {
  async up(db: Kysely<unknown>) {
    // Both go with the entry in the library, which a flow keeps in the bin.
    await db.schema
      .createTable('live_documents')
      .addColumn('flow_id', 'text', (column) =>
        column.primaryKey().references('library_entries.flow_id').onDelete('cascade'),
      )
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('base_seq', 'bigint', (column) => column.notNull())
      .addColumn('last_seq', 'bigint', (column) => column.notNull())
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .addColumn('unsaved_since', 'bigint')
      .addColumn('state', 'bytea', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('live_documents_by_unsaved')
      .on('live_documents')
      .columns(['unsaved_since', 'changed_at'])
      .execute()

    await db.schema
      .createTable('live_updates')
      .addColumn('flow_id', 'text', (column) =>
        column.notNull().references('live_documents.flow_id').onDelete('cascade'),
      )
      .addColumn('seq', 'bigint', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('data', 'bytea', (column) => column.notNull())
      .addPrimaryKeyConstraint('updates_of_live_document', ['flow_id', 'seq'])
      .execute()
    await db.schema.createIndex('live_updates_by_user').on('live_updates').column('user_id').execute()
  },
}
