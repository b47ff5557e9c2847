import { randomUUID } from 'node:crypto'
import { copyFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import SqliteConnection from 'better-sqlite3'
import pg from 'pg'
import { inject } from 'vitest'
import { newFolder } from './new-folder.ts'

/** The location of a database for one server. */
export interface TestDatabase {
  dataDir: string
  databaseUrl: string | undefined
  /** The addresses of all users, read directly from the database. */
  readEmails(): Promise<string[]>
  remove(): Promise<void>
}

const EMAILS = 'select email from users'

export const DATABASES = ['SQLite', 'PostgreSQL'] as const
export type DatabaseName = (typeof DATABASES)[number]

/** A database of the newest schema without a row, as a server that is started for the first time leaves it. */
export async function makeDatabase(name: DatabaseName): Promise<TestDatabase> {
  const { postgres, sqliteFile } = inject('migrated')
  if (name === 'PostgreSQL') return makePostgres(`template ${postgres}`)
  const storage = await makeSqlite()
  await copyFile(sqliteFile, join(storage.dataDir, basename(sqliteFile)))
  return storage
}

/** The place of a database that no server has been started on. */
export function makeEmptyDatabase(name: DatabaseName): Promise<TestDatabase> {
  return name === 'PostgreSQL' ? makePostgres() : makeSqlite()
}

async function makeSqlite(): Promise<TestDatabase> {
  const dataDir = await newFolder('test')
  return sqliteIn(dataDir, () => rm(dataDir, { recursive: true, force: true }))
}

/** The database in an existing data folder. */
export function sqliteIn(dataDir: string, remove: TestDatabase['remove']): TestDatabase {
  return {
    dataDir,
    databaseUrl: undefined,
    async readEmails() {
      const connection = new SqliteConnection(join(dataDir, 'plimsoll.db'), { readonly: true })
      const emails = connection.prepare(EMAILS).pluck().all() as string[]
      connection.close()
      return emails
    },
    remove,
  }
}

async function makePostgres(from = ''): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await execute(`${server}/postgres`, `create database ${name} ${from}`)
  const dataDir = await newFolder('test')
  return {
    dataDir,
    databaseUrl: `${server}/${name}`,
    readEmails: async () => (await execute(`${server}/${name}`, EMAILS)).map(({ email }) => email),
    async remove() {
      await execute(`${server}/postgres`, `drop database ${name} with (force)`)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function execute(url: string, statement: string) {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}
