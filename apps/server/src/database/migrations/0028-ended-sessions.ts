import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const endedSessions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('ended_sessions')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('user_agent', 'text')
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('ended_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('ended_sessions_by_user')
      .on('ended_sessions')
      .columns(['user_id', 'ended_at'])
      .execute()
    await db.schema.createIndex('ended_sessions_by_end').on('ended_sessions').column('ended_at').execute()
  },
}
