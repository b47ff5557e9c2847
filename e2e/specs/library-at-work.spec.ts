import { readFile } from 'node:fs/promises'
import { createNode } from '@plimsoll/flow'
import { makeAccount } from '../fixtures/account.ts'
import { call } from '../fixtures/api.ts'
import { expect, test } from '../fixtures/test.ts'
import { LIBRARY, LibraryPage } from '../pages/library.page.ts'
import { Shell } from '../pages/shell.page.ts'

const crane = createNode('Database', { id: 'node-a', position: { x: 0, y: 0 }, settings: { label: 'Crane store' } })

test('[UI-510] [UI-511] [UI-517] [UI-518] typing finds flows by name, description and components, and says how many; a flow is duplicated, and says when it was last opened', async ({
  signedIn,
  api,
}) => {
  await api.createFlow({ name: 'Harbour', nodes: [crane] })
  await api.createFlow({ name: 'Café', description: 'Orders of guests' })
  await api.createFlow({
    name: 'Original',
    description: 'A yard',
    nodes: [{ ...crane, data: { ...crane.data, label: 'Yard' } }],
  })
  const flow = await api.createFlow({ name: 'Opened once' })
  await api.createFlow({ name: 'Never opened' })
  const library = new LibraryPage(signedIn)
  await library.open()
  for (const [words, found] of [
    ['crane data', 'Harbour'],
    ['cafe GUESTS', 'Café'],
  ] as const) {
    await library.search.fill(words)
    await expect(library.entries).toHaveCount(1)
    await expect(library.entry(found)).toBeVisible()
  }
  await expect(signedIn.getByRole('search').getByRole('status')).toHaveText(/^1 of \d+$/)
  await library.search.fill('nothing like it')
  await expect(signedIn.getByText('No flow has “nothing like it”')).toBeVisible()
  await library.search.fill('')

  await test.step('[UI-517] Duplicate saves a copy beside the flow', async () => {
    await library.entry('Original').getByRole('button', { name: 'Duplicate' }).click()
    await expect(library.entry('Copy of Original')).toContainText('A yard')
    await expect(library.entry('Copy of Original')).toContainText('1 node')
    await expect(library.entry('Original')).toBeVisible()
  })

  await test.step('[UI-511] [UI-518] a flow that was opened says when, and is first by last opening', async () => {
    await expect(library.entry('Opened once')).not.toContainText('Last opened')
    const remembered = signedIn.waitForResponse(`**/api/flows/${flow.id}/opened`)
    await library.entry('Opened once').getByRole('link').click()
    await remembered
    await new Shell(signedIn).link('Flow Library').click()
    await expect(library.entry('Opened once')).toContainText('Last opened')
    await signedIn.getByRole('combobox', { name: 'Sort by' }).selectOption('Last opened')
    await expect(library.entries.first()).toContainText('Opened once')
    await signedIn.getByRole('combobox', { name: 'Sort by' }).selectOption('Name')
    const inOrder = async () => {
      const names = await library.names()
      return names.join() === names.toSorted((a, b) => a.localeCompare(b, 'en')).join()
    }
    await expect.poll(inOrder).toBe(true)
  })
})

test('[UI-514] [UI-884] more flows come at the end of the list', async ({ own, account }) => {
  for (let index = 0; index < 65; index++) {
    const body = { name: `Flow ${index}`, description: 'One of many', nodes: [], edges: [] }
    await call(account.url, 'POST', '/flows', { token: account.token, body })
  }
  const library = new LibraryPage(own)
  await library.open()
  await expect(library.entries).toHaveCount(60)
  const more = own.waitForResponse(LIBRARY)
  await own.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded()
  await more
  await expect.poll(() => library.entries.count()).toBe(65)
  await expect(own.getByRole('button', { name: 'Show more' })).toBeHidden()
})

