import { expect, test } from '../fixtures/test.ts'
import { openSystem } from '../pages/systems.ts'

test('[UI-1202] [PRD-319] [PRD-320] what is removed in Predict by keyboard leaves the focus beside it', async ({
  signedIn: page,
  api,
}) => {
  await openSystem(page, api, 'calm', 'events')
  await page.getByRole('tab', { name: 'Predict' }).click()
  const predict = page.getByRole('region', { name: 'Predict' })
  const remove = (name: RegExp) => predict.getByRole('button', { name })

  await test.step('an objective', async () => {
    const field = predict.getByLabel('Objectives')
    for (const objective of ['p95 < 100 ms', 'p99 < 250 ms']) {
      await field.fill(objective)
      await field.press('Enter')
    }
    await remove(/^Remove p95/).press('Enter')
    await expect(remove(/^Remove p99/)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
  })

  await test.step('a price', async () => {
    const prices = predict.locator('details', { has: page.locator('summary', { hasText: 'Prices' }) })
    await prices.locator('summary').click()
    for (const [component, dollars] of [
      ['Orders', '1'],
      ['Ledger', '2'],
    ] as const) {
      await prices.getByLabel('Component').selectOption({ label: component })
      await prices.getByLabel('Dollars').fill(dollars)
      await prices.getByLabel('Source').fill('list')
      await prices.getByLabel('As of').fill('2026-01-01')
      await prices.getByRole('button', { name: 'Add price' }).click()
    }
    await remove(/^Remove .*Orders/).press('Enter')
    await expect(remove(/^Remove .*Ledger/)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(prices.locator('summary')).toBeFocused()
  })

  await test.step('an event, in its form and on its bar', async () => {
    const timeline = predict.getByRole('region', { name: 'Timeline' })
    const bars = timeline.getByRole('slider', { name: /^Move / })
    for (const count of [1, 2, 3]) {
      await timeline.getByRole('button', { name: 'An instance dies' }).click()
      await expect(bars).toHaveCount(count)
    }
    const inRow = (at: number) => timeline.getByRole('listitem').nth(at).locator(':focus')
    await bars.first().press('Enter')
    await remove(/^Remove Outage/).press('Enter')
    await expect(bars).toHaveCount(2)
    await expect(inRow(0)).toBeVisible()
    await bars.last().press('Delete')
    await expect(bars).toBeFocused()
    await page.keyboard.press('Delete')
    await expect(timeline.getByRole('heading', { name: 'Timeline' })).toBeFocused()
  })
})
