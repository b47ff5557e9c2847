import type { Locator, Page } from '@playwright/test'
import type { Api } from '../fixtures/api.ts'
import { expect, test } from '../fixtures/test.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { largeFlow } from '../pages/flows.ts'

/** A flow with so many edges that those of a node are drawn apart from all others while it is dragged; and the node in the middle. */
async function openLarge(page: Page, api: Api) {
  const flow = await api.createFlow({ name: 'Large', ...largeFlow(120) })
  const editor = await EditorPage.openFlow(page, flow)
  await expect(editor.nodes.first()).toBeVisible()
  await editor.viewportAtRest()
  const id = await editor.nodeInMiddle()
  const node = editor.canvas.locator(`.react-flow__node[data-id="${id}"]`)
  return { editor, node, at: await editor.middle(node) }
}

/** The ends of the edges that are drawn beside the canvas library, in the flow. */
const carriedEnds = (editor: EditorPage) =>
  editor.canvas.locator('.react-flow__viewport-portal .react-flow__edge-path').evaluateAll((paths) =>
    paths.map((path) => {
      if (!(path instanceof SVGPathElement)) throw new Error('A line is no path.')
      const [from, to] = [path.getPointAtLength(0), path.getPointAtLength(path.getTotalLength())]
      return { from: { x: from.x, y: from.y }, to: { x: to.x, y: to.y } }
    }),
  )

/** How many of the edges start or end at the node. */
async function countAt(editor: EditorPage, { x, y }: { x: number; y: number }): Promise<number> {
  const node = { width: 225, height: 75, head: 8 }
  const isAt = (a: { x: number; y: number }, side: number) =>
    Math.abs(a.x - side) < 0.1 && Math.abs(a.y - y - node.height / 2) < 0.1
  const ends = await carriedEnds(editor)
  return ends.filter(({ from, to }) => isAt(from, x + node.width) || isAt(to, x - node.head)).length
}

const isOverOthers = (node: Locator) => node.evaluate((element) => Number(getComputedStyle(element).zIndex) > 0)

/** Presses on a node at a point, and moves it. */
async function beginDrag({ page, canvas }: EditorPage, at: { x: number; y: number }): Promise<void> {
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  await page.mouse.move(at.x + 90, at.y + 60, { steps: 6 })
  await expect(canvas).toHaveAttribute('data-dragging')
}

test('[EDT-503] [EDT-971] [EDT-972] [EDT-172] [EDT-115] [EDT-174] [EDT-116] a drag among many edges follows the pointer, pans at the border, and is dropped or cancelled', async ({
  signedIn,
  api,
}) => {
  test.slow()
  await test.step('[EDT-503] [EDT-971] [EDT-972] [EDT-172] [EDT-115] a dragged node lies over all others, its edges follow it, and its drop is one step', async () => {
    const { editor, node, at } = await openLarge(signedIn, api)
    const properties = signedIn.getByRole('region', { name: 'Properties' }).getByRole('heading', { level: 2 })
    const other = editor.nodes.first()
    await other.click()
    const shown = await properties.textContent()
    const before = await editor.position(node)
    await beginDrag(editor, at)
    expect(await isOverOthers(node)).toBe(true)
    expect(await properties.textContent()).toBe(shown)
    const meanwhile = await editor.position(node)
    expect(meanwhile.x).toBeGreaterThan(before.x + 60)
    const edges = await carriedEnds(editor)
    expect(edges.length).toBeGreaterThan(1)
    await expect.poll(() => countAt(editor, meanwhile)).toBe(edges.length)

    await signedIn.mouse.up()
    await expect(editor.canvas).not.toHaveAttribute('data-dragging')
    expect(await isOverOthers(node)).toBe(false)
    await expect(properties).not.toHaveText(shown ?? '')
    expect(await carriedEnds(editor)).toEqual([])
    expect(await editor.position(node)).toEqual(meanwhile)
    await editor.press('Control+z')
    await expect.poll(() => editor.position(node)).toEqual(before)
    await expect(editor.canvas.getByRole('button', { name: 'Undo' })).toBeDisabled()
  })

  await test.step('[EDT-174] a cancelled drag with many edges in the page leaves everything where it was', async () => {
    const { editor, node, at } = await openLarge(signedIn, api)
    const before = await editor.position(node)
    await beginDrag(editor, at)
    await editor.press('Escape')
    await expect(editor.canvas).not.toHaveAttribute('data-dragging')
    expect(await editor.position(node)).toEqual(before)
    await signedIn.mouse.move(at.x + 120, at.y + 60, { steps: 3 })
    await signedIn.mouse.up()
    expect(await editor.position(node)).toEqual(before)
  })

  await test.step('[EDT-116] a drag with many edges in the page pans at the border, and the node stays at the pointer', async () => {
    const { editor, node, at } = await openLarge(signedIn, api)
    const [before, view] = [await editor.position(node), await editor.viewport()]
    const box = await editor.canvas.boundingBox()
    if (!box) throw new Error('There is no canvas.')
    await signedIn.mouse.move(at.x, at.y)
    await signedIn.mouse.down()
    // The canvas library takes a node by the point where the drag begins: after a step.
    await signedIn.mouse.move(at.x + 2, at.y)
    await signedIn.mouse.move(box.x + box.width - 6, at.y, { steps: 10 })
    const far = before.x + 2 * box.width
    await expect.poll(async () => (await editor.position(node)).x).toBeGreaterThan(far)
    await signedIn.mouse.move(box.x + box.width / 2, at.y, { steps: 4 })
    expect(await editor.viewport()).not.toBe(view)
    // The last frame of panning may be under way still.
    let meanwhile = before
    await expect(async () => {
      meanwhile = await editor.position(node)
      expect(Math.abs((await editor.middle(node)).x - box.x - box.width / 2)).toBeLessThan(30)
      expect(await countAt(editor, meanwhile)).toBe((await carriedEnds(editor)).length)
    }).toPass()
    await signedIn.mouse.up()
    await expect(editor.canvas).not.toHaveAttribute('data-dragging')
    expect(await editor.position(node)).toEqual(meanwhile)
    await editor.press('Control+z')
    await expect.poll(() => editor.position(node).catch(() => before)).toEqual(before)
  })
})
