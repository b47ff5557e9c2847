import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { openChain } from '../pages/flows.ts'

const BROWSER = 'Client: Browser'
const ORDERS = 'Server: Orders'
const LEDGER = 'Database: Ledger'
const ASK = 'HTTP: Browser to Orders'

test('[EDT-6] [EDT-7] [EDT-8] [EDT-29] [EDT-505] [EDT-855] [EDT-13] [EDT-316] [EDT-317] [EDT-318] [EDT-319] [EDT-17] nodes and edges are selected, deleted and drawn, and offered for a connection', async ({
  signedIn,
  api,
}) => {
  test.slow()
  await test.step('[EDT-6] [EDT-7] [EDT-8] [EDT-29] [EDT-505] [EDT-855] nodes and edges are selected, deselected and deleted', async () => {
    const editor = await openChain(signedIn, api)
    await test.step('[EDT-6] [EDT-7] [EDT-29] nodes or edges are selected, never both; a click on the empty canvas clears the selection', async () => {
      await expect(editor.properties).toBeHidden()
      await editor.node(ORDERS).click()
      await expect.poll(() => editor.selected()).toEqual([ORDERS])
      await expect(editor.properties).toBeVisible()

      const [from, to] = [await editor.middle(editor.node(BROWSER)), await editor.middle(editor.node(ORDERS))]
      await signedIn.mouse.click((from.x + to.x) / 2, from.y)
      await expect.poll(() => editor.selected()).toEqual([ASK])
      await editor.node(BROWSER).click()
      await expect.poll(() => editor.selected()).toEqual([BROWSER])

      const { x, y } = await editor.emptyPoint()
      await signedIn.mouse.click(x, y)
      await expect.poll(() => editor.selected()).toEqual([])
      await expect(editor.properties).toBeHidden()
    })

    await test.step('[EDT-7] Escape clears the selection, and selects nothing where nothing was selected', async () => {
      await editor.node(ORDERS).focus()
      await signedIn.keyboard.press('Escape')
      await expect.poll(() => editor.selected()).toEqual([])
      await editor.node(ORDERS).focus()
      await signedIn.keyboard.press('Enter')
      await expect.poll(() => editor.selected()).toEqual([ORDERS])
      await signedIn.keyboard.press('Escape')
      await expect.poll(() => editor.selected()).toEqual([])
    })

    await test.step('[EDT-6] a box drawn with Shift selects the nodes in it, Control adds one more', async () => {
      await editor.viewportAtRest()
      const first = await editor.node(BROWSER).boundingBox()
      const second = await editor.node(ORDERS).boundingBox()
      if (!first || !second) throw new Error('The cards are not on the screen.')
      const start = { x: first.x - 20, y: first.y - 20 }
      await editor.drag(
        start,
        { x: second.x + second.width + 20, y: second.y + second.height + 20 },
        { holding: 'Shift' },
      )
      await expect.poll(() => editor.selected()).toEqual([BROWSER, ORDERS])
      await editor.node(LEDGER).click({ modifiers: ['Control'] })
      await expect.poll(() => editor.selected()).toEqual([BROWSER, ORDERS, LEDGER])
      await expect(editor.toolbar).toContainText('3 components')
    })

    await test.step('[EDT-8] [EDT-505] keys of the canvas do nothing in a text field or a panel', async () => {
      await editor.press('Escape')
      await editor.node(ORDERS).click()
      await editor.properties.getByLabel('Label', { exact: true }).press('Backspace')
      await editor.properties.getByRole('button', { name: 'General' }).press('Delete')
      await editor.entry('Save').press('Backspace')
      await expect(editor.nodes).toHaveCount(3)
    })

    await test.step('[EDT-8] [EDT-855] Delete removes a node with its edges, and the focus stays on the canvas', async () => {
      await editor.canvas.focus()
      await editor.press('Escape')
      await editor.node(ORDERS).focus()
      await editor.press('Enter', 'Delete')
      await expect(editor.node(ORDERS)).toHaveCount(0)
      await expect(editor.edges).toHaveCount(0)
      await expect(editor.nodes).toHaveCount(2)
      await expect(editor.canvas).toBeFocused()

      await editor.node(LEDGER).click()
      await editor.toolbar.getByRole('button', { name: 'Delete' }).click()
      await expect(editor.nodes).toHaveCount(1)
    })
  })

  await test.step('[EDT-13] [EDT-316] [EDT-317] [EDT-318] [EDT-319] the picker leaves out connected nodes, narrows down by what is typed, and can be left', async () => {
    const editor = await openChain(signedIn, api)
    await editor.node(BROWSER).click()
    await editor.toolbar.getByRole('button', { name: 'Connect' }).click()
    await expect(editor.choices).toHaveText(['Ledger'])
    await signedIn.keyboard.type('zzz')
    await expect(editor.canvas.getByText('No component is called “zzz”.')).toBeVisible()
    await editor.press('Escape')
    await expect(editor.picker).toBeHidden()
    await expect(editor.node(BROWSER)).toBeFocused()
    await expect(editor.edges).toHaveCount(2)

    await editor.node(LEDGER).focus()
    await editor.press('c')
    await expect(editor.choices).toHaveText(['Orders', 'Browser'])
    const ring = editor.canvas.locator('.react-flow__viewport-portal svg rect')
    const marked = await ring.boundingBox()
    await editor.press('ArrowDown')
    const chosen = editor.choices.filter({ hasText: 'Browser' })
    await expect(chosen).toHaveAttribute('aria-selected', 'true')
    await expect(editor.picker).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '')
    await expect.poll(() => ring.boundingBox()).not.toEqual(marked)
    await editor.press('Enter')
    await expect(editor.canvas.getByRole('group', { name: /: Ledger to Browser$/ })).toBeAttached()
    await expect(editor.node(LEDGER)).toBeFocused()
  })

  await test.step('[EDT-17] an edge has the look of its kind and settings', async () => {
    const nodes = ['a', 'b', 'c', 'd', 'e'].map((id, index) => ({
      id,
      type: 'Server',
      position: { x: (index % 2) * 400, y: index * 120 },
      data: { label: id },
    }))
    const edges = [
      { id: 'plain', type: 'http', source: 'a', target: 'b', data: {} },
      { id: 'encrypted', type: 'http', source: 'b', target: 'c', data: { useTLS: true, bandwidthMbps: 250 } },
      { id: 'slow', type: 'http', source: 'c', target: 'd', data: { latencyMs: 400 } },
      { id: 'stream', type: 'websocket', source: 'd', target: 'e', data: { label: 'Prices' } },
    ]
    const flow = await api.createFlow({ name: 'Looks', nodes, edges })
    const editor = await EditorPage.openFlow(signedIn, flow)
    await expect(editor.edges).toHaveCount(4)
    const looks = await editor.edges.evaluateAll((edges) =>
      edges.map((edge) => {
        const { dataset, style } = edge.firstElementChild as SVGGElement
        const path = edge.querySelector<SVGPathElement>('.react-flow__edge-path')
        const heads = path?.nextElementSibling
        const dashes = path?.getAttribute('stroke-dasharray') ?? ''
        const count = heads?.getAttribute('d')?.match(/M/g)?.length
        const name = edge.querySelector('text')?.textContent
        const color = style.getPropertyValue('--color')
        return [color, dataset.highlight ?? '', dashes, count, path?.style.strokeWidth, name].join(' ')
      }),
    )
    expect(looks).toEqual([
      'var(--edge-insecure)   1 1 HTTP',
      'var(--edge-secure)   1 5 HTTP',
      'var(--edge-slow) true  1 1 HTTP',
      'var(--edge-neutral)  6 5 2 2 Prices',
    ])
  })
})

