import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'

/** Where a server finds an empty database of its own. */
export interface TestDatabase {
  dataDir: string
  databaseUrl: string | undefined
  remove(): Promise<void>
}

export const DATABASES = ['SQLite', 'PostgreSQL'] as const
export type DatabaseName = (typeof DATABASES)[number]

const MAKERS = { SQLite: makeSqlite, PostgreSQL: makePostgres } satisfies Record<
  DatabaseName,
  () => Promise<TestDatabase>
>

export function makeDatabase(name: DatabaseName): Promise<TestDatabase> {
  return MAKERS[name]()
}

async function makeSqlite(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'plimsoll-test-'))
  return { dataDir, databaseUrl: undefined, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

async function makePostgres(): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await execute(`${server}/postgres`, `create database ${name}`)
  return {
    dataDir: tmpdir(),
    databaseUrl: `${server}/${name}`,
    remove: () => execute(`${server}/postgres`, `drop database ${name} with (force)`),
  }
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement)
  await client.end()
}
