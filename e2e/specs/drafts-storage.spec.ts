import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from '../fixtures/test.ts'
import { drawDraft, KEPT_ON_DEVICE } from '../pages/drafts.page.ts'
import { EditorPage } from '../pages/editor.page.ts'

const CRASHES = 4

test.describe('a tab that crashes', () => {
  test('[UI-118] during a write of its draft, comes back with nothing older than the last confirmed one', async ({
    own: page,
  }) => {
    test.slow()
    const context = page.context()
    let editor = await drawDraft(page, 'Server')
    for (let crash = 0; crash < CRASHES; crash++) {
      const confirmed = await editor.nodes.count()
      await expect(editor.panel).toContainText(KEPT_ON_DEVICE)
      await editor.entry('Cache').press('Enter')
      // The write begins 250 ms after the change: each crash comes at another moment of it.
      await delay(235 + crash * 10)
      const devTools = await context.newCDPSession(editor.page)
      const crashed = editor.page.waitForEvent('crash')
      devTools.send('Page.crash').catch(() => {})
      await crashed
      const next = await context.newPage()
      await editor.page.close()
      editor = await EditorPage.open(next)
      await expect.poll(() => editor.nodes.count()).toBeGreaterThanOrEqual(confirmed)
      expect(await editor.nodes.count()).toBeLessThanOrEqual(confirmed + 1)
    }
  })
})

test('[UI-119] a draft from before records named their writer is restored, and continued', async ({ own: page }) => {
  await drawDraft(page, 'Database')
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto('/not-found')
  await page.evaluate(async () => {
    const open = indexedDB.open('plimsoll-boards')
    const db = await new Promise<IDBDatabase>((resolve) => {
      open.onsuccess = () => resolve(open.result)
    })
    const transaction = db.transaction('boards', 'readwrite')
    const cursor = transaction.objectStore('boards').openCursor()
    cursor.onsuccess = () => {
      if (!cursor.result) return
      const { writer: _, ...earlier } = cursor.result.value
      cursor.result.update(earlier)
      cursor.result.continue()
    }
    await new Promise((resolve) => {
      transaction.oncomplete = resolve
    })
    db.close()
  })
  const editor = await EditorPage.open(page)
  await expect(editor.node('Database: Database')).toBeVisible()
  await editor.entry('Cache').press('Enter')
  await expect(editor.panel).toContainText(KEPT_ON_DEVICE)
  await page.reload()
  await expect(editor.nodes).toHaveCount(2)
})