test('[EDT-5] [EDT-9] [EDT-90] [EDT-300] [EDT-304] [EDT-306] [EDT-4] [EDT-14] [EDT-16] [EDT-21] [EDT-383] [EDT-490] [EDT-500] [EDT-501] [EDT-856] [EDT-865] [EDT-866] [UI-341] [EDT-104] [EDT-369] [EDT-96] nodes are moved and resized; the canvas zooms, shows a run, is cleared and restored, and shows all of a flow', async ({
  signedIn,
  api,
}) => {
  test.slow()
  await test.step('[EDT-5] [EDT-9] [EDT-90] [EDT-300] [EDT-304] [EDT-306] nodes are moved and resized, and Escape cancels either', async () => {
    const editor = await openChain(signedIn, api)
    await test.step('[EDT-304] Escape cancels resizing a node', async () => {
      const node = editor.node(BROWSER)
      await node.click()
      const size = () => node.evaluate((element: HTMLElement) => [element.offsetWidth, element.offsetHeight])
      const before = await size()
      const { x, y } = await editor.middle(node.locator('.react-flow__resize-control.handle.bottom.right'))
      await signedIn.mouse.move(x, y)
      await signedIn.mouse.down()
      await signedIn.mouse.move(x + 60, y + 45, { steps: 8 })
      await expect.poll(size).not.toEqual(before)
      await editor.press('Escape')
      await expect.poll(size).toEqual(before)
      await signedIn.mouse.move(x + 90, y + 75, { steps: 4 })
      await signedIn.mouse.up()
      expect(await size()).toEqual(before)
      await editor.drag({ x, y }, { x: x + 60, y: y + 45 })
      await expect.poll(size).toEqual([285, 120])
    })

    await test.step('[EDT-9] a node is resized at its corner, down to 100 × 50', async () => {
      const node = editor.node(BROWSER)
      const size = () => node.evaluate((element: HTMLElement) => [element.offsetWidth, element.offsetHeight])
      const corner = await editor.middle(node.locator('.react-flow__resize-control.handle.bottom.right'))
      await editor.drag(corner, { x: corner.x - 400, y: corner.y - 400 })
      await expect.poll(size).toEqual([100, 50])
    })

    await test.step('[EDT-90] [EDT-306] Escape and Ctrl+Z cancel a drag, and no other key acts meanwhile', async () => {
      await editor.press('Escape')
      const node = editor.node(ORDERS)
      await node.focus()
      await editor.press('Enter', 'ArrowRight')
      await editor.viewportAtRest()
      const { x, y } = await editor.middle(node)
      for (const key of ['Escape', 'Control+z']) {
        await signedIn.mouse.move(x, y - 20)
        await signedIn.mouse.down()
        await signedIn.mouse.move(x + 60, y + 60, { steps: 8 })
        await expect.poll(() => editor.position(node)).not.toEqual({ x: 350, y: 0 })
        await editor.press('Delete', 'Control+d', 'ArrowRight')
        await expect(editor.nodes).toHaveCount(3)
        await editor.press(key)
        await expect.poll(() => editor.position(node)).toEqual({ x: 350, y: 0 })
        await signedIn.mouse.move(x + 90, y + 90, { steps: 4 })
        await signedIn.mouse.up()
        expect(await editor.position(node)).toEqual({ x: 350, y: 0 })
      }
      await editor.press('Control+z')
      await expect.poll(() => editor.position(node)).toEqual({ x: 345, y: 0 })
    })

    await test.step('[EDT-5] [EDT-300] arrow keys move by 5, with Shift by 20; a drag ends on the grid', async () => {
      await editor.press('Escape')
      const node = editor.node(ORDERS)
      await node.focus()
      await editor.press('Enter', 'ArrowRight', 'ArrowDown')
      await expect.poll(() => editor.position(node)).toEqual({ x: 350, y: 5 })
      await editor.press('Shift+ArrowLeft', 'Shift+ArrowUp')
      await expect.poll(() => editor.position(node)).toEqual({ x: 330, y: -15 })

      const from = await editor.middle(node)
      await editor.drag({ x: from.x, y: from.y - 20 }, { x: from.x - 52, y: from.y - 71 })
      const { x, y } = await editor.position(node)
      expect([x % 15, y % 15].map(Math.abs)).toEqual([0, 0])
      expect(x).toBeLessThan(330)
    })
  })

  await test.step('[EDT-4] [EDT-14] [EDT-16] [EDT-21] [EDT-383] [EDT-490] [EDT-500] [EDT-501] [EDT-856] [EDT-865] [EDT-866] [UI-341] the canvas zooms, shows a run, is cleared and restored, and leads along its edges', async () => {
    const editor = await openChain(signedIn, api)
    await test.step('[EDT-4] [EDT-500] [EDT-501] zooms between 0.5 and 2 by wheel and by key, and shows all', async () => {
      await editor.canvas.focus()
      await expect.poll(() => editor.zoom()).toBe(1)
      await editor.press('+')
      await expect.poll(() => editor.zoom()).toBeCloseTo(1.2)
      for (let presses = 0; presses < 6; presses += 1) await editor.press('+')
      await expect.poll(() => editor.zoom()).toBe(2)
      const { x, y } = await editor.emptyPoint()
      await signedIn.mouse.move(x, y)
      for (let turns = 0; turns < 30; turns += 1) await signedIn.mouse.wheel(0, 200)
      await expect.poll(() => editor.zoom()).toBe(0.5)
      // A late turn of the wheel would cut the next move short.
      await editor.viewportAtRest()
      await editor.press('0')
      await expect(editor.node(LEDGER)).toBeInViewport({ ratio: 0.99 })
      // One cuts the way of the other short; all three within its time, however busy the machine is.
      const keys = [{ key: '+' }, { key: ')', code: 'Digit0', shiftKey: true }, { key: '-' }]
      await editor.canvas.evaluate((canvas, pressed) => {
        for (const init of pressed)
          canvas.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }))
      }, keys)
      await expect.poll(() => editor.zoom()).toBeCloseTo(1 / 1.2)
    })

    await test.step('[EDT-16] [EDT-490] [EDT-865] [EDT-866] water, utilization and edges follow the load until Reset', async () => {
      const node = editor.node(ORDERS)
      const figure = node.locator('[data-load-figure]')
      await expect(node).toContainText('4 cores')
      await expect(figure).toHaveText('')
      const line = editor.canvas.locator('.react-flow__edge[data-id="ask"] .react-flow__edge-path')
      const stroke = () =>
        line.evaluate((path) => {
          const { stroke, strokeWidth } = getComputedStyle(path)
          return { stroke, strokeWidth }
        })
      const atRest = await stroke()
      await signedIn.getByRole('button', { name: 'Start', exact: true }).click()
      await expect(figure).toHaveText(/^[1-9]\d* %$/)
      const sunk = await node.locator('[data-water]').evaluate((water: HTMLElement) => water.style.backgroundSize)
      expect(sunk).toMatch(/^100% 2px, 10px \d+%, 100% \d+%$/)
      const loaded = editor.canvas.locator('.react-flow__edge[data-id="ask"] [style*="--load-"]')
      await expect(loaded.first()).toBeAttached()
      expect(await stroke()).toEqual(atRest)
      await signedIn.getByRole('button', { name: 'Reset', exact: true }).click()
      await expect(figure).toHaveText('')
      await expect(editor.canvas.locator('[data-load]')).toHaveCount(0)
      await expect(loaded).toHaveCount(0)
    })

    await test.step('[EDT-21] [EDT-383] [UI-341] Clear Board removes everything, and its toast restores it', async () => {
      await editor.entry('Clear Board').click()
      await expect(editor.nodes).toHaveCount(0)
      await expect(editor.panel).toContainText('Untitled flow')
      const undo = editor.toast('Board cleared').getByRole('button', { name: 'Undo' })
      expect(
        await undo
          .locator('span')
          .last()
          .evaluate((text) => text.scrollWidth - text.clientWidth),
      ).toBeLessThanOrEqual(0)
      await undo.click()
      await expect(editor.nodes).toHaveCount(3)
      await expect(editor.edges).toHaveCount(2)
      await expect(editor.panel).toContainText('Chain')
    })

    await test.step('[EDT-14] [EDT-856] E steps through the edges of a node, Escape returns to it', async () => {
      await editor.node(BROWSER).focus()
      await editor.press('e')
      await expect(editor.edge(ASK)).toBeFocused()
      await expect.poll(() => editor.selected()).toEqual([ASK])
      await editor.press('Escape')
      await expect(editor.node(BROWSER)).toBeFocused()
      await editor.node(ORDERS).focus()
      await editor.press('e', 'e')
      await expect(editor.edge('Database: Orders to Ledger')).toBeFocused()
      await editor.press('Escape')
      await expect(editor.node(ORDERS)).toBeFocused()
      await editor.node(LEDGER).focus()
      await editor.press('e', 'Delete')
      await expect(editor.edges).toHaveCount(1)
      await expect(editor.edge(ASK)).toBeAttached()
    })
  })

  await test.step('[EDT-104] [EDT-369] the button and the key that fit the view do the same, and all stays in view on a smaller canvas', async () => {
    const nodes = [0, 900].map((x) => ({ id: `at-${x}`, type: 'Cache', position: { x, y: 0 }, data: {} }))
    const flow = await api.createFlow({ name: 'Wide', nodes })
    const editor = await EditorPage.openFlow(signedIn, flow)
    await expect(editor.nodes).toHaveCount(2)
    await editor.canvas.focus()
    const shown: string[] = []
    const button = editor.canvas.getByRole('button', { name: 'Fit view', exact: true })
    for (const showAll of [() => button.click(), () => editor.press('0'), () => button.click()]) {
      await editor.press('Shift+0')
      await expect.poll(() => editor.zoom()).toBe(1)
      await showAll()
      await editor.viewportAtRest()
      shown.push(await editor.viewport())
    }
    expect(new Set(shown).size).toBe(1)
    expect(await editor.zoom()).toBeLessThan(1)
    await signedIn.setViewportSize({ width: 1_240, height: 900 })
    await expect.poll(() => editor.viewport()).not.toBe(shown[0])
    for (const node of await editor.nodes.all()) await expect(node).toBeInViewport({ ratio: 0.99 })
  })

  await test.step('[EDT-96] all of a flow is in view whose loading closes the panel', async () => {
    const [left, right] = [0, 1_400].map((x) => ({ id: `at-${x}`, type: 'Cache', position: { x, y: 0 }, data: {} }))
    await api.createFlow({ name: 'Broad one', nodes: [left, right] })
    const editor = await openChain(signedIn, api)
    await signedIn.getByRole('button', { name: 'Collapse Simulation Panel' }).click()
    await editor.node(ORDERS).click()
    await expect(editor.properties).toBeVisible()
    await editor.load('Broad one')
    await expect(editor.properties).toBeHidden()
    const margins = async () => {
      const canvas = await editor.canvas.boundingBox()
      const [first, last] = [await editor.nodes.first().boundingBox(), await editor.nodes.last().boundingBox()]
      if (!canvas || !first || !last) return null
      return Math.abs(Math.round(first.x - canvas.x - (canvas.x + canvas.width - last.x - last.width)))
    }
    await expect(editor.nodes).toHaveCount(2)
    await expect.poll(margins).toBe(0)
  })
})

