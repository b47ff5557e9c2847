import { isFullSize } from '../../tooling/lib/test-size.ts'
import { expect, test } from '../fixtures/test.ts'

const SAMPLE = 'Three-tier web shop'
/** What a new user has for all five questions, from opening the sample, with all settings at their defaults. */
const PATIENCE_MS = 180_000
/** So short that the page's own work is most of it. */
const SHORT = { Duration: '1', Replications: '1' }

test('[PRD-113] [PRD-114] [PRD-174] [PRD-133] [PRD-173] [UI-1217] a new user asks the five questions of the three-tier sample, and each is answered', async ({
  signedIn: page,
}) => {
  test.setTimeout(PATIENCE_MS + 30_000)
  await page.goto('/flow-library')
  const began = performance.now()
  await page.getByRole('article', { name: SAMPLE, exact: true }).getByRole('button', { name: 'Load' }).click()
  await page.getByRole('tab', { name: 'Predict' }).click()
  await expect(page).toHaveURL(/\/flow-editor\?view=predict$/)
  const predict = page.getByRole('region', { name: 'Predict' })
  if (!isFullSize) for (const [setting, value] of Object.entries(SHORT)) await predict.getByLabel(setting).fill(value)
  await predict.getByLabel('Objectives').fill('errorRate < 1 %')
  await predict.getByLabel('Objectives').press('Enter')

  const saidToBeStopped = await page.evaluateHandle(() => {
    const said: string[] = []
    new MutationObserver(() => {
      if (document.body.textContent.includes('It was stopped')) said.push('It was stopped')
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
    return said
  })
  const ask = async (question: string, title: string) => {
    const button = predict.getByRole('button', { name: question })
    await button.press('Enter')
    const answer = predict.getByRole('region', { name: title, exact: true })
    await expect(predict.getByRole('button', { name: 'Run', exact: true })).toBeEnabled({ timeout: PATIENCE_MS })
    await expect(answer).toBeInViewport()
    await expect(predict.getByRole('region').first()).toHaveAccessibleName(title)
    await expect(predict.getByRole('alert')).toHaveCount(0)
    await expect(button).toBeFocused()
    return answer
  }

  const capacity = await ask('How much can it carry?', 'Capacity')
  await expect(capacity.getByText(/requests a second|rps/).first()).toBeVisible()

  await predict.getByText('What to compare with').click()
  await predict.getByLabel('Component or connection').first().selectOption({ label: 'App Server 1' })
  await predict.getByLabel('Property', { exact: true }).first().selectOption({ label: 'Instances' })
  await predict.getByLabel(/^Value in B/).fill('+2')
  await predict.getByLabel(/^Value in B/).press('Enter')
  const comparison = await ask('Which is better?', 'Compare')
  await expect(comparison.getByText('Instances').first()).toBeVisible()

  const sensitivity = await ask('What matters most?', 'Sensitivity')
  await expect(sensitivity.getByText(/now .*, with other values/).first()).toBeVisible()

  const failures = await ask('What if one fails?', 'Failures')
  await expect(failures.getByRole('rowheader', { name: 'Database' }).first()).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 720 })
  const count = failures.getByRole('cell', { name: /^\d+ of \d+$/ }).first()
  const lines = await count.evaluate((cell) => {
    const text = document.createRange()
    text.selectNodeContents(cell)
    return new Set([...text.getClientRects()].map(({ top }) => top)).size
  })
  expect(lines).toBe(1)

  expect(await saidToBeStopped.jsonValue()).toEqual([])

  await predict.locator('summary', { hasText: 'Prices' }).click()
  await predict.getByLabel('Component', { exact: true }).selectOption({ label: 'App Server 1' })
  await predict.getByLabel('Dollars').fill('0.2')
  await predict.getByLabel('Source').fill('our contract')
  await predict.getByLabel('As of').fill('2026-01-31')
  await predict.getByRole('button', { name: 'Add price' }).click()
  await predict.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(predict.getByText(/^It costs \$\d+\.\d\d an hour/)).toBeVisible({ timeout: PATIENCE_MS })
  if (isFullSize) expect(performance.now() - began).toBeLessThan(PATIENCE_MS)
})
