import type { Page } from '@playwright/test'
import type { Api } from '../fixtures/api.ts'
import { expect, test } from '../fixtures/test.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { SimulationPanel } from '../pages/simulation.page.ts'
import { openSystem } from '../pages/systems.ts'

/** A flow of two nodes that are so far apart, fitted in view. */
async function openPair(page: Page, api: Api, distance: number): Promise<EditorPage> {
  const nodes = [0, distance].map((x) => ({ id: `at-${x}`, type: 'Server', position: { x, y: 0 }, data: {} }))
  const flow = await api.createFlow({ name: 'Far apart', nodes })
  const editor = await EditorPage.openFlow(page, flow)
  await expect(editor.nodes).toHaveCount(2)
  await editor.canvas.focus()
  await editor.viewportAtRest()
  return editor
}

test('[EDT-421] [EDT-511] [EDT-423] [EDT-418] [EDT-419] [EDT-420] a flow that is seen from far away is shown whole, and can be read', async ({
  signedIn,
  api,
}) => {
  test.slow()
  await test.step('[EDT-421] a move of the viewport across the flow shows no smaller zoom on its way', async () => {
    const editor = await openPair(signedIn, api, 1_500)
    await editor.press('Shift+0')
    await editor.viewportAtRest()
    const smallest = await editor.canvas.locator('.react-flow__viewport').evaluateHandle((viewport) => {
      const seen = { zoom: 1 }
      const look = () => {
        seen.zoom = Math.min(seen.zoom, new DOMMatrixReadOnly(getComputedStyle(viewport).transform).a)
      }
      new MutationObserver(look).observe(viewport, { attributes: true })
      return seen
    })
    await editor.press('Control+f')
    await signedIn.keyboard.type('server')
    for (const key of ['Enter', 'F3', 'F3']) {
      await editor.press(key)
      await editor.viewportAtRest()
    }
    expect(await smallest.evaluate(({ zoom }) => zoom)).toBe(1)
    await editor.press('Escape', '0')
    await editor.viewportAtRest()
    const end = await editor.zoom()
    expect(await smallest.evaluate(({ zoom }) => zoom)).toBeGreaterThanOrEqual(end)
  })

  await test.step('[EDT-511] a long name of a node that is seen from far away stands in two lines', async () => {
    const label = 'Notification Processor'
    const flow = await api.createFlow({
      name: 'Long name',
      nodes: [{ id: 'long', type: 'Server', position: { x: 0, y: 0 }, data: { label } }],
    })
    const editor = await EditorPage.openFlow(signedIn, flow)
    await editor.canvas.focus()
    await editor.press('-', '-', '-', '-', '-')
    await expect.poll(() => editor.zoom()).toBe(0.5)
    const name = editor.node(`Server: ${label}`).getByText(label, { exact: true })
    const { height, needed } = await name.evaluate((text) => ({ height: text.clientHeight, needed: text.scrollHeight }))
    expect(height).toBe(2 * LINE)
    expect(needed).toBeLessThan(2.5 * LINE)
  })

  await test.step('[EDT-423] a node that is seen from far away says its figures in letters that can be read', async () => {
    await openSystem(signedIn, api, 'calm', 'events')
    const editor = new EditorPage(signedIn)
    await editor.canvas.focus()
    await editor.press('-', '-', '-', '-', '-')
    await expect.poll(() => editor.zoom()).toBe(0.5)
    await new SimulationPanel(signedIn).command('Start').click()
    const figures = editor.node('Server: Orders').locator('[data-figures]')
    await expect(figures).toContainText('rps')
    const size = await figures.evaluate((line) => Number.parseFloat(getComputedStyle(line).fontSize))
    expect(size * 0.5).toBeGreaterThanOrEqual(9)
  })

  await test.step('[EDT-418] [EDT-419] [EDT-420] the whole of a wide flow is shown, and only zooming in leads from there, to 0.5', async () => {
    const editor = await openPair(signedIn, api, 2_500)
    const overview = await editor.zoom()
    expect(overview).toBeGreaterThanOrEqual(0.2)
    expect(overview).toBeLessThan(0.45)
    for (const node of await editor.nodes.all()) await expect(node).toBeInViewport({ ratio: 0.99 })

    await editor.press('-')
    const { x, y } = await editor.middle(editor.canvas)
    await signedIn.mouse.move(x, y)
    await signedIn.mouse.wheel(0, 200)
    await editor.viewportAtRest()
    expect(await editor.zoom()).toBe(overview)
    await editor.press('+')
    await expect.poll(() => editor.zoom()).toBe(0.5)
    await editor.press('0')
    await expect.poll(() => editor.zoom()).toBe(overview)
    await signedIn.mouse.wheel(0, -20)
    await expect.poll(() => editor.zoom()).toBe(0.5)
    await signedIn.mouse.wheel(0, 500)
    await editor.viewportAtRest()
    expect(await editor.zoom()).toBe(0.5)
  })
})

test('[EDT-3] [EDT-186] [EDT-422] [EDT-423] a template is added where it is dropped, and keeps what is there; one that is dropped in a corner is shown whole, with names and summaries that can be read', async ({
  signedIn,
}) => {
  const editor = await EditorPage.open(signedIn)
  const { width, height } = (await editor.canvas.boundingBox()) ?? { width: 0, height: 0 }
  await editor.dragIn('Three-Tier Architecture', { x: width - 250, y: height - 200 })
  await expect(editor.nodes).toHaveCount(6)
  await editor.viewportAtRest()
  for (const node of await editor.nodes.all()) await expect(node).toBeInViewport({ ratio: 0.99 })
  const zoom = await editor.zoom()
  expect(zoom).toBeGreaterThanOrEqual(0.5)
  const sizes = await editor.nodes
    .locator('span')
    .evaluateAll((texts) =>
      texts.filter((text) => text.textContent).map((text) => Number.parseFloat(getComputedStyle(text).fontSize)),
    )
  expect(Math.min(...sizes) * 0.5).toBeGreaterThanOrEqual(zoom < 0.7 ? 9 : 0)

  await editor.entry('Clear Board').click()
  await expect(editor.nodes).toHaveCount(0)
  await editor.canvas.focus()
  await editor.press('Shift+0')
  await expect.poll(() => editor.zoom()).toBe(1)
  await editor.viewportAtRest()
  await test.step('[EDT-3] [EDT-186] a template keeps what is there', async () => {
    await editor.dragIn('Client', { x: 600, y: 700 })
    await expect(editor.properties).toBeVisible()
    await editor.dragIn('Three-Tier Architecture', { x: 60, y: 200 })
    await expect(editor.nodes).toHaveCount(7)
    await expect.poll(() => editor.selected()).toEqual([])
    await expect(editor.properties).toBeHidden()
    await expect(editor.node('Client: Client')).toBeInViewport()
  })
})

/** Of a name in far letters, px of the canvas. */
const LINE = 18