test('[UI-515] [UI-885] the list is one column, and is there again on the next visit', { tag: '@both' }, async ({
  signedIn,
  api,
}) => {
  for (const name of ['One flow', 'Two flows']) await api.createFlow({ name })
  const library = new LibraryPage(signedIn)
  await library.open()
  await signedIn.getByRole('button', { name: 'List', exact: true }).click()
  await expect.poll(() => library.columns()).toBe(1)
  await signedIn.reload()
  await expect(signedIn.getByRole('button', { name: 'List', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => library.columns()).toBe(1)
  const room = () => signedIn.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(await room()).toBeLessThanOrEqual(0)
})

test('[UI-516] Rename changes the name in place, by keyboard alone', async ({ signedIn, api }) => {
  const flow = await api.createFlow({ name: 'Old name' })
  const library = new LibraryPage(signedIn)
  await library.open()
  const rename = library.entry('Old name').getByRole('button', { name: 'Rename' })
  const field = library.entries.getByRole('textbox', { name: 'Name' })
  await rename.press('Enter')
  await field.fill('Something else')
  await field.press('Escape')
  await expect(library.entry('Old name')).toBeVisible()
  await expect(rename).toBeFocused()
  await rename.press('Enter')
  await field.fill('x')
  await expect(field).toHaveAccessibleDescription('Name must be at least 3 characters')
  await field.press('Enter')
  await expect(field).toBeVisible()
  await field.fill('New name')
  await field.press('Enter')
  await expect(library.entry('New name')).toBeVisible()
  const { name, version, nodes } = await api.flow(flow.id)
  expect({ name, version, nodes }).toEqual({ name: 'New name', version: 2, nodes: flow.nodes })
})

test('[UI-519] [UI-520] [UI-886] [UI-1153] [UI-1212] selected flows are exported as one file, removed together, and all restored', async ({
  signedIn,
  api,
}) => {
  for (const name of ['First of two', 'Second of two', 'Left alone']) await api.createFlow({ name, nodes: [crane] })
  const library = new LibraryPage(signedIn)
  await library.open()
  for (const name of ['First of two', 'Second of two']) await library.select(name).press('Space')
  const selected = signedIn.getByRole('region', { name: 'Selected flows' })
  await expect(selected.getByRole('status')).toHaveText('2 selected')
  await selected.getByRole('button', { name: 'Select all', exact: true }).click()
  await expect(library.select('Left alone')).toBeChecked()
  await library.select('Left alone').press('Space')
  for (const name of await library.names()) if (!name.endsWith('of two')) await library.select(name).uncheck()
  await expect(selected.getByRole('status')).toHaveText('2 selected')
  const download = signedIn.waitForEvent('download')
  await selected.getByRole('button', { name: 'Export' }).click()
  const { data } = JSON.parse(await readFile(await (await download).path(), 'utf8'))
  expect(data.flows.map(({ name }: { name: string }) => name).sort()).toEqual(['First of two', 'Second of two'])
  expect(data.flows[0].nodes).toEqual([JSON.parse(JSON.stringify(crane))])

  await selected.getByRole('button', { name: 'Deselect all' }).press('Enter')
  await expect(library.select('Second of two')).toBeFocused()
  for (const name of ['First of two', 'Second of two']) await library.select(name).press('Space')
  await selected.getByRole('button', { name: 'Remove', exact: true }).press('Enter')
  const undo = new Shell(signedIn).toast.getByRole('button', { name: 'Undo' })
  // Under the pointer the toast stays, however long the list takes.
  await undo.hover()
  await expect(library.entry('First of two')).toBeHidden()
  await expect(library.entry('Second of two')).toBeHidden()
  await expect(library.select('Left alone')).toBeFocused()
  await expect(library.entry('Left alone')).toBeVisible()
  await undo.click()
  await expect(library.entry('First of two')).toBeVisible()
  await expect(library.entry('Second of two')).toBeVisible()
})

test('[UI-521] [UI-522] a card shows the flow as the editor draws it, in the colours of the page', async ({
  signedIn,
  api,
}) => {
  await api.createFlow({ name: 'Drawn small', nodes: [crane] })
  await api.createFlow({ name: 'With nothing' })
  await signedIn.emulateMedia({ colorScheme: 'light' })
  const library = new LibraryPage(signedIn)
  await library.open()
  const thumbnail = library.thumbnail('Drawn small')
  const colours = () =>
    thumbnail.evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
      return new Set(new Uint32Array(new Uint8ClampedArray(data).buffer)).size
    })
  const middle = () =>
    thumbnail.evaluate((canvas: HTMLCanvasElement) => {
      const pixel = canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1)
      return pixel?.data[0] ?? -1
    })
  await expect(thumbnail).toHaveAttribute('data-drawn', 'true')
  expect(await colours()).toBeGreaterThan(2)
  expect(await middle()).toBeGreaterThan(200)
  await signedIn.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(middle).toBeLessThan(60)
  await expect(library.thumbnail('With nothing')).not.toHaveAttribute('data-drawn')
  await signedIn.getByRole('button', { name: 'List', exact: true }).click()
  await expect(thumbnail).toHaveCount(0)
})

test.describe(() => {
  test.use({ expectedFaults: [/ERR_FAILED/] })

  test('[UI-530] what draws the cards is asked for again where it could not be fetched', async ({ signedIn, api }) => {
    await api.createFlow({ name: 'Drawn later', nodes: [crane] })
    await signedIn.route('**/draw-thumbnail-*.js', (route) => route.abort(), { times: 1 })
    const library = new LibraryPage(signedIn)
    await library.open()
    await expect(library.thumbnail('Drawn later')).toHaveAttribute('data-drawn', 'true')
  })
})

