import { expect, test } from '../fixtures/test.ts'
import { atBothSizes, expectAccess } from '../pages/access.ts'
import { openChain } from '../pages/flows.ts'
import { Overlays } from '../pages/overlays.page.ts'
import { Shell } from '../pages/shell.page.ts'

test('[EDT-50] [EDT-91] [EDT-130] [EDT-339] [EDT-340] [EDT-341] [EDT-864] [EDT-61] [EDT-358] [EDT-360] [EDT-361] what would do something is offered in buttons, menus and palette', async ({
  signedIn,
  api,
}) => {
  test.slow()
  await test.step('[EDT-50] [EDT-91] [EDT-130] [EDT-339] [EDT-340] [EDT-341] [EDT-864] buttons, menu and palette offer what would do something', async () => {
    const editor = await openChain(signedIn, api)
    const overlays = new Overlays(signedIn)
    await test.step('[EDT-130] "deselect" and Enter deselects, and deletes nothing', async () => {
      await editor.node('Server: Orders').click()
      await editor.press('Control+k')
      await expect(overlays.commands).toBeFocused()
      await signedIn.keyboard.type('deselect')
      await editor.press('Enter')
      await expect.poll(() => editor.selected()).toEqual([])
      await expect(editor.nodes).toHaveCount(3)
    })

    await test.step('[EDT-91] [EDT-864] the menu of several components offers nothing that is for one, nor what Arrange offers', async () => {
      const FOR_ONE = ['Connect', 'Add connected component']
      const orders = editor.node('Server: Orders')
      await orders.click({ button: 'right' })
      for (const name of FOR_ONE) await expect(overlays.item(name)).toBeVisible()
      await editor.press('Escape')
      await editor.node('Client: Browser').click({ modifiers: ['Control'] })
      await orders.click({ button: 'right' })
      await expect(overlays.item('Duplicate')).toBeVisible()
      await expect(overlays.menu.getByRole('menuitem', { name: /Align|Distribute/ })).toHaveCount(0)
      for (const name of FOR_ONE) await expect(overlays.item(name)).toHaveCount(0)
      await editor.press('Escape', 'c')
      await expect(editor.picker).toBeHidden()
      await editor.toolbar.getByRole('button', { name: 'Arrange' }).click()
      await expect(editor.toolbar.getByRole('button', { name: 'Align top' })).toBeVisible()
      await editor.press('Escape')
      await editor.canvas.focus()
      await editor.press('Escape')
      await expect.poll(() => editor.selected()).toEqual([])
    })

    await test.step('[EDT-50] [EDT-339] [EDT-340] [EDT-341] the buttons name their commands and keys, and keep the focus when there is nothing left to do', async () => {
      for (const [name, key] of [
        ['Undo', /^Control\+Z/],
        ['Redo', /^Control\+Shift\+Z/],
        ['Find …', /^Control\+F/],
        ['All commands …', /^Control\+K/],
        ['Keyboard shortcuts …', /^\?/],
      ] as const)
        await expect(overlays.tool(name)).toHaveAttribute('aria-keyshortcuts', key)
      await expect(overlays.tool('Undo')).toHaveAttribute('aria-disabled', 'true')
      await editor.node('Server: Orders').click()
      await editor.press('Delete')
      await expect(editor.nodes).toHaveCount(2)
      await overlays.tool('Undo').click()
      await expect(editor.nodes).toHaveCount(3)
      await expect(overlays.tool('Undo')).toHaveAttribute('aria-disabled', 'true')
      await expect(overlays.tool('Undo')).toBeFocused()
      await overlays.tool('Redo').click()
      await expect(editor.nodes).toHaveCount(2)
    })
  })

  await test.step('[EDT-61] [EDT-358] [EDT-360] [EDT-361] menus of a component, a connection and the canvas open by pointer and by key', async () => {
    const editor = await openChain(signedIn, api)
    const overlays = new Overlays(signedIn)
    const items = () => overlays.menu.getByRole('menuitem')

    await editor.node('Client: Browser').focus()
    await editor.press('Shift+F10')
    await expect(overlays.item('Connect')).toBeFocused()
    await expect.poll(() => editor.selected()).toEqual(['Client: Browser'])
    await editor.press('End')
    await expect(items().last()).toBeFocused()
    await editor.press('ArrowDown', 'ArrowUp', 'Escape')
    await expect(overlays.menu).toBeHidden()
    await expect(editor.node('Client: Browser')).toBeFocused()
    await editor.press('ContextMenu', 'Enter')
    await expect(editor.picker).toBeFocused()
    await editor.press('Escape')

    await editor.viewportAtRest()
    const edge = await editor.middle(editor.edge('Database: Orders to Ledger').locator('text'))
    await signedIn.mouse.click(edge.x, edge.y, { button: 'right' })
    await expect(overlays.item('Delete')).toBeVisible()
    await expect(overlays.item('Copy')).toBeHidden()
    await expect.poll(() => editor.selected()).toEqual(['Database: Orders to Ledger'])
    await overlays.item('Delete').click()
    await expect(editor.edges).toHaveCount(1)

    const board = await editor.canvas.boundingBox()
    const at = { x: (board?.x ?? 0) + 250, y: (board?.y ?? 0) + 600 }
    await signedIn.mouse.click(at.x, at.y, { button: 'right' })
    await overlays.item('Add Cache').click()
    const middle = await editor.middle(editor.node('Cache: Cache'))
    expect(Math.hypot(middle.x - at.x, middle.y - at.y)).toBeLessThan(16)

    await signedIn.mouse.click(at.x, at.y - 450, { button: 'right' })
    await expect(overlays.menu).toBeVisible()
    await signedIn.mouse.click(at.x, at.y + 120)
    await expect(overlays.menu).toBeHidden()
  })
})

