import type { Locator } from '@playwright/test'
import type { Api } from '../fixtures/api.ts'
import { expect, test } from '../fixtures/test.ts'
import { drawing, EditorPage } from '../pages/editor.page.ts'
import { openChain } from '../pages/flows.ts'

/** Client → load balancer → two servers → cache → database. */
const THREE_TIER = {
  nodes: ['Cache', 'Client', 'Database', 'LoadBalancer', 'Server', 'Server'],
  edges: [
    'Cache http Database',
    'Client http LoadBalancer',
    'LoadBalancer http Server',
    'LoadBalancer http Server',
    'Server tcp Cache',
    'Server tcp Cache',
  ],
}

/** The middle of the node is at this point of the canvas, up to half a step of the grid. */
async function expectAround(editor: EditorPage, node: Locator, point: { x: number; y: number }) {
  const [canvas, middle] = [await editor.canvas.boundingBox(), await editor.middle(node)]
  expect(Math.abs(middle.x - (canvas?.x ?? 0) - point.x)).toBeLessThan(9)
  expect(Math.abs(middle.y - (canvas?.y ?? 0) - point.y)).toBeLessThan(9)
}

async function savedDrawing(editor: EditorPage, api: Api, name: string) {
  await editor.save(name, 'Drawn by a test')
  await expect(editor.toast('Flow saved successfully!')).toBeVisible()
  const flow = (await api.flows()).find((candidate) => candidate.name === name)
  return drawing(await api.flow(flow?.id ?? ''))
}

test('[EDT-1] [EDT-11] [EDT-12] [EDT-305] a flow is drawn by mouse, and a connection is refused, dropped and cancelled', async ({
  signedIn,
  api,
}) => {
  test.slow()
  await test.step('[EDT-1] [EDT-11] a three-tier flow is drawn by mouse', async () => {
    const editor = await EditorPage.open(signedIn)
    const places = [
      ['Client', 'Client', { x: 130, y: 380 }],
      ['Load Balancer', 'Balancer', { x: 420, y: 380 }],
      ['Server', 'Server A', { x: 420, y: 170 }],
      ['Server', 'Server B', { x: 420, y: 560 }],
      ['Cache', 'Cache', { x: 130, y: 170 }],
      ['Database', 'Database', { x: 130, y: 560 }],
    ] as const
    for (const [kind, label, place] of places) {
      await editor.dragIn(kind, place)
      if (kind === 'Client') await expectAround(editor, editor.node('Client: Client'), place)
      // It takes the focus a frame later, which would take it from the field.
      await expect(editor.node(`${kind}: ${kind}`)).toBeFocused()
      await editor.properties.getByLabel('Label', { exact: true }).fill(label)
      await signedIn.mouse.click(...(Object.values(await editor.emptyPoint()) as [number, number]))
    }
    const client = editor.node('Client: Client')
    const balancer = editor.node('Load Balancer: Balancer')
    const servers = [editor.node('Server: Server A'), editor.node('Server: Server B')]
    const cache = editor.node('Cache: Cache')
    await editor.connect(client, balancer)
    for (const server of servers) {
      await editor.connect(balancer, server)
      await editor.connect(server, cache)
    }
    await editor.connect(cache, editor.node('Database: Database'))
    await expect(editor.edges).toHaveCount(6)
    expect(await savedDrawing(editor, api, 'By mouse')).toEqual(THREE_TIER)
  })

  await test.step('[EDT-12] [EDT-11] [EDT-305] a connection is refused where there is one, may be dropped anywhere on a node, and is cancelled by Escape', async () => {
    const editor = new EditorPage(signedIn)
    await editor.entry('Clear Board').click()
    await expect(editor.nodes).toHaveCount(0)
    await test.step('[EDT-12] refuses a second connection and one to itself, and says why', async () => {
      await editor.dragIn('Client', { x: 150, y: 300 })
      await editor.dragIn('Server', { x: 420, y: 300 })
      const [client, server] = [editor.node('Client: Client'), editor.node('Server: Server')]
      await editor.connect(client, server)
      await expect(editor.edges).toHaveCount(1)

      await editor.connect(client, server)
      await expect(editor.toast('These two are connected already.')).toBeVisible()
      await editor.connect(client, client)
      await expect(editor.toast('A component cannot be connected to itself.')).toBeVisible()
      await expect(editor.edges).toHaveCount(1)

      await editor.connect(server, client)
      await expect(editor.edge('WebSocket: Server to Client')).toBeAttached()
    })

    await test.step('[EDT-11] [EDT-305] a connection may be dropped anywhere on a node, and Escape cancels it', async () => {
      await editor.entry('Clear Board').click()
      await expect(editor.nodes).toHaveCount(0)
      await editor.dragIn('Client', { x: 150, y: 300 })
      await editor.dragIn('Database', { x: 420, y: 450 })
      await test.step('[EDT-305] Escape cancels a connection that is being drawn', async () => {
        const from = await editor.middle(editor.node('Client: Client').locator('.react-flow__handle.source'))
        const drawn = editor.canvas.locator('.react-flow__connection')
        const ends = [
          await editor.middle(editor.node('Database: Database').locator('.react-flow__handle.target')),
          await editor.emptyPoint(),
        ]
        for (const to of ends) {
          await signedIn.mouse.move(from.x, from.y)
          await signedIn.mouse.down()
          await signedIn.mouse.move(to.x, to.y, { steps: 8 })
          await expect(drawn).toHaveCount(1)
          await editor.press('Escape')
          await expect(drawn).toHaveCount(0)
          await signedIn.mouse.move(to.x + 3, to.y, { steps: 2 })
          await expect(drawn).toHaveCount(0)
          await signedIn.mouse.up()
        }
        await expect(editor.edges).toHaveCount(0)
        await expect(editor.choices).toHaveCount(0)
        await editor.connect(editor.node('Client: Client'), editor.node('Database: Database'))
        await expect(editor.edges).toHaveCount(1)
        await editor.press('Control+z')
        await expect(editor.edges).toHaveCount(0)
      })

      await test.step('[EDT-11] a connection may be dropped anywhere on a node', async () => {
        const handle = editor.node('Client: Client').locator('.react-flow__handle.source')
        await editor.drag(await editor.middle(handle), await editor.middle(editor.node('Database: Database')))
        await expect(editor.edge('HTTP: Client to Database')).toBeAttached()
      })
    })
  })
})

