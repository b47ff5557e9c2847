import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { COMPILER_FLAGS } from './apps/cli/src/compiler-flags.ts'

const WORKSPACES = ['packages/*', 'apps/{web,cli}', 'tooling']
/** What takes seconds: left out of the quick check. */
const LONG = WORKSPACES.map((workspace) => `${workspace}/test/**/*.long.test.ts`)
/** Only where properties are tried: to load it takes time. */
const PINNED = ['tooling/lib/pin-random.setup.ts']

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    // As the terminal's command runs.
    execArgv: COMPILER_FLAGS,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Waits end at the event; only a machine with much else to do needs long.
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
    server: { deps: { external: [/\/packages\/[^/]+\/src\//] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tooling/test/**/*.test.ts'],
          exclude: LONG,
        },
      },
      {
        extends: true,
        // Such code keeps nothing from one file to the next, or its tests load it anew: to start anew for each file would take
        // longer than the tests.
        test: {
          name: 'pure',
          include: ['packages/*/test/**/*.test.ts', 'apps/{web,cli}/test/**/*.test.ts'],
          exclude: LONG,
          isolate: false,
          setupFiles: PINNED,
        },
      },
      { extends: true, test: { name: 'long', include: LONG, isolate: false, setupFiles: PINNED } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['apps/server/test/**/*.test.ts'],
          isolate: false,
          // One PostgreSQL for the whole run, and what each test starts from.
          globalSetup: ['apps/server/test/support/prepared.setup.ts'],
        },
      },
    ],
  },
})
