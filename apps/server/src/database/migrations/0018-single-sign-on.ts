import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const singleSignOn: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('oidc_identities')
      .addColumn('issuer', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('oidc_identities_key', ['issuer', 'subject'])
      .execute()
    await db.schema.createIndex('oidc_identities_by_user').on('oidc_identities').column('user_id').execute()
    await db.schema
      .createTable('oidc_sessions')
      .addColumn('token_hash', 'text', (column) =>
        column.primaryKey().references('sessions.token_hash').onDelete('cascade'),
      )
      .addColumn('id_token', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('oidc_teams')
      .addColumn('group_name', 'text', (column) => column.primaryKey())
      .addColumn('team_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .execute()
    await db.schema.createIndex('oidc_teams_by_team').on('oidc_teams').column('team_id').execute()
  },
}
