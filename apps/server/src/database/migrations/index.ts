import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { accountsAndFlows } from './0001-accounts-and-flows.ts'
import { mailAndLimits } from './0002-mail-and-limits.ts'

/** In order. A migration that was released is never changed. */
const MIGRATIONS: Record<string, Migration> = {
  '0001-accounts-and-flows': accountsAndFlows,
  '0002-mail-and-limits': mailAndLimits,
}

/** Brings a database to the newest schema, or leaves it untouched. Throws for one that a newer version has written. */
export async function migrateToLatest<Schema>(db: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
