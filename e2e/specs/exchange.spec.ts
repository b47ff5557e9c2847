import { promised } from '../../tooling/lib/test-size.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectAccess } from '../pages/access.ts'
import { KEPT_ON_DEVICE } from '../pages/drafts.page.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { ExchangePage } from '../pages/exchange.page.ts'
import { openChain } from '../pages/flows.ts'

const FLOWCHART =
  'flowchart TD\n  user[Visitor] -->|HTTPS| gw{{API gateway}}\n  subgraph core [Core]\n    gw --> app[Orders]\n    app --> db[(Orders DB)]\n  end\n'

const BAD_FILES: readonly (readonly [name: string, content: string | Buffer, message: string])[] = [
  [
    'page.json',
    '<!DOCTYPE html><html></html>',
    '“page.json” cannot be opened: it is a web page or a picture, not a flow.',
  ],
  ['cut.json', '{"nodes": [],\n "edges": [', 'line 2, column 12: a value is expected'],
  ['wrong.json', '{"nodes": [{"id": "a", "type": "Router"}], "edges": []}', 'nodes.0.position must be an object'],
  [
    'turn.mmd',
    'graph LR\n A -> B',
    'line 2, column 3: a link such as “-->”, or the end of the line, is expected, not “ -> B”.',
  ],
  ['talk.mmd', 'sequenceDiagram\nA->>B: hi', 'line 1, column 1: “flowchart” or “graph” is expected; a sequenceDiagram'],
  ['huge.json', Buffer.alloc(50 * 2 ** 20, ' '), 'it has 50 MB, and at most 32 MB can be opened.'],
  [
    'many.json',
    `{"nodes":[${Array(1_000_000).fill('{}').join()}],"edges":[]}`,
    'it has a list of more than 100000 entries',
  ],
  ['deep.json', `{"nodes":${'['.repeat(1_000_000)}`, 'it is nested deeper than 32 levels'],
]

