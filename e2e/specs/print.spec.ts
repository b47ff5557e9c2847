import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { shop, withCalls } from '../pages/sharing.page.ts'
import { openSystem } from '../pages/systems.ts'

const pagesOf = async (page: Page): Promise<number> => {
  const pdf = await page.pdf({ format: 'A4', landscape: true })
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
}

/** What a browser does before it prints: then the page can be looked at. */
async function toPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
}

async function fromPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: null })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
}

const groundOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--surface').trim())

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' })

  test('[EDT-848] [EDT-870] the editor prints the whole flow on one page, in light colours', async ({
    signedIn: page,
    api,
  }) => {
    const far = Array.from({ length: 30 }, (_, index) => ({
      id: `n${index}`,
      type: index % 2 === 0 ? 'Server' : 'Cache',
      position: { x: 900 * (index % 6), y: 700 * Math.floor(index / 6) },
      data: { label: `Part ${index}` },
    }))
    const flow = await api.createFlow({ name: 'Far apart', description: 'More than a screen holds', nodes: far })
    await EditorPage.openFlow(page, flow)
    await expect(page.getByRole('group', { name: 'Server: Part 0', exact: true })).toBeVisible()
    const dark = await groundOf(page)

    await toPaper(page)
    const paper = page.locator('[data-print-sheet]')
    await expect(paper.getByRole('heading', { name: 'Far apart' })).toBeVisible()
    await expect(paper.getByText('More than a screen holds')).toBeVisible()
    await expect(paper.getByRole('listitem')).toHaveText(['Server 15', 'Cache 15'])
    for (const index of [0, 29]) await expect(paper.getByText(`Part ${index}`, { exact: true })).toBeInViewport()
    await expect(page.getByText('Flow Panel')).toBeHidden()
    await expect(page.getByRole('region', { name: 'Simulation Panel' })).toBeHidden()
    await expect(page.getByRole('navigation')).toBeHidden()
    expect(await groundOf(page)).not.toBe(dark)

    await fromPaper(page)
    await expect(paper).toHaveCount(0)
    expect(await groundOf(page)).toBe(dark)
    await expect(page.getByRole('group', { name: 'Server: Part 0', exact: true })).toBeVisible()
    expect(await pagesOf(page)).toBe(1)
  })
})

test('[EDT-848] [EDT-992] the loads of a run are printed, and no toast', async ({ signedIn: page, api }) => {
  await openSystem(page, api, 'calm', 'events')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByRole('group', { name: 'Server: Orders' })).toContainText('%')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: /JSON/ }).click()
  const toast = page.getByText(/^Exported as /)
  await expect(toast).toBeVisible()
  await toPaper(page)
  await expect(toast).toBeHidden()
  await expect(page.locator('[data-print-sheet] text').filter({ hasText: /^\d+ %$/ })).not.toHaveCount(0)
})

test('[EDT-849] a page behind a link prints the flow on one page', async ({ page, account }) => {
  const owner = withCalls(account)
  const flow = await owner.save(shop('Harbour shop'))
  await page.goto(await owner.link(flow.id))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour shop')
  const loaded = page.waitForResponse(/print-sheet.*\.css/)
  await page.mouse.move(300, 300)
  await loaded
  const paper = page.locator('[data-print-sheet]')
  // The style is there before the code that listens for printing.
  await expect(async () => {
    await fromPaper(page)
    await toPaper(page)
    await expect(paper.getByText('A shop with many users')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(paper.getByRole('img', { name: 'Flow' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Start' })).toBeHidden()
  await fromPaper(page)
  expect(await pagesOf(page)).toBe(1)
})

test('[EDT-869] Predict prints its whole report', async ({ signedIn: page, api }) => {
  await openSystem(page, api, 'calm', 'events')
  await page.getByRole('tab', { name: 'Predict' }).click()
  const predict = page.getByRole('region', { name: 'Predict' })
  await predict.getByLabel('Duration').fill('5')
  await predict.getByLabel('Replications').fill('2')
  await predict.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(predict.getByRole('heading', { name: 'Verdict' })).toBeVisible({ timeout: 30_000 })
  expect(await pagesOf(page)).toBeGreaterThan(2)
  await toPaper(page)
  await expect(page.locator('[data-print-sheet]').getByRole('heading')).toBeVisible()
  await expect(predict.getByLabel('Duration')).toBeHidden()
  await expect(predict.getByRole('button', { name: 'Run', exact: true })).toBeHidden()
  await expect(predict.getByRole('heading', { name: 'Verdict' })).toBeVisible()
  const widest = await predict
    .getByRole('table')
    .evaluateAll((tables) => Math.max(...tables.map((table) => table.getBoundingClientRect().right)))
  expect(widest, 'no column is cut off').toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
})