test('[EDT-18] [EDT-19] [EDT-20] [EDT-187] [EDT-188] the empty canvas says what to do, the Flow Panel what there is', async ({
  signedIn,
}) => {
  test.slow()
  const editor = await EditorPage.open(signedIn)
  await test.step('[EDT-18] [EDT-19] the empty canvas says what to do and offers a template; the legend is always there', async () => {
    await expect(editor.canvas.getByText('Drag a component here')).toBeVisible()
    await expect(editor.canvas.getByRole('heading', { name: 'System Design Canvas' })).toBeVisible()
    await expect(editor.canvas.getByRole('list', { name: 'System Design Canvas' }).getByRole('listitem')).toHaveText([
      '0 retries',
      '1 retry',
      '2 or more retries',
      '3 or more retries',
    ])
    await editor.canvas.getByRole('button', { name: 'Start with Three-Tier Architecture' }).click()
    await expect(editor.nodes).toHaveCount(6)
    await expect(editor.canvas.getByText('Drag a component here')).toBeHidden()
  })

  await test.step('[EDT-20] [EDT-187] [EDT-188] the Flow Panel offers commands and palette by name, folds, and stays folded', async () => {
    expect((await editor.panel.boundingBox())?.width).toBe(256)
    for (const name of ['Save', 'Load', 'Clear Board', 'Server', 'Database', 'Load Balancer', 'Client', 'Cache'])
      await expect(editor.entry(name)).toBeVisible()
    await expect(editor.entry('Load Balancer')).toHaveAccessibleDescription('Distributes traffic')
    for (const name of ['Server', 'Database', 'Load Balancer', 'Client', 'Cache', 'Microservices Architecture'])
      await expect(editor.entry(name)).toHaveAttribute('draggable', 'true')

    await editor.panel.getByText('Templates', { exact: true }).click()
    await expect(editor.entry('Microservices Architecture')).toBeHidden()
    await editor.panel.getByRole('button', { name: 'Collapse Flow Panel' }).click()
    await expect(editor.entry('Server')).toBeVisible()
    await expect.poll(async () => (await editor.panel.boundingBox())?.width).toBe(44)
    await signedIn.reload()
    await expect.poll(async () => (await editor.panel.boundingBox())?.width).toBe(44)
  })
})

