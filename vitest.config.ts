import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // One more than by default: many of the tests start processes, and wait for them.
    maxWorkers: availableParallelism(),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/*/test/**/*.test.ts', 'apps/{web,cli}/test/**/*.test.ts', 'tooling/test/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['apps/server/test/**/*.test.ts'],
          // One PostgreSQL for the whole run.
          globalSetup: ['apps/server/test/support/postgres.setup.ts'],
        },
      },
    ],
  },
})
