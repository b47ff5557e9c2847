import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const sharing: Migration = {
  async up(db: Kysely<unknown>) {
    // Both go with the entry in the library, which a flow keeps in the bin.
    await db.schema
      .createTable('flow_shares')
      .addColumn('flow_id', 'text', (column) =>
        column.notNull().references('library_entries.flow_id').onDelete('cascade'),
      )
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('opened_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('flow_shares_of_flow', ['flow_id', 'email'])
      .execute()
    await db.schema.createIndex('flow_shares_by_email').on('flow_shares').column('email').execute()

    await db.schema
      .createTable('flow_links')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('flow_id', 'text', (column) =>
        column.notNull().references('library_entries.flow_id').onDelete('cascade'),
      )
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('password_hash', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint')
      .execute()
    await db.schema.createIndex('flow_links_by_flow').on('flow_links').column('flow_id').execute()
    await db.schema.createIndex('flow_links_by_expiry').on('flow_links').column('expires_at').execute()

    await db.schema.alterTable('mails').addColumn('flow_id', 'text').execute()
  },
}
