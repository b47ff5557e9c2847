import type { Route } from '@playwright/test'
import type { Account } from '../fixtures/account.ts'
import type { StoredFlow } from '../fixtures/api.ts'
import { call } from '../fixtures/api.ts'
import { expect, test } from '../fixtures/test.ts'
import { holdTimeout } from '../fixtures/timeout.ts'
import { drawDraft, KEPT_ON_DEVICE, SHOP } from '../pages/drafts.page.ts'
import { EditorPage } from '../pages/editor.page.ts'

test.use({ expectedFaults: [/ERR_FAILED|status of 409/] })

const flowsOf = ({ url, token }: Account) =>
  call<{ id: string; name: string; nodes: number }[]>(url, 'GET', '/flows', { token })

/** The server does what it is asked; its answer is lost. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort()
}

test('[REL-CL4] [REL-CL10] [REL-CL11] without a server one goes on drawing; Save says so, keeps the text, and can be tried again', async ({
  own: page,
  account,
}) => {
  const editor = await drawDraft(page)
  await page.route('**/api/**', (route) => route.abort())
  await editor.entry('Cache').press('Enter')
  await expect(editor.panel).toContainText(KEPT_ON_DEVICE)
  await editor.save('Drawn offline', 'While nobody answered')
  const dialog = editor.dialog('Save Flow')
  await expect(dialog.getByRole('alert')).toContainText('Could not connect to server')
  await expect(dialog.getByLabel('Flow Name')).toHaveValue('Drawn offline')
  await page.unroute('**/api/**')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
  expect(await flowsOf(account)).toMatchObject([{ name: 'Drawn offline', nodes: 2 }])
})

test('[REL-CL7] [REL-DU10] [UI-866] a save that never ends is given up after 15 s; ten presses and a second try make one flow', async ({
  own: page,
  account,
}) => {
  const editor = await drawDraft(page)
  let asked = 0
  let done = 0
  const stall = async (route: Route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    asked += 1
    await route.fetch()
    done += 1
  }
  await page.route('**/api/flows', stall)
  await editor.entry('Save').click()
  const dialog = editor.dialog('Save Flow')
  await dialog.getByLabel('Flow Name').fill('Slow')
  await dialog.getByLabel('Description').fill('Over a bad line')
  const runOut = await holdTimeout(page)
  await dialog.locator('form').evaluate((form: HTMLFormElement) => {
    for (let press = 0; press < 10; press++) form.requestSubmit()
  })
  const save = dialog.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toBeDisabled()
  await expect.poll(() => done).toBe(1)
  await expect(dialog.getByRole('status')).toContainText('Still saving')
  expect(await runOut()).toBe(15_000)
  await expect(dialog.getByRole('alert')).toContainText('Request timed out')
  expect(asked).toBe(1)
  await expect(dialog.getByLabel('Flow Name')).toHaveValue('Slow')
  await page.unroute('**/api/flows')
  // Also when the dialog was closed in between.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await editor.save('Slow', 'Over a bad line')
  await expect(dialog).toBeHidden()
  expect(await flowsOf(account)).toMatchObject([{ name: 'Slow', nodes: 1 }])
})

test('[REL-DU10] [UI-130] a save over an open flow whose answer was lost is no conflict', async ({
  own: page,
  account,
}) => {
  const { id } = await call<StoredFlow>(account.url, 'POST', '/flows', { token: account.token, body: SHOP })
  const editor = await EditorPage.openFlow(page, { id })
  await editor.entry('Cache').press('Enter')
  await page.route('**/api/flows/*', loseAnswer, { times: 1 })
  await editor.save(SHOP.name, 'Its answer is lost')
  const dialog = editor.dialog('Save Flow')
  await expect(dialog.getByRole('alert')).toContainText('Could not connect to server')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await editor.entry('Database').press('Enter')
  await editor.save(SHOP.name, 'Tried again, and more was drawn')
  await expect(dialog).toBeHidden()
  await expect(editor.panel).toContainText('ShopSaved')
  const stored = await call<StoredFlow>(account.url, 'GET', `/flows/${id}`, account)
  expect(stored).toMatchObject({ version: 3, description: 'Tried again, and more was drawn' })
  expect(stored.nodes).toHaveLength(3)
})
