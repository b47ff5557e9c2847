import SqliteConnection, { type Database } from 'better-sqlite3'
import { isKnownMigration } from './migrations/index.ts'

const TABLES = ['users', 'sessions', 'flows', 'kysely_migration']

/** Counts of rows in a database. */
export interface SqliteContent {
  users: number
  flows: number
}

/** Counts the rows of a database file. Throws unless it is an intact database of Plimsoll, of this version or an earlier one. */
export function verifySqlite(file: string): SqliteContent {
  let connection: Database | undefined
  try {
    connection = new SqliteConnection(file, { readonly: true, fileMustExist: true })
    requireTables(connection)
    requireIntegrity(connection)
    const count = (table: string) => Number(connection?.prepare(`select count(*) from ${table}`).pluck().get())
    // Teams are users without an address; earlier versions have no other mark.
    return { users: count("users where email like '%@%'"), flows: count('flows') }
  } finally {
    connection?.close()
  }
}

function requireTables(connection: Database): void {
  const tables = connection.prepare("select name from sqlite_schema where type = 'table'").pluck().all()
  if (TABLES.some((table) => !tables.includes(table))) throw new Error('it is a database, but none of Plimsoll')
  const migrations = connection.prepare('select name from kysely_migration').pluck().all() as string[]
  const unknown = migrations.filter((name) => !isKnownMigration(name))
  if (unknown.length > 0) throw new Error(`a newer version of Plimsoll has written it (${unknown.join(', ')})`)
}

function requireIntegrity(connection: Database): void {
  const faults = connection.prepare('pragma integrity_check(3)').pluck().all() as string[]
  if (faults.join() !== 'ok') throw new Error(`it is damaged: ${faults.join('; ')}`)
  const broken = connection.prepare('pragma foreign_key_check').all().length
  if (broken > 0) throw new Error(`it is damaged: ${broken} rows belong to rows that are gone`)
}
