import { expect, type Locator, type Page } from '@playwright/test'
import { EditorPage } from './editor.page.ts'

export const KEPT = 'Unsaved changes · kept on this device'

/** The editor with a new component on its board, which this device has written down. */
export async function drawKept(page: Page, component = 'Server'): Promise<EditorPage> {
  const editor = await EditorPage.open(page)
  const unfold = editor.panel.getByRole('button', { name: 'Expand Flow Panel' })
  if (await unfold.isVisible()) await unfold.click()
  await editor.entry(component).press('Enter')
  await expect(editor.panel).toContainText(KEPT)
  return editor
}

/** The list of earlier boards, opened from the Load dialog. */
export async function openEarlier(editor: EditorPage): Promise<Locator> {
  await editor.entry('Load').click()
  await editor.dialog('Load Flow').getByRole('button', { name: 'Earlier boards' }).click()
  return editor.page.getByRole('dialog', { name: 'Earlier boards' })
}

/** The flow of the library that is on the board of a test, with one component. */
export const SHOP = {
  name: 'Shop',
  description: 'Made by a test',
  nodes: [{ id: 'n1', type: 'Server', position: { x: 0, y: 0 }, data: { label: 'Till' } }],
  edges: [],
}

/** How many boards this device has written down. */
export const keptBoards = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name)
    if (!names.includes('plimsoll-boards')) return 0
    const open = indexedDB.open('plimsoll-boards')
    const db = await new Promise<IDBDatabase>((resolve) => {
      open.onsuccess = () => resolve(open.result)
    })
    const all = db.transaction('boards').objectStore('boards').count()
    const count = await new Promise<number>((resolve) => {
      all.onsuccess = () => resolve(all.result)
    })
    db.close()
    return count
  })