test('[EDT-59] [EDT-837] [EDT-349] [EDT-350] [EDT-351] [EDT-352] [EDT-353] the keys act once a link has led to the editor; the palette lists what would do something, finds it by letters, and lists the last one first', async ({
  signedIn,
  api,
}) => {
  const editor = await openChain(signedIn, api)
  const overlays = new Overlays(signedIn)
  await test.step('[EDT-837] the keys of the canvas act once a link has led to the editor', async () => {
    const shell = new Shell(signedIn)
    await shell.link('Flow Library').click()
    await shell.link('Flow Editor').click()
    await expect(editor.nodes).toHaveCount(3)
    await expect(signedIn.locator('#content')).toBeFocused()
    await editor.press('a')
    await expect(editor.chooser('Add a component')).toBeFocused()
    await editor.press('Escape')
  })

  await editor.node('Server: Orders').focus()
  await editor.press('Enter', 'Control+k')
  await expect(overlays.commands).toBeFocused()
  await signedIn.keyboard.type('dupl')
  await expect(overlays.option(/^Duplicate/)).toHaveAttribute('aria-selected', 'true')
  await expect(overlays.option(/^Duplicate/)).toContainText('Ctrl+D')
  await editor.press('Enter')
  await expect(editor.nodes).toHaveCount(4)

  await editor.press('/')
  await expect(overlays.commands).toBeFocused()
  await expect(signedIn.getByRole('option').first()).toHaveText(/^Duplicate/)
  await expect(overlays.option(/^Redo/)).toBeHidden()
  await signedIn.keyboard.type('add lb')
  await editor.press('Enter')
  await expect(editor.node('Load Balancer: Load Balancer')).toBeFocused()

  await editor.press('Control+k')
  await signedIn.keyboard.type('go ledger')
  await editor.press('Enter')
  await expect(editor.node('Database: Ledger')).toBeFocused()
  await expect.poll(() => editor.selected()).toEqual(['Database: Ledger'])

  await editor.press('Control+k')
  await signedIn.keyboard.type('zzz')
  await expect(signedIn.getByText('Nothing fits “zzz”.')).toBeVisible()
  await editor.press('Escape')
  await expect(editor.node('Database: Ledger')).toBeFocused()

  await editor.properties.getByLabel('Label', { exact: true }).fill('a/b')
  await editor.press('?', 'Control+k')
  await expect(overlays.commands).toBeFocused()
})

