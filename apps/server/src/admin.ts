import { existsSync } from 'node:fs'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import { openDatabase, sqliteFileIn } from './database/open.ts'
import { verifySqlite } from './database/verify-sqlite.ts'
import { type AdminAccounts, createAdminAccounts } from './modules/admin/admin-accounts.ts'
import { AdminError } from './modules/admin/admin-error.ts'
import { type CheckedFlows, checkFlows } from './modules/admin/check-flows.ts'

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
export const useAccounts = <Result>(
  options: UseAccountsOptions,
  work: (accounts: AdminAccounts) => Promise<Result>,
): Promise<Result> =>
  useDatabase(options, (database) => work(createAdminAccounts({ database, config: options.config, now: Date.now })))

/** Looks for damage in the database and in every stored flow. Servers may run at the same time. */
export const checkDatabase = (config: Config): Promise<CheckedFlows> =>
  useDatabase({ config, mayCreateDatabase: false }, async (database) => {
    const { checked, damaged } = await checkFlows(database)
    return {
      checked,
      damaged: config.databaseUrl ? damaged : [...faultsOfFile(sqliteFileIn(config.dataDir)), ...damaged],
    }
  })

function faultsOfFile(file: string): string[] {
  try {
    verifySqlite(file)
    return []
  } catch (error) {
    return [`the database ${file}: ${(error as Error).message}`]
  }
}

async function useDatabase<Result>(
  { config, mayCreateDatabase }: UseAccountsOptions,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const file = sqliteFileIn(config.dataDir)
  if (!config.databaseUrl && !mayCreateDatabase && !existsSync(file))
    throw new AdminError(`There is no database at ${file}. Is DATA_DIR right?`)
  const database = await openDatabase({ ...config, onError: () => {} })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
