import { expect, test } from '../fixtures/test.ts'
import { expectAccess } from '../pages/access.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { openChain } from '../pages/flows.ts'
import { Overlays } from '../pages/overlays.page.ts'

test('[EDT-92] [EDT-65] [EDT-66] [EDT-151] [EDT-154] [EDT-155] [EDT-157] [EDT-67] [EDT-68] [EDT-860] [EDT-861] [API-1052] [EDT-69] [EDT-71] [EDT-72] [EDT-81] [EDT-166] [EDT-197] [EDT-198] [EDT-199] [EDT-321] [EDT-323] [EDT-862] [EDT-70] [EDT-74] [EDT-302] nodes are grouped, arranged and dragged', async ({
  signedIn,
  api,
}) => {
  test.slow()
  await test.step('[EDT-92] a flow with a group alone is searched, selected and cleared as any other', async () => {
    const editor = await EditorPage.open(signedIn)
    const overlays = new Overlays(signedIn)
    await editor.canvas.focus()
    await expect(overlays.tool('Find …')).toHaveAttribute('aria-disabled', 'true')
    await editor.press('Control+g', 'Escape')
    const frames = editor.canvas.locator('.react-flow__node-frame')
    await expect(frames).toHaveCount(1)
    await expect(overlays.tool('Find …')).toHaveAttribute('aria-disabled', 'false')
    await editor.canvas.focus()
    await editor.press('Escape', 'Control+a')
    await expect.poll(() => editor.selected()).toHaveLength(1)
    await editor.press('Control+k')
    await expect(overlays.commands).toBeFocused()
    await signedIn.keyboard.type('clear board')
    await editor.press('Enter')
    await expect(frames).toHaveCount(0)
  })

  await test.step('[EDT-65] [EDT-66] [EDT-151] [EDT-154] [EDT-155] [EDT-157] [EDT-67] [EDT-68] [EDT-860] [EDT-861] [API-1052] a group is made, named, moved, renamed, saved and removed', async () => {
    const editor = await openChain(signedIn, api)
    const [browser, orders, ledger] = [
      editor.node('Client: Browser'),
      editor.node('Server: Orders'),
      editor.node('Database: Ledger'),
    ]
    await orders.click()
    await ledger.click({ modifiers: ['Control'] })
    await editor.press('Control+g')
    const name = editor.canvas.getByRole('textbox', { name: 'Name of the group' })
    await expect(name).toBeFocused()
    await signedIn.keyboard.type('Backend')
    await editor.press('Enter')
    const group = editor.canvas.getByRole('group', { name: 'Group: Backend, 2 components' })
    await expect(group).toBeFocused()
    await expect(orders).toHaveAccessibleDescription(/^In group Backend\./)
    await expect(browser).not.toHaveAccessibleDescription(/In group/)

    await editor.canvas.focus()
    const isFocused = () => group.evaluate((element) => element === document.activeElement)
    for (let presses = 0; presses < 10 && !(await isFocused()); presses += 1) await editor.press('Tab')
    await expect(group).toBeFocused()

    // By key and by its name it takes along the nodes inside it, and nothing else.
    const before = { browser: await editor.position(browser), orders: await editor.position(orders) }
    await editor.press('Shift+ArrowDown')
    await expect.poll(() => editor.position(orders)).toEqual({ x: before.orders.x, y: before.orders.y + 20 })
    await editor.press('Control+z')
    const title = await editor.middle(group.getByText('Backend'))
    await editor.drag(title, { x: title.x, y: title.y + 90 })
    const after = await editor.position(orders)
    expect(after.y).toBeGreaterThan(before.orders.y)
    expect(await editor.position(browser)).toEqual(before.browser)
    await editor.press('Control+z')
    await expect.poll(() => editor.position(orders)).toEqual(before.orders)

    const [frame, node] = [await group.boundingBox(), await orders.boundingBox()]
    if (!frame || !node) throw new Error('They are on the screen.')
    const border = { x: frame.x + 1, y: frame.y + frame.height / 2 }
    await editor.drag(border, { x: border.x, y: border.y + 90 })
    expect((await editor.position(orders)).y).toBeGreaterThan(before.orders.y)
    await editor.press('Control+z')
    await expect.poll(() => editor.position(orders)).toEqual(before.orders)

    // A click inside the group is one on the canvas.
    expect(await editor.selected()).not.toEqual([])
    await signedIn.mouse.click(node.x + node.width / 2, node.y + node.height + 30)
    await expect.poll(() => editor.selected()).toEqual([])

    await group.getByText('Backend').dblclick()
    for (const key of ['Enter', 'F2']) {
      await expect(name).toBeFocused()
      await editor.press('Escape')
      await expect(group).toBeFocused()
      await editor.press(key)
    }
    await expect(name).toBeFocused()
    await signedIn.keyboard.type('Data')
    await editor.press('Enter')
    await editor.save('Grouped', 'Drawn by a test')
    await expect(editor.toast('Flow saved successfully!')).toBeVisible()
    const flow = (await api.flows()).find((candidate) => candidate.name === 'Grouped')
    expect(await api.flow(flow?.id ?? '')).toMatchObject({ groups: [{ label: 'Data' }] })

    await editor.canvas.getByRole('group', { name: 'Group: Data, 2 components' }).focus()
    await editor.press('Control+Shift+g')
    await expect(editor.canvas.getByText('Data', { exact: true })).toBeHidden()
    await expect.poll(async () => (await editor.selected()).sort()).toEqual(['Database: Ledger', 'Server: Orders'])
    await editor.save('Grouped', 'No longer')
    await expect.poll(() => api.flow(flow?.id ?? '')).toMatchObject({ description: 'No longer', groups: [] })
  })

  await test.step('[EDT-69] [EDT-71] [EDT-72] [EDT-81] [EDT-166] [EDT-197] [EDT-198] [EDT-199] [EDT-321] [EDT-323] [EDT-862] nodes are arranged, and connections dragged to a node or to the empty canvas', async () => {
    const editor = await openChain(signedIn, api)
    await test.step('[EDT-69] [EDT-71] [EDT-166] [EDT-862] aligning, distributing and auto layout are one step each', async () => {
      const nodes = ['Client: Browser', 'Server: Orders', 'Database: Ledger'].map((name) => editor.node(name))
      const places = () => Promise.all(nodes.map((node) => editor.position(node)))
      const before = await places()
      await editor.canvas.focus()
      await editor.press('Control+a', 'Alt+a')
      await expect.poll(async () => (await places()).map(({ x }) => x)).toEqual([0, 0, 0])
      await editor.press('Control+z')
      await expect.poll(places).toEqual(before)

      for (const key of ['Alt+h', 'Alt+d', 'Alt+w', 'Alt+v', 'Alt+s', 'Control+Alt+h', 'Control+Alt+v']) {
        await editor.press(key)
        await expect.poll(places, key).not.toEqual(before)
        await editor.press('Control+z')
        await expect.poll(places, key).toEqual(before)
      }

      await editor.toolbar.getByRole('button', { name: 'Arrange' }).click()
      await editor.toolbar.getByRole('button', { name: 'Distribute vertically' }).click()
      await expect.poll(places).not.toEqual(before)
      await editor.press('Control+z')

      await editor.canvas.focus()
      await editor.press('Alt+l')
      await expect(signedIn.getByText('3 components laid out')).toBeAttached()
      const [browser, orders, ledger] = await places()
      expect([orders?.x, ledger?.x].map((x) => Number(x) - Number(browser?.x))).toEqual([350, 700])
      expect(new Set([browser?.y, orders?.y, ledger?.y]).size).toBe(1)
      await editor.press('Control+z')
      await expect.poll(places).toEqual(before)
    })

    await test.step('[EDT-81] [EDT-321] [EDT-323] a connection is dragged to another node by its end, in one step', async () => {
      await editor.press('Escape')
      await editor.canvas.focus()
      await editor.press('Escape')
      await editor.viewportAtRest()
      const edge = editor.edge('Database: Orders to Ledger')
      await edge.focus()
      await editor.press('Enter')
      await expect(editor.properties).toBeVisible()
      await editor.viewportAtRest()
      await edge.locator('.react-flow__edgeupdater-target').hover({ position: { x: 6, y: 16 } })
      const to = await editor.middle(editor.node('Client: Browser'))
      await signedIn.mouse.down()
      await signedIn.mouse.move(to.x, to.y, { steps: 8 })
      await signedIn.mouse.up()
      await expect(editor.edge('Database: Orders to Browser')).toBeAttached()
      await expect(editor.edges).toHaveCount(2)
      await editor.press('Control+z')
      await expect(edge).toBeAttached()
    })

    await test.step('[EDT-72] [EDT-197] [EDT-198] [EDT-199] a connection that is dropped on the empty canvas asks for the component', async () => {
      await editor.canvas.focus()
      await editor.press('Escape')
      await editor.viewportAtRest()
      const chooser = editor.chooser('Connect Orders to')
      const handle = editor.node('Server: Orders').locator('.react-flow__handle.source')
      const from = await editor.middle(handle)
      await editor.drag(from, { x: from.x + 60, y: from.y - 90 })
      await expect(editor.choices).toHaveText(['Server', 'Database', 'Load Balancer', 'Client', 'Cache'])
      await editor.press('Escape')
      await expect(chooser).toBeHidden()
      await expect(editor.nodes).toHaveCount(3)
      await editor.press('Escape')
      await expect.poll(() => editor.selected()).toEqual([])

      await editor.drag(from, { x: from.x + 60, y: from.y - 90 })
      await editor.choices.filter({ hasText: 'Cache' }).click()
      await expect(editor.node('Cache: Cache')).toBeFocused()
      await expect(editor.edge('TCP: Orders to Cache')).toBeAttached()
      await editor.press('Control+z')
      await expect(editor.nodes).toHaveCount(3)
      await expect(editor.edges).toHaveCount(2)

      await editor.node('Server: Orders').focus()
      await editor.press('Shift+A')
      await expect(chooser).toBeFocused()
      await editor.press('d', 'Enter')
      await expect(editor.node('Database: Database')).toBeFocused()
      await expect(editor.edge('Database: Orders to Database')).toBeAttached()
    })
  })

  await test.step('[EDT-70] [EDT-74] [EDT-302] a drag shows what a node is level with, and pans at the edge of the canvas', async () => {
    const editor = await openChain(signedIn, api)
    await test.step('[EDT-70] [EDT-302] a drag shows what a node is level with, and ends there', async () => {
      const [browser, ledger] = [editor.node('Client: Browser'), editor.node('Database: Ledger')]
      const from = await editor.middle(browser)
      const to = await editor.middle(ledger)
      await signedIn.mouse.move(from.x, from.y)
      await signedIn.mouse.down()
      await signedIn.mouse.move(from.x + 2, from.y)
      await signedIn.mouse.move(from.x + 20, to.y + 4)
      await expect(editor.canvas.locator('svg[class*=guides]')).toBeVisible()
      await signedIn.mouse.up()
      await expect(editor.canvas.locator('svg[class*=guides]')).toBeHidden()
      expect((await editor.position(browser)).y).toBe((await editor.position(ledger)).y)
    })

    await test.step('[EDT-74] a drag at the edge of the canvas pans the viewport', async () => {
      await editor.canvas.focus()
      await editor.press('Escape')
      await editor.viewportAtRest()
      const node = editor.node('Client: Browser')
      const ledger = editor.node('Database: Ledger')
      const [from, edge, before] = [
        await editor.middle(node),
        await editor.canvas.boundingBox(),
        await editor.middle(ledger),
      ]
      if (!edge) throw new Error('The canvas is on the screen.')
      await signedIn.mouse.move(from.x, from.y)
      await signedIn.mouse.down()
      await signedIn.mouse.move(from.x + 2, from.y)
      await signedIn.mouse.move(from.x, edge.y + 45)
      await signedIn.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      expect(await editor.middle(ledger)).toEqual(before)
      await signedIn.mouse.move(from.x, edge.y + 20)
      await expect.poll(async () => (await editor.middle(ledger)).y).toBeGreaterThan(before.y + 30)
      await signedIn.mouse.up()
    })
  })
})

test('[EDT-36] groups, their menu and the choice of a component pass the check', {
  tag: '@both',
}, async ({ signedIn, api }) => {
  await signedIn.emulateMedia({ reducedMotion: 'reduce' })
  const editor = await openChain(signedIn, api)
  await editor.canvas.focus()
  await editor.press('Control+a', 'Control+g')
  await expect(editor.canvas.getByRole('textbox', { name: 'Name of the group' })).toBeFocused()
  await expectAccess(signedIn)
  await editor.press('Enter', 'Control+a')
  await editor.toolbar.getByRole('button', { name: 'Arrange' }).click()
  await expect(editor.toolbar.getByRole('group', { name: 'Arrange' })).toBeInViewport({ ratio: 1 })
  await expect(editor.toolbar).toBeInViewport({ ratio: 1 })
  await expectAccess(signedIn)
  await editor.press('Escape')
  await editor.canvas.focus()
  await editor.press('Escape')
  await editor.node('Server: Orders').focus()
  await editor.press('Shift+A')
  await expect(editor.chooser('Connect Orders to')).toBeFocused()
  await expect(signedIn.getByRole('dialog', { name: 'Connect Orders to' })).toBeInViewport({ ratio: 1 })
  await expectAccess(signedIn)
})
