import { expect, test } from '../fixtures/test.ts'
import { EditorPage } from '../pages/editor.page.ts'

const KEPT = 'Unsaved changes · kept on this device'

test('[UI-80] a page that is loaded anew shows the board as it was', async ({ own: page }) => {
  const editor = await EditorPage.open(page)
  await editor.entry('Server').press('Enter')
  await expect(editor.panel).toContainText(KEPT)
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(editor.card('Server: Server')).toBeVisible()
  await expect(editor.panel).toContainText(KEPT)
  await page.keyboard.press('Control+z')
  await expect(editor.card('Server: Server')).toBeVisible()
})
