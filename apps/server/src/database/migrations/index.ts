import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { accountsAndFlows } from './0001-accounts-and-flows.ts'
import { mailAndLimits } from './0002-mail-and-limits.ts'
import { experiments } from './0003-experiments.ts'
import { removedFlows } from './0004-removed-flows.ts'
import { flowsOfExperiments } from './0005-flows-of-experiments.ts'
import { library } from './0006-library.ts'
import { versions } from './0007-versions.ts'
import { sharing } from './0008-sharing.ts'
import { teams } from './0009-teams.ts'
import { comments } from './0010-comments.ts'
import { liveDocuments } from './0011-live-documents.ts'
import { apiTokens } from './0012-api-tokens.ts'
import { singleSignOn } from './0018-single-sign-on.ts'
import { libraryOrders } from './0019-library-orders.ts'
import { closedAccounts } from './0020-closed-accounts.ts'
import { sandboxesAndHeldPasswords } from './0022-sandboxes-and-held-passwords.ts'
import { checksums } from './0023-checksums.ts'
import { administration } from './0024-administration.ts'
import { invitations } from './0025-invitations.ts'
import { rememberedSessions } from './0026-remembered-sessions.ts'
import { secondFactors } from './0027-second-factors.ts'
import { endedSessions } from './0028-ended-sessions.ts'
import { lettersOfDomains } from './0029-letters-of-domains.ts'
import { emailChanges } from './0030-email-changes.ts'
import { failedSaves } from './0033-failed-saves.ts'
import { storageOfAccounts } from './0034-storage-of-accounts.ts'
import { ordersOfShares } from './0035-orders-of-shares.ts'

/** In order. A released migration is never changed. */
const MIGRATIONS: Record<string, Migration> = {
  '0001-accounts-and-flows': accountsAndFlows,
  '0002-mail-and-limits': mailAndLimits,
  '0003-experiments': experiments,
  '0004-removed-flows': removedFlows,
  '0005-flows-of-experiments': flowsOfExperiments,
  '0006-library': library,
  '0007-versions': versions,
  '0008-sharing': sharing,
  '0009-teams': teams,
  '0010-comments': comments,
  '0011-live-documents': liveDocuments,
  '0012-api-tokens': apiTokens,
  '0018-single-sign-on': singleSignOn,
  '0019-library-orders': libraryOrders,
  '0020-closed-accounts': closedAccounts,
  '0022-sandboxes-and-held-passwords': sandboxesAndHeldPasswords,
  '0023-checksums': checksums,
  '0024-administration': administration,
  '0025-invitations': invitations,
  '0026-remembered-sessions': rememberedSessions,
  '0027-second-factors': secondFactors,
  '0028-ended-sessions': endedSessions,
  '0029-letters-of-domains': lettersOfDomains,
  '0030-email-changes': emailChanges,
  '0033-failed-saves': failedSaves,
  '0034-storage-of-accounts': storageOfAccounts,
  '0035-orders-of-shares': ordersOfShares,
}

/** Whether this version contains a migration. */
export function isKnownMigration(name: string): boolean {
  return Object.hasOwn(MIGRATIONS, name)
}

interface MigrationOptions {
  /** Called before an existing database is changed, with the first missing migration. */
  beforeChange?: (migration: string) => void
}

/** Migrates a database to the newest schema in one transaction. Throws for a database of a newer version. */
export async function migrateToLatest<Schema>(
  db: Kysely<Schema>,
  { beforeChange }: MigrationOptions = {},
): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const migrations = await migrator.getMigrations()
  if (migrations.some(({ executedAt }) => executedAt)) {
    await refuseNewer(db)
    const missing = migrations.find(({ executedAt }) => !executedAt)
    if (missing) beforeChange?.(missing.name)
  }
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

async function refuseNewer<Schema>(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const unknown = rows.map(({ name }) => name).filter((name) => !isKnownMigration(name))
  if (unknown.length > 0) {
    throw new Error(
      `a newer version of Plimsoll has written it (${unknown.join(', ')}). Start that version or a later one.`,
    )
  }
}
