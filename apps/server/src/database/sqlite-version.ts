import SqliteConnection from 'better-sqlite3'

/** Earlier versions can corrupt a database in WAL mode. */
const OLDEST = [3, 51, 3] as const

/** Of SQLite as it runs, which is inside a package. */
export function sqliteVersion(connection = new SqliteConnection(':memory:')): string {
  return String(connection.prepare('select sqlite_version()').pluck().get())
}

/** Why a version cannot be used; undefined when it can. */
export function faultOfSqlite(version: string): string | undefined {
  const parts = version.split('.').map(Number)
  const difference = OLDEST.map((oldest, index) => (parts[index] ?? 0) - oldest).find((part) => part !== 0) ?? 0
  return difference < 0 ? `SQLite ${version} is too old: ${OLDEST.join('.')} or newer is needed.` : undefined
}
