import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { startServer } from './fixtures/server.ts'
import { asWebp } from './pages/webp.ts'
import config from './playwright.config.ts'

// Usage: node e2e/take-pictures.ts, after the web app was built.
/** Takes the pictures of the landing page anew: the marketplace of the demo account under load, in light and dark. */
const PICTURES = join(import.meta.dirname, '..', 'apps', 'web', 'src', 'features', 'landing', 'pictures')
const SIZE = { width: 1920, height: 1080 }
const QUALITY = 0.82
/** By then the load is steady, and no toast is left. */
const ELAPSED = /^1[2-9]\.\d/

const dataDir = await mkdtemp(join(tmpdir(), 'plimsoll-pictures-'))
const server = await startServer({ dataDir })
const browser = await chromium.launch(config.use?.launchOptions)
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    const picture = await takePicture(browser, colorScheme)
    await writeFile(join(PICTURES, `marketplace-${colorScheme}.webp`), picture)
  }
} finally {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function takePicture(browser: Browser, colorScheme: 'light' | 'dark'): Promise<Buffer> {
  const page = await browser.newPage({ viewport: SIZE, colorScheme })
  await page.goto(`${server.url}/login`)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('article', { name: 'Marketplace platform' }).getByRole('button', { name: 'Load' }).click()
  await page.getByRole('button', { name: 'Start' }).click()
  await page.locator('dd').filter({ hasText: ELAPSED }).first().waitFor()
  const picture = await asWebp(page, await page.screenshot(), QUALITY)
  await page.close()
  return picture
}