test('[EDT-97] [EDT-196] the viewport moves for the panel and back, unless someone moved it meanwhile', async ({
  signedIn,
  api,
}) => {
  const nodes = [0, 1_100].map((x) => ({
    id: `at-${x}`,
    type: 'Cache',
    position: { x, y: 0 },
    data: { label: `At ${x}` },
  }))
  const flow = await api.createFlow({ name: 'To the edge', nodes })
  const editor = await EditorPage.openFlow(signedIn, flow)
  // Folded, so that selecting something opens the dock.
  const width = async () => (await editor.canvas.boundingBox())?.width ?? 0
  const widthBeside = await width()
  await signedIn.getByRole('button', { name: 'Collapse Simulation Panel' }).click()
  await expect.poll(width).toBeGreaterThan(widthBeside)
  // The flow is fitted in the room that the panel left.
  await editor.viewportAtRest()
  await editor.canvas.focus()
  await editor.press('Shift+0')
  await editor.viewportAtRest()
  const last = editor.node('Cache: At 1100')
  const place = async () => Math.round((await last.boundingBox())?.x ?? 0)
  await expect(last).toBeVisible()
  const before = await place()
  const { x, y } = await editor.emptyPoint()
  await last.click()
  await expect.poll(place).toBeLessThan(before - 50)
  await expect(last).toBeInViewport({ ratio: 0.99 })
  await signedIn.mouse.click(x, y)
  await expect.poll(place).toBe(before)

  await last.click()
  await expect.poll(place).toBeLessThan(before - 50)
  await editor.drag({ x, y }, { x: x + 30, y: y + 30 })
  await editor.viewportAtRest()
  const moved = await place()
  await signedIn.mouse.click(x, y)
  await expect(editor.properties).toBeHidden()
  expect(await place()).toBe(moved)
})

