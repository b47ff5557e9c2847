import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const ROOMS = ['packages/*', 'apps/{web,cli}', 'tooling']
/** Runs of the engines that take seconds: left out of the quick check. */
const LONG = ROOMS.map((room) => `${room}/test/**/*.long.test.ts`)

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
          include: ['apps/{web,cli}/test/**/*.test.ts', 'tooling/test/**/*.test.ts'],
          exclude: LONG,
        },
      },
      {
        extends: true,
        // Pure code keeps nothing from one file to the next: to start anew for each would take longer than the tests.
        test: { name: 'pure', include: ['packages/*/test/**/*.test.ts'], exclude: LONG, isolate: false },
      },
      { extends: true, test: { name: 'long', include: LONG } },
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
