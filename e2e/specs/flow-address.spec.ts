import { createNode } from '@plimsoll/flow'
import { expect, test } from '../fixtures/test.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { LibraryPage } from '../pages/library.page.ts'
import { LoginPage } from '../pages/login.page.ts'
import { Overlays } from '../pages/overlays.page.ts'
import { withCalls } from '../pages/sharing.page.ts'

const withServer = (label: string) => ({
  name: `${label} design`,
  nodes: [createNode('Server', { id: 'n1', position: { x: 0, y: 0 }, settings: { label } })],
})

test.describe('the address of a flow', () => {
  test.use({ expectedFaults: [/404/] })

  test('[UI-500] [UI-501] [UI-504] [UI-505] [UI-508] [UI-509] [UI-512] [UI-878] [UI-879] [UI-880] leads to it, and back and forward between flows', async ({
    signedIn: page,
    api,
    context,
  }) => {
    const pier = await api.createFlow(withServer('Pier'))
    const crane = await api.createFlow(withServer('Crane'))
    const editor = new EditorPage(page)
    const library = new LibraryPage(page)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])

    await library.open()
    await library.entry(pier.name).getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByText('Link copied')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(new URL(copied).pathname).toBe(`/flow/${pier.id}`)
    await page.getByRole('searchbox', { name: 'Search flows' }).fill('PIER des')
    await expect(library.entries).toHaveCount(1)
    await library.entry(pier.name).getByRole('link', { name: pier.name }).click()
    await expect(page).toHaveURL(copied)
    await expect(editor.node('Server: Pier')).toBeVisible()
    await expect(page).toHaveTitle('Pier design · Plimsoll')
    await page.goBack()
    await expect(page).toHaveURL(/q=PIER\+des$/)
    await expect(library.entries).toHaveCount(1)
    await page.goForward()
    await expect(editor.node('Server: Pier')).toBeVisible()

    await page.getByRole('tab', { name: 'Predict' }).click()
    await expect(page).toHaveURL(`${copied}/predict`)
    await page.reload()
    await expect(page.getByRole('region', { name: 'Predict' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(copied)

    await editor.entry('Cache').focus()
    await page.keyboard.press('Enter')
    await expect(editor.nodes).toHaveCount(2)
    const overlays = new Overlays(page)
    await page.keyboard.press('Control+K')
    await overlays.commands.fill('open crane')
    await expect(overlays.option('Open Crane design')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/flow/${crane.id}$`))
    await expect(editor.node('Server: Crane')).toBeVisible()
    await page.keyboard.press('Control+K')
    await overlays.commands.fill('copy link')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
    await page.goBack()
    await expect(editor.node('Server: Pier')).toBeVisible()
    await expect(editor.nodes).toHaveCount(2)
    await page.goForward()
    await expect(editor.node('Server: Crane')).toBeVisible()

    await editor.panel.getByRole('button', { name: 'Clear Board' }).click()
    await expect(page).toHaveURL(/\/flow-editor$/)
    await page.goBack()
    await expect(page).toHaveURL(new RegExp(`/flow/${crane.id}$`))
    await expect(editor.node('Server: Crane')).toBeVisible()
    await page.goto('/flow/00000000000000000000000000')
    await expect(
      page.getByRole('heading', { name: 'This flow does not exist, or is not shared with you' }),
    ).toBeVisible()
  })
})

test.describe('the address of a flow that is not answered', () => {
  test.use({ expectedFaults: [/503/] })

  test('[UI-877] offers to try again', async ({ signedIn: page, api }) => {
    const { id } = await api.createFlow(withServer('Pier'))
    const answer = { status: 503, json: { message: 'Busy' } }
    await page.route('**/api/flows/*', (route) => route.fulfill(answer))
    await page.goto(`/flow/${id}`)
    await expect(page.getByRole('heading', { name: 'This flow could not be loaded' })).toBeVisible()
    await page.unroute('**/api/flows/*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(new EditorPage(page).node('Server: Pier')).toBeVisible()
  })
})

test('[UI-7] [UI-501] [UI-873] login leads to the flow that was asked for, in two tabs to two flows', async ({
  page,
  context,
  server,
  account,
}) => {
  const { save } = withCalls(account)
  const pier = await save(withServer('Pier'))
  const crane = await save(withServer('Crane'))
  await page.goto(`/flow/${pier.id}?view=split`)
  await new LoginPage(page).signIn(account.email, account.password)
  await expect(page).toHaveURL(`${server.url}/flow/${pier.id}?view=split`)
  await expect(new EditorPage(page).node('Server: Pier')).toBeVisible()
  const both = page.getByRole('tab', { name: 'Both' })
  await expect(both).toHaveAttribute('aria-selected', 'true')
  await page.goto(`/flow/${pier.id}/predict?view=split`)
  await expect(both).toHaveAttribute('aria-selected', 'true')
  const other = await context.newPage()
  await other.goto(`/flow/${crane.id}`)
  await expect(new EditorPage(other).node('Server: Crane')).toBeVisible()
  await page.reload()
  await expect(new EditorPage(page).node('Server: Pier')).toBeVisible()
})
