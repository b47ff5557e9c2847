import type { Page } from '@playwright/test'

/** Measures a page while it is the one that is seen. */
export async function undisturbed<T>(page: Page, measure: () => Promise<T>): Promise<T> {
  await page.bringToFront()
  return measure()
}

/** Measures while its simulation runs; paused again afterwards, so that another page has the machine. */
export async function whileRunning<T>(page: Page, measure: () => Promise<T>): Promise<T> {
  await page.bringToFront()
  const panel = page.getByRole('region', { name: 'Simulation Panel' })
  await panel.getByRole('button', { name: /^(Start|Resume)$/ }).click()
  await panel
    .getByText(/^[1-9][\d,]*$/)
    .first()
    .waitFor()
  const result = await measure()
  await panel.getByRole('button', { name: 'Pause' }).click()
  return result
}
