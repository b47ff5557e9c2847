import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { Flow } from '@plimsoll/flow'
import { build, preview } from 'vite'
import { Api } from '../e2e/fixtures/api.ts'
import { startServer } from '../e2e/fixtures/server.ts'
import { runBusyWorker } from './busy-worker.ts'
import { layeredFlow } from './graphs.ts'

const BARE = join(import.meta.dirname, 'bare-react-flow')
const BARE_BUILT = join(import.meta.dirname, '..', '.cache', 'bare-react-flow')
const DEBIAN_CHROMIUM = '/usr/bin/chromium'
/** Without these every frame that takes less than 16.7 ms would look the same. */
const UNLIMITED = ['--disable-frame-rate-limit', '--disable-gpu-vsync']
/** As many as the engine shows at once. */
const MOST_DOTS = 100
const SAMPLE = 'Three-tier web shop'
const VIEWPORT = { width: 1440, height: 900 }

export interface CanvasPages {
  /** The editor with a layered flow of this size on the board and, in place of the engine, one that shows so many dots. */
  openEditor(size: number, options?: { dots: number }): Promise<Page>
  /** The editor with the three-tier sample on the board and the real engine. */
  openSample(): Promise<Page>
  /** The editor with this flow, saved before, and the real engine. */
  openSaved(name: string, flow: Flow): Promise<Page>
  /** Bare React Flow with the same graph in a pane as large as the editor's. */
  openBare(size: number, editor: Page): Promise<Page>
  close(): Promise<void>
}

/** A browser, our server and the baseline's. Unless it keeps to the screen's 60 frames a second, the browser draws as fast as it can. */
export async function startCanvasPages({ frames }: { frames: 'screen' | 'unlimited' }): Promise<CanvasPages> {
  const dataDir = await mkdtemp(join(tmpdir(), 'plimsoll-bench-'))
  const server = await startServer({ dataDir })
  const api = await Api.signIn(server.url)
  const bare = await serveBare()
  const browser = await launch(frames === 'unlimited' ? UNLIMITED : [])
  return {
    openEditor: (size, { dots } = { dots: MOST_DOTS }) => openEditor(browser, api, { size, dots }),
    openSample: () => openStored(browser, api, SAMPLE),
    openSaved: async (name, { nodes, edges, simulation = {} }) => {
      await api.createFlow({ name, nodes, edges, simulation })
      return openStored(browser, api, name)
    },
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

function launch(extra: readonly string[]): Promise<Browser> {
  return chromium.launch({
    ...(existsSync(DEBIAN_CHROMIUM) ? { executablePath: DEBIAN_CHROMIUM } : {}),
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...extra,
    ],
  })
}

async function openEditor(browser: Browser, api: Api, { size, dots }: { size: number; dots: number }): Promise<Page> {
  const name = `Layers ${size} ${dots}`
  await api.createFlow({ name, ...layeredFlow(size) })
  const page = await signedIn(browser, api)
  await runBusyWorker(page, { dots })
  await load(page, { api, name })
  return page
}

async function openStored(browser: Browser, api: Api, name: string): Promise<Page> {
  const page = await signedIn(browser, api)
  await load(page, { api, name })
  return page
}

function signedIn(browser: Browser, api: Api): Promise<Page> {
  const session = JSON.stringify({ state: { isAuthenticated: true, token: api.token }, version: 0 })
  const origins = [{ origin: api.url, localStorage: [{ name: 'auth-storage', value: session }] }]
  return browser.newPage({ viewport: VIEWPORT, storageState: { cookies: [], origins } })
}

async function load(page: Page, { api, name }: { api: Api; name: string }): Promise<void> {
  await page.goto(`${api.url}/flow-library`)
  await page.getByRole('article', { name, exact: true }).getByRole('button', { name: 'Load' }).click()
  await page.locator('.react-flow__edge').first().waitFor({ state: 'attached' })
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
