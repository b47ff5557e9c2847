import { execFileSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Target } from './target.ts'

/** Everything that a target stores: the bytes of its data folder, or every row in PostgreSQL. */
export async function storedBytes({ storage }: Pick<Target, 'storage'>): Promise<string> {
  return storage.databaseUrl ? rowsOf(storage.databaseUrl) : bytesIn(storage.dataDir)
}

async function bytesIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  // In another process, because closing the file in this one would release SQLite's locks.
  return execFileSync('cat', files, { encoding: 'latin1', maxBuffer: 2 ** 30 })
}

async function rowsOf(url: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const tables = await client.query("select tablename from pg_tables where schemaname = 'public'")
    const texts: string[] = []
    for (const { tablename } of tables.rows) {
      const { rows } = await client.query(`select t::text as row from "${tablename}" t`)
      texts.push(...rows.map(({ row }) => row))
    }
    return texts.join('\n')
  } finally {
    await client.end()
  }
}
