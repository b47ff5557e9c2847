import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import type { WorkerOptions } from './fixtures/test.ts'

const debianChromium = '/usr/bin/chromium'

export default defineConfig<object, WorkerOptions>({
  testDir: 'specs',
  outputDir: '../test-results/browser',
  // A browser, a server and a running simulation fill two cores; with more of both there is nothing to trust in a time.
  workers: Math.max(1, Math.floor(availableParallelism() / 2)),
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: {
      ...(existsSync(debianChromium) ? { executablePath: debianChromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    viewport: { width: 1440, height: 900 },
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
  // A test says by tag where else it runs: `@small` on a small screen only, `@both` on both, `@postgres` on PostgreSQL as well.
  projects: [
    { name: 'desktop', grepInvert: /@small\b/ },
    {
      name: 'small',
      grep: /@(small|both)\b/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    { name: 'postgres', grep: /@postgres\b/, use: { database: 'postgres' } },
  ],
})
