import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { build, preview } from 'vite'
import { Api } from '../e2e/fixtures/api.ts'
import { startServer } from '../e2e/fixtures/server.ts'
import { runBusyWorker } from './busy-worker.ts'
import { layeredFlow } from './graphs.ts'

const BARE = join(import.meta.dirname, 'bare-react-flow')
const BARE_BUILT = join(import.meta.dirname, '..', '.cache', 'bare-react-flow')
const DEBIAN_CHROMIUM = '/usr/bin/chromium'
const VIEWPORT = { width: 1440, height: 900 }

export interface CanvasPages {
  /** The editor with a layered flow of this size on the board. */
  openEditor(size: number): Promise<Page>
  /** Bare React Flow with the same graph in a pane as large as the editor's. */
  openBare(size: number, editor: Page): Promise<Page>
  close(): Promise<void>
}

/** A browser that draws as fast as it can, our server and the baseline's. */
export async function startCanvasPages(): Promise<CanvasPages> {
  const dataDir = await mkdtemp(join(tmpdir(), 'plimsoll-bench-'))
  const server = await startServer({ dataDir })
  const api = await Api.signIn(server.url)
  const bare = await serveBare()
  const browser = await launch()
  return {
    openEditor: (size) => openEditor(browser, api, size),
    openBare: (size, editor) => openBare(browser, bare.url, { size, editor }),
    close: async () => {
      await browser.close()
      await bare.close()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function serveBare(): Promise<{ url: string; close: () => Promise<void> }> {
  await build({ root: BARE, logLevel: 'error', build: { outDir: BARE_BUILT, emptyOutDir: true } })
  const server = await preview({ root: BARE, build: { outDir: BARE_BUILT }, preview: { port: 0, host: '127.0.0.1' } })
  const url = server.resolvedUrls?.local[0]
  if (!url) throw new Error('The page with bare React Flow has no address.')
  return { url, close: () => server.close() }
}

function launch(): Promise<Browser> {
  return chromium.launch({
    ...(existsSync(DEBIAN_CHROMIUM) ? { executablePath: DEBIAN_CHROMIUM } : {}),
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Without these every frame that takes less than 16.7 ms would look the same.
      '--disable-frame-rate-limit',
      '--disable-gpu-vsync',
    ],
  })
}

async function openEditor(browser: Browser, api: Api, size: number): Promise<Page> {
  const name = `Layers ${size}`
  await api.createFlow({ name, ...layeredFlow(size) })
  const session = JSON.stringify({ state: { isAuthenticated: true, token: api.token }, version: 0 })
  const origins = [{ origin: api.url, localStorage: [{ name: 'auth-storage', value: session }] }]
  const page = await browser.newPage({ viewport: VIEWPORT, storageState: { cookies: [], origins } })
  await runBusyWorker(page)
  await page.goto(`${api.url}/flow-library`)
  await page.getByRole('article', { name }).getByRole('button', { name: 'Load' }).click()
  await page.locator('.react-flow__edge').first().waitFor({ state: 'attached' })
  return page
}

async function openBare(
  browser: Browser,
  url: string,
  { size, editor }: { size: number; editor: Page },
): Promise<Page> {
  const pane = await editor.locator('.react-flow').boundingBox()
  if (!pane) throw new Error('The editor shows no canvas.')
  const page = await browser.newPage({ viewport: VIEWPORT })
  await page.goto(
    `${url}?${new URLSearchParams({ size: `${size}`, width: `${pane.width}`, height: `${pane.height}` })}`,
  )
  await page.locator('.react-flow__edge').first().waitFor({ state: 'attached' })
  return page
}
