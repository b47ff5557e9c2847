import type { Route } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { countDrafts } from '../pages/drafts.page.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { openChain } from '../pages/flows.ts'

test('[EDT-28] what is drawn, saved, and loaded after a reload is the same, byte for byte @postgres', async ({
  signedIn,
  api,
}) => {
  const editor = await EditorPage.open(signedIn)
  await editor.dragIn('Microservices Architecture', { x: 60, y: 300 })
  await editor.nodes.first().click()
  await editor.press('Shift+ArrowDown')
  await editor.properties.getByLabel('Label', { exact: true }).fill('Людзі “&” <b>')
  const corner = editor.nodes.first().locator('.react-flow__resize-control.handle.bottom.right')
  const from = await editor.middle(corner)
  await editor.drag(from, { x: from.x + 40, y: from.y + 30 })
  await editor.save('Round trip', 'First time')
  await expect(editor.toast('Flow saved successfully!')).toBeVisible()
  const first = (await api.flows()).find(({ name }) => name === 'Round trip')
  const stored = await api.flow(first?.id ?? '')

  await editor.entry('Clear Board').click()
  await expect.poll(() => countDrafts(signedIn)).toBe(0)
  await signedIn.reload()
  await expect(editor.nodes).toHaveCount(0)
  await editor.load('Round trip')
  await expect(editor.toast('Flow loaded successfully')).toBeVisible()
  await expect(editor.nodes).toHaveCount(stored.nodes.length)
  await editor.save('Round trip', 'Second time')
  await expect(editor.dialog('Save Flow')).toBeHidden()
  const again = await api.flow(stored.id)
  expect(again.version).toBe(stored.version + 1)
  expect(JSON.stringify(again.nodes)).toBe(JSON.stringify(stored.nodes))
  expect(JSON.stringify(again.edges)).toBe(JSON.stringify(stored.edges))
})

test('[UI-1224] a field that is pressed while its dialog opens keeps the focus', async ({ signedIn, api }) => {
  const editor = await openChain(signedIn, api)
  await signedIn.clock.install()
  await signedIn.clock.pauseAt(Date.now() + 60_000)
  await editor.entry('Save').click()
  const note = editor.dialog('Save Flow').getByLabel('What changed')
  await note.click()
  await signedIn.clock.runFor(1_000)
  await signedIn.keyboard.type('Faster')
  await expect(note).toHaveValue('Faster')
})

test('[EDT-23] [EDT-370] [EDT-985] [UI-300] an open flow is saved again over itself, or as a new one beside it', async ({
  signedIn,
  api,
}) => {
  const editor = await openChain(signedIn, api)
  const [before] = (await api.flows()).filter(({ name }) => name === 'Chain')
  await editor.node('Server: Orders').focus()
  await editor.press('Enter', 'ArrowRight')
  await expect(editor.panel).toContainText('Unsaved changes')
  await editor.save('Chain two', 'Renamed by a test')
  await expect(editor.toast('Flow saved successfully!')).toBeVisible()
  await expect(editor.panel).toContainText('Chain twoSaved')
  expect(await api.flow(before?.id ?? '')).toMatchObject({ name: 'Chain two', version: 2 })

  await editor.entry('Save').click()
  const dialog = editor.dialog('Save Flow')
  await expect(dialog.getByLabel('Flow Name')).toHaveValue('Chain two')
  await expect(dialog.getByLabel('Description')).toHaveAccessibleDescription('At least 6 characters')
  await dialog.getByRole('checkbox', { name: /Save as a new flow/ }).check()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
  expect((await api.flows()).filter(({ name }) => name === 'Chain two')).toHaveLength(2)
})

