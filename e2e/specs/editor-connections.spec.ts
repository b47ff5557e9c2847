import { expect, test } from '../fixtures/test.ts'
import { openChain } from '../pages/flows.ts'
import { Overlays } from '../pages/overlays.page.ts'

const BROWSER = 'Client: Browser'
const LEDGER = 'Database: Ledger'

test('[EDT-434] [EDT-430] [EDT-431] [EDT-428] [EDT-429] a connection is drawn, changed and kept in its colour', async ({
  signedIn,
  api,
}) => {
  test.slow()
  const editor = await openChain(signedIn, api)
  await test.step('[EDT-434] a selected connection keeps the colour of its kind', async () => {
    const edge = editor.edges.first()
    const colour = () => edge.locator('.react-flow__edge-path').evaluate((path) => getComputedStyle(path).stroke)
    const before = await colour()
    await edge.focus()
    await editor.press('Enter')
    await expect.poll(() => editor.selected()).toHaveLength(1)
    expect(await colour()).toBe(before)
    const box = await edge.locator('.react-flow__edge-path').boundingBox()
    await signedIn.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, box?.y ?? 0)
    expect(await colour()).toBe(before)
    const rails = edge.locator('.react-flow__edge-interaction')
    expect(await rails.evaluate((path) => getComputedStyle(path).strokeOpacity)).toBe('1')
  })

  await test.step('[EDT-430] [EDT-431] after a pause an edit is committed: Escape reverts what was typed since, undo the rest', async () => {
    await editor.node('Server: Orders').click()
    const speed = editor.properties.getByLabel('CPU speed', { exact: true })
    await speed.fill('3')
    await signedIn.waitForFunction(
      () => new Promise((resolve) => setTimeout(() => resolve(true), 700)), // The pause itself is what is tested.
    )
    // In one go: between two commands there could be another pause.
    const typed = await speed.evaluate((field: HTMLInputElement) => {
      field.select()
      document.execCommand('insertText', false, '3.5')
      const { value } = field
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
      return value
    })
    expect(typed).toBe('3.5')
    await expect(speed).toHaveValue('3')
    await editor.press('Control+z')
    await expect(speed).toHaveValue('2.5')

    await speed.fill('129')
    await speed.blur()
    const message = editor.properties.getByText('Kept 2.5: must be 1 – 5 GHz')
    await expect(message).toBeVisible()
    await expect(message).toBeHidden()
  })

  await test.step('[EDT-428] [EDT-429] a new connection is selected, and its kind is changed in the bar, in the palette and from the menu', async () => {
    await editor.canvas.focus()
    await editor.press('Escape')
    const overlays = new Overlays(signedIn)
    await editor.connect(editor.node(BROWSER), editor.node(LEDGER))
    await expect(editor.edges).toHaveCount(3)
    await expect.poll(() => editor.selected()).toEqual(['HTTP: Browser to Ledger'])
    const kinds = editor.toolbar.getByRole('combobox', { name: 'Kind' })
    await kinds.selectOption('gRPC')
    await expect.poll(() => editor.selected()).toEqual(['gRPC: Browser to Ledger'])

    await editor.canvas.focus()
    await editor.press('/')
    await overlays.commands.fill('change kind to mqtt')
    await editor.press('Enter')
    await expect(editor.edge('MQTT: Browser to Ledger')).toHaveCount(1)
    await expect(kinds).toHaveValue('mqtt')

    await editor.edge('MQTT: Browser to Ledger').focus()
    await editor.press('Shift+F10')
    await overlays.item('Change kind…').click()
    await expect(kinds).toBeFocused()
    await editor.canvas.focus()
    await editor.press('Control+z')
    await expect(editor.edge('gRPC: Browser to Ledger')).toHaveCount(1)
  })
})
