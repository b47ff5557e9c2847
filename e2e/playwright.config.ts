import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { isFullSize } from '../tooling/lib/test-size.ts'
import type { WorkerOptions } from './fixtures/test.ts'

/**
 * Debian's browsers, where they are: the one without a window computes a fifth less, and is the one that Playwright brings
 * along. Tests of full size are measurements, and those are taken in the whole one.
 */
const DEBIANS = isFullSize ? ['chromium'] : ['chromium-headless-shell', 'chromium']
const executablePath = DEBIANS.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path))

/** For each test Chromium would load the popups of an address bar that nobody sees: a third of a short test's computing time. */
const UNSEEN = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']
/** And for each page it would start a process in store, which is thrown away with the test: a seventh. */
const IN_STORE = 'SpareRendererForSitePerProcess'
/** What Playwright itself switches off; of two lists Chromium takes the last. */
const PLAYWRIGHTS = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'AvoidCorsURLLoaderRestartOnRedirect', 'DestroyProfileOnBrowserClose'],
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...[
    'ThirdPartyStoragePartitioning',
    'OptimizationHints',
    'NetworkTimeServiceQuerying',
    'AimEnabled',
    'PreconnectToSearch',
  ],
]

export default defineConfig<object, WorkerOptions>({
  testDir: 'specs',
  outputDir: '../test-results/browser',
  // Each with a browser and a server of its own, and a test keeps a core busy: one more only makes each wait for the others.
  workers: availableParallelism(),
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // How long a hang goes unnoticed, and no promise of speed: a machine that has others to serve may stand still for seconds.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${[...PLAYWRIGHTS, ...UNSEEN, IN_STORE]}`,
      ],
    },
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    // A fifth of the computing time: to see a failure step by step, run its test with `--trace on`.
    trace: 'off',
  },
  // A test says by tag where else it runs: `@small` on a small screen only, `@both` on both, `@postgres` on PostgreSQL as well.
  projects: [
    // One worker, and from the start: each would set up a database of its own.
    { name: 'postgres', grep: /@postgres\b/, use: { database: 'postgres' }, workers: 1 },
    { name: 'desktop', grepInvert: /@small\b/ },
    {
      name: 'small',
      grep: /@(small|both)\b/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
})
