import { expect, type Locator, type Page } from '@playwright/test'
import { EditorPage } from './editor.page.ts'

export const KEPT_ON_DEVICE = 'Unsaved changes · kept on this device'

/** The editor with a new component, of which this device has written a draft. */
export async function drawDraft(page: Page, component = 'Server'): Promise<EditorPage> {
  const editor = await EditorPage.open(page)
  const unfold = editor.panel.getByRole('button', { name: 'Expand Flow Panel' })
  if (await unfold.isVisible()) await unfold.click()
  await editor.entry(component).press('Enter')
  await expect(editor.panel).toContainText(KEPT_ON_DEVICE)
  return editor
}

/** Clears the board, and waits until this device has its draft among the earlier ones: a page that is left before that restores it. */
export async function clearDraft(editor: EditorPage): Promise<void> {
  await editor.entry('Clear Board').click()
  await expect.poll(() => countEarlierDrafts(editor.page)).toBe(1)
}

/** The list of earlier drafts, opened from the Load dialog. */
export async function openEarlierDrafts(editor: EditorPage): Promise<Locator> {
  await editor.entry('Load').click()
  await editor.dialog('Load Flow').getByRole('button', { name: 'Earlier boards' }).click()
  return editor.page.getByRole('dialog', { name: 'Earlier boards' })
}

/** The flow of the library that tests open, with one component. */
export const SHOP = {
  name: 'Shop',
  description: 'Made by a test',
  nodes: [{ id: 'n1', type: 'Server', position: { x: 0, y: 0 }, data: { label: 'Till' } }],
  edges: [],
}

/** How many drafts this device has. */
export const countDrafts = async (page: Page): Promise<number> => (await records(page)).length

async function countEarlierDrafts(page: Page): Promise<number> {
  const all = (await records(page)) as { isLeft: boolean }[]
  return all.filter(({ isLeft }) => isLeft).length
}

/** The viewport of the only draft, as the page writes it. */
export async function draftViewport(page: Page): Promise<string> {
  const [record] = (await records(page)) as { view?: { x: number; y: number; zoom: number } }[]
  const rounded = (value = 0) => Number(value.toPrecision(6))
  return `translate(${rounded(record?.view?.x)}px, ${rounded(record?.view?.y)}px) scale(${rounded(record?.view?.zoom)})`
}

const records = (page: Page): Promise<unknown[]> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name)
    if (!names.includes('plimsoll-boards')) return []
    const open = indexedDB.open('plimsoll-boards')
    const db = await new Promise<IDBDatabase>((resolve) => {
      open.onsuccess = () => resolve(open.result)
    })
    const all = db.transaction('boards').objectStore('boards').getAll()
    const found = await new Promise<unknown[]>((resolve) => {
      all.onsuccess = () => resolve(all.result)
    })
    db.close()
    return found
  })