test('[EDT-31] [EDT-365] [EDT-366] on a small screen the properties are a sheet below the selected node, and the Flow Panel folds', {
  tag: '@small',
}, async ({ signedIn, api }) => {
  const editor = await openChain(signedIn, api)
  await editor.node(ORDERS).tap()
  await expect(editor.properties).toBeHidden()
  await editor.toolbar.getByRole('button', { name: 'Properties' }).tap()
  await expect(editor.properties).toBeVisible()
  await expect(editor.node(ORDERS)).toBeInViewport({ ratio: 0.99 })
  const isAboveSheet = async () => {
    const [node, sheet] = [await editor.node(ORDERS).boundingBox(), await editor.properties.boundingBox()]
    return node !== null && sheet !== null && node.y + node.height <= sheet.y
  }
  await expect.poll(isAboveSheet).toBe(true)
  await signedIn.getByRole('button', { name: 'Close properties' }).tap()
  await expect(editor.properties).toBeHidden()

  await editor.panel.getByRole('button', { name: 'Expand Flow Panel' }).tap()
  await editor.entry('Cache').tap()
  await expect(editor.node('Cache: Cache')).toBeInViewport({ ratio: 0.99 })
  await editor.panel.getByRole('button', { name: 'Collapse Flow Panel' }).tap()
  await expect.poll(async () => (await editor.panel.boundingBox())?.width).toBeLessThan(60)
})

