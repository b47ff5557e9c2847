import { expect, test } from '../fixtures/test.ts'
import { EditorPage } from '../pages/editor.page.ts'

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
  await expect(editor.node('Client: Users').locator('[data-figures]')).toHaveText(/^\d+(\.\d)? rps$/)
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