test('[EXC-4] [EXC-5] [EXC-14] [REL-IN12] [EXC-39] [EXC-1] [EXC-3] [EXC-16] [EXC-17] [EXC-7] [EXC-8] [EXC-15] [EXC-33] [EXC-2] texts and files are imported, refused and exported', async ({
  signedIn,
  api,
}) => {
  test.slow()
  await test.step('[EXC-4] [EXC-5] [EXC-14] [REL-IN12] [EXC-39] a text or a file that is no diagram is refused with place and reason', async () => {
    const editor = await openChain(signedIn, api)
    const exchange = new ExchangePage(signedIn)
    await test.step('[EXC-4] [EXC-5] [EXC-14] [REL-IN12] a bad file is refused in less than 2 s with place and reason, and changes nothing', async () => {
      const before = (await exchange.export('JSON')).content.toString()
      for (const [name, content, message] of BAD_FILES) {
        const refused = exchange.timeUntilToast(message)
        await exchange.import(name, content)
        expect(await refused, name).toBeLessThan(promised(2_000))
        await expect(editor.toast(message)).toContainText('The board is as it was.')
        // Only so many toasts stand at a time: the next one would wait for its turn.
        await editor.toast(message).getByRole('button').click()
      }
      expect((await exchange.export('JSON')).content.toString()).toBe(before)
      await expect(editor.panel).toContainText('Saved')
      await exchange.cleanUp()
    })

    await test.step('[EXC-39] a text that is no diagram is refused', async () => {
      await editor.node('Server: Orders').focus()
      await exchange.paste('{"price": 5}')
      await expect(editor.toast('What is in the clipboard is not a diagram.')).toBeVisible()
      await expect(editor.nodes).toHaveCount(3)
    })
  })

  await test.step('[EXC-1] [EXC-3] [EXC-16] [EXC-17] a pasted text is added beside what is there; JSON is exported with the whole flow, and imported as a new document that can be undone', async () => {
    const editor = await openChain(signedIn, api)
    const exchange = new ExchangePage(signedIn)
    await test.step('[EXC-17] a pasted text is added beside what is there, selected, and undone as one step', async () => {
      await editor.node('Server: Orders').focus()
      await exchange.paste(FLOWCHART)
      await expect(editor.nodes).toHaveCount(7)
      await expect
        .poll(() => editor.selected())
        .toEqual(expect.arrayContaining(['Client: Visitor', 'Group: Core, 3 components']))
      await expect(editor.panel).toContainText('Chain')
      await editor.press('Control+z')
      await expect(editor.nodes).toHaveCount(3)
    })

    const { name, content } = await exchange.export('JSON')
    expect(name).toBe('Chain.json')
    const [stored] = (await api.flows()).filter((flow) => flow.name === 'Chain')
    const { nodes, edges } = await api.flow(stored?.id ?? '')
    const document = JSON.parse(content.toString())
    expect(document).toMatchObject({ documentVersion: 1, name: 'Chain', description: 'Made by a test' })
    expect([document.nodes.length, document.edges.length]).toEqual([nodes.length, edges.length])

    await editor.dragIn('Cache', { x: 100, y: 600 })
    await exchange.import('another name.txt', content)
    await expect(editor.toast('“another name.txt” opened: 3 components, 2 connections.')).toBeVisible()
    await expect(editor.nodes).toHaveCount(3)
    await expect(editor.panel).toContainText('Unsaved changes')
    // First, because the toast stands for five seconds only.
    await editor.toast('another name.txt').getByRole('button', { name: 'Undo' }).click()
    await expect(editor.nodes).toHaveCount(4)
    await expect(editor.panel).toContainText('Chain')
    await editor.press('Control+z')
    await expect(editor.nodes).toHaveCount(3)
    const again = await exchange.export('JSON')
    expect(again.name).toBe('Chain.json')
    expect(JSON.parse(again.content.toString())).toEqual(document)
    await exchange.cleanUp()
  })

  await test.step('[EXC-7] [EXC-8] [EXC-15] [EXC-17] [EXC-33] an empty flow cannot be exported, which is said; Mermaid is imported by drop, and exported as it was', async () => {
    const editor = new EditorPage(signedIn)
    await editor.entry('Clear Board').click()
    await expect(editor.nodes).toHaveCount(0)
    const exchange = new ExchangePage(signedIn)
    await editor.entry('Export').click()
    await signedIn.getByRole('menuitem', { name: 'Export as PNG' }).click()
    await expect(editor.toast('There is nothing on the board to export.')).toBeVisible()

    await exchange.drop('[aria-label="Flow Panel"]', { name: 'shop.mmd', content: FLOWCHART })
    await expect(editor.toast('“shop.mmd” opened: 4 components, 3 connections.')).toBeVisible()
    for (const node of ['Client: Visitor', 'Load Balancer: API gateway', 'Server: Orders', 'Database: Orders DB'])
      await expect(editor.node(node)).toBeVisible()
    await expect(editor.canvas.getByRole('group', { name: 'Group: Core, 3 components' })).toBeVisible()
    const { name, content } = await exchange.export('Mermaid')
    expect(name).toBe('Untitled flow.mmd')
    expect(content.toString()).toBe(`---
title: "Untitled flow"
---
flowchart LR
  n1(["Visitor"]):::client
  subgraph g1["Core"]
    n2{{"API gateway"}}:::loadBalancer
    n3["Orders"]:::server
    n4[("Orders DB")]:::database
  end
  n1 -->|"HTTP: HTTPS"| n2
  n2 -->|"HTTP"| n3
  n3 <-->|"Database"| n4
`)
  })

  await test.step('[EXC-2] [REL-IN12] the name of a file is safe, whatever the flow is called', async () => {
    const flow = await api.createFlow({
      name: '../../a";x',
      nodes: [{ id: 'a', type: 'Cache', position: { x: 0, y: 0 }, data: {} }],
    })
    await EditorPage.openFlow(signedIn, flow)
    const exchange = new ExchangePage(signedIn)
    for (const [format, ending] of [
      ['JSON', 'json'],
      ['PNG', 'png'],
    ] as const)
      expect((await exchange.export(format)).name).toBe(`a-x.${ending}`)
  })
})

