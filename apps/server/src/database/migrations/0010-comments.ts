import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const comments: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('flow_comments')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('flow_id', 'text', (column) =>
        column.notNull().references('library_entries.flow_id').onDelete('cascade'),
      )
      .addColumn('thread_id', 'text', (column) => column.notNull())
      .addColumn('element_id', 'text')
      .addColumn('element_name', 'text')
      .addColumn('resolved_at', 'bigint')
      .addColumn('resolved_by', 'text', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('author_id', 'text', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('mentions', 'text', (column) => column.notNull().defaultTo('[]'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('edited_at', 'bigint')
      .execute()
    // The second and third are for the deletion of an account.
    for (const column of ['flow_id', 'author_id', 'resolved_by'])
      await db.schema.createIndex(`comments_by_${column}`).on('flow_comments').column(column).execute()

    await db.schema
      .alterTable('flow_links')
      .addColumn('role', 'text', (column) => column.notNull().defaultTo('viewer'))
      .execute()
    await db.schema
      .createTable('flow_link_roles')
      .addColumn('link_id', 'text', (column) => column.notNull().references('flow_links.id').onDelete('cascade'))
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('opened_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('roles_of_link', ['link_id', 'user_id'])
      .execute()
    await db.schema.createIndex('link_roles_by_user').on('flow_link_roles').column('user_id').execute()

    await db.schema.alterTable('mails').addColumn('comment_id', 'text').execute()
  },
}
