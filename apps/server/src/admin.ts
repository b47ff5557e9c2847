import { existsSync } from 'node:fs'
import type { Config } from './config.ts'
import { openDatabase, sqliteFileIn } from './database/open.ts'
import { type AdminAccounts, createAdminAccounts } from './modules/admin/admin-accounts.ts'
import { AdminError } from './modules/admin/admin-error.ts'

export { type Config, readConfig } from './config.ts'
export { sqliteFileIn } from './database/open.ts'
export type { AdminAccounts } from './modules/admin/admin-accounts.ts'
export { AdminError } from './modules/admin/admin-error.ts'
export { backUpSqlite } from './modules/admin/back-up.ts'
export { restoreSqlite } from './modules/admin/restore.ts'

interface UseAccountsOptions {
  config: Config
  /** Whether to create a missing database. */
  mayCreateDatabase: boolean
}

/** Runs `work` with access to accounts. Servers may run at the same time. */
export async function useAccounts<Result>(
  { config, mayCreateDatabase }: UseAccountsOptions,
  work: (accounts: AdminAccounts) => Promise<Result>,
): Promise<Result> {
  const file = sqliteFileIn(config.dataDir)
  if (!config.databaseUrl && !mayCreateDatabase && !existsSync(file))
    throw new AdminError(`There is no database at ${file}. Is DATA_DIR right?`)
  const database = await openDatabase({ ...config, onError: () => {} })
  try {
    return await work(createAdminAccounts({ database, config, now: Date.now }))
  } finally {
    await database.close()
  }
}
