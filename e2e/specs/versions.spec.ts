import type { Page } from '@playwright/test'
import type { Account } from '../fixtures/account.ts'
import { call, type StoredFlow } from '../fixtures/api.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectAccess } from '../pages/access.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { sharer } from '../pages/sharing.page.ts'

const node = (id: string, type: string, x: number, data: Record<string, unknown>) => ({
  ...{ id, type, position: { x, y: 0 }, data },
})
const [BROWSER, SHOP, SHELF] = [
  node('n1', 'Client', 0, { label: 'Browser', concurrentUsers: 10 }),
  node('n2', 'Server', 350, { label: 'Shop', cpuCores: 4 }),
  node('n3', 'Cache', 700, { label: 'Shelf' }),
]
const EDGE = { id: 'e1', type: 'http', source: 'n1', target: 'n2' }

const path = ({ id }: StoredFlow) => `/flows/${id}`

/** A flow with three versions: a shop with a shelf, the same with more cores, without the shelf and with orders. */
async function history({ url, token }: Account): Promise<StoredFlow> {
  const about = { name: 'Small shop', description: 'Made by a test' }
  const first = { ...about, nodes: [BROWSER, SHOP, SHELF], edges: [EDGE] }
  const flow = await call<StoredFlow>(url, 'POST', '/flows', { token, body: { ...first, note: 'Begun' } })
  const larger = node('n2', 'Server', 350, { label: 'Shop', cpuCores: 16 })
  const saves = [
    { nodes: [BROWSER, larger, SHELF], edges: [EDGE], note: 'More cores' },
    { nodes: [BROWSER, larger, node('n4', 'Database', 700, { label: 'Orders' })], edges: [] },
  ]
  for (const [index, save] of saves.entries())
    await call(url, 'PUT', path(flow), { token, body: { ...about, ...save, version: index + 1 } })
  return call<StoredFlow>(url, 'GET', path(flow), { token })
}

async function open(page: Page, account: Account) {
  const flow = await history(account)
  await page.goto(`/flow/${flow.id}`)
  const editor = new EditorPage(page)
  await expect(editor.nodes).toHaveCount(3)
  await editor.canvas.focus()
  await page.keyboard.press('Shift+H')
  const dialog = editor.dialog('Versions')
  await expect(dialog.getByRole('radio')).toHaveCount(3)
  const version = (name: RegExp) => dialog.getByRole('radio', { name })
  return { flow, editor, dialog, version }
}

