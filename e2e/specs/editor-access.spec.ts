import { expect, test } from '../fixtures/test.ts'
import { atBothSizes, expectAccess } from '../pages/access.ts'
import { breakCanvas } from '../pages/broken-canvas.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { openChain } from '../pages/flows.ts'

test('[EDT-36] canvas, picker and dialogs pass the accessibility check', async ({ signedIn, api }) => {
  const editor = await openChain(signedIn, api)
  await editor.node('Server: Orders').focus()
  await editor.press('Enter')
  await atBothSizes(signedIn, () => expectAccess(signedIn))
  await editor.press('c')
  await expect(editor.picker).toBeFocused()
  // The page below them has been looked at.
  const dialog = { within: '[role=dialog]' }
  await atBothSizes(signedIn, () => expectAccess(signedIn, dialog))
  await editor.press('Escape', 'Control+s')
  await expect(editor.dialog('Save Flow')).toBeVisible()
  await atBothSizes(signedIn, () => expectAccess(signedIn, dialog))
  await editor.press('Escape')
  await editor.entry('Load').click()
  await expect(editor.dialog('Load Flow').getByRole('listitem').first()).toBeVisible()
  await atBothSizes(signedIn, () => expectAccess(signedIn, dialog))
})

test('[EDT-33] [EDT-376] [EDT-34] what is selected in a list is brought into view, and dashes move where motion is welcome', async ({
  signedIn,
  api,
}) => {
  test.slow()
  await test.step('[EDT-33] [EDT-376] a node and an edge that are selected in a list are brought into view', async () => {
    const flow = await api.createFlow({
      name: 'Tall',
      nodes: [
        { id: 'browser', type: 'Client', position: { x: 0, y: 0 }, data: { label: 'Browser' } },
        { id: 'gateway', type: 'Server', position: { x: 345, y: 0 }, data: { label: 'Gateway' } },
        { id: 'orders', type: 'Server', position: { x: 0, y: 6000 }, data: { label: 'Orders' } },
      ],
      edges: [
        { id: 'ask', type: 'http', source: 'browser', target: 'gateway', data: {} },
        { id: 'order', type: 'http', source: 'browser', target: 'orders', data: {} },
      ],
    })
    const editor = await EditorPage.openFlow(signedIn, flow)
    await signedIn.getByRole('button', { name: 'Start', exact: true }).click()
    const rows = signedIn.getByRole('region', { name: 'Utilization' }).getByRole('button')
    for (const [row, selected, shown] of [
      [/^Orders/, 'Server: Orders', 'Server: Orders'],
      [/^Browser → Gateway/, 'HTTP: Browser to Gateway', 'Server: Gateway'],
    ] as const) {
      await expect(rows.filter({ hasText: row })).toBeVisible()
      await expect(editor.node(shown)).not.toBeInViewport()
      await rows.filter({ hasText: row }).click()
      await expect(editor.node(shown)).toBeInViewport({ ratio: 0.99 })
      await expect.poll(() => editor.selected()).toEqual([selected])
    }
  })

  await test.step('[EDT-34] the dashes of a moving connection move where motion is welcome', async () => {
    const editor = await openChain(signedIn, api)
    await editor.connect(editor.node('Server: Orders'), editor.node('Client: Browser'))
    const path = editor.edge('WebSocket: Orders to Browser').locator('.react-flow__edge-path')
    await expect(path).toBeAttached()
    await expect.poll(() => path.evaluate((line) => line.getAnimations().length)).toBe(1)
  })
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('[EDT-34] nothing on the canvas moves by itself', async ({ signedIn, api }) => {
    const editor = await openChain(signedIn, api)
    await editor.connect(editor.node('Server: Orders'), editor.node('Client: Browser'))
    await expect(editor.edge('WebSocket: Orders to Browser')).toBeAttached()
    const moving = () =>
      editor.canvas.evaluate((canvas) =>
        canvas.getAnimations({ subtree: true }).map((motion) => motion.id || 'unnamed'),
      )
    expect(await moving()).toEqual([])
    await editor.canvas.focus()
    await editor.press('+')
    await expect.poll(() => editor.zoom()).toBeCloseTo(1.2)
  })
})

test.describe('when the canvas cannot be drawn', () => {
  test.use({ expectedFaults: [/./] })

  test('[EDT-35] [UI-312] the error screen takes its place and leaves the panels, and trying again shows it again', async ({
    signedIn,
  }) => {
    const mend = await breakCanvas(signedIn)
    await signedIn.goto('/flow-editor')
    const editor = new EditorPage(signedIn)
    await expect(signedIn.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await expect(editor.entry('Save')).toBeVisible()
    await mend()
    await signedIn.getByRole('button', { name: 'Try again' }).click()
    await expect(editor.canvas).toBeVisible()
  })
})