test('[EDT-183] [EDT-182] [EDT-13] [EDT-319] [EDT-320] [EDT-15] a three-tier flow is drawn by keyboard', async ({
  signedIn,
  api,
}) => {
  const editor = await EditorPage.open(signedIn)
  await editor.canvas.focus()

  const add = async (kind: string, label: string) => {
    await editor.press('a')
    await expect(editor.chooser('Add a component')).toBeFocused()
    await signedIn.keyboard.type(kind.slice(0, 3).toLowerCase())
    await expect(editor.choices.first()).toHaveText(kind)
    await editor.press('Enter')
    await expect(editor.node(`${kind}: ${kind}`)).toBeFocused()
    await expect(editor.node(`${kind}: ${kind}`)).toBeInViewport({ ratio: 0.99 })
    if (label === kind) return
    await editor.press('Enter')
    await expect(editor.properties.getByLabel('Label', { exact: true })).toBeFocused()
    await editor.press('Control+a')
    await signedIn.keyboard.type(label)
    await editor.press('Tab', 'Escape')
    await expect(editor.node(`${kind}: ${label}`)).toBeFocused()
  }
  const connect = async (from: string, to: string) => {
    await editor.node(from).focus()
    await editor.press('c')
    await expect(editor.picker).toBeFocused()
    await signedIn.keyboard.type(to)
    await expect(editor.choices).toHaveCount(1)
    await editor.press('Enter')
    await expect(editor.node(from)).toBeFocused()
  }

  await add('Client', 'Client')
  await add('Load Balancer', 'Load Balancer')
  await add('Server', 'Server A')
  await add('Server', 'Server B')
  await add('Cache', 'Cache')
  await add('Database', 'Database')
  await connect('Client: Client', 'Load Balancer')
  await connect('Load Balancer: Load Balancer', 'Server A')
  await connect('Load Balancer: Load Balancer', 'Server B')
  await connect('Server: Server A', 'Cache')
  await connect('Server: Server B', 'Cache')
  await connect('Cache: Cache', 'Database')
  await expect(signedIn.getByText('Cache connected to Database')).toBeAttached()

  await editor.press('Control+s')
  const dialog = editor.dialog('Save Flow')
  await expect(dialog.getByLabel('Flow Name')).toBeFocused()
  await signedIn.keyboard.type('By keyboard')
  await editor.press('Tab')
  await signedIn.keyboard.type('Drawn by a test')
  await editor.press('Tab', 'Tab', 'Enter')
  await expect(editor.toast('Flow saved successfully!')).toBeVisible()
  const flow = (await api.flows()).find(({ name }) => name === 'By keyboard')
  expect(drawing(await api.flow(flow?.id ?? ''))).toEqual(THREE_TIER)
})