test('[EDT-1020] the canvas shows what it showed when it has all its height again', async ({ signedIn, api }) => {
  const editor = await openChain(signedIn, api)
  const view = (name: string) => signedIn.getByRole('tab', { name, exact: true }).click()
  await editor.viewportAtRest()
  const whole = await editor.viewport()
  for (const between of [[], ['Predict']]) {
    await view('Both')
    await expect.poll(editor.viewport.bind(editor)).not.toBe(whole)
    for (const other of between) await view(other)
    await view('Canvas')
    await expect.poll(editor.viewport.bind(editor)).toBe(whole)
  }
  await view('Both')
  await expect.poll(editor.viewport.bind(editor)).not.toBe(whole)
  await editor.canvas.getByRole('button', { name: 'Zoom in' }).click()
  await editor.viewportAtRest()
  const moved = await editor.viewport()
  await view('Canvas')
  await expect(signedIn.getByRole('region', { name: 'Predict' })).toHaveCount(0)
  expect(await editor.viewport()).toBe(moved)
})

test('[EDT-1015] beside Predict on a small screen something of the flow is in view', { tag: '@small' }, async ({
  signedIn,
  api,
}) => {
  const editor = await openChain(signedIn, api)
  const shown = await editor.canvas.boundingBox()
  const { x, y } = await editor.middle(editor.node(ORDERS))
  const low = (shown?.y ?? 0) + (shown?.height ?? 0) - 120
  await editor.drag({ x: x - 150, y: y - 100 }, { x: x - 150, y: low - 100 })
  await expect.poll(async () => (await editor.middle(editor.node(ORDERS))).y).toBeGreaterThan(low - 10)
  await signedIn.getByRole('tab', { name: 'Both' }).tap()
  await expect(editor.node(ORDERS)).toBeInViewport()
})

