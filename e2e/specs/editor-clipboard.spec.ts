import { expect, test } from '../fixtures/test.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { openChain } from '../pages/flows.ts'
import { Overlays } from '../pages/overlays.page.ts'

const MARK = '{"format":"plimsoll/part","documentVersion":1'

test('[EDT-51] [EDT-325] [EDT-327] [EDT-329] [EDT-330] [EDT-52] [EDT-53] selected nodes are copied, cut, pasted and duplicated, in another tab too', async ({
  signedIn,
  api,
  context,
}) => {
  const editor = await openChain(signedIn, api)
  const overlays = new Overlays(signedIn)
  const places = async () => {
    const nodes = await editor.canvas.locator('.react-flow__node.selected').all()
    return Promise.all(nodes.map((node) => editor.position(node)))
  }
  await editor.node('Client: Browser').click()
  await editor.node('Server: Orders').click({ modifiers: ['Control'] })
  await editor.press('Control+c')
  await expect(overlays.announced('2 components copied')).toBeAttached()

  await editor.press('Control+v')
  await expect(editor.nodes).toHaveCount(5)
  await expect(editor.edges).toHaveCount(3)
  await expect.poll(() => editor.selected()).toEqual(['Client: Browser', 'Server: Orders'])
  expect(await places()).toEqual([
    { x: 30, y: 30 },
    { x: 375, y: 30 },
  ])
  await editor.press('Control+v')
  await expect(editor.nodes).toHaveCount(7)
  await expect.poll(async () => (await places())[0]).toEqual({ x: 60, y: 60 })
  await editor.press('Control+z')
  await expect(editor.nodes).toHaveCount(5)
  await editor.press('Control+z')
  await expect(editor.nodes).toHaveCount(3)

  await editor.press('Control+x')
  await expect(editor.nodes).toHaveCount(1)
  await expect(editor.canvas).toBeFocused()
  await expect(editor.edges).toHaveCount(0)
  await editor.press('Control+v')
  await expect(editor.nodes).toHaveCount(3)
  await expect.poll(async () => (await places())[0]).toEqual({ x: 0, y: 0 })
  await editor.press('Control+d')
  await expect(editor.nodes).toHaveCount(5)
  await expect.poll(async () => (await places())[0]).toEqual({ x: 30, y: 30 })
  await editor.press('Control+z')
  await expect(editor.nodes).toHaveCount(3)

  const other = await EditorPage.open(await context.newPage())
  await other.canvas.focus()
  const before = await other.nodes.count()
  await other.press('Control+v')
  await expect(other.nodes).toHaveCount(before + 2)
  await expect(other.node('Server: Orders').last()).toBeInViewport()
})

test('[EDT-54] [EDT-334] [EDT-335] [EDT-336] hostile and foreign texts change nothing, and fields keep their clipboard', async ({
  signedIn,
  api,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const editor = await openChain(signedIn, api)
  await editor.canvas.focus()
  const paste = async (text: string, said: RegExp) => {
    await signedIn.evaluate((words) => navigator.clipboard.writeText(words), text)
    await editor.press('Control+v')
    await expect(signedIn.getByRole('alert').filter({ hasText: said }).last()).toBeVisible()
    await expect(editor.nodes).toHaveCount(3)
  }
  const many = Array.from({ length: 9_998 }, (_, i) => ({
    id: `n${i}`,
    type: 'Cache',
    position: { x: i, y: 0 },
    data: {},
  }))
  await paste('Just some words', /is not a diagram/)
  await paste(`${MARK},"nodes":[{"id":"x","type":"Toaster"}],"edges":[]}`, /nodes\.0\.position must be/)
  await paste(`${MARK},"nodes":${'['.repeat(200_000)}`, /nested deeper than 32 levels/)
  await paste(`${MARK},"nodes":${JSON.stringify(many)},"edges":[]}`, /at most 10,000 components/)

  await signedIn.evaluate(() => navigator.clipboard.writeText('<img src=x onerror=alert(1)>'))
  await editor.node('Server: Orders').click()
  const label = editor.properties.getByLabel('Label', { exact: true })
  await label.press('Control+a')
  await label.press('Control+v')
  await expect(label).toHaveValue('<img src=x onerror=alert(1)>')
  await label.press('Control+a')
  await label.press('Control+c')
  await label.press('ArrowRight')
  await label.press('Control+v')
  await expect(label).toHaveValue('<img src=x onerror=alert(1)><img src=x onerror=alert(1)>')
  await expect(editor.nodes).toHaveCount(3)

  await signedIn.evaluate(() =>
    navigator.clipboard.writeText('{"nodes":[{"id":"a","type":"Cache","position":{"x":0,"y":0}}],"edges":[]}'),
  )
  await editor.canvas.focus()
  await editor.press('Control+v')
  await expect(editor.nodes).toHaveCount(4)
})

test('[EDT-55] [EDT-332] [EDT-337] the menu copies and pastes where the browser does not show its clipboard', async ({
  signedIn,
  api,
}) => {
  const editor = await openChain(signedIn, api)
  const overlays = new Overlays(signedIn)
  await editor.node('Server: Orders').click({ button: 'right' })
  await overlays.item('Copy').click()
  await expect(overlays.announced('1 component copied')).toBeAttached()
  const at = await editor.emptyPoint()
  await signedIn.mouse.click(at.x, at.y, { button: 'right' })
  await overlays.item('Paste').click()
  await expect(editor.nodes).toHaveCount(4)
  const middle = await editor.middle(editor.canvas.locator('.react-flow__node.selected'))
  expect(Math.hypot(middle.x - at.x, middle.y - at.y)).toBeLessThan(16)
})
