import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

/** One PostgreSQL for all tests of a run; each test file makes its own databases in it. */
export async function setup({ provide }: TestProject) {
  const cluster = await startPostgres()
  provide('postgresUrl', cluster.url)
  return () => cluster.stop()
}