test('[EDT-1016] [EDT-1017] on a small screen a low canvas has no legend over its buttons, and a flow is fitted beside these', {
  tag: '@small',
}, async ({ signedIn }) => {
  const editor = await EditorPage.open(signedIn)
  const legend = signedIn.getByRole('heading', { name: 'System Design Canvas' })
  await signedIn.getByRole('button', { name: 'Start with Three-Tier Architecture' }).tap()
  await signedIn.getByRole('button', { name: 'Expand Simulation Panel' }).tap()
  await expect(legend).toBeVisible()
  await expect.poll(() => editor.zoom()).toBeGreaterThan(0.24)
  for (const node of await editor.nodes.all()) await expect(node).toBeInViewport({ ratio: 0.99 })
  await signedIn.getByRole('tab', { name: 'Both' }).tap()
  await expect(legend).toBeHidden()
  await expect(editor.node('Client: Users')).toBeInViewport({ ratio: 0.99 })
})

for (const [width, tag] of [
  [360, '@small'],
  [800, '@desktop'],
] as const)
  test(`[EDT-1022] on a window of ${width} px the legend is whole, below the tools and beside the folded Flow Panel`, {
    tag,
  }, async ({ signedIn }) => {
    await signedIn.setViewportSize({ width, height: 740 })
    const editor = await EditorPage.open(signedIn)
    await signedIn.getByRole('button', { name: 'Start with Three-Tier Architecture' }).click()
    for (const node of await editor.nodes.all()) await expect(node).toBeInViewport({ ratio: 0.99 })
    const boxOf = async (locator: Locator) => {
      const box = await locator.boundingBox()
      if (box === null) throw new Error('It is not shown.')
      return { ...box, right: box.x + box.width, bottom: box.y + box.height }
    }
    const legend = signedIn.getByRole('list', { name: 'System Design Canvas' })
    const [of, tools, panel] = [
      await boxOf(legend),
      await boxOf(signedIn.getByRole('toolbar', { name: 'Editing' })),
      await boxOf(editor.panel),
    ]
    expect(of.y).toBeGreaterThan(tools.bottom)
    expect(of.x).toBeGreaterThan(panel.right)
    for (const entry of await legend.getByRole('listitem').all()) {
      const { right, height } = await boxOf(entry)
      expect(right).toBeLessThanOrEqual(of.right)
      expect(height).toBeLessThan(24)
    }
  })

