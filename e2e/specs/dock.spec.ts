import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import type { EditorPage } from '../pages/editor.page.ts'
import { openChain } from '../pages/flows.ts'
import { SimulationPanel } from '../pages/simulation.page.ts'

const ORDERS = 'Server: Orders'

const box = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
const widthOf = async (locator: Locator) => Math.round((await box(locator)).width)
const heightOf = async (locator: Locator) => Math.round((await box(locator)).height)
const separator = ({ page }: EditorPage, name: string) => page.getByRole('separator', { name })

async function dragBy(editor: EditorPage, line: Locator, by: { x?: number; y?: number }): Promise<void> {
  const from = await editor.middle(line)
  await editor.drag(from, { x: from.x + (by.x ?? 0), y: from.y + (by.y ?? 0) })
}

test('[EDT-410] [EDT-411] [EDT-414] [EDT-413] [EDT-412] [EDT-415] [EDT-857] [EDT-858] [RUN-22] the panels are arranged, moved and collapsed', async ({
  signedIn,
  api,
}) => {
  test.slow()
  const editor = await openChain(signedIn, api)
  const simulation = new SimulationPanel(signedIn)
  await test.step('[EDT-410] [EDT-411] [EDT-857] the properties stand above the Simulation Panel, and the canvas keeps its size', async () => {
    const { root } = simulation
    const before = await box(editor.canvas)
    expect(before.width).toBeGreaterThanOrEqual(800)
    await editor.node(ORDERS).click()
    await expect(editor.properties).toBeVisible()
    expect(await box(editor.canvas)).toEqual(before)
    const [above, below] = [await box(editor.properties), await box(root)]
    expect(above.y + above.height).toBeLessThanOrEqual(below.y + 1)
    expect([above.x, Math.round(above.width)]).toEqual([below.x, 319])
  })

  await test.step('[EDT-414] [EDT-413] [EDT-858] the line between the panels is moved by pointer and keys, and is kept', async () => {
    await editor.canvas.focus()
    await editor.press('Escape')
    await editor.node(ORDERS).click()
    const line = separator(editor, 'Height of Properties')
    const before = await heightOf(editor.properties)
    await dragBy(editor, line, { y: 100 })
    await expect.poll(async () => Math.abs((await heightOf(editor.properties)) - before - 100)).toBeLessThan(10)
    const dragged = await heightOf(editor.properties)
    await line.focus()
    await editor.press('ArrowUp')
    await expect.poll(() => heightOf(editor.properties)).toBeLessThan(dragged - 30)
    const kept = await heightOf(editor.properties)
    await signedIn.reload()
    await editor.node(ORDERS).click()
    await expect.poll(() => heightOf(editor.properties)).toBe(kept)
    await line.dblclick()
    await expect.poll(() => heightOf(editor.properties)).toBe(before)
  })

  await test.step('[EDT-412] [EDT-413] the edge of the dock is moved by pointer and keys, no further than 16rem, and is kept', async () => {
    await editor.canvas.focus()
    await editor.press('Escape')
    const { root } = simulation
    const edge = separator(editor, 'Width of the panels')
    await dragBy(editor, edge, { x: -80 })
    await expect.poll(() => widthOf(root)).toBe(399)
    await edge.focus()
    await editor.press('ArrowLeft', 'ArrowLeft', 'ArrowRight')
    await expect.poll(() => widthOf(root)).toBe(415)
    await signedIn.reload()
    await expect.poll(() => widthOf(root)).toBe(415)
    await dragBy(editor, edge, { x: 400 })
    await expect.poll(() => widthOf(root)).toBe(255)
    await expect(edge).toHaveAttribute('aria-valuenow', '256')
    await edge.dblclick()
    await expect.poll(() => widthOf(root)).toBe(319)
  })

  await test.step('[EDT-415] [RUN-22] each panel is collapsed by itself, and the commands of the run stay', async () => {
    const fold = (name: string) => signedIn.getByRole('button', { name, exact: true }).click()
    await editor.node(ORDERS).click()
    await fold('Collapse Simulation Panel')
    await simulation.command('Start').click()
    await expect.poll(() => simulation.offered()).toEqual(['Pause', 'Reset'])
    await expect(editor.properties).toBeVisible()
    await fold('Collapse Properties')
    await expect(editor.properties).toBeHidden()
    await expect.poll(() => widthOf(simulation.root)).toBe(44)
    await expect.poll(() => simulation.offered()).toEqual(['Pause', 'Reset'])
    await fold('Expand Simulation Panel')
    await expect(simulation.figure('Elapsed time')).toBeVisible()
    await fold('Expand Properties')
    await expect(editor.properties).toBeVisible()
    await expect.poll(() => simulation.offered()).toEqual(['Pause', 'Reset'])
  })
})

test('[EDT-416] [EDT-859] in a narrow window tabs choose the panel, and Start is in both', async ({
  signedIn,
  api,
}) => {
  await signedIn.setViewportSize({ width: 1_024, height: 768 })
  const editor = await openChain(signedIn, api)
  const simulation = new SimulationPanel(signedIn)
  const tab = (name: string) => signedIn.getByRole('tab', { name })
  await expect(tab('Properties')).toHaveCount(0)
  await editor.node(ORDERS).click()
  await expect(tab('Properties')).toHaveAttribute('aria-selected', 'true')
  await expect(editor.properties).toBeVisible()
  await expect(simulation.command('Start')).toBeInViewport({ ratio: 0.99 })
  await tab('Properties').press('ArrowRight')
  await expect(tab('Simulation Panel')).toBeFocused()
  await expect(editor.properties).toBeHidden()
  await expect(simulation.figure('Elapsed time')).toBeVisible()
  await expect(simulation.command('Start')).toBeInViewport({ ratio: 0.99 })
  await editor.node(ORDERS).press('Enter')
  await expect(editor.properties).toBeVisible()
  await expect(editor.properties.locator(':focus')).toHaveCount(1)
})

test('[EDT-417] on a small screen every sheet leaves at least half of the canvas', { tag: '@small' }, async ({
  signedIn,
  api,
}) => {
  const editor = await openChain(signedIn, api)
  const simulation = new SimulationPanel(signedIn)
  const all = await heightOf(editor.canvas)
  const isHalf = async () => (await heightOf(editor.canvas)) >= all / 2 - 1
  await editor.node(ORDERS).tap()
  await editor.toolbar.getByRole('button', { name: 'Properties' }).tap()
  await expect(editor.properties).toBeVisible()
  await expect.poll(isHalf).toBe(true)
  await expect(simulation.command('Start')).toBeInViewport({ ratio: 0.99 })
  await signedIn.getByRole('button', { name: 'Close properties' }).tap()
  await simulation.root.getByRole('button', { name: 'Expand Simulation Panel' }).tap()
  await expect(simulation.figure('Elapsed time')).toBeVisible()
  await expect.poll(isHalf).toBe(true)
  await simulation.root.getByRole('button', { name: 'Collapse Simulation Panel' }).tap()
  await editor.panel.getByRole('button', { name: 'Expand Flow Panel' }).tap()
  await expect.poll(isHalf).toBe(true)
})
