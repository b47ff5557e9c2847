import type { Page } from '@playwright/test'
import { TEMPLATES } from '@plimsoll/catalog'
import { sized } from '../../tooling/lib/test-size.ts'
import { outboxUrlOf } from '../fixtures/outbox.ts'
import { expect, test } from '../fixtures/test.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { demo } from '../pages/login.page.ts'
import { everyKind, PropertiesPanel } from '../pages/properties.page.ts'
import { SimulationPanel } from '../pages/simulation.page.ts'
import { openSystem } from '../pages/systems.ts'

/** Beside other tests those that differ most: each of these tests fails on a breach or a request to another site. */
const PUBLIC = sized({
  small: ['/', '/register', '/verify-email?token=x', '/no/such/page'],
  full: [
    ...['/', '/login', '/register', '/forgot-password', '/resend-verification', '/verify-email', '/reset-password'],
    ...['/verify-email?token=x', '/reset-password?token=x', '/not-found', '/dashboard', '/no/such/page'],
  ],
})
const SIZE = sized({ small: { templates: 2, edges: 3 }, full: { templates: TEMPLATES.length, edges: 99 } })
const MESSAGES = sized({ small: 1_000, full: 10_000 })

test.describe(() => {
  test.use({ expectedFaults: [/status of (400|401)/] })

  test('[REL-WB2] [REL-WB8] no screen breaks the policy, and none asks another site for anything', async ({
    signedIn,
    api,
    server,
    context,
  }, testInfo) => {
    test.setTimeout(180_000)
    // Both are also faults of every other browser test: here they are counted over all screens.
    let breaches = 0
    const foreign: string[] = []
    const requests: string[] = []
    await context.exposeFunction('countBreach', () => breaches++)
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', () => Reflect.get(window, 'countBreach')())
    })
    context.on('request', (request) => {
      requests.push(request.url())
      if (new URL(request.url()).origin !== server.url && /^(?:http|ws)/.test(request.url()))
        foreign.push(request.url())
    })

    const visitor = await context.newPage()
    const shown = [...PUBLIC, outboxUrlOf(server)]
    for (const path of shown) await settle(visitor, path)
    await visitor.close()

    const editor = await EditorPage.open(signedIn)
    const templates = TEMPLATES.slice(0, SIZE.templates)
    for (const { title } of templates) {
      await editor.entry('Clear Board').click()
      await editor.dragIn(title, { x: 60, y: 200 })
      await expect(editor.nodes).not.toHaveCount(0)
    }
    await editor.save('A tour', 'With every template')
    await expect(editor.toast('Flow saved successfully!')).toBeVisible()

    const flow = everyKind()
    const properties = await PropertiesPanel.openFlow(signedIn, api, flow)
    for (const { id } of flow.nodes) await properties.selectNode(id)
    const edges = flow.edges.slice(0, SIZE.edges)
    for (const { id } of edges) await properties.selectEdge(id)
    const panel = new SimulationPanel(signedIn)
    await panel.command('Start').click()
    await panel.waitForMore('Elapsed time', 0)
    await panel.command('Reset').click()
    await settle(signedIn, '/profile')
    await signedIn.getByRole('tab', { name: 'Security' }).click()
    await settle(signedIn, '/flow-library')

    expect(breaches).toBe(0)
    expect(foreign).toEqual([])
    const screens = shown.length + 4
    testInfo.annotations.push({
      type: 'measured',
      description: `${screens} screens, ${templates.length} templates, ${edges.length} kinds of connection: 0 breaches, 0 of ${requests.length} requests to another site`,
    })
  })
})

test('[REL-AU11] no script of the app holds the password of an account', async ({ page, request }, testInfo) => {
  const scripts = new Set<string>()
  page.on('request', (asked) => {
    if (asked.resourceType() === 'script') scripts.add(asked.url())
  })
  for (const path of ['/login', '/register', '/']) await settle(page, path)
  let length = 0
  for (const url of scripts) {
    const text = await (await request.get(url)).text()
    length += text.length
    expect(text).not.toContain(demo.password)
  }
  expect(length).toBeGreaterThan(100_000)
  testInfo.annotations.push({ type: 'measured', description: `${scripts.size} scripts, none of them with a password` })
})

test('[REL-WB7] messages that nobody of ours sent change nothing', async ({ signedIn, api }, testInfo) => {
  const panel = new SimulationPanel(signedIn)
  await openSystem(signedIn, api, 'calm')
  await panel.command('Start').click()
  await panel.waitForMore('Elapsed time', 0)
  const seed = Number(process.env.TEST_SEED ?? 1)
  const session = await signedIn.evaluate(() => localStorage.getItem('auth-storage'))
  await signedIn.workers()[0]?.evaluate(sendJunk, { seed, count: MESSAGES })
  await signedIn.evaluate(sendJunk, { seed, count: MESSAGES })
  await signedIn.evaluate((count) => {
    for (let index = 0; index < count; index++) {
      const key = ['auth', 'auth-storage-x', 'theme', '__proto__', '', 'mantine'][index % 6] ?? ''
      const newValue = [null, '{', '[]', '"x"', '{"state":{"token":"stolen"},"version":0}'][index % 5] ?? null
      dispatchEvent(new StorageEvent('storage', { key, newValue }))
    }
  }, MESSAGES)
  const elapsed = await panel.value('Elapsed time')
  await panel.waitForMore('Elapsed time', elapsed + 0.5)
  await expect(panel.notice).toHaveCount(0)
  await expect(signedIn.getByRole('group', { name: 'Server: Orders' })).toBeVisible()
  expect(await signedIn.evaluate(() => localStorage.getItem('auth-storage'))).toBe(session)
  expect(await signedIn.evaluate(() => Reflect.get({}, 'polluted'))).toBeUndefined()
  testInfo.annotations.push({
    type: 'measured',
    description: `${MESSAGES} messages to the worker, ${MESSAGES} to the page, ${MESSAGES} storage events: the run goes on, the session is the same`,
  })
})

/** Goes to a screen and waits until it stands. */
async function settle(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading').first().waitFor()
}

/** Runs in the page or its worker: messages that are no requests, by chance. */
function sendJunk({ seed, count }: { seed: number; count: number }): void {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 0) / 2 ** 32
  }
  const leaves = [
    null,
    undefined,
    true,
    0,
    -1,
    Number.NaN,
    1e308,
    '',
    'start ',
    'PAUSE',
    '__proto__',
    'x'.repeat(1_000),
  ]
  const keys = ['type', 'flow', 'seed', 'nodes', 'edges', '__proto__', 'constructor', 'data', 'figures', 'parts']
  const junk = (depth: number): unknown => {
    if (depth > 4 || random() < 0.3) return leaves[Math.floor(random() * leaves.length)]
    if (random() < 0.3) return Array.from({ length: Math.floor(random() * 4) }, () => junk(depth + 1))
    const value = {}
    for (let index = 0; index < random() * 5; index++) {
      const key = keys[Math.floor(random() * keys.length)] ?? ''
      Object.defineProperty(value, key, { value: junk(depth + 1), enumerable: true, configurable: true })
    }
    return value
  }
  for (let index = 0; index < count; index++) dispatchEvent(new MessageEvent('message', { data: junk(0) }))
}
