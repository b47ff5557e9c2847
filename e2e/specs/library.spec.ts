import { expect, test } from '../fixtures/test.ts'
import { expectAccess } from '../pages/access.ts'
import { LIBRARY, LibraryPage } from '../pages/library.page.ts'
import { Shell } from '../pages/shell.page.ts'

const FRESH_MS = 5 * 60_000

const json = (status: number, body: unknown) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(body),
})

test('[UI-40] [UI-881] an entry shows name, description, counts and date of a flow; entries are in one, two or three columns by width', async ({
  signedIn,
  api,
}) => {
  const flow = await api.createFlow({ name: 'Harbour office', description: 'Two cranes and a pier' })
  const library = new LibraryPage(signedIn)
  await library.open()
  const entry = library.entry('Harbour office')
  await expect(entry).toContainText('Two cranes and a pier')
  await expect(entry).toContainText('0 nodes')
  await expect(entry).toContainText('0 edges')
  await expect(entry.getByRole('time')).toHaveText(/^[A-Z][a-z]+ \d{1,2}, \d{4} at \d{1,2}:\d{2} [AP]M$/)
  await expect(library.entries.first()).toContainText(flow.name)
  for (const [width, columns] of [
    [1440, 3],
    [800, 2],
    [390, 1],
  ] as const) {
    await signedIn.setViewportSize({ width, height: 900 })
    await expect.poll(() => library.columns()).toBe(columns)
  }
})

test('[UI-41] [UI-1152] a spinner while the list is on its way; an empty library says so and leads to the editor', async ({
  signedIn,
}) => {
  const asked = Promise.withResolvers<void>()
  await signedIn.route(LIBRARY, async (route) => {
    await asked.promise
    await route.continue()
  })
  const library = new LibraryPage(signedIn)
  await library.open()
  await expect(library.spinner).toBeVisible()
  asked.resolve()
  await expect(library.entries.first()).toBeVisible()
  await expect(library.spinner).toBeHidden()

  await signedIn.unroute(LIBRARY)
  await signedIn.route(LIBRARY, (route) =>
    route.fulfill(json(200, { data: [], page: { next: null, found: 0, all: 0 } })),
  )
  await library.open()
  await expect(signedIn.getByRole('heading', { name: 'No flows yet' })).toBeVisible()
  await expect(signedIn.getByText("You haven't saved any flows yet.")).toBeVisible()
  const hint = signedIn.getByText('The editor has templates to begin with')
  await expect(hint).toBeVisible()
  await signedIn.setViewportSize({ width: 390, height: 844 })
  const [text, frame] = [await hint.boundingBox(), await hint.locator('xpath=..').boundingBox()]
  expect((text?.x ?? 0) - (frame?.x ?? 0)).toBeGreaterThan(8)
  await signedIn.getByRole('link', { name: 'Draw your first flow' }).click()
  await expect(signedIn).toHaveURL(/\/flow-editor$/)
})

test('[UI-24] what was fetched is fresh for five minutes, also when the window comes back into focus', async ({
  signedIn,
}) => {
  let calls = 0
  await signedIn.route(LIBRARY, (route) => {
    calls += 1
    return route.continue()
  })
  // It stands still but for what is set: what the test takes does not count.
  const start = Date.now()
  await signedIn.clock.setFixedTime(start)
  const library = new LibraryPage(signedIn)
  await library.open()
  await library.entries.first().waitFor()
  const leaveAndComeBack = async () => {
    await new Shell(signedIn).link('Profile').click()
    await signedIn.getByRole('tab', { name: 'Security' }).waitFor()
    await signedIn.evaluate(() => dispatchEvent(new Event('focus')))
    await new Shell(signedIn).link('Flow Library').click()
    await library.entries.first().waitFor()
  }
  await signedIn.clock.setFixedTime(start + FRESH_MS - 1_000)
  await leaveAndComeBack()
  expect(calls).toBe(1)
  await signedIn.clock.setFixedTime(start + FRESH_MS + 1_000)
  const again = signedIn.waitForResponse(LIBRARY)
  await leaveAndComeBack()
  await again
  expect(calls).toBe(2)
})

