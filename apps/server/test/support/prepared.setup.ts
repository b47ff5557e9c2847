import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { newFolder } from './new-folder.ts'
import { startPostgres } from './postgres-cluster.ts'
import { type BundledServers, bundleServers } from './server-bundle.ts'

const MIGRATE = join(import.meta.dirname, 'migrate-process.ts')

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
    migrated: Migrated
    bundledServers: BundledServers
  }
}

/** Databases without rows, migrated once, for the tests to copy: to migrate takes most of the start of a server. */
export interface Migrated {
  /** Of the database in the run's PostgreSQL. */
  postgres: string
  sqliteFile: string
}

/** One PostgreSQL for all tests of a run, in which each makes its own databases, and what they start from. */
export async function setup({ provide }: TestProject) {
  const folder = await newFolder('migrated')
  const [cluster, servers] = await Promise.all([startPostgres(), bundleServers()])
  const migrated = { postgres: 'migrated', sqliteFile: join(folder, 'plimsoll.db') }
  // In a process of its own: Node loads the server as it is, and faster than the test runner does.
  await promisify(execFile)(process.execPath, [MIGRATE, folder, cluster.url, migrated.postgres])
  provide('postgresUrl', cluster.url)
  provide('migrated', migrated)
  provide('bundledServers', servers)
  return async () => {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