test('[EDT-1013] [EDT-1014] keys after the first Ctrl+K are for the palette, though it is still loading', async ({
  signedIn,
  api,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await signedIn.route('**/command-palette-*.js', async (route) => {
    await released
    await route.continue()
  })
  const editor = await openChain(signedIn, api)
  const overlays = new Overlays(signedIn)
  await editor.node('Server: Orders').focus()
  await editor.press('Enter', 'Control+k', 'Delete', 'Escape', 'c', 'Escape')
  await expect(signedIn.getByRole('dialog')).toBeHidden()
  await editor.press('Control+k', 'Delete')
  await signedIn.keyboard.type('add lb')
  await expect(editor.nodes).toHaveCount(3)
  release()
  await expect(overlays.commands).toHaveValue('add lb')
  await editor.press('Enter')
  await expect(editor.node('Load Balancer: Load Balancer')).toBeFocused()
  await expect(editor.nodes).toHaveCount(4)
})

test(
  '[EDT-108] a connection is reconnected by its menu, by touch and by key',
  { tag: '@both' },
  async ({ signedIn, api }, testInfo) => {
    const editor = await openChain(signedIn, api)
    const overlays = new Overlays(signedIn)
    const act = testInfo.project.name === 'small' ? 'tap' : 'click'
    await editor.viewportAtRest()
    await editor.edge('HTTP: Browser to Orders').focus()
    await editor.press('ContextMenu')
    await overlays.item('Reconnect end')[act]()
    await expect(editor.picker).toHaveAttribute('aria-label', 'Connect Browser to')
    await expect(editor.choices).toHaveText(['Ledger'])
    await editor.choices.first()[act]()
    await expect(editor.edge('HTTP: Browser to Ledger')).toBeFocused()
    await expect.poll(() => editor.selected()).toEqual(['HTTP: Browser to Ledger'])

    await editor.press('ContextMenu')
    await overlays.item('Reconnect start')[act]()
    await expect(editor.picker).toHaveAttribute('aria-label', 'Connect to Ledger from')
    await expect(editor.choices).toHaveCount(0)
    await editor.press('Escape')
    await expect(editor.edge('HTTP: Browser to Ledger')).toBeFocused()

    await editor.press('Control+z')
    await editor.edge('HTTP: Browser to Orders').focus()
    await editor.press('ContextMenu')
    await overlays.item('Reconnect start')[act]()
    await expect(editor.picker).toBeFocused()
    await editor.press('Enter')
    await expect(editor.edge('HTTP: Ledger to Orders')).toBeFocused()
  },
)

test('[EDT-359] a long press opens the menu @small', async ({ signedIn, api }) => {
  const editor = await openChain(signedIn, api)
  const overlays = new Overlays(signedIn)
  const { x, y } = await editor.middle(editor.node('Server: Orders'))
  const touch = await signedIn.context().newCDPSession(signedIn)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await expect(overlays.item('Duplicate')).toBeVisible()
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await overlays.item('Duplicate').tap()
  await expect(editor.nodes).toHaveCount(4)
})

test.describe('while a part is missing on the server', () => {
  // The browser's own words for it.
  test.use({ expectedFaults: [/Failed to load module script/] })

  test('[EDT-506] [EDT-507] a toast says that it could not be loaded, and the editor goes on', async ({
    signedIn,
    api,
  }) => {
    await signedIn.route(/shortcuts-sheet/, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    const editor = await openChain(signedIn, api)
    await editor.canvas.focus()
    await editor.press('?')
    await expect(editor.toast('A part of the editor could not be loaded.')).toBeVisible()
    await editor.press('Control+a')
    await expect.poll(() => editor.selected()).toHaveLength(3)
  })
})

test('[EDT-63] overlays pass the accessibility check and return the focus', async ({ signedIn, api }) => {
  const editor = await openChain(signedIn, api)
  const overlays = new Overlays(signedIn)
  const check = async (look: { within?: string } = {}) => {
    await atBothSizes(signedIn, () => expectAccess(signedIn, look))
    await editor.press('Escape')
    await expect(editor.node('Server: Orders')).toBeFocused()
  }
  // The page below them is looked at once.
  const DIALOG = { within: '[role=dialog]' }
  await editor.node('Server: Orders').focus()
  await editor.press('Control+f')
  await expect(overlays.option(/^Orders/).first()).toBeVisible()
  await check()
  await editor.press('Control+k')
  await expect(overlays.option(/^Add Server/)).toBeVisible()
  await check(DIALOG)
  await editor.press('?')
  await expect(overlays.sheet).toBeVisible()
  await check(DIALOG)
  await editor.press('Shift+F10')
  await expect(overlays.menu).toBeVisible()
  await check({ within: '[role=menu]' })
})