test.describe('when someone else was faster', () => {
  test.use({ expectedFaults: [/status of 409/] })

  test('[EDT-24] [EDT-189] [EDT-190] a conflict is said, changes nothing, and the document can be saved as a new flow', async ({
    signedIn,
    api,
  }) => {
    const editor = await openChain(signedIn, api)
    const [flow] = (await api.flows()).filter(({ name }) => name === 'Chain')
    const theirs = await api.flow(flow?.id ?? '')
    await signedIn.request.put(`/api/flows/${theirs.id}`, {
      headers: { authorization: `Bearer ${api.token}` },
      data: { ...theirs, name: 'Theirs' },
    })
    await editor.dragIn('Cache', { x: 100, y: 600 })
    await editor.save('Mine', 'Drawn at the same time')
    const dialog = signedIn.getByRole('dialog', { name: 'This flow was changed elsewhere' })
    await expect(dialog).toBeVisible()
    await expect(editor.nodes).toHaveCount(4)
    await dialog.getByRole('button', { name: 'Keep mine as a copy' }).click()
    await expect(dialog).toBeHidden()
    const names = (await api.flows()).map(({ name, nodes }) => `${name} ${nodes}`)
    expect(names).toEqual(expect.arrayContaining(['Theirs 3', 'Mine 4']))
  })
})

test.describe('when the answer is lost', () => {
  test.use({ expectedFaults: [/ERR_FAILED/] })

  test('[EDT-22] [EDT-25] the Save dialog names what is missing, and keeps what is typed; Save tried again makes one flow, and a double press too', async ({
    signedIn,
    api,
  }) => {
    const editor = await EditorPage.open(signedIn)
    await test.step('[EDT-22] the Save dialog names what is missing, and keeps what is typed', async () => {
      await editor.save('ab', 'short')
      const dialog = editor.dialog('Save Flow')
      await expect(dialog.getByText('Name must be at least 3 characters')).toBeVisible()
      await expect(dialog.getByText('Description must be at least 6 characters')).toBeVisible()
      await expect(dialog.getByLabel('Flow Name')).toHaveValue('ab')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog).toBeHidden()
    })

    await editor.dragIn('Server', { x: 200, y: 300 })
    const loseAnswer = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    await signedIn.route('**/api/flows', loseAnswer, { times: 1 })
    await editor.save('Only once', 'The answer never came')
    const dialog = editor.dialog('Save Flow')
    await expect(dialog.getByRole('alert')).toContainText('Could not connect to server')
    await expect(dialog.getByLabel('Flow Name')).toHaveValue('Only once')
    await dialog.getByRole('button', { name: 'Save', exact: true }).dblclick()
    await expect(dialog).toBeHidden()
    expect((await api.flows()).filter(({ name }) => name === 'Only once')).toHaveLength(1)
  })
})

