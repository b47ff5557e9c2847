import { expect, test } from '../fixtures/test.ts'
import { draftViewport } from '../pages/drafts.page.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { ExchangePage } from '../pages/exchange.page.ts'
import { largeFlow, openChain } from '../pages/flows.ts'
import { SimulationPanel } from '../pages/simulation.page.ts'

test('[EDT-110] [EDT-119] [EDT-406] [EDT-868] [EDT-99] [EDT-113] [EDT-117] [EDT-169] [EDT-177] [EDT-375] the viewport moves from where it is; a bitmap shows a large flow meanwhile', async ({
  signedIn,
  api,
}) => {
  test.slow()
  await test.step('[EDT-110] [EDT-119] [EDT-406] [EDT-868] the wheel zooms from where the viewport is, whatever happens meanwhile', async () => {
    const editor = await openChain(signedIn, api)
    await test.step('[EDT-406] [EDT-868] the grid is scaled by a zoom, and painted again at rest', async () => {
      await editor.viewportAtRest()
      const grid = editor.canvas.locator('.react-flow > [data-follows-view]').first()
      const gap = () => grid.evaluate((grid: HTMLElement) => Number.parseFloat(grid.style.getPropertyValue('--gap')))
      const before = await gap()
      expect(before).toBeCloseTo(30 * (await editor.zoom()))
      // In one go: between two commands the viewport would come to rest.
      const during = await grid.evaluate((grid: HTMLElement) => {
        const turn = { deltaY: 100, clientX: 700, clientY: 400, bubbles: true, cancelable: true }
        document.querySelector('.react-flow__pane')?.dispatchEvent(new WheelEvent('wheel', turn))
        const { a } = new DOMMatrixReadOnly(grid.style.transform)
        return { gap: Number.parseFloat(grid.style.getPropertyValue('--gap')), scale: a }
      })
      expect(during.gap).toBe(before)
      expect(during.scale).toBeLessThan(0.95)
      await expect.poll(gap).toBeCloseTo(30 * (await editor.zoom()))
      expect(await grid.evaluate((grid: HTMLElement) => new DOMMatrixReadOnly(grid.style.transform).a)).toBe(1)
    })

    await test.step('[EDT-119] a turn of the wheel while the viewport eases is what the next zoom begins with', async () => {
      await editor.viewportAtRest()
      await editor.canvas.focus()
      // In one go: between two commands the viewport would have arrived.
      const led = await editor.canvas.evaluate(async (canvas) => {
        const press = () =>
          canvas.dispatchEvent(new KeyboardEvent('keydown', { key: '+', bubbles: true, cancelable: true }))
        const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
        press()
        await nextFrame()
        const turn = { deltaY: 100, clientX: 700, clientY: 400, bubbles: true, cancelable: true }
        canvas.querySelector('.react-flow__pane')?.dispatchEvent(new WheelEvent('wheel', turn))
        const { a } = new DOMMatrixReadOnly(canvas.querySelector<HTMLElement>('.react-flow__viewport')?.style.transform)
        press()
        return a
      })
      await editor.viewportAtRest()
      const zoom = await editor.zoom()
      expect(zoom).toBeCloseTo(led * 1.2)
    })

    await test.step('[EDT-110] a viewport that is moved stays where it was moved when the canvas is resized meanwhile', async () => {
      await editor.canvas.focus()
      await editor.press('Shift+0')
      await editor.viewportAtRest()
      await editor.viewportAtRest()
      // In one go: between two commands the viewport would come to rest.
      const led = await editor.canvas.evaluate((canvas) => {
        const point = { clientX: 700, clientY: 400, bubbles: true, cancelable: true }
        canvas.querySelector('.react-flow__pane')?.dispatchEvent(new WheelEvent('wheel', { deltaY: 200, ...point }))
        canvas.style.maxWidth = `${canvas.clientWidth - 40}px`
        return new DOMMatrixReadOnly(canvas.querySelector<HTMLElement>('.react-flow__viewport')?.style.transform).a
      })
      await editor.viewportAtRest()
      expect(led).toBeLessThan(0.9)
      expect(await editor.zoom()).toBeCloseTo(led)
      const shown = await editor.viewport()
      await expect.poll(() => draftViewport(signedIn)).toBe(shown)
    })
  })

  await test.step('[EDT-99] [EDT-113] [EDT-117] [EDT-169] [EDT-177] [EDT-375] a bitmap shows a large flow while its viewport moves', async () => {
    const flow = await api.createFlow({ name: 'Large', ...largeFlow(120) })
    const editor = await EditorPage.openFlow(signedIn, flow)
    const panel = new SimulationPanel(signedIn)
    await expect(editor.nodes.first()).toBeVisible()
    await editor.viewportAtRest()
    await test.step('[EDT-117] [EDT-177] during a run the bitmap shows loads while the viewport moves, and the nodes do at rest', async () => {
      await panel.command('Start').click()
      await panel.waitForMore('Completed requests', 0)
      await editor.viewportAtRest()
      const stop = await editor.keepViewportMoving()
      await expect.poll(() => editor.canvas.locator('[data-pictured]').count()).toBeGreaterThan(0)
      const waters = () =>
        editor.canvas
          .locator('[data-pictured] [data-water]')
          .evaluateAll((elements) => elements.map((element) => element.getAttribute('style')).join())
      const kept = await waters()
      const completed = await panel.value('Completed requests')
      await panel.waitForMore('Completed requests', completed)
      expect(await waters()).toBe(kept)
      await stop()
      await expect(editor.canvas.locator('[data-pictured]')).toHaveCount(0)
    })

    await test.step('[EDT-117] [EDT-177] [EDT-375] it shows loads as the nodes do, in either scheme', async () => {
      await panel.waitForMore('Completed requests', 100)
      await panel.command('Pause').click()
      await expect(panel.status).toHaveText('Paused')
      // Below zoom 0.5, where loading ends, the figures are 4 px high: to round their place to whole pixels is a difference.
      await editor.canvas.focus()
      await editor.press('+')
      await expect.poll(() => editor.zoom()).toBe(0.5)
      await editor.viewportAtRest()
      const id = await editor.nodeInMiddle('[aria-label^="Server: "]:has([data-load])')
      const node = editor.canvas.locator(`.react-flow__node[data-id="${id}"]`)
      await expect(node).toContainText('%')
      const exchange = new ExchangePage(signedIn)
      for (const colorScheme of ['light', 'dark'] as const) {
        await signedIn.emulateMedia({ colorScheme })
        await expect(signedIn.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
        const box = await node.boundingBox()
        if (!box) throw new Error('The card is not in view.')
        // Name and summary are the node's own in both.
        const clip = { ...box, x: box.x + box.width * 0.6, width: box.width * 0.4, height: box.height * 0.5 }
        const atRest = await signedIn.screenshot({ clip })
        const stop = await editor.keepViewportMoving()
        await expect(node.locator('[data-pictured]')).toBeVisible()
        const moving = await signedIn.screenshot({ clip })
        await stop()
        await expect(node.locator('[data-pictured]')).toHaveCount(0)
        expect(await exchange.difference(moving, atRest), colorScheme).toBeLessThan(0.02)
      }
    })

    await panel.command('Reset').click()
    await expect(panel.status).toHaveText('Stopped')
    await test.step('[EDT-113] [EDT-169] the bitmap stays while a key is held, and goes with the next key', async () => {
      const from = await editor.emptyPoint()
      await editor.canvas.focus()
      await signedIn.keyboard.down('Space')
      await signedIn.mouse.move(from.x, from.y)
      await signedIn.mouse.down()
      await signedIn.mouse.move(from.x + 30, from.y + 30)
      const isShown = await editor.canvas.evaluate((canvas, { x, y }) => {
        const hold = { key: ' ', code: 'Space', repeat: true, bubbles: true }
        const move = { clientX: x + 60, clientY: y + 60, buttons: 1, bubbles: true, view: window }
        canvas.dispatchEvent(new MouseEvent('mousemove', move))
        const picture = canvas.querySelector('.react-flow__viewport > canvas')
        canvas.dispatchEvent(new KeyboardEvent('keydown', hold))
        const whileHeld = picture?.isConnected
        canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift', bubbles: true }))
        return { whileHeld, afterNext: picture?.isConnected }
      }, from)
      expect(isShown).toEqual({ whileHeld: true, afterNext: false })
      await signedIn.mouse.up()
      await signedIn.keyboard.up('Space')
    })

    await test.step('[EDT-99] [EDT-169] a press on an edge in the bitmap selects the edge', async () => {
      await editor.viewportAtRest()
      const at = await editor.canvas.evaluate((canvas) => {
        // Asking at every point of the canvas whether an edge is there would take half a minute.
        for (const path of canvas.querySelectorAll<SVGPathElement>('.react-flow__edge path')) {
          const { x, y } = path
            .getPointAtLength(path.getTotalLength() / 2)
            .matrixTransform(path.getScreenCTM() ?? undefined)
          if (document.elementFromPoint(x, y)?.closest('.react-flow__edge')) return { x, y }
        }
        throw new Error('No edge can be pressed.')
      })
      await signedIn.mouse.move(at.x, at.y)
      // The wheel is turned until the pointer goes down: between two commands the viewport would come to rest.
      await editor.canvas.evaluate((canvas, { x, y }) => {
        const pane = canvas.querySelector('.react-flow__pane')
        const turn = { deltaY: -0.1, clientX: x, clientY: y, bubbles: true, cancelable: true }
        const again = setInterval(() => pane?.dispatchEvent(new WheelEvent('wheel', turn)), 100)
        addEventListener('pointerdown', () => clearInterval(again), { once: true, capture: true })
      }, at)
      await expect.poll(() => editor.canvas.getAttribute('data-moving')).not.toBeNull()
      await signedIn.mouse.down()
      await signedIn.mouse.up()
      await expect(editor.canvas.locator('.react-flow__edge.selected')).toHaveCount(1)
    })
  })
})

test('[EDT-112] a selection box that moves the viewport selects all that is in it', async ({ signedIn, api }) => {
  test.slow()
  const { nodes } = largeFlow(800)
  const close = nodes.map((node, i) => ({ ...node, position: { x: (i % 40) * 240, y: Math.floor(i / 40) * 90 } }))
  const flow = await api.createFlow({ name: 'Boxed', nodes: close, edges: [] })
  const editor = await EditorPage.openFlow(signedIn, flow)
  await expect(editor.nodes.first()).toBeVisible()
  await editor.viewportAtRest()
  const box = await editor.canvas.boundingBox()
  if (!box) throw new Error('There is no canvas.')
  const count = async () => Number(/\d+/.exec((await editor.toolbar.textContent()) ?? '')?.[0])
  await signedIn.keyboard.down('Shift')
  await signedIn.mouse.move(box.x + 20, box.y + 20)
  await signedIn.mouse.down()
  await signedIn.mouse.move(box.x + box.width - 8, box.y + box.height - 60, { steps: 5 })
  await expect.poll(count, { timeout: 40_000 }).toBeGreaterThan(240)
  await signedIn.mouse.up()
  await signedIn.keyboard.up('Shift')
  expect(await count()).toBeGreaterThan(240)
})
