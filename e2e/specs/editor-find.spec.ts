import { expect, test } from '../fixtures/test.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { largeFlow, openChain } from '../pages/flows.ts'
import { Overlays } from '../pages/overlays.page.ts'

test('[EDT-57] [EDT-344] [EDT-346] [EDT-347] [EDT-58] [EDT-348] [EDT-345] what is looked for is found by name and kind, one of 2,000 at once', async ({
  signedIn,
  api,
}) => {
  test.slow()
  await test.step('[EDT-57] [EDT-344] [EDT-346] [EDT-347] [EDT-58] a search finds by name and kind, and goes there', async () => {
    const editor = await openChain(signedIn, api)
    const overlays = new Overlays(signedIn)
    await editor.node('Client: Browser').focus()
    await editor.press('Control+f')
    await expect(overlays.find).toBeFocused()
    await signedIn.keyboard.type('ledg')
    await expect(overlays.option(/^Ledger/)).toHaveAttribute('aria-selected', 'true')
    await expect(overlays.announced('1 of 2 found')).toBeAttached()
    await expect.poll(() => editor.selected()).toEqual([])
    await editor.press('Escape')
    await expect(editor.node('Client: Browser')).toBeFocused()

    // What was looked for last is still there, ready to be typed over.
    await editor.press('Control+f')
    await expect(overlays.find).toHaveValue('ledg')
    await signedIn.keyboard.type('database')
    await editor.press('ArrowDown')
    await expect(overlays.option('Orders to Ledger')).toHaveAttribute('aria-selected', 'true')
    await editor.press('ArrowDown', 'Enter')
    await expect(editor.node('Database: Ledger')).toBeFocused()
    await expect.poll(() => editor.selected()).toEqual(['Database: Ledger'])
    await editor.press('F3')
    await expect.poll(() => editor.selected()).toEqual(['Database: Orders to Ledger'])
    await editor.press('Shift+F3')
    await expect.poll(() => editor.selected()).toEqual(['Database: Ledger'])

    await overlays.tool('Find …').click()
    await overlays.find.fill('nowhere')
    await expect(signedIn.getByText('Nothing on the board fits “nowhere”.')).toBeVisible()
  })

  await test.step('[EDT-348] [EDT-345] [EDT-346] one of 2,000 matches is found at once and marked, and of all no more than 50 are drawn', async () => {
    const flow = await api.createFlow({ name: 'Vast', ...largeFlow(800) })
    const editor = await EditorPage.openFlow(signedIn, flow)
    const overlays = new Overlays(signedIn)
    await editor.canvas.focus()
    await editor.press('Control+f')
    await expect(overlays.find).toBeFocused()
    await overlays.find.fill('part 799')
    await expect(overlays.option(/^Part 799/).first()).toHaveAttribute('aria-setsize', /^\d$/)
    await overlays.find.fill('part')
    await expect(signedIn.getByRole('option')).toHaveCount(50)
    await editor.press('ArrowUp')
    await expect(signedIn.locator('[role=option][aria-selected=true]')).toHaveAttribute('aria-posinset', '2000')
    await overlays.find.fill('part 799')
    await expect(editor.canvas.locator('svg[class*=preview] rect')).toBeInViewport({ ratio: 0.99 })
    await editor.press('Enter')
    const node = editor.canvas.locator('.react-flow__node[data-id=n799]')
    await expect(node).toBeFocused()
    await expect(node).toBeInViewport({ ratio: 0.99 })
  })
})