test('[UI-887] only the flows near the screen are fetched to be drawn', async ({ signedIn, api }) => {
  const drawn: string[] = []
  for (let index = 0; index < 14; index++) await api.createFlow({ name: `Flow ${index}`, nodes: [crane] })
  await signedIn.setViewportSize({ width: 1440, height: 700 })
  signedIn.on('request', (request) => {
    if (request.method() === 'GET' && /\/api\/flows\/[\w-]+$/.test(request.url())) drawn.push(request.url())
  })
  const library = new LibraryPage(signedIn)
  await library.open()
  await expect(library.thumbnail('Flow 13')).toHaveAttribute('data-drawn', 'true')
  await expect(library.thumbnail('Flow 0')).not.toHaveAttribute('data-drawn')
  expect(drawn.length).toBeLessThan(12)
  await library.entry('Flow 0').scrollIntoViewIfNeeded()
  await expect(library.thumbnail('Flow 0')).toHaveAttribute('data-drawn', 'true')
})

test('[UI-523] [UI-524] [UI-525] [UI-888] tags are given to selected flows, shown, filtered by, and taken away', async ({
  own: page,
  account,
}) => {
  for (const name of ['First of two', 'Second of two', 'Left alone']) {
    const body = { name, description: 'One of three', nodes: [], edges: [] }
    await call(account.url, 'POST', '/flows', { token: account.token, body })
  }
  const library = new LibraryPage(page)
  await library.open()
  for (const name of ['First of two', 'Second of two']) await library.select(name).press('Space')
  const selected = page.getByRole('region', { name: 'Selected flows' })
  await selected.getByRole('combobox', { name: 'Tag' }).fill('shop')
  await selected.getByRole('combobox', { name: 'Tag' }).press('Enter')
  const tag = (name: string) => library.entry(name).getByRole('list', { name: 'Tags' }).getByRole('button')
  await expect(tag('First of two')).toHaveText('shop')
  await expect(tag('Second of two')).toHaveText('shop')
  await tag('First of two').press('Enter')
  await expect(library.entries).toHaveCount(2)
  await expect(page.getByRole('search').getByRole('status')).toHaveText('2 of 3')
  const filter = page.getByRole('search').getByRole('combobox', { name: 'Tag' })
  await expect(filter).toHaveValue('shop')
  await page.reload()
  await expect(library.entries).toHaveCount(2)
  await filter.selectOption('All')
  await expect(library.entries).toHaveCount(3)
  await library.select('First of two').check()
  await selected.getByRole('combobox', { name: 'Tag' }).fill('shop')
  await selected.getByRole('button', { name: 'Remove tag' }).click()
  await expect(tag('First of two')).toHaveCount(0)
  await expect(tag('Second of two')).toHaveText('shop')
})

test('[UI-526] [UI-527] [UI-889] an export of everything is imported into another account, once', async ({
  own: page,
  account,
  mailedLink,
}) => {
  const other = await makeAccount(account.url, mailedLink)
  const add = (name: string) => {
    const body = { name, description: 'To take along', nodes: [crane], edges: [] }
    return call<{ id: string }>(account.url, 'POST', '/flows', { token: other.token, body })
  }
  const { id } = await add('Harbour')
  await add('Market')
  await call(account.url, 'POST', '/tags', { token: other.token, body: { flows: [id], add: ['shop'] } })
  const data = await call<{ flows: { name: string }[] }>(account.url, 'GET', '/profile/export', { token: other.token })
  const library = new LibraryPage(page)
  const { toast } = new Shell(page)
  await library.open()
  const choose = async (content: unknown) => {
    const buffer = Buffer.from(JSON.stringify(content))
    const chosen = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Import' }).click()
    await (await chosen).setFiles({ name: 'plimsoll-export.json', mimeType: 'application/json', buffer })
  }
  await choose({ data })
  await expect(toast.filter({ hasText: '2 flows imported' })).toBeVisible()
  await expect(library.entry('Harbour')).toContainText('1 node')
  await expect(library.entry('Harbour').getByRole('button', { name: 'shop' })).toBeVisible()
  await choose({ data })
  await expect(toast.filter({ hasText: '0 flows imported, 2 flows already there' })).toBeVisible()
  await expect(library.entries).toHaveCount(2)
  await choose({ nothing: 'of the kind' })
  await expect(toast.filter({ hasText: 'is not an export of flows' })).toBeVisible()
})

test.describe('a flow that the server refuses', () => {
  test.use({ expectedFaults: [/status of 422/] })

  test('[UI-528] is left out of an import, and named', async ({ own: page }) => {
    const flow = { id: 'a', version: 1, description: 'In an export', documentVersion: 1, nodes: [], edges: [] }
    const flows = [
      { ...flow, name: 'Broken', nodes: [{ id: 'x', type: 'Toaster' }] },
      { ...flow, id: 'b', name: 'Sound' },
    ]
    const library = new LibraryPage(page)
    await library.open()
    const buffer = Buffer.from(JSON.stringify({ data: { flows } }))
    await page.getByLabel('File to import').setInputFiles({ name: 'e.json', mimeType: 'application/json', buffer })
    await expect(new Shell(page).toast.filter({ hasText: '1 flow imported. 1 flow could not be' })).toContainText(
      '“Broken”',
    )
    await expect(library.entry('Sound')).toBeVisible()
    await expect(library.entries).toHaveCount(1)
  })
})
