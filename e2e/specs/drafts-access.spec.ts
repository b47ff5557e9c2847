import type { Page } from '@playwright/test'
import { call } from '../fixtures/api.ts'
import { expect, test } from '../fixtures/test.ts'
import { atBothSizes, expectAccess } from '../pages/access.ts'
import { breakCanvas } from '../pages/broken-canvas.ts'
import { drawDraft, openEarlierDrafts, SHOP } from '../pages/drafts.page.ts'
import { EditorPage } from '../pages/editor.page.ts'

const isWider = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)

test.use({ expectedFaults: [/status of 409|made by the test/] })

test('[UI-4] what says that nothing is lost is there for everybody', async ({ own: page, account }) => {
  test.slow()
  const check = (what: string, within?: string) =>
    atBothSizes(page, async () => {
      await expectAccess(page, { what, ...(within && { within }) })
      expect(await isWider(page), what).toBe(false)
    })
  const flow = await call<{ id: string }>(account.url, 'POST', '/flows', { token: account.token, body: SHOP })
  const editor = await drawDraft(page, 'Cache')
  await editor.entry('Clear Board').click()
  const list = await openEarlierDrafts(editor)
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await check('earlier boards', '[role=dialog]')

  await EditorPage.openFlow(page, flow)
  await editor.entry('Database').press('Enter')
  await call(account.url, 'PUT', `/flows/${flow.id}`, {
    token: account.token,
    body: { ...SHOP, version: 1, nodes: [] },
  })
  await editor.save(SHOP.name, 'Drawn at the same time')
  const conflict = page.getByRole('dialog', { name: 'This flow was changed elsewhere' })
  await check('conflict', '[role=dialog]')
  await conflict.getByRole('button', { name: 'Compare' }).click()
  await expect(conflict.getByRole('region', { name: 'Differences' })).toBeFocused()
  await check('comparison', '[role=dialog]')
  await page.keyboard.press('Escape')

  const other = await page.context().newPage()
  await other.goto('/not-found')
  await other.evaluate(() => new BroadcastChannel('plimsoll-tabs').postMessage({ kind: 'began', schema: 99 }))
  await expect(
    editor.panel
      .getByText('Not saved on this device')
      .or(editor.panel.getByRole('button', { name: 'Not saved on this device' }))
      .first(),
  ).toBeVisible()
  await check('notice')

  await breakCanvas(page)
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  const retry = page.getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  await check('crash')
  await retry.click()
  await expect(page.getByRole('region', { name: 'Your diagram as a list' })).toBeVisible()
  await check('list')
})