test.describe('answers that are errors', () => {
  test.use({ expectedFaults: [/status of (404|500|503)/] })

  test('[UI-41] [UI-865] a list that fails is asked for twice, then said to have failed, and can be asked for again', async ({
    signedIn,
  }) => {
    let calls = 0
    await signedIn.route(LIBRARY, (route) => {
      calls += 1
      return calls > 2 ? route.continue() : route.fulfill(json(500, { message: 'Broken' }))
    })
    const library = new LibraryPage(signedIn)
    await library.open()
    await expect(library.banner).toContainText('Error loading your flows. Please try again later.')
    expect(calls).toBe(2)
    await library.banner.getByRole('button', { name: 'Try again' }).click()
    await expect(library.entries.first()).toBeVisible()
  })

  test('[UI-321] [UI-882] a flow that cannot be loaded or removed leaves everything as it was', async ({
    signedIn,
    api,
  }) => {
    await api.createFlow({ name: 'Out of reach' })
    const library = new LibraryPage(signedIn)
    await library.open()
    await signedIn.route('**/api/flows/*', (route) => route.fulfill(json(503, { message: 'Busy' })))
    await library.load('Out of reach').click()
    await expect(new Shell(signedIn).toast.filter({ hasText: 'Failed to load flow' })).toBeVisible()
    await library.remove('Out of reach').click()
    await expect(new Shell(signedIn).toast.filter({ hasText: 'Failed to remove flow' })).toBeVisible()
    await expect(library.entry('Out of reach')).toBeVisible()
    await expect(signedIn).toHaveURL(/\/flow-library$/)
  })

  test('[UI-78] a flow that was removed elsewhere leaves the list, by Load and by Remove', async ({
    signedIn,
    api,
  }) => {
    const library = new LibraryPage(signedIn)
    for (const [button, failure] of [
      ['Load', 'Failed to load flow'],
      ['Remove', 'Failed to remove flow'],
    ] as const) {
      const flow = await api.createFlow({ name: `Gone already, by ${button}` })
      await library.open()
      await library.entry(flow.name).waitFor()
      await api.removeFlow(flow.id)
      await library.entry(flow.name).getByRole('button', { name: button }).click()
      await expect(new Shell(signedIn).toast.filter({ hasText: failure })).toBeVisible()
      await expect(library.entry(flow.name)).toBeHidden()
    }
  })

  test('[UI-78] a flow that the server cannot read can be removed', async ({ signedIn, api }) => {
    const flow = await api.createFlow({ name: 'Damaged' })
    const library = new LibraryPage(signedIn)
    await library.open()
    await signedIn.route('**/api/flows/*', (route) =>
      route.request().method() === 'GET' ? route.fulfill(json(500, { message: 'Broken' })) : route.continue(),
    )
    await library.remove('Damaged').click()
    const { toast } = new Shell(signedIn)
    await expect(toast).toContainText('Flow removed successfully')
    await expect(library.entry('Damaged')).toBeHidden()
    await expect(api.flow(flow.id)).rejects.toThrow('404')
  })
})

test('[UI-42] [UI-883] Load fills the editor and goes there; only its own button waits', async ({ signedIn }) => {
  const library = new LibraryPage(signedIn)
  await library.open()
  const asked = Promise.withResolvers<void>()
  await signedIn.route('**/api/flows/*', async (route) => {
    await asked.promise
    await route.continue()
  })
  const [name, other] = ['Three-tier web shop', 'News site with a cache']
  await library.load(name).click()
  await expect(library.load(name)).toBeDisabled()
  await expect(library.load(other)).toBeEnabled()
  asked.resolve()
  await expect(signedIn).toHaveURL(/\/flow-editor$/)
  await expect(new Shell(signedIn).toast).toHaveText('Flow loaded successfully')
  await expect(signedIn.getByRole('region', { name: 'Canvas' }).getByRole('group')).not.toHaveCount(0)
})

