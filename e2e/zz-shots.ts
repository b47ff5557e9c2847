import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { startServer } from './fixtures/server.ts'
import config from './playwright.config.ts'
const out = process.env.OUT ?? '/tmp/me/shots'
const dataDir = await mkdtemp(join(tmpdir(), 'plimsoll-shots-'))
const server = await startServer({ dataDir })
const browser = await chromium.launch(config.use?.launchOptions)
for (const [w, h] of [[1440, 900], [390, 844]] as const)
  for (const colorScheme of ['light', 'dark'] as const) {
    const tag = `${w}-${colorScheme}`
    const page = await browser.newPage({ viewport: { width: w, height: h }, colorScheme, hasTouch: w < 500 })
    await page.goto(`${server.url}/login`)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByRole('article', { name: 'Marketplace platform' }).getByRole('button', { name: 'Load' }).click()
    await page.locator('.react-flow__node').first().waitFor()
    await page.waitForTimeout(1200)
    await page.screenshot({ path: `${out}/board-${tag}.png` })
    const start = page.getByRole('button', { name: 'Start', exact: true })
    if (await start.isVisible()) {
      await start.click(); await page.waitForTimeout(4000)
      await page.screenshot({ path: `${out}/run-${tag}.png` })
      // conflict
      await page.getByRole('button', { name: 'Reset', exact: true }).click()
    }
    // conflict dialog: saved elsewhere
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('auth-storage')!).state.token)
    const list = await (await fetch(`${server.url}/api/flows`, { headers: { authorization: `Bearer ${token}` } })).json()
    const id = list.data.find((f: any) => f.name === 'Marketplace platform').id
    const flow = (await (await fetch(`${server.url}/api/flows/${id}`, { headers: { authorization: `Bearer ${token}` } })).json()).data
    const put = await fetch(`${server.url}/api/flows/${id}`, { method: 'PUT', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body: JSON.stringify({ name: flow.name, description: flow.description, nodes: flow.nodes.slice(1), edges: flow.edges.filter((e: any) => e.source !== flow.nodes[0].id && e.target !== flow.nodes[0].id), version: flow.version }) })
    if (!put.ok) console.log(tag, 'put', put.status, (await put.text()).slice(0, 200))
    await page.getByRole('region', { name: 'Canvas' }).focus()
    await page.keyboard.press('Control+a'); await page.keyboard.press('ArrowRight')
    await page.waitForTimeout(300)
    await page.screenshot({ path: `${out}/selected-${tag}.png` })
    await page.keyboard.press('Control+s'); await page.waitForTimeout(1200)
    await page.screenshot({ path: `${out}/conflict-${tag}.png` })
    await page.close()
  }
await browser.close(); await server.stop()
