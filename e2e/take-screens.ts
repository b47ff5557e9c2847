import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { startServer } from './fixtures/server.ts'
import { SimulationPanel } from './pages/simulation.page.ts'
import { asWebp } from './pages/webp.ts'
import config from './playwright.config.ts'

// Usage: npm run pictures [-- run|predict]
/**
 * Takes the screens of the documentation anew, at three sizes, in light and dark: a sample under load in the editor, and what Predict
 * says of another one.
 */
const IMAGES = join(import.meta.dirname, '..', 'docs', 'images')
const SAMPLE = 'Orders and sensors as events'
const PREDICTED = 'Three-tier web shop'
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
] as const
const QUALITY = 0.7
/** Simulated seconds after which a queue has grown, and what is proposed has helped. */
const LOADED_S = 12
const REPAIRED_S = 14

const [only] = process.argv.slice(2)
const dataDir = await mkdtemp(join(tmpdir(), 'plimsoll-screens-'))
const server = await startServer({ dataDir })
const browser = await chromium.launch(config.use?.launchOptions)
try {
  for (const size of SIZES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [of, show] of Object.entries({ run: showRun, predict: showPrediction })) {
        if (only && of !== only) continue
        const name = `${of}-${size.width}-${colorScheme}.webp`
        await writeFile(join(IMAGES, name), await takeScreen(browser, { viewport: size, colorScheme }, show))
        console.log(name)
      }
    }
  }
} finally {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

type Look = Required<Pick<BrowserContextOptions, 'colorScheme'>> & { readonly viewport: (typeof SIZES)[number] }

async function takeScreen(browser: Browser, look: Look, show: (page: Page) => Promise<void>): Promise<Buffer> {
  const page = await browser.newPage(look)
  await page.goto(`${server.url}/login`)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await show(page)
  // Not the moment at which a toast goes.
  await page.mouse.move(0, 0)
  const screen = await asWebp(page, await page.screenshot(), QUALITY)
  await page.close()
  return screen
}

async function load(page: Page, sample: string): Promise<void> {
  await page.getByRole('article', { name: sample, exact: true }).getByRole('button', { name: 'Load' }).click()
}

async function showRun(page: Page): Promise<void> {
  const panel = new SimulationPanel(page)
  await load(page, SAMPLE)
  await panel.command('Start').click()
  const unfold = page.getByRole('button', { name: 'Expand Simulation Panel' })
  if (await unfold.isVisible()) await unfold.click()
  await panel.waitForMore('Elapsed time', LOADED_S, 60_000)
  await panel.section('Diagnosis').getByRole('button', { name: 'Apply' }).first().click()
  await panel.waitForMore('Elapsed time', LOADED_S + REPAIRED_S, 60_000)
  await panel.command('Pause').click()
}

async function showPrediction(page: Page): Promise<void> {
  await load(page, PREDICTED)
  await page.getByRole('tab', { name: 'Both' }).click()
  const predict = page.getByRole('region', { name: 'Predict' })
  for (const [field, value] of [
    ['Duration', '60'],
    ['Replications', '4'],
    ['Objectives', 'p95 < 600 ms'],
  ] as const) {
    await predict.getByLabel(field).fill(value)
    await predict.getByLabel(field).press('Enter')
  }
  await predict.getByRole('button', { name: 'Run', exact: true }).click()
  await predict.getByRole('status').waitFor({ state: 'detached', timeout: 120_000 })
  await predict.getByRole('heading', { name: 'Verdict' }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Dismiss' }).first().waitFor({ state: 'detached' })
}
