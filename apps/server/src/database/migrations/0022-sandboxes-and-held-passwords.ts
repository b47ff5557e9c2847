import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const sandboxesAndHeldPasswords: Migration = {
  async up(db: Kysely<unknown>) {
    // Everybody had the password of the account that all visitors shared. What was saved in it stays, for the operator to open.
    await sql`delete from sessions where user_id in (select id from users where is_demo = 1)`.execute(db)
    await sql`
      update users set is_demo = 0, password_hash = '', email = 'former-demo@plimsoll.example' where is_demo = 1
    `.execute(db)
    await db.schema.alterTable('users').addColumn('browser_hash', 'text').execute()
    await db.schema
      .alterTable('users')
      .addColumn('is_password_held', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await sql`create index sandboxes on users (created_at) where is_demo = 1`.execute(db)
  },
}