test('[EXC-23] an imported document has the name that the file gives, after a reload too, until it is saved', async ({
  signedIn,
}) => {
  const editor = await EditorPage.open(signedIn)
  const exchange = new ExchangePage(signedIn)
  const nodes = [{ id: 'a', type: 'Cache', position: { x: 0, y: 0 }, data: {} }]
  await exchange.import('shop.json', JSON.stringify({ name: 'Shop', description: 'All we sell', nodes, edges: [] }))
  await expect(editor.panel).toContainText('Shop')
  await expect(editor.panel).toContainText(KEPT_ON_DEVICE)
  await signedIn.reload()
  await expect(editor.panel).toContainText('Shop')
  expect((await exchange.export('Mermaid')).name).toBe('Shop.mmd')
  await editor.entry('Save').click()
  const dialog = signedIn.getByRole('dialog', { name: 'Save Flow' })
  await expect(dialog.getByLabel('Flow Name')).toHaveValue('Shop')
  await expect(dialog.getByLabel('Description')).toHaveValue('All we sell')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(editor.panel).toContainText('Saved')
  await exchange.cleanUp()
})

test('[EXC-24] a refusal names five faults and how many more, and stays until another file is read', async ({
  signedIn,
}) => {
  await signedIn.clock.install()
  const editor = await EditorPage.open(signedIn)
  const exchange = new ExchangePage(signedIn)
  const nodes = Array.from({ length: 8 }, (_, index) => ({
    id: `n${index}`,
    type: 'Spaceship',
    position: { x: 0, y: 0 },
    data: { label: `Ship ${index}` },
  }))
  await exchange.import('ships.json', JSON.stringify({ nodes, edges: [] }))
  const refusal = editor.toast('“ships.json” cannot be opened. The board is as it was.')
  await expect(refusal.getByRole('listitem')).toHaveText([
    ...[0, 1, 2, 3, 4].map((n) => `nodes.${n}.type of “Ship ${n}”: “Spaceship” is not a kind of component`),
    'and 3 more',
  ])
  await signedIn.clock.runFor(20_000)
  await expect(refusal).toBeVisible()
  await exchange.import('none.json', '')
  await expect(editor.toast('“none.json” cannot be opened: it is empty.')).toBeVisible()
  await signedIn.clock.runFor(1_000)
  await expect(refusal).toHaveCount(0)
  await exchange.cleanUp()
})

test('[EXC-18] [EXC-31] the Export menu works by keyboard and has no fault that axe finds @both', async ({
  signedIn,
  api,
}) => {
  const editor = await openChain(signedIn, api)
  const isSmall = (signedIn.viewportSize()?.width ?? 0) < 600
  if (isSmall)
    await signedIn
      .getByRole('button', { name: /Flow Panel$/ })
      .first()
      .click()
  await editor.entry('Export').focus()
  await editor.press('Enter')
  const items = signedIn.getByRole('menu', { name: 'Export' }).getByRole('menuitem')
  await expect(items).toHaveText([
    'Export as PNG',
    'Export as SVG',
    'Export as JSON',
    'Export as Mermaid',
    'Export animation …',
  ])
  await expect(items.first()).toBeFocused()
  await expectAccess(signedIn)
  await editor.press('Escape')
  await expect(editor.entry('Export')).toBeFocused()
  await editor.press('Enter', 'ArrowDown', 'ArrowDown')
  const download = signedIn.waitForEvent('download')
  await editor.press('Enter')
  expect((await download).suggestedFilename()).toBe('Chain.json')
})
