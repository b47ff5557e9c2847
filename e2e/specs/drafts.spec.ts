import { makeAccount } from '../fixtures/account.ts'
import { call } from '../fixtures/api.ts'
import { expect, test } from '../fixtures/test.ts'
import {
  clearDraft,
  countDrafts,
  draftViewport,
  drawDraft,
  KEPT_ON_DEVICE,
  openEarlierDrafts,
  SHOP,
} from '../pages/drafts.page.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { LibraryPage } from '../pages/library.page.ts'
import { LoginPage } from '../pages/login.page.ts'
import { Shell } from '../pages/shell.page.ts'

test('[UI-80] a page that is reloaded, or closed and opened, restores the draft', async ({ own: page }) => {
  const editor = await drawDraft(page)
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(editor.node('Server: Server')).toBeVisible()
  await expect(editor.panel).toContainText(KEPT_ON_DEVICE)
  await page.keyboard.press('Control+z')
  await expect(editor.nodes).toHaveCount(1)
  await page.close()
  const next = await EditorPage.open(await page.context().newPage())
  await expect(next.node('Server: Server')).toBeVisible()
  await expect(next.panel).toContainText(KEPT_ON_DEVICE)
})

test('[UI-80] a flow of the library is restored as that flow, with or without unsaved changes', async ({
  own: page,
  account,
}) => {
  const flow = await call<{ id: string }>(account.url, 'POST', '/flows', { token: account.token, body: SHOP })
  const editor = await EditorPage.openFlow(page, flow)
  await expect(editor.panel).toContainText('Saved')
  await expect(editor.node('Server: Till')).toBeVisible()
  await expect.poll(() => countDrafts(page)).toBe(1)
  await page.goto('/flow-editor')
  await expect(editor.node('Server: Till')).toBeVisible()
  await expect(editor.panel).toContainText(`${SHOP.name}Saved`)

  await editor.entry('Cache').press('Enter')
  await expect(editor.panel).toContainText(KEPT_ON_DEVICE)
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(editor.nodes).toHaveCount(2)
  await expect(editor.panel).toContainText(`${SHOP.name}${KEPT_ON_DEVICE}`)
  await editor.save(SHOP.name, 'Saved after it came back')
  await expect(editor.dialog('Save Flow')).toBeHidden()
  expect(await call(account.url, 'GET', '/flows', account)).toMatchObject([{ name: SHOP.name, nodes: 2 }])
})