test('[EDT-27] [EDT-379] [EDT-380] [EDT-37] [EDT-26] [EDT-193] [EDT-38] the Load dialog lists the flows, and one is drawn whatever it says', async ({
  signedIn,
  api,
}) => {
  test.slow()
  await test.step('[EDT-27] [EDT-379] [EDT-380] [EDT-37] [EDT-26] [EDT-193] the Load dialog lists the flows; what one replaced is restored, or stays where it cannot be read', async () => {
    await api.createFlow({ name: 'Small one', nodes: [{ id: 'a', type: 'Cache', position: { x: 0, y: 0 }, data: {} }] })
    const editor = await openChain(signedIn, api)
    await test.step('[EDT-27] [EDT-379] [EDT-380] a flow that cannot be read changes nothing and says where five faults are, and how many more', async () => {
      const broken = {
        id: 'x',
        name: 'Chain',
        description: '',
        version: 1,
        edges: [],
        nodes: Array.from({ length: 8 }, (_, index) => ({
          id: `n${index}`,
          type: 'Toaster',
          position: { x: 0, y: 0 },
        })),
      }
      await signedIn.route('**/api/flows/*', (route) => route.fulfill({ json: { data: broken } }))
      await editor.load('Chain')
      const refusal = editor.toast('“Chain” cannot be opened. The board is as it was.')
      await expect(refusal.getByRole('listitem')).toHaveText([
        ...[0, 1, 2, 3, 4].map((n) => `nodes.${n}.type: “Toaster” is not a kind of component`),
        'and 3 more',
      ])
      await expect(editor.nodes).toHaveCount(3)
      await signedIn.unroute('**/api/flows/*')
      await editor.inLoadDialog('Chain').click()
      await expect(editor.toast('Flow loaded successfully')).toBeVisible()
      await expect(refusal).toHaveCount(0)
    })

    await test.step('[EDT-37] Undo restores unsaved work that a flow replaced', async () => {
      await editor.dragIn('Cache', { x: 100, y: 600 })
      await editor.load('Chain')
      await expect(editor.nodes).toHaveCount(3)
      await editor.toast('Flow loaded successfully').getByRole('button', { name: 'Undo' }).click()
      await expect(editor.nodes).toHaveCount(4)
      await expect(editor.panel).toContainText('Unsaved changes')
    })

    await test.step('[EDT-26] [EDT-193] the Load dialog lists the flows, and loading one clears the selection', async () => {
      await editor.node('Server: Orders').click()
      await editor.entry('Load').click()
      const row = editor.dialog('Load Flow').getByRole('listitem', { name: 'Small one' })
      await expect(row).toContainText('1 node, 0 edges')
      await row.getByRole('button', { name: 'Load', exact: true }).click()
      await expect(editor.toast('Flow loaded successfully')).toBeVisible()
      await expect(editor.nodes).toHaveCount(1)
      await expect.poll(() => editor.selected()).toEqual([])
      await expect(editor.panel).toContainText('Small one')
    })
  })

  await test.step('[EDT-38] draws what nobody would draw', async () => {
    const hostile = `<img src=x onerror="window.hit = true">\u202e\u0007${'W'.repeat(9_000)}`
    const flow = await api.createFlow({
      name: 'Hostile',
      nodes: [
        { id: '__proto__', type: 'Server', position: { x: 1e308, y: -1e308 }, data: { label: hostile } },
        { id: 'constructor', type: 'Cache', position: { x: -1e308, y: 0 }, data: { label: '' } },
        { id: '"]<b>', type: 'Client', position: { x: 0, y: 0 }, data: { label: 'Near' } },
      ],
      edges: [{ id: 'toString', type: 'http', source: '__proto__', target: 'constructor', data: { label: hostile } }],
    })
    const editor = await EditorPage.openFlow(signedIn, flow)
    await expect(editor.nodes).toHaveCount(3)
    await editor.node('Client: Near').focus()
    await editor.press('Enter')
    await expect(editor.node('Client: Near')).toBeInViewport()
    await editor.press('ArrowRight', 'c')
    await expect(editor.choices).toHaveCount(2)
    await editor.press('ArrowDown', 'Enter')
    await expect(editor.edges).toHaveCount(2)
    expect(await signedIn.evaluate(() => 'hit' in window)).toBe(false)
  })
})

test.describe('when the server fails', () => {
  test.use({ expectedFaults: [/status of 500/] })

  test('[EDT-192] [EDT-195] the Load dialog says that there are no flows, or that they cannot be loaded; a flow that cannot be loaded leaves the document as it is', async ({
    signedIn,
    api,
  }) => {
    const editor = await openChain(signedIn, api)
    const fail = { status: 500, json: { message: 'Something went wrong on our side.' } }
    await signedIn.route('**/api/flows/*', (route) => route.fulfill(fail))
    await editor.load('Chain')
    await expect(editor.toast('Failed to load flow')).toBeVisible()
    await expect(editor.nodes).toHaveCount(3)
    await editor.dialog('Load Flow').getByRole('button', { name: 'Close', exact: true }).click()
    await signedIn.unroute('**/api/flows/*')

    await signedIn.route('**/api/flows', (route) => route.fulfill({ json: { data: [] } }))
    await signedIn.reload()
    await editor.entry('Load').click()
    const dialog = editor.dialog('Load Flow')
    await expect(dialog.getByRole('heading', { name: 'No flows yet' })).toBeVisible()
    await expect(dialog).toContainText("You haven't saved any flows yet.")

    await signedIn.route('**/api/flows', (route) => route.fulfill({ status: 500, json: { message: 'No' } }))
    await signedIn.reload()
    await editor.entry('Load').click()
    await expect(dialog).toContainText('Error loading your flows. Please try again later.')
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(dialog).toBeHidden()
  })
})