test.describe('the properties that cannot be drawn', () => {
  test.use({ expectedFaults: [/made by the test/] })

  test('[EDT-407] on a small screen they can be closed', { tag: '@small' }, async ({ signedIn, api }) => {
    const editor = await openChain(signedIn, api)
    // The ranges of their fields have such figures, and nothing else has.
    await signedIn.evaluate(() => {
      const format = Object.getOwnPropertyDescriptor(Intl.NumberFormat.prototype, 'format')?.get
      Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
        get(this: Intl.NumberFormat) {
          if (this.resolvedOptions().maximumSignificantDigits === 15) throw new Error('made by the test')
          return format?.call(this)
        },
      })
    })
    await editor.node(ORDERS).tap()
    await editor.toolbar.getByRole('button', { name: 'Properties' }).tap()
    const screen = signedIn.getByRole('alert').filter({ hasText: 'Something went wrong' })
    await expect(screen).toBeVisible()
    await signedIn.getByRole('button', { name: 'Close properties' }).tap()
    await expect(screen).toBeHidden()
  })
})

test('[EDT-98] [EDT-381] [EDT-382] on a small screen one sheet is open at a time, and Start stays', {
  tag: '@small',
}, async ({ signedIn, api }) => {
  await api.createFlow({ name: 'Another one', nodes: [{ id: 'a', type: 'Cache', position: { x: 0, y: 0 }, data: {} }] })
  const editor = await openChain(signedIn, api)
  const simulation = signedIn.getByRole('region', { name: 'Simulation Panel' })
  const start = simulation.getByRole('button', { name: 'Start' })
  await editor.panel.getByRole('button', { name: 'Expand Flow Panel' }).tap()
  await expect(start).toBeInViewport({ ratio: 0.99 })
  await simulation.getByRole('button', { name: 'Expand Simulation Panel' }).tap()
  await expect(start).toBeInViewport({ ratio: 0.99 })
  await expect(simulation.getByRole('heading', { name: 'Simulation Panel' })).toBeVisible()
  await expect(editor.panel).toBeHidden()
  await simulation.getByRole('button', { name: 'Collapse Simulation Panel' }).tap()
  await editor.panel.getByRole('button', { name: 'Expand Flow Panel' }).tap()

  await editor.load('Another one')
  await expect(editor.node('Cache: Cache')).toBeVisible()
  await expect(editor.panel.getByRole('button', { name: 'Expand Flow Panel' })).toBeVisible()
  const [toast, bar] = [await editor.toast('Flow loaded').boundingBox(), await start.boundingBox()]
  expect((toast?.y ?? 999) + (toast?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
})
