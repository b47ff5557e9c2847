import { call } from '../fixtures/api.ts'
import { expect, test } from '../fixtures/test.ts'
import { countDrafts, drawDraft, KEPT_ON_DEVICE } from '../pages/drafts.page.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { LoginPage } from '../pages/login.page.ts'

const NOTICE = 'Not saved on this device'

test('[UI-81] [UI-301] [UI-302] [UI-303] [UI-304] [REL-CL2] the Flow Panel says that storage is full until there is room again; drawing goes on', async ({
  own: page,
}, testInfo) => {
  await page.clock.install()
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype
    const storage = Object.assign(window, { isFull: true })
    IDBObjectStore.prototype.put = function (...record: Parameters<typeof put>) {
      if (storage.isFull && this.name === 'boards') throw new DOMException('No room', 'QuotaExceededError')
      return put.apply(this, record)
    }
  })
  const editor = await EditorPage.open(page)
  if (testInfo.project.name === 'small') await editor.panel.getByRole('button', { name: 'Expand' }).click()
  await editor.entry('Server').press('Enter')
  const notice = editor.panel.getByRole('alert').filter({ hasText: NOTICE })
  await expect(notice).toContainText('There is no room left')
  await expect(editor.panel).toContainText('Unsaved changes')
  await expect(editor.panel).not.toContainText(KEPT_ON_DEVICE)
  await editor.entry('Cache').press('Enter')
  await expect(editor.nodes).toHaveCount(2)
  await testInfo.attach('notice', { body: await page.screenshot(), contentType: 'image/png' })
  await editor.panel.getByRole('button', { name: 'Collapse' }).click()
  await editor.panel.getByRole('button', { name: NOTICE }).click()
  await expect(notice).toBeVisible()

  await page.evaluate(() => Object.assign(window, { isFull: false }))
  await page.clock.fastForward(10_000)
  await expect(notice).toHaveCount(0)
  await expect(editor.panel).toContainText(KEPT_ON_DEVICE)
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(editor.nodes).toHaveCount(2)
})

test.describe('a browser that stores nothing', () => {
  test.use({ expectedFaults: [/status of 401/] })

  for (const [title, script] of Object.entries({
    'has no storage': () => Object.defineProperty(window, 'indexedDB', { value: undefined }),
    'refuses it': () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('Not here', 'SecurityError')
      }
    },
  }))
    test(`[UI-301] [REL-CL2] and ${title} says so; what was drawn outlives the session in the page`, async ({
      own: page,
      account,
    }) => {
      await page.addInitScript(script)
      const editor = await EditorPage.open(page)
      await expect(editor.panel.getByRole('alert')).toContainText(NOTICE)
      await editor.entry('Server').press('Enter')
      await expect(editor.nodes).toHaveCount(1)
      await call(account.url, 'POST', '/auth/logout', { token: account.token })
      await editor.entry('Load').click()
      await new LoginPage(page).signIn(account.email, account.password)
      await expect(editor.node('Server: Server')).toBeVisible()
      await expect(editor.panel.getByRole('alert')).toContainText(NOTICE)
    })
})

test('[UI-305] [REL-CL2] a storage that never answers counts as failed after 5 seconds', async ({ own: page }) => {
  await page.clock.install()
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
  })
  const editor = await EditorPage.open(page)
  await editor.entry('Server').press('Enter')
  await expect(editor.nodes).toHaveCount(1)
  await expect(async () => {
    await page.clock.fastForward(1_000)
    await expect(editor.panel.getByRole('alert')).toContainText(NOTICE, { timeout: 100 })
  }).toPass()
})

test('[EDT-106] a page that is busy for longer than storage has to answer does not take it for broken', async ({
  own: page,
}) => {
  const editor = await EditorPage.open(page)
  await editor.entry('Server').press('Enter')
  await expect(editor.panel).toContainText(KEPT_ON_DEVICE)
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (...record: Parameters<typeof put>) {
      IDBObjectStore.prototype.put = put
      const request = put.apply(this, record)
      const end = performance.now() + 5_500
      while (performance.now() < end);
      Object.assign(window, { wasBusy: true })
      return request
    }
  })
  await editor.entry('Cache').press('Enter')
  await page.waitForFunction(() => 'wasBusy' in window)
  // What failed would be tried again after 10 seconds.
  await expect(editor.panel).toContainText(KEPT_ON_DEVICE, { timeout: 8_000 })
  await expect(editor.panel.getByRole('alert')).toHaveCount(0)
})

test('[UI-136] a page that is hidden writes its draft at once', async ({ own: page }) => {
  await page.clock.install()
  const editor = await drawDraft(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  await editor.entry('Cache').press('Enter')
  await expect(editor.nodes).toHaveCount(2)
  await expect(editor.panel).not.toContainText(KEPT_ON_DEVICE)
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(editor.panel).toContainText(KEPT_ON_DEVICE)
})

test('[UI-122] [REL-CL3] no draft is written before the last one was read', async ({ own: page }) => {
  await page.clock.install()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/profile', async (route) => {
    await held.promise
    await route.fallback()
  })
  const editor = await EditorPage.open(page)
  await editor.entry('Server').press('Enter')
  await expect(editor.nodes).toHaveCount(1)
  // As long as a change may take to be written, and longer.
  await page.clock.runFor(1_500)
  await expect(editor.panel).not.toContainText(KEPT_ON_DEVICE)
  expect(await countDrafts(page)).toBe(0)
  held.resolve()
  await expect(editor.panel).toContainText(KEPT_ON_DEVICE)
  expect(await countDrafts(page)).toBe(1)
})
