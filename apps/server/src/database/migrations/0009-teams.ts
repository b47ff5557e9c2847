import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const teams: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('users')
      .addColumn('is_team', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()

    await db.schema
      .createTable('team_members')
      .addColumn('team_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('opened_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('members_of_team', ['team_id', 'email'])
      .execute()
    await db.schema.createIndex('teams_by_email').on('team_members').column('email').execute()

    // Both go with the entry in the library, which a flow keeps in the bin.
    await db.schema
      .createTable('flow_teams')
      .addColumn('flow_id', 'text', (column) =>
        column.notNull().references('library_entries.flow_id').onDelete('cascade'),
      )
      .addColumn('team_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('teams_of_flow', ['flow_id', 'team_id'])
      .execute()
    await db.schema.createIndex('flows_by_team').on('flow_teams').column('team_id').execute()

    await db.schema
      .createTable('flow_openings')
      .addColumn('flow_id', 'text', (column) =>
        column.notNull().references('library_entries.flow_id').onDelete('cascade'),
      )
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('opened_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('openings_of_flow', ['flow_id', 'user_id'])
      .execute()
    await db.schema.createIndex('openings_by_user').on('flow_openings').column('user_id').execute()

    await db.schema.alterTable('mails').addColumn('team_id', 'text').execute()
  },
}