test('[EDT-800] [EDT-802] [EDT-803] [EDT-807] [EDT-808] [EDT-809] [EDT-814] [EDT-818] a version is chosen with the arrow keys, shows what became of it, is enlarged, named, duplicated and restored', async ({
  own: page,
  account,
}) => {
  test.slow()
  const { flow, editor, dialog, version } = await open(page, account)
  await test.step('[EDT-814] its drawing is enlarged, and scrolled by keyboard', async () => {
    const preview = dialog.getByRole('region', { name: 'Preview of Version 2' })
    const width = () => preview.getByRole('img').evaluate((svg) => svg.getBoundingClientRect().width)
    const before = await width()
    await dialog.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(width).toBeCloseTo(1.5 * before, 0)
    await preview.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => preview.evaluate((region) => region.scrollLeft)).toBeGreaterThan(0)
    await dialog.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(width).toBeCloseTo(before, 0)
  })
  await version(/^Version 2 /).focus()

  await test.step('[EDT-800] [EDT-802] [EDT-803] [EDT-809] it is chosen with the arrow keys, and shows what became of it', async () => {
    await expect(version(/^Version 3 newest .* by /)).toBeVisible()
    await expect(version(/^Version 2 .*More cores$/)).toBeFocused()
    await expect(version(/^Version 2 /)).toBeChecked()
    await page.keyboard.press('ArrowDown')
    await expect(version(/^Version 1 .*Begun$/)).toBeChecked()
    const shown = dialog.getByRole('region', { name: 'Version 1', exact: true })
    await expect(
      shown.getByRole('img', { name: 'Version 1: 1 added since, 2 removed since, 1 changed since' }),
    ).toBeVisible()
    const names = (title: string) =>
      shown.getByRole('heading', { name: title }).locator('xpath=following-sibling::ul[1]').getByRole('listitem')
    await expect(names('Added since (1)')).toHaveText(['Database: Orders'])
    await expect(names('Removed since (2)')).toHaveText(['Cache: Shelf', 'HTTP: Browser to Shop'])
    await expect(names('Changed since (1)')).toHaveText(['Server: ShopCPU cores4 cores, now 16 cores'])
    await expectAccess(page, { within: '[role=dialog]' })
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(editor.canvas).toBeFocused()
    await editor.entry('Versions').click()
    await expect(dialog).toBeVisible()
  })

  await test.step('[EDT-808] a version is duplicated as a flow of its own', async () => {
    await version(/^Version 1 /).check({ force: true })
    await dialog.getByRole('button', { name: 'Duplicate from this version' }).click()
    await expect(page.getByText('Saved as “Small shop (version 1)”')).toBeVisible()
    const { url, token } = account
    const flows = await call<{ id: string; name: string }[]>(url, 'GET', '/flows', { token })
    expect(flows.map(({ name }) => name).sort()).toEqual(['Small shop', 'Small shop (version 1)'])
    const copy = flows.find(({ id }) => id !== flow.id)
    const { nodes, edges } = await call<StoredFlow>(url, 'GET', `/flows/${copy?.id}`, { token })
    expect([nodes, edges]).toEqual([[BROWSER, SHOP, SHELF], [EDGE]])
  })

  await test.step('[EDT-807] a version gets a name and a note', async () => {
    await version(/^Version 2 /).check({ force: true })
    await dialog.getByLabel('Name', { exact: true }).fill(' As launched ')
    await dialog.getByLabel('Note', { exact: true }).fill('More cores for the sale')
    await page.keyboard.press('Enter')
    await expect(version(/^As launched Version 2, .*More cores for the sale$/)).toBeVisible()
    await dialog.getByLabel('Name', { exact: true }).fill('x'.repeat(101))
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Name cannot exceed 100 characters')).toBeVisible()
    const { url, token } = account
    const versions = await call<{ name: string }[]>(url, 'GET', `${path(flow)}/versions`, { token })
    expect(versions.map(({ name }) => name)).toEqual(['', 'As launched', ''])
  })

  await test.step('[EDT-818] what was not saved is brought back from the toast', async () => {
    await page.keyboard.press('Escape')
    await editor.entry('Load Balancer').press('Enter')
    await editor.entry('Versions').click()
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await expect(editor.node('Load Balancer: Load Balancer')).toBeHidden()
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await expect(editor.node('Load Balancer: Load Balancer')).toBeVisible()
  })
})

