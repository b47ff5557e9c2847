import type { Page } from '@playwright/test'
import { call } from '../fixtures/api.ts'
import { expect, test } from '../fixtures/test.ts'
import { drawDraft, KEPT_ON_DEVICE, openEarlierDrafts, SHOP } from '../pages/drafts.page.ts'
import { EditorPage } from '../pages/editor.page.ts'

const CHANNEL = 'plimsoll-tabs'

async function secondTab(page: Page, flow: { id: string }): Promise<EditorPage> {
  const other = await page.context().newPage()
  return EditorPage.openFlow(other, flow)
}

test.describe('two tabs with one flow', () => {
  test.use({ expectedFaults: [/status of 409/] })

  test('[UI-83] [UI-306] [REL-CL3] both say so, each keeps its own draft, and neither overwrites the other', async ({
    own: page,
    account,
  }, testInfo) => {
    const flow = await call<{ id: string }>(account.url, 'POST', '/flows', { token: account.token, body: SHOP })
    const one = await EditorPage.openFlow(page, flow)
    const two = await secondTab(page, flow)
    await expect(two.panel).toContainText('Open in another tab')
    await expect(one.panel).toContainText('Open in another tab')
    await one.entry('Cache').press('Enter')
    await two.entry('Database').press('Enter')
    await expect(one.panel).toContainText(KEPT_ON_DEVICE)
    await expect(two.panel).toContainText(KEPT_ON_DEVICE)
    for (const tab of [one, two]) {
      tab.page.on('dialog', (dialog) => dialog.accept())
      await tab.page.reload()
    }
    await expect(one.node('Cache: Cache')).toBeVisible()
    await expect(two.node('Database: Database')).toBeVisible()
    await expect(one.nodes).toHaveCount(2)

    await one.save(SHOP.name, 'By the first tab')
    await expect(one.panel).toContainText('ShopSaved')
    await expect(two.panel).toContainText('Saved in another tab')
    await testInfo.attach('saved elsewhere', { body: await two.page.screenshot(), contentType: 'image/png' })
    await two.save(SHOP.name, 'By the second tab')
    const dialog = two.page.getByRole('dialog', { name: 'This flow was changed elsewhere' })
    await dialog.getByRole('button', { name: 'Take theirs' }).click()
    await expect(two.node('Cache: Cache')).toBeVisible()
    await expect(two.panel).not.toContainText('Saved in another tab')
    const list = await openEarlierDrafts(two)
    await expect(list.getByRole('listitem', { name: SHOP.name })).toHaveCount(1)
  })

  test('[UI-83] the notice goes when the other tab goes, or opens something else', async ({ own: page, account }) => {
    const flow = await call<{ id: string }>(account.url, 'POST', '/flows', { token: account.token, body: SHOP })
    const one = await EditorPage.openFlow(page, flow)
    const two = await secondTab(page, flow)
    const three = await secondTab(page, flow)
    for (const tab of [one, two, three]) await expect(tab.panel).toContainText('Open in another tab')
    await one.entry('Clear Board').click()
    await expect(one.panel).not.toContainText('Open in another tab')
    await expect(two.panel).toContainText('Open in another tab')
    await two.page.close()
    await expect(three.panel).not.toContainText('Open in another tab')
    await one.page.getByRole('button', { name: 'Undo' }).first().click()
    for (const tab of [one, three]) await expect(tab.panel).toContainText('Open in another tab')
    await three.page.evaluate(() => {
      location.href = 'about:blank'
    })
    await expect(one.panel).not.toContainText('Open in another tab')
  })
})

test('[UI-121] [REL-CL3] without https, and so without tab locks, two tabs still have two drafts', async ({
  own: page,
}) => {
  const context = page.context()
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'locks', { value: undefined })
    Object.defineProperty(window, 'isSecureContext', { value: false })
  })
  await drawDraft(page, 'Cache')
  const two = await drawDraft(await context.newPage(), 'Database')
  await expect(two.nodes).toHaveCount(1)
  await page.close()
  const three = await EditorPage.open(await context.newPage())
  await expect(three.node('Cache: Cache')).toBeVisible()
  await expect(three.nodes).toHaveCount(1)
  const four = await EditorPage.open(await context.newPage())
  await openEarlierDrafts(four)
  await expect(four.page.getByRole('heading', { name: 'No earlier boards' })).toBeVisible()
  await expect(four.nodes).toHaveCount(0)
})

for (const [title, meet] of Object.entries({
  'that changes the storage': (page: Page) =>
    page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const open = indexedDB.open('plimsoll-boards', 99)
          open.onsuccess = () => {
            open.result.close()
            resolve()
          }
        }),
    ),
  'that says what it writes': (page: Page) =>
    page.evaluate((name) => new BroadcastChannel(name).postMessage({ kind: 'began', schema: 99 }), CHANNEL),
}))
  test(`[UI-308] [REL-CL3] beside a tab of a later version ${title}, an older one stops writing`, async ({
    own: page,
  }) => {
    const editor = await drawDraft(page)
    const other = await page.context().newPage()
    await other.goto('/not-found')
    await meet(other)
    await expect(editor.panel.getByRole('alert')).toContainText('A newer version of this page is open in another tab')
    await editor.entry('Cache').press('Enter')
    await expect(editor.nodes).toHaveCount(2)
    await expect(editor.panel).toContainText('Unsaved changes')
    await expect(editor.panel).not.toContainText(KEPT_ON_DEVICE)
    await expect(editor.panel.getByRole('button', { name: 'Reload' })).toBeVisible()
  })

test('[UI-307] [REL-WB7] 10,000 messages that make no sense change nothing', async ({ own: page }) => {
  const editor = await drawDraft(page)
  const before = await editor.panel.textContent()
  const other = await page.context().newPage()
  await other.goto('/not-found')
  // What listens is there before anything is sent.
  const heard = await page.evaluateHandle((name) => {
    const channel = new BroadcastChannel(name)
    return {
      all: new Promise<number>((resolve) => {
        let count = 0
        channel.addEventListener('message', () => ++count === 10_000 && resolve(count))
      }),
    }
  }, CHANNEL)
  const seed = Number(process.env.TEST_SEED ?? 1)
  await other.evaluate(
    ({ name, seed }) => {
      const channel = new BroadcastChannel(name)
      let state = seed
      const random = () => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
        return state / 2 ** 32
      }
      const some = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T
      const value = (): unknown =>
        some([
          () => null,
          () => undefined,
          () => random() * 10 ** 9,
          () => Number.NaN,
          () => some(['', 'began', 'saved', '__proto__', 'x'.repeat(1_000)]),
          () => [value()],
          () => new Map([[value(), value()]]),
          () => ({ kind: some(['began', 'saved', 'toString', 1]), schema: some([null, '2', 0.5, -1, {}]) }),
          () => ({ kind: 'saved', flow: value(), version: value() }),
          () => ({ kind: some(['who', 'holds']), board: value() }),
          () => ({ kind: 'opened', flow: value() }),
          () => new Date(Number.NaN),
        ])()
      for (let count = 0; count < 10_000; count++) channel.postMessage(value())
    },
    { name: CHANNEL, seed },
  )
  expect(await heard.evaluate(({ all }) => all)).toBe(10_000)
  expect(await editor.panel.textContent()).toBe(before)
  await expect(editor.nodes).toHaveCount(1)
  await editor.entry('Cache').press('Enter')
  await expect(editor.panel).toContainText(KEPT_ON_DEVICE)
})
