import { expect, test } from '../fixtures/test.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { SimulationPanel } from '../pages/simulation.page.ts'

/** A server with one slot, and three times the requests that it can serve. */
const overloaded = {
  name: 'Overloaded',
  nodes: [
    {
      id: 'users',
      type: 'Client',
      position: { x: 0, y: 0 },
      data: { label: 'Users', concurrentUsers: 30, thinkTimeBetweenRequests: 1000 },
    },
    {
      id: 'orders',
      type: 'Server',
      position: { x: 345, y: 60 },
      data: {
        label: 'Orders',
        instances: 1,
        cpuCores: 1,
        concurrencyModel: 'Single-Threaded',
        maxConcurrentRequests: 1000,
        averageProcessingTime: 100,
      },
    },
  ],
  edges: [{ id: 'ask', type: 'http', source: 'users', target: 'orders', data: {} }],
}

/** Each request of the storefront waits for the ledger, which is slow and has one slot for writes. */
const waiting = {
  name: 'Waiting storefront',
  nodes: [
    { id: 'users', type: 'Client', position: { x: 0, y: 0 }, data: { label: 'Users', concurrentUsers: 90 } },
    {
      id: 'shop',
      type: 'Server',
      position: { x: 300, y: 0 },
      data: { label: 'Storefront', concurrencyModel: 'Worker Pool', cpuCores: 4, instances: 2, autoScaling: false },
    },
    {
      id: 'ledger',
      type: 'Database',
      position: { x: 600, y: 0 },
      data: { label: 'Ledger', maxConnections: 1, averageLatency: 200, replication: true },
    },
  ],
  edges: [
    { id: 'ask', type: 'http', source: 'users', target: 'shop', data: {} },
    { id: 'query', type: 'database', source: 'shop', target: 'ledger', data: { label: 'Queries' } },
  ],
  simulation: { requestMix: { Read: 0, Write: 1, Compute: 0, Transaction: 0 } },
}

test('[RUN-750] [RUN-752] [RUN-753] [RUN-754] [RUN-755] [RUN-757] a run shows of what waits for a call that all of it is taken', async ({
  signedIn: page,
  api,
}) => {
  const editor = await EditorPage.openFlow(page, await api.createFlow(waiting))
  const panel = new SimulationPanel(page)
  await panel.command('Start').click()
  const shop = editor.node('Server: Storefront')
  await expect(shop.locator('[data-load-figure]')).toHaveText('100 %')
  await expect(shop.locator('[data-water]')).toHaveAttribute('data-load', 'full')
  await expect(shop.locator('[data-figures]')).toHaveText(/^8\/8 slots, \d+\s% at work\s·\s\d+\srps/)
  const bottlenecks = panel.bars('Bottlenecks').filter({ hasText: '100 %' })
  await expect(bottlenecks.first()).toHaveText(/^Ledger100 %1 of 1 slot for writes taken$/)
  await expect(bottlenecks.nth(1)).toHaveText(/^Storefront100 %8 of 8 slots taken, \d+ % at work$/)
  await expect(panel.bars('Utilization').filter({ hasText: 'Storefront' }).first()).toContainText('8 of 8 slots taken')
  await shop.hover()
  await expect(page.locator('[data-readout]')).toContainText(/8 of 8 slots taken, \d+ % at work$/)
})

test('[RUN-763] [RUN-764] [EDT-1021] what is taken can be read whole on nodes at any zoom that shows figures, and no line is cut', async ({
  signedIn: page,
  api,
}) => {
  const sizes = [{}, { width: 150 }, { width: 225, height: 50 }, { width: 105, height: 75 }, { width: 100, height: 50 }]
  const [, shop] = waiting.nodes
  const editor = await EditorPage.openFlow(
    page,
    await api.createFlow({
      ...waiting,
      nodes: [
        ...waiting.nodes.filter((node) => node !== shop),
        ...sizes.map((size, row) => ({ ...shop, ...size, id: `shop-${row}`, position: { x: 300, y: 105 * row } })),
      ],
      edges: sizes.flatMap((_, row) =>
        waiting.edges.map((edge) => ({
          ...edge,
          id: `${edge.id}-${row}`,
          ...(edge.source === 'shop' ? { source: `shop-${row}` } : { target: `shop-${row}` }),
        })),
      ),
    }),
  )
  await new SimulationPanel(page).command('Start').click()
  const figures = editor.node('Server: Storefront').locator('[data-figures]')
  await expect(figures).toHaveCount(sizes.length)
  for (const line of await figures.all()) await expect(line).toContainText(/\d+\/8 slots, \d+\s% at work/)
  await new SimulationPanel(page).command('Pause').click()
  await editor.canvas.focus()
  await editor.press('-', '-', '-', '-', '-')
  for (const zoom of [0.5, 0.6, 0.72, 0.864, 1.0368]) {
    await expect.poll(() => editor.zoom()).toBeCloseTo(zoom)
    for (const [row, { width: most = 225 }] of sizes.entries()) {
      const { taken, card, line, height, cut } = await figures.nth(row).evaluate(shownOf)
      const at = `${most} px wide at ${zoom}`
      // Letters are a little higher than their line.
      expect(taken.bottom, at).toBeLessThan(card.bottom + (line * zoom) / 4)
      expect(taken.right, at).toBeLessThanOrEqual(card.right)
      expect(height % line, at).toBe(0)
      expect(cut, at).toBeLessThanOrEqual(0)
    }
    await editor.press('+')
  }
})

