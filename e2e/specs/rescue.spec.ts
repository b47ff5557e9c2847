import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { breakCanvas } from '../pages/broken-canvas.ts'
import { drawDraft, KEPT_ON_DEVICE, openEarlierDrafts } from '../pages/drafts.page.ts'
import { EditorPage } from '../pages/editor.page.ts'

test.use({ expectedFaults: [/./] })

/** A draft that cannot be drawn any more, and what is shown instead. */
async function openPoison(page: Page) {
  const editor = await drawDraft(page, 'Three-Tier Architecture')
  const count = await editor.nodes.count()
  const mend = await breakCanvas(page)
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  const screen = page.getByRole('alert').filter({ hasText: 'Something went wrong' })
  await expect(screen).toBeVisible()
  return { editor, count, mend, screen, list: page.getByRole('region', { name: 'Your diagram as a list' }) }
}

async function downloaded(page: Page): Promise<{ nodes: unknown[] }> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my diagram' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.json$/)
  return JSON.parse(await readFile(await file.path(), 'utf8'))
}

test('[UI-86] [UI-311] [REL-CL8] a flow that cannot be drawn can be downloaded, and tried again', async ({
  own: page,
}, testInfo) => {
  const { editor, count, mend, screen } = await openPoison(page)
  await testInfo.attach('crash', { body: await page.screenshot(), contentType: 'image/png' })
  expect((await downloaded(page)).nodes).toHaveLength(count)
  await mend()
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect(editor.nodes).toHaveCount(count)
})

test(
  '[UI-131] [REL-CL8] after two crashes the flow is a list, from which there is a way back',
  { tag: '@both' },
  async ({ own: page }, testInfo) => {
    const { editor, count, mend, screen, list } = await openPoison(page)
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect(list.getByRole('list', { name: `Components (${count})` }).getByRole('listitem')).toHaveCount(count)
    await testInfo.attach('safe mode', { body: await page.screenshot(), contentType: 'image/png' })
    expect((await downloaded(page)).nodes).toHaveLength(count)

    await mend()
    await list.getByRole('button', { name: 'Start with an empty board' }).click()
    await expect(editor.canvas).toBeVisible()
    await expect(editor.nodes).toHaveCount(0)
    const earlier = await openEarlierDrafts(editor)
    await earlier.getByRole('listitem').getByRole('button', { name: 'Restore' }).click()
    await expect(editor.nodes).toHaveCount(count)
    await expect(editor.panel).toContainText(KEPT_ON_DEVICE)
  },
)

test('[UI-132] in the list the last change can be undone, and the canvas shown again', async ({ own: page }) => {
  await breakCanvas(page)
  const editor = new EditorPage(page)
  await page.goto('/flow-editor')
  const screen = page.getByRole('alert').filter({ hasText: 'Something went wrong' })
  await screen.getByRole('button', { name: 'Try again' }).click()
  const list = page.getByRole('region', { name: 'Your diagram as a list' })
  await editor.entry('Cache').press('Enter')
  await expect(list.getByText('Cache: Cache')).toBeVisible()
  await list.getByRole('button', { name: 'Undo the last change' }).click()
  await expect(list.getByText('Cache: Cache')).toHaveCount(0)
  await page.evaluate(() => (window as unknown as { mend: () => void }).mend())
  await list.getByRole('button', { name: 'Show the canvas again' }).click()
  await expect(editor.canvas).toBeVisible()
})
