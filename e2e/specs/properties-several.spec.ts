import { type EdgeType, NODE_TYPES, type NodeType } from '@plimsoll/catalog'
import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import { expect, test } from '../fixtures/test.ts'
import { IGNORED, PropertiesPanel } from '../pages/properties.page.ts'

type Settings = Readonly<Record<string, unknown>>

/** Components side by side; the id of each is its label. */
function components(...specs: readonly (readonly [type: NodeType, label: string, settings?: Settings])[]): Flow {
  const nodes = specs.map(([type, label, settings], index) =>
    createNode(type, {
      id: label,
      position: { x: (index % 3) * 300, y: Math.floor(index / 3) * 150 },
      settings: { label, ...settings },
    }),
  )
  return { nodes, edges: [] }
}

/** Connections from one component to others; the id of each is its target. */
function connections(...specs: readonly (readonly [type: EdgeType, target: string, settings?: Settings])[]): Flow {
  const { nodes } = components(['Server', 'Hub'], ...specs.map(([, target]) => ['Server', target] as const))
  const edges = specs.map(([type, target, settings = {}]) =>
    createEdge(type, { id: target, ends: { source: 'Hub', target }, settings }),
  )
  return { nodes, edges }
}

test('[PRP-5] [PRP-24] [PRP-26] [PRP-28] [PRP-210] [PRP-25] [PRP-27] [PRP-42] several elements are changed together', async ({
  signedIn,
  api,
}) => {
  test.slow()
  await test.step('[PRP-5] [PRP-24] [PRP-26] [PRP-28] [PRP-210] shows what all selected components have in common; an edit sets all of them, and entries are added to all and removed from all', async () => {
    const others = NODE_TYPES.filter((type) => type !== 'Server')
    const flow = components(
      ['Server', 'Orders', { supportedProtocols: ['HTTP', 'TCP'] }],
      ['Server', 'Stock', { cpuCores: 8, hasGPU: true, region: 'us-west-2', supportedProtocols: ['UDP', 'HTTP'] }],
      ['Server', 'Mail'],
      ...others.map((type) => [type, type] as const),
    )
    const panel = await PropertiesPanel.openFlow(signedIn, api, flow)
    await test.step('[PRP-5] shows of different kinds only what they share', async () => {
      await panel.selectNodes('Orders', ...others)
      await expect(panel.heading()).toHaveText('5 components')
      await expect(panel.region.locator('[data-property]')).toHaveCount(1)
      await panel.open(IGNORED)
      await expect(panel.region.locator('[data-property]')).toHaveCount(2)
      await panel.field('Description').fill('Part of the shop')
      await panel.selectNode('Cache')
      await expect(panel.field('Description')).toHaveValue('Part of the shop')
    })

    await test.step('[PRP-5] shows what all have in common, and where they differ', async () => {
      await panel.selectNodes('Orders', 'Stock')
      await expect(panel.heading()).toHaveText('2 components')
      await expect(panel.region.locator('header')).toContainText('2 × Server')
      await panel.openAll()
      await expect(panel.field('Memory')).toHaveValue('8')
      await expect(panel.field('CPU cores')).toHaveValue('')
      await expect(panel.field('CPU cores')).toHaveAttribute('placeholder', 'Mixed')
      await expect(panel.field('Label')).toHaveAttribute('placeholder', 'Mixed')
      await expect(panel.field('GPU')).toHaveJSProperty('indeterminate', true)
      await expect(panel.field('Region').locator('option:checked')).toHaveText('Mixed')
    })

    await test.step('[PRP-26] [PRP-210] entries are added to all and removed from all, and the others stay', async () => {
      await panel.selectNodes('Orders', 'Stock')
      await panel.open('Traffic')
      const entries = panel.group('Traffic').getByRole('listitem')
      await expect(entries).toHaveText(['HTTP'])
      await panel.field('Supported protocols').fill('UDP')
      await panel.field('Supported protocols').press('Enter')
      await panel.region.getByRole('button', { name: 'Remove HTTP' }).click()
      await expect(entries).toHaveText(['UDP'])
      await panel.selectNode('Orders')
      await expect(entries).toHaveText(['TCP', 'UDP'])
      await panel.selectNode('Stock')
      await expect(entries).toHaveText(['UDP'])
    })

    await test.step('[PRP-24] [PRP-28] an edit sets all of them, and one undo takes it back', async () => {
      await panel.selectNodes('Orders', 'Stock', 'Mail')
      const cores = panel.field('CPU cores')
      // At once: half a second between two keys would make two steps.
      await cores.fill('16')
      for (const label of ['Orders', 'Stock', 'Mail']) await expect(panel.node(label)).toContainText('16 cores')
      await signedIn.keyboard.press('Control+z')
      await expect(panel.node('Orders')).toContainText('4 cores')
      await expect(panel.node('Stock')).toContainText('8 cores')
      await expect(cores).toHaveValue('')
      await signedIn.keyboard.press('Control+Shift+z')
      for (const label of ['Orders', 'Stock', 'Mail']) await expect(panel.node(label)).toContainText('16 cores')
      await expect(cores).toHaveValue('16')

      await panel.field('GPU').click()
      await expect(panel.field('GPU')).toBeChecked()
      await panel.selectNode('Mail')
      await expect(panel.field('GPU')).toBeChecked()
    })
  })

  await test.step('[PRP-24] [PRP-25] [PRP-27] connections change their kind together, by one step; a nameless one that refuses is named by its ends', async () => {
    const flow = connections(
      ['tcp', 'Stock'],
      ['udp', 'Mail'],
      ['http', 'Shop'],
      ['tcp', 'Post', { maxThroughputRPS: 77 }],
    )
    const panel = await PropertiesPanel.openFlow(signedIn, api, flow)
    await test.step('[PRP-24] [PRP-25] a nameless connection that refuses is named by its ends', async () => {
      await panel.selectEdges('Stock', 'Mail')
      await panel.open('Network')
      const loss = panel.field('Packet loss rate')
      await expect(loss).toHaveAttribute('placeholder', 'Mixed')
      await loss.fill('0.7')
      await expect(panel.region.getByText('UDP Hub → Mail: must be 0 – 0.5 share', { exact: true })).toBeVisible()
      await loss.press('Escape')
      await expect(loss).toHaveValue('')
      await loss.fill('0.5')
      await expect(loss).toHaveValue('0.5')
    })

    await test.step('[PRP-27] connections change their kind together, by one step', async () => {
      await panel.selectEdges('Shop', 'Post')
      const kind = panel.field('Connection kind')
      await expect(kind.locator('option:checked')).toHaveText('Mixed')
      await expect(panel.ends()).toHaveCount(0)
      await kind.selectOption('TCP')
      await expect(panel.field('Max throughput')).toHaveAttribute('placeholder', 'Mixed')
      await kind.selectOption('Kafka')
      await expect(panel.field('Max throughput')).toHaveValue('1,000')
      await panel.open(IGNORED)
      await expect(panel.field('Queue name')).toHaveValue('default-queue')
      await signedIn.keyboard.press('Control+z')
      await signedIn.keyboard.press('Control+z')
      await expect(kind.locator('option:checked')).toHaveText('Mixed')
      await panel.selectEdge('Post')
      await expect(panel.field('Max throughput')).toHaveValue('77')
    })
  })

  await test.step('[PRP-42] with more than 50 selected, what is typed is applied when it is done', async () => {
    const flow = components(...Array.from({ length: 51 }, (_, index) => ['Server', `Server ${index}`] as const))
    const panel = await PropertiesPanel.openFlow(signedIn, api, flow)
    await panel.node('Server 0').focus()
    await signedIn.keyboard.press('Control+a')
    await expect(panel.heading()).toHaveText('51 components')
    const [cores, memory] = [panel.field('CPU cores'), panel.field('Memory')]
    const first = panel.node('Server 0')
    await cores.focus()
    await signedIn.keyboard.type('16')
    await expect(cores).toHaveValue('16')
    // As long as a pause after which one component would have it.
    await signedIn.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)))
    await expect(first).toContainText('4 cores')
    await signedIn.keyboard.press('Enter')
    await expect(first).toContainText('16 cores')
    await expect(panel.node('Server 50')).toContainText('16 cores')

    await cores.fill('129')
    await signedIn.keyboard.press('Enter')
    await expect(cores).toHaveAttribute('aria-invalid', 'true')
    await expect(cores).toHaveValue('129')
    await signedIn.keyboard.press('Escape')
    await expect(cores).toHaveValue('16')

    await memory.fill('32')
    await expect(first).toContainText('8 GB')
    await cores.focus()
    await expect(first).toContainText('32 GB')
    await signedIn.keyboard.press('Control+z')
    await signedIn.keyboard.press('Control+z')
    await expect(first).toContainText('4 cores · 2.5 GHz · 8 GB')
  })
})