/** Where "at work" ends, on the screen, and where what is seen of the figures does; their height and that of a line, and what is cut of a "g" in the last one, on the canvas. */
function shownOf(figures: HTMLElement) {
  const text = figures.firstChild as Text
  const range = document.createRange()
  range.setStart(text, 0)
  range.setEnd(text, text.data.indexOf('at work') + 'at work'.length)
  const style = getComputedStyle(figures)
  const line = Number.parseFloat(style.lineHeight)
  const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
  pen.font = `${style.fontSize} ${style.fontFamily}`
  const {
    fontBoundingBoxAscent: above,
    fontBoundingBoxDescent: below,
    actualBoundingBoxDescent: tail,
  } = pen.measureText('g')
  const seenBelow = style.overflowY === 'clip' ? Number.parseFloat(style.getPropertyValue('overflow-clip-margin')) : 0
  return {
    taken: range.getBoundingClientRect().toJSON(),
    card: figures.getBoundingClientRect().toJSON(),
    line,
    height: figures.offsetHeight,
    cut: (line + above - below) / 2 + tail - line - seenBelow,
  }
}

test('[RUN-481] [RUN-482] [RUN-483] [RUN-484] [RUN-709] a run shows what waits, the rate of a client, and what becomes of requests', async ({
  signedIn: page,
  api,
}) => {
  const flow = await api.createFlow(overloaded)
  const editor = await EditorPage.openFlow(page, flow)
  const readout = page.locator('[data-readout]')
  const pile = editor.node('Server: Orders').locator('[data-pile]')
  await expect(pile).toHaveText('')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(pile).toHaveText(/^\d{2,}$/)
  await expect(pile).toHaveAttribute('style', /--rows: 3; --rest: 0/)
  await expect(editor.node('Client: Users').locator('[data-figures]')).toHaveText(/^\d+(\.\d)?\srps$/)
  await expect(editor.node('Client: Users').locator('[data-load-figure]')).toHaveText('')

  const isApart = async (box: { x: number; y: number; width: number; height: number } | null) => {
    const shown = await readout.boundingBox()
    if (!box || !shown) return false
    return shown.y + shown.height <= box.y || shown.y >= box.y + box.height
  }
  await editor.node('Server: Orders').hover()
  await expect(readout).toContainText(/^Orders last \d+ sOffered/)
  await expect(readout.locator('dt')).toHaveText(['Offered', 'Served', 'Rejected', 'Failed'])
  expect(await isApart(await editor.node('Server: Orders').boundingBox())).toBe(true)

  await page.mouse.down()
  await expect(readout).toBeEmpty()
  await page.mouse.up()
  await editor.press('Escape')

  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  const edge = await editor.edge('HTTP: Users to Orders').locator('.react-flow__edge-path').boundingBox()
  await page.mouse.move((edge?.x ?? 0) + (edge?.width ?? 0) / 2, (edge?.y ?? 0) + (edge?.height ?? 0) / 2)
  await expect(readout).toContainText('Users → Orders')
  expect(await isApart(edge)).toBe(true)
  await page.mouse.move(5, 5)
  await expect(readout).toBeEmpty()

  await editor.node('Client: Users').focus()
  await editor.press('Enter')
  await expect(readout).toContainText('Users last')
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(readout).toHaveCount(0)
  await expect(pile).toHaveText('')
})

test('[RUN-793] [RUN-795] on a small screen the readout stands beside the rail of the Flow Panel, within the screen', {
  tag: '@small',
}, async ({ signedIn: page, api }) => {
  const flow = await api.createFlow(overloaded)
  const editor = await EditorPage.openFlow(page, flow)
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await editor.node('Client: Users').click()
  const readout = page.locator('[data-readout]')
  await expect(readout).toContainText('Users last')
  const rail = await page.locator('[data-closed="rail on canvas"]').boundingBox()
  const shown = await readout.boundingBox()
  expect(rail?.width).toBeGreaterThan(0)
  expect(shown?.x).toBeGreaterThanOrEqual((rail?.x ?? 0) + (rail?.width ?? 0))

  await editor.node('Server: Orders').click()
  // With its longest line, placed anew as the run goes on.
  await expect(async () => {
    await readout.evaluate((element) => {
      const line = element.lastElementChild
      if (line) line.textContent = '199 of 200 requests admitted, 24 % of the slots at work'
    })
    const full = await readout.boundingBox()
    expect((full?.x ?? 0) + (full?.width ?? 0)).toBeLessThan(page.viewportSize()?.width ?? 0)
  }).toPass()
})
