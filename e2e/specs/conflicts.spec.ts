import type { Page } from '@playwright/test'
import type { Account } from '../fixtures/account.ts'
import type { StoredFlow } from '../fixtures/api.ts'
import { call } from '../fixtures/api.ts'
import { expect, test } from '../fixtures/test.ts'
import { openEarlierDrafts, SHOP } from '../pages/drafts.page.ts'
import { EditorPage } from '../pages/editor.page.ts'

test.use({ expectedFaults: [/status of (404|409)/] })

const CACHE = { id: 'n2', type: 'Cache', position: { x: 300, y: 0 }, data: { label: 'Shelf' } }

/** Opens the shop and adds a node, while it was saved elsewhere with another node and the first one renamed. */
async function startConflict(page: Page, account: Account, name = 'My shop'): Promise<EditorPage> {
  const flow = await call<StoredFlow>(account.url, 'POST', '/flows', { token: account.token, body: SHOP })
  const editor = await EditorPage.openFlow(page, flow)
  await editor.entry('Database').press('Enter')
  await expect(editor.nodes).toHaveCount(2)
  const [till] = SHOP.nodes
  const theirs = [{ ...till, data: { label: 'Counter', cpuCores: 16 } }, CACHE]
  const body = { ...SHOP, version: flow.version, nodes: theirs }
  await call(account.url, 'PUT', `/flows/${flow.id}`, { token: account.token, body })
  await editor.save(name, 'Drawn at the same time')
  return editor
}

const flowsOf = async ({ url, token }: Account) => {
  const flows = await call<{ id: string; name: string }[]>(url, 'GET', '/flows', { token })
  return Promise.all(flows.map(({ id }) => call<StoredFlow>(url, 'GET', `/flows/${id}`, { token })))
}

const labels = ({ nodes }: StoredFlow) => nodes.map((node) => (node as { data: { label: string } }).data.label).sort()

test('[EDT-190] [UI-85] [UI-310] [REL-DU11] both are compared by name before one chooses, and mine is saved as a copy beside theirs', async ({
  own: page,
  account,
}, testInfo) => {
  const editor = await startConflict(page, account)
  const dialog = page.getByRole('dialog', { name: 'This flow was changed elsewhere' })
  await expect(dialog).toContainText('“Shop” was saved from another place')
  await test.step('[UI-310] [UI-85] both are compared by name before one chooses', async () => {
    await dialog.getByRole('button', { name: 'Compare' }).click()
    const differences = dialog.getByRole('region', { name: 'Differences' })
    await expect(differences).toContainText('Only in yours (1)Database: Database')
    await expect(differences).toContainText('Only in theirs (1)Cache: Shelf')
    await expect(differences).toContainText(/Different \(1\)Server: Till.*Label.*yours Till, theirs Counter/)
    await testInfo.attach('comparison', { body: await page.screenshot(), contentType: 'image/png' })
    await dialog.getByRole('button', { name: 'Back to the board' }).click()
    await expect(dialog).toBeHidden()
    expect(await flowsOf(account)).toHaveLength(1)
  })

  await editor.save('My shop', 'Drawn at the same time')
  await dialog.getByRole('button', { name: 'Keep mine as a copy' }).click()
  await expect(dialog).toBeHidden()
  await expect(editor.panel).toContainText('My shopSaved')
  const flows = await flowsOf(account)
  expect(Object.fromEntries(flows.map((flow) => [flow.name, labels(flow)]))).toEqual({
    Shop: ['Counter', 'Shelf'],
    'My shop': ['Database', 'Till'],
  })
})

test('[EDT-86] [EDT-867] a copy of the same name is offered another one, which can be changed', async ({
  own: page,
  account,
}) => {
  const editor = await startConflict(page, account, SHOP.name)
  const dialog = page.getByRole('dialog', { name: 'This flow was changed elsewhere' })
  const name = dialog.getByLabel('Name of your flow')
  const keep = dialog.getByRole('button', { name: 'Keep mine as a copy' })
  await expect(name).toHaveValue('Shop (copy)')
  await name.fill('ab')
  await expect(dialog.getByText('Name must be at least 3 characters')).toBeVisible()
  await expect(keep).toBeDisabled()
  await name.fill('Shop (mine)')
  await keep.click()
  await expect(dialog).toBeHidden()
  await expect(editor.panel).toContainText('Shop (mine)Saved')
  expect((await flowsOf(account)).map((flow) => flow.name).sort()).toEqual(['Shop', 'Shop (mine)'])
})

test('[UI-84] [UI-309] [REL-DU11] theirs is opened, and undo restores mine', async ({ own: page, account }) => {
  const editor = await startConflict(page, account)
  const dialog = page.getByRole('dialog', { name: 'This flow was changed elsewhere' })
  await dialog.getByRole('button', { name: 'Take theirs' }).click()
  await expect(dialog).toBeHidden()
  await expect(editor.node('Server: Counter')).toBeVisible()
  await expect(editor.panel).toContainText('ShopSaved')
  const list = await openEarlierDrafts(editor)
  await expect(list.getByRole('listitem', { name: 'Shop' })).toContainText('2 nodes')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await expect(editor.node('Database: Database')).toBeVisible()
  await expect(editor.panel).toContainText('Unsaved changes')
  expect(await flowsOf(account)).toMatchObject([{ name: 'Shop', version: 2 }])
})

test('[REL-DU11] [EDT-191] a flow that was removed elsewhere is saved as a new one', async ({ own: page, account }) => {
  const flow = await call<StoredFlow>(account.url, 'POST', '/flows', { token: account.token, body: SHOP })
  const editor = await EditorPage.openFlow(page, flow)
  await editor.entry('Database').press('Enter')
  await call(account.url, 'DELETE', `/flows/${flow.id}`, { token: account.token })
  await editor.save(SHOP.name, SHOP.description)
  const dialog = page.getByRole('dialog', { name: 'This flow was removed elsewhere' })
  await dialog.getByRole('button', { name: 'Save mine as a new flow' }).click()
  await expect(dialog).toBeHidden()
  await expect(editor.panel).toContainText('ShopSaved')
  expect(await flowsOf(account)).toMatchObject([{ name: 'Shop', version: 1, nodes: [{}, {}] }])
})

test('[EDT-87] a newer version that says the same is no conflict: it is taken without a question', async ({
  own: page,
  account,
}) => {
  const flow = await call<{ id: string }>(account.url, 'POST', '/flows', { token: account.token, body: SHOP })
  const editor = await EditorPage.openFlow(page, flow)
  await expect(editor.nodes).toHaveCount(1)
  const other = await EditorPage.openFlow(await page.context().newPage(), flow)
  await expect(other.nodes).toHaveCount(1)
  await other.save('Same', 'Saved in two tabs')
  await expect(other.panel).toContainText('SameSaved')
  await editor.save('Same', 'Saved in two tabs')
  await expect(editor.toast('Flow saved successfully!')).toBeVisible()
  await expect(editor.dialog('Save Flow')).toBeHidden()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(editor.panel).toContainText('SameSaved')
  expect(await flowsOf(account)).toMatchObject([{ name: 'Same', version: 2 }])
  await editor.entry('Cache').press('Enter')
  await editor.save('Same', 'And from the newer version on')
  await expect(editor.panel).toContainText('SameSaved')
  expect(await flowsOf(account)).toMatchObject([{ version: 3, nodes: [{}, {}] }])
})