test('[EDT-805] [EDT-817] [UI-1150] a version is restored as a new one, and that is taken back by restoring again', async ({
  own: page,
  account,
}) => {
  const { flow, editor, dialog, version } = await open(page, account)
  await expect(version(/^Version 2 /)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(version(/^Version 1 /)).toBeChecked()
  await dialog.getByRole('button', { name: 'Restore' }).click()
  const toast = page.getByText('Version 1 is restored as version 4')
  // Under the pointer it stays: it is looked at once more.
  await toast.hover()
  await expect(dialog).toBeHidden()
  await expect(editor.node('Cache: Shelf')).toBeVisible()
  await expect(editor.panel).toContainText('Small shopSaved')
  const { url, token } = account
  expect(await call<StoredFlow>(url, 'GET', path(flow), { token })).toMatchObject({ version: 4, edges: [EDGE] })

  await editor.entry('Versions').click()
  const [said, close] = [await toast.boundingBox(), await dialog.getByRole('button', { name: 'Close' }).boundingBox()]
  if (said && close) expect(said.y + said.height).toBeLessThan(close.y)
  await expect(version(/^Version 4 newest .*Restored from version 1$/)).toBeVisible()
  await version(/^Version 3 /).check({ force: true })
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(editor.node('Database: Orders')).toBeVisible()
  await expect(editor.node('Cache: Shelf')).toBeHidden()
})

test.describe('', () => {
  test.use({ expectedFaults: [/status of 409/] })

  test('[EDT-806] restoring over a flow that was saved elsewhere says so and changes nothing', async ({
    own: page,
    account,
  }) => {
    const { flow, editor, dialog } = await open(page, account)
    const { name, description, nodes } = flow
    const body = { name, description, nodes, edges: [], version: 3, note: 'From elsewhere' }
    await call(account.url, 'PUT', path(flow), { token: account.token, body })
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await expect(dialog.getByRole('alert')).toContainText('This flow was changed elsewhere since you opened it.')
    await expect(dialog.getByRole('radio', { name: /^Version 4 newest .*From elsewhere$/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(editor.nodes).toHaveCount(3)
    const { version } = await call<StoredFlow>(account.url, 'GET', path(flow), account)
    expect(version).toBe(4)
  })
})

test('[EDT-801] [EDT-811] a board that was never saved has no versions; what is said when it is saved again is shown', async ({
  own: page,
}) => {
  const editor = await EditorPage.open(page)
  await editor.entry('Server').press('Enter')
  await editor.entry('Versions').click()
  const dialog = editor.dialog('Versions')
  await expect(dialog).toContainText('This board is not in your library yet.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await editor.save('Small shop', 'Made by a test')
  await expect(editor.panel).toContainText('Small shopSaved')
  await editor.entry('Cache').press('Enter')
  await editor.entry('Save').click()
  await editor.dialog('Save Flow').getByLabel('What changed').fill('With a shelf')
  await editor.dialog('Save Flow').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(editor.panel).toContainText('Small shopSaved')
  await editor.entry('Versions').click()
  await expect(dialog.getByRole('radio', { name: /^Version 2 newest .*With a shelf$/ })).toBeVisible()
  await expect(dialog).toContainText('Added since (1)')
})

test('[EDT-813] [EDT-836] older versions are listed when they are asked for', async ({
  own: page,
  account: { url, token },
}) => {
  const body = { name: 'Small shop', description: 'Made by a test', nodes: [SHOP], edges: [] }
  const { id } = await call<StoredFlow>(url, 'POST', '/flows', { token, body })
  for (let version = 1; version < 52; version++)
    await call(url, 'PUT', `/flows/${id}`, { token, body: { ...body, version } })
  await page.goto(`/flow/${id}`)
  const editor = new EditorPage(page)
  await editor.entry('Versions').click()
  const dialog = editor.dialog('Versions')
  await expect(dialog.getByRole('radio')).toHaveCount(50)
  await dialog.getByRole('button', { name: 'Show older versions' }).click()
  await expect(dialog.getByRole('radio')).toHaveCount(52)
  await expect(dialog.getByRole('radio', { name: /^Version 51 / })).toBeChecked()
  await expect(dialog.getByRole('radio', { name: /^Version 2 / })).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Show older versions' })).toBeHidden()
})

test('[EDT-810] [EDT-815] what experiments on the server found stands with its version, and as a line over the versions', async ({
  own: page,
  account: { url, token },
}) => {
  test.slow()
  const simulation = { durationS: 900, replications: 8 }
  const flowOf = (cpuCores: number) => ({
    ...{ name: 'Small shop', edges: [EDGE], simulation },
    nodes: [BROWSER, node('n2', 'Server', 350, { label: 'Shop', cpuCores })],
  })
  const description = 'Made by a test'
  const { id } = await call<StoredFlow>(url, 'POST', '/flows', { token, body: { ...flowOf(2), description } })
  await call(url, 'PUT', `/flows/${id}`, { token, body: { ...flowOf(8), description, version: 1 } })
  for (const version of [1, 2]) {
    const body = { kind: 'simulate', design: flowOf(version === 1 ? 2 : 8), flow: { id, version } }
    await call(url, 'POST', '/experiments', { token, body })
  }
  const found = async () =>
    (await call<{ p99Ms: number | null }[]>(url, 'GET', `/flows/${id}/versions`, { token })).map(({ p99Ms }) => p99Ms)
  // On a busy machine an experiment takes its time.
  await expect.poll(found, { timeout: 90_000 }).toEqual([expect.any(Number), expect.any(Number)])
  await page.goto(`/flow/${id}`)
  const editor = new EditorPage(page)
  await editor.entry('Versions').click()
  const dialog = editor.dialog('Versions')
  await expect(dialog.getByRole('radio', { name: /^Version 2 newest .* p99 [\d.,]+ ms$/ })).toBeVisible()
  await expect(dialog.getByRole('radio', { name: /^Version 1 .* p99 [\d.,]+ ms$/ })).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Figures over the versions' })).toHaveText(
    /^p99[\d.,]+ ms in version 1 → [\d.,]+ ms in version 2$/,
  )
  await expectAccess(page, { within: '[role=dialog]' })
})

test('[EDT-834] what Run finds in the page stands with the version', async ({ own: page, account: { url, token } }) => {
  const server = node('n2', 'Server', 350, { label: 'Shop' })
  const flow = { nodes: [BROWSER, server], edges: [EDGE], simulation: { durationS: 300, replications: 8 } }
  const body = { name: 'Small shop', description: 'Made by a test', ...flow }
  const { id } = await call<StoredFlow>(url, 'POST', '/flows', { token, body })
  await page.goto(`/flow/${id}/predict`)
  const kept = page.waitForResponse((response) => response.request().method() === 'PATCH', { timeout: 40_000 })
  await page.getByRole('region', { name: 'Predict' }).getByRole('button', { name: 'Run', exact: true }).click()
  expect((await kept).status()).toBe(200)
  const editor = new EditorPage(page)
  await editor.entry('Versions').click()
  await expect(
    editor.dialog('Versions').getByRole('radio', { name: /^Version 1 newest .* p99 [\d.,]+ ms$/ }),
  ).toBeVisible()
})

test('[UI-800] on a small screen the dialog is read from top to bottom, and nothing is cut off', {
  tag: '@small',
}, async ({ own: page, account }) => {
  const flow = await history(account)
  await page.goto(`/flow/${flow.id}`)
  const editor = new EditorPage(page)
  await expect(editor.nodes).toHaveCount(3)
  await editor.panel.getByRole('button', { name: 'Expand Flow Panel' }).click()
  await editor.entry('Versions').click()
  const dialog = page.getByRole('dialog', { name: 'Versions' })
  await dialog.getByRole('radio', { name: /^Version 1 / }).check({ force: true })
  await expect(dialog.getByRole('img', { name: /^Version 1: / })).toBeVisible()
  await dialog.getByRole('button', { name: 'Save name and note' }).scrollIntoViewIfNeeded()
  await expect(dialog.getByLabel('Name', { exact: true })).toBeInViewport({ ratio: 1 })
  const cut = await dialog.evaluate((element) =>
    [element, ...element.querySelectorAll<HTMLElement>('div, section, fieldset, form, p, span, ul, dl')]
      .filter(({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  )
  expect(cut).toEqual([])
  await expectAccess(page, { within: '[role=dialog]' })
})

test('[EDT-880] who may not save the flow is offered neither to restore a version nor to describe it', async ({
  own: page,
  account,
  server,
  mailedLink,
}) => {
  const ada = await sharer(server.url, mailedLink)
  const flow = await history(ada)
  await ada.share(flow.id, account.email, 'viewer')
  const editor = new EditorPage(page)
  const dialog = editor.dialog('Versions')
  const details = dialog.getByRole('region', { name: 'Version 2', exact: true })
  for (const isOffered of [false, true]) {
    await page.goto(`/flow/${flow.id}`)
    await editor.panel.getByRole('button', { name: 'Versions' }).click()
    await expect(details.getByRole('button', { name: 'Duplicate from this version' })).toBeVisible()
    const count = isOffered ? 1 : 0
    await expect(details.getByRole('button', { name: 'Restore' })).toHaveCount(count)
    await expect(details.getByRole('button', { name: 'Save name and note' })).toHaveCount(count)
    await ada.share(flow.id, account.email, 'editor')
  }
})