test('[EDT-103] [EDT-203] [EDT-204] [EDT-194] [UI-120] the viewport is restored after a reload and another page, and a flow that is loaded is fitted in view', async ({
  own: page,
  account,
}) => {
  const flow = await call<{ id: string }>(account.url, 'POST', '/flows', { token: account.token, body: SHOP })
  const editor = await EditorPage.openFlow(page, flow)
  await expect(editor.node('Server: Till')).toBeVisible()
  await expect.poll(() => countDrafts(page)).toBe(1)
  await editor.viewportAtRest()
  const whole = await editor.viewport()
  const leave = async (by: { x: number; y: number }) => {
    const from = await editor.emptyPoint()
    await editor.drag(from, { x: from.x + by.x, y: from.y + by.y })
    await editor.canvas.focus()
    await editor.press('-')
    await editor.viewportAtRest()
    return editor.viewport()
  }

  const left = await leave({ x: 60, y: 40 })
  expect(left).not.toBe(whole)
  await expect.poll(() => draftViewport(page)).toBe(left)
  await page.reload()
  await expect(editor.node('Server: Till')).toBeVisible()
  await expect.poll(() => editor.viewport()).toBe(left)
  await expect(editor.panel).toContainText('Saved')
  await expect(editor.canvas.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true')

  const later = await leave({ x: -30, y: 20 })
  await page.getByRole('link', { name: 'Flow Library' }).click()
  await page.getByRole('article', { name: SHOP.name }).waitFor()
  await page.goBack()
  await expect.poll(() => editor.viewport()).toBe(later)

  await editor.load(SHOP.name)
  await expect.poll(() => editor.viewport()).toBe(whole)

  await test.step('[EDT-203] a flow of which the restored viewport would show nothing is fitted in view', async () => {
    const node = editor.node('Server: Till')
    await editor.viewportAtRest()
    for (let drags = 0; drags < 2; drags += 1) {
      const from = await editor.emptyPoint()
      await editor.drag(from, { x: from.x + 700, y: from.y })
    }
    await expect(node).not.toBeInViewport()
    await editor.viewportAtRest()
    const left = await editor.viewport()
    await expect.poll(() => draftViewport(page)).toBe(left)
    await page.reload()
    await expect(node).toBeInViewport({ ratio: 0.99 })
    await expect.poll(() => editor.viewport()).toBe(whole)
  })
})

test('[UI-80] [REL-DP2] who signs in next sees nothing of it; its user does', async ({
  own: page,
  account,
  mailedLink,
}) => {
  const other = await makeAccount(account.url, mailedLink)
  await drawDraft(page)
  await page.evaluate((token) => {
    const state = { isAuthenticated: true, token }
    localStorage.setItem('auth-storage', JSON.stringify({ state, version: 0 }))
  }, other.token)
  await page.close()
  const next = await page.context().newPage()
  const editor = new EditorPage(next)
  await openEarlierDrafts(await EditorPage.open(next))
  await expect(next.getByRole('heading', { name: 'No earlier boards' })).toBeVisible()
  await next.keyboard.press('Escape')
  await expect(editor.nodes).toHaveCount(0)
  await new Shell(next).logout.click()
  await new LoginPage(next).signIn(account.email, account.password)
  await new Shell(next).link('Flow Editor').click()
  await expect(editor.node('Server: Server')).toBeVisible()
})

test.describe('earlier boards', () => {
  test('[UI-82] [REL-CL9] an unsaved document that is cleared is listed, and can be restored or deleted', async ({
    own: page,
  }, testInfo) => {
    const editor = await drawDraft(page, 'Three-Tier Architecture')
    const drawn = await editor.nodes.count()
    await editor.entry('Clear Board').click()
    await expect(editor.nodes).toHaveCount(0)
    const list = await openEarlierDrafts(editor)
    const row = list.getByRole('listitem', { name: 'Untitled flow' })
    await expect(row).toContainText(`${drawn} nodes`)
    await expect(row.locator('time')).toHaveAttribute('title', /\d{4} at \d/)
    await testInfo.attach('earlier boards', { body: await page.screenshot(), contentType: 'image/png' })
    await row.getByRole('button', { name: 'Restore' }).click()
    await expect(list).toBeHidden()
    await expect(editor.nodes).toHaveCount(drawn)
    await expect(editor.panel).toContainText(KEPT_ON_DEVICE)

    await editor.entry('Clear Board').click()
    await openEarlierDrafts(editor)
    await expect(row).toHaveCount(1)
    await row.getByRole('button', { name: 'Delete' }).click()
    await expect(row).toContainText('Removed from this device')
    await row.getByRole('button', { name: 'Undo' }).click()
    await row.getByRole('button', { name: 'Delete' }).click()
    await expect(row).toContainText('Removed from this device')
    await page.keyboard.press('Escape')
    await openEarlierDrafts(editor)
    await expect(list.getByRole('heading', { name: 'No earlier boards' })).toBeVisible()
  })

  test('[UI-82] [UI-126] [REL-CL9] an unsaved document that is replaced is listed until it is undone back', async ({
    own: page,
    account,
  }) => {
    await call(account.url, 'POST', '/flows', { token: account.token, body: SHOP })
    const editor = await drawDraft(page, 'Cache')
    await new Shell(page).link('Flow Library').click()
    await new LibraryPage(page).load(SHOP.name).click()
    await expect(editor.node('Server: Till')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(editor.node('Cache: Cache')).toBeVisible()
    const list = await openEarlierDrafts(editor)
    await expect(list.getByRole('heading', { name: 'No earlier boards' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Shift+z')
    await expect(editor.node('Server: Till')).toBeVisible()
    await openEarlierDrafts(editor)
    await expect(list.getByRole('listitem', { name: 'Untitled flow' })).toHaveCount(1)
  })

  test('[UI-128] a flow that is loaded before the draft is restored leaves the draft in the list', async ({
    own: page,
    account,
  }) => {
    const flow = await call<{ id: string }>(account.url, 'POST', '/flows', { token: account.token, body: SHOP })
    await drawDraft(page, 'Cache')
    page.on('dialog', (dialog) => dialog.accept())
    await page.goto(`/flow/${flow.id}`)
    const editor = new EditorPage(page)
    await expect(editor.node('Server: Till')).toBeVisible()
    await expect(editor.toast('Earlier boards')).toBeVisible()
    const list = await openEarlierDrafts(editor)
    await list.getByRole('listitem', { name: 'Untitled flow' }).getByRole('button', { name: 'Restore' }).click()
    await expect(editor.node('Cache: Cache')).toBeVisible()
  })

  test('[UI-125] earlier drafts are removed after 30 days', async ({ own: page }) => {
    await page.clock.install({ time: new Date('2026-01-01T12:00:00Z') })
    const editor = await drawDraft(page)
    await clearDraft(editor)
    await page.clock.setSystemTime(new Date('2026-01-31T11:00:00Z'))
    await page.reload()
    const list = await openEarlierDrafts(editor)
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await page.clock.setSystemTime(new Date('2026-01-31T13:00:00Z'))
    await page.reload()
    await openEarlierDrafts(editor)
    await expect(list.getByRole('heading', { name: 'No earlier boards' })).toBeVisible()
  })
})

test.describe('Logout', () => {
  test('[UI-73] [UI-338] [UI-337] asks about earlier drafts, from any page, leads to them, and removes them', async ({
    own: page,
    account,
  }) => {
    const editor = await drawDraft(page)
    await clearDraft(editor)
    await page.goto('/flow-library')
    const shell = new Shell(page)
    await new LibraryPage(page).heading.waitFor()
    await shell.logout.click()
    const question = page.getByRole('dialog', { name: 'Unsaved boards are kept on this device' })
    await expect(question).toContainText('Untitled flow, an earlier board')
    await question.getByRole('button', { name: 'Look at the earlier boards' }).click()
    const list = page.getByRole('dialog', { name: 'Earlier boards' })
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await shell.logout.click()
    await question.getByRole('button', { name: 'Discard and log out' }).click()
    await new LoginPage(page).signIn(account.email, account.password)
    await shell.link('Flow Editor').click()
    await openEarlierDrafts(editor)
    await expect(list.getByRole('heading', { name: 'No earlier boards' })).toBeVisible()
  })
})