test('[EDT-2] [EDT-181] [EDT-182] [EDT-183] [EDT-184] [EDT-185] [EDT-186] components, templates and lists are added beside what is there', async ({
  signedIn,
  api,
}) => {
  test.slow()
  await test.step('[EDT-2] [EDT-181] [EDT-182] a palette entry adds its component beside the selected or the last node', async () => {
    const editor = await EditorPage.open(signedIn)
    const add = async (kind: string, how: (entry: Locator) => Promise<void>) => {
      await how(editor.entry(kind))
      const node = editor.node(`${kind}: ${kind}`)
      await expect(node).toBeFocused()
      await expect(node).toBeInViewport({ ratio: 0.99 })
      await expect.poll(() => editor.selected()).toEqual([`${kind}: ${kind}`])
      return editor.position(node)
    }
    const click = (entry: Locator) => entry.click()
    const cache = await add('Cache', (entry) => entry.press('Enter'))
    const server = await add('Server', click)
    expect(server).toEqual({ x: cache.x + 345, y: cache.y })
    await editor.node('Cache: Cache').focus()
    await editor.press('Enter')
    await expect.poll(() => editor.selected()).toEqual(['Cache: Cache'])
    const client = await add('Client', click)
    expect(client).toEqual({ x: cache.x + 345, y: cache.y + 135 })
    await editor.canvas.focus()
    await editor.press('Escape')
    await expect.poll(() => editor.selected()).toEqual([])
    expect((await add('Database', click)).x).toBe(client.x + 345)
  })

  await test.step('[EDT-183] [EDT-184] A lists the components, and Escape returns the focus', async () => {
    const editor = await openChain(signedIn, api)
    const orders = editor.node('Server: Orders')
    await orders.focus()
    await editor.press('a')
    await expect(editor.chooser('Add a component')).toBeFocused()
    await expect(editor.choices).toHaveText(['Server', 'Database', 'Load Balancer', 'Client', 'Cache'])
    await signedIn.keyboard.type('teapot')
    await expect(signedIn.getByText('No component is called “teapot”.')).toBeVisible()
    await editor.press('Enter', 'Escape')
    await expect(orders).toBeFocused()
    await expect(editor.nodes).toHaveCount(3)
    await editor.press('Escape')
    await editor.canvas.focus()
    await editor.press('a', 'Escape')
    await expect(editor.canvas).toBeFocused()
    await editor.press('a', 'ArrowDown', 'Enter')
    await expect(editor.node('Database: Database')).toBeFocused()
    await expect(editor.edges).toHaveCount(2)
  })

  await test.step('[EDT-185] [EDT-186] a template that is added by Enter is below everything', async () => {
    const editor = await openChain(signedIn, api)
    await editor.node('Server: Orders').click()
    const positions = () => Promise.all([0, 1, 2].map((index) => editor.position(editor.nodes.nth(index))))
    const before = await positions()
    await editor.entry('Three-Tier Architecture').press('Enter')
    await expect(editor.nodes).toHaveCount(9)
    await expect.poll(() => editor.selected()).toEqual([])
    expect(await positions()).toEqual(before)
    const bottom = Math.max(...before.map(({ y }) => y)) + 75
    for (const node of (await editor.nodes.all()).slice(3))
      expect((await editor.position(node)).y).toBeGreaterThan(bottom)
  })
})