test('[UI-43] [UI-320] [UI-513] [UI-1154] [UI-1202] [UI-1203] [UI-1204] [UI-1206] Remove removes a flow and says so; Undo and the bin restore it as it was, and the bin is emptied', {
  tag: '@postgres',
}, async ({ signedIn, api }) => {
  const flow = await api.createFlow({ name: 'Short-lived', description: 'Here today' })
  const library = new LibraryPage(signedIn)
  const { toast } = new Shell(signedIn)
  await library.open()
  await library.remove('Short-lived').click()
  const undo = toast.getByRole('button', { name: 'Undo' })
  // Under the pointer the toast stays, however long the list takes.
  await undo.hover()
  await expect(toast).toContainText('Flow removed successfully')
  await expect(library.entry('Short-lived')).toBeHidden()
  await expect(api.flow(flow.id)).rejects.toThrow('404')

  await undo.click()
  await expect(library.entry('Short-lived')).toBeVisible()
  expect(await api.flow(flow.id)).toEqual(flow)

  await library.remove('Short-lived').click()
  await expect(library.entry('Short-lived')).toBeHidden()
  await signedIn.getByRole('main').getByRole('link', { name: 'Bin' }).click()
  await expect(signedIn.getByRole('heading', { name: 'Bin' })).toBeVisible()
  await library.entry('Short-lived').getByRole('button', { name: 'Restore' }).click()
  await expect(library.entry('Short-lived')).toBeHidden()
  await expect(toast.filter({ hasText: '“Short-lived” is back in the library' })).toBeVisible()
  expect(await api.flow(flow.id)).toEqual(flow)

  await test.step('[UI-1202] [UI-1203] [UI-1204] [UI-1206] what is in the bin is deleted for good, when asked once more', async () => {
    for (const name of ['First', 'Second', 'Third']) await api.removeFlow((await api.createFlow({ name })).id)
    await signedIn.reload()
    const first = library.entry('Third')
    const open = first.getByRole('button', { name: 'Delete now …' })
    await open.focus()
    await signedIn.keyboard.press('Enter')
    const question = first.getByRole('group', { name: 'Delete “Third” now?' })
    await expect(question.getByRole('button', { name: 'Delete now' })).toBeFocused()
    await question.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(open).toBeFocused()
    // A key that stays down asks, and does not answer.
    await signedIn.keyboard.down('Enter')
    await expect(question.getByRole('button', { name: 'Delete now' })).toBeFocused()
    await signedIn.keyboard.down('Enter')
    await signedIn.keyboard.up('Enter')
    await expect(question.getByRole('button', { name: 'Delete now' })).toBeFocused()
    await signedIn.keyboard.press('Enter')
    await expect(toast.filter({ hasText: 'Flow deleted for good' })).toBeVisible()
    await expect(first).toBeHidden()
    await expect(library.entry('Second').getByRole('button', { name: 'Delete now …' })).toBeFocused()

    // Other tests have removed flows of this account, too.
    const left = await signedIn.getByRole('button', { name: 'Delete now …' }).count()
    await signedIn.getByRole('button', { name: 'Empty bin …' }).click()
    await expectAccess(signedIn)
    const emptying = signedIn.getByRole('group', { name: 'Empty bin?' })
    await expect(emptying).toContainText(`${left} flows are deleted for good`)
    await emptying.getByRole('button', { name: 'Empty bin' }).click()
    await expect(signedIn.getByRole('heading', { name: 'The bin is empty' })).toBeVisible()
    await expect(signedIn.getByRole('heading', { name: 'Bin', exact: true })).toBeFocused()
    expect(await api.flow(flow.id)).toEqual(flow)
  })
})

test('[UI-43] where the server says nothing, the toast confirms the removal in words of its own', async ({
  signedIn,
  api,
}) => {
  await api.createFlow({ name: 'Silent one' })
  const library = new LibraryPage(signedIn)
  await library.open()
  await signedIn.route('**/api/flows/*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.continue()
    await route.fetch()
    return route.fulfill(json(200, { message: '' }))
  })
  await library.remove('Silent one').click()
  await expect(new Shell(signedIn).toast).toContainText('Flow removed successfully')
})
