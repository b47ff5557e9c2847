import { call } from '../fixtures/api.ts'
import { expect, test } from '../fixtures/test.ts'
import { atBothSizes, expectAccess } from '../pages/access.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { LibraryPage } from '../pages/library.page.ts'
import { Overlays } from '../pages/overlays.page.ts'
import { ProfilePage } from '../pages/profile.page.ts'
import { ShareDialog, sharer, shop, withCalls } from '../pages/sharing.page.ts'
import { Shell } from '../pages/shell.page.ts'

test.describe(() => {
  test.use({ expectedFaults: [/status of 40[034]/] })

  test('[UI-820] [UI-821] [UI-823] [UI-1141] the owner shares a flow, changes a role, takes it back, and hands the flow on', {
    tag: '@postgres',
  }, async ({ own: page, account, server, mailedLink }) => {
    const owner = withCalls(account)
    const ada = await sharer(server.url, mailedLink)
    const flow = await owner.save(shop('Pier shop'))
    const library = new LibraryPage(page)
    const dialog = new ShareDialog(page)
    await library.open()
    await library.entry(flow.name).getByRole('button', { name: 'Share' }).click()
    await dialog.email.fill('nobody')
    await dialog.share.click()
    await expect(dialog.root.getByText('Please enter a valid email address')).toBeVisible()

    await dialog.email.fill(ada.email)
    await expect(dialog.role.getByRole('option')).toHaveText(['Viewer', 'Commenter', 'Editor'])
    await dialog.role.selectOption('Editor')
    await dialog.share.click()
    await expect(dialog.person(ada.email)).toContainText('Has not opened it yet')
    await expect(dialog.email).toBeFocused()
    await expect(new Shell(page).toast).toHaveText(`A mail tells ${ada.email} of it`)
    expect(await ada.load(flow.id)).toMatchObject({ role: 'editor' })
    await page.getByRole('combobox', { name: `Role of ${ada.email}` }).selectOption('Viewer')
    await expect.poll(async () => (await ada.load(flow.id)) as unknown).toMatchObject({ role: 'viewer' })
    await page.getByRole('button', { name: `Stop sharing with ${ada.email}` }).click()
    await expect(dialog.people).toHaveCount(0)
    await expect(ada.load(flow.id)).rejects.toThrow('404')

    await owner.share(flow.id, ada.email, 'editor')
    await ada.open(flow.id)
    await dialog.root.getByRole('button', { name: 'Done' }).click()
    await library.entry(flow.name).getByRole('button', { name: 'Share' }).click()
    await dialog.person(ada.email).getByRole('button', { name: 'Make owner …' }).click()
    const question = dialog.root.getByRole('group', { name: `Make ${ada.email} the owner` })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await dialog.person(ada.email).getByRole('button', { name: 'Make owner …' }).click()
    await question.getByRole('button', { name: 'Make owner' }).click()
    await expect(dialog.root).toHaveCount(0)
    await expect(library.entry(flow.name)).toHaveCount(0)
    await page.getByRole('button', { name: 'Shared with me' }).click()
    await expect(library.entry(flow.name)).toContainText('you are an editor')
  })

  test('[UI-822] [UI-900] a link is made, copied once, used, and revoked', async ({
    own: page,
    account,
    context,
    server,
    mailedLink,
  }) => {
    const flow = await withCalls(account).save(shop('Linked shop'))
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const library = new LibraryPage(page)
    const dialog = new ShareDialog(page)
    await library.open()
    await library.entry(flow.name).getByRole('button', { name: 'Share' }).click()
    await dialog.root.getByRole('combobox', { name: 'For' }).selectOption('Edit')
    await expect(dialog.root.getByText('Who is signed in changes the flow')).toBeVisible()
    await dialog.root.getByLabel('Works').selectOption('One week')
    await dialog.root.getByLabel('Password (optional)').fill('short')
    await dialog.root.getByRole('button', { name: 'Make link' }).click()
    await expect(dialog.root.getByText('Password must be at least 6 characters')).toBeVisible()
    await dialog.root.getByLabel('Password (optional)').fill('long enough')
    await dialog.root.getByRole('button', { name: 'Make link' }).click()
    const address = await dialog.newLink.inputValue()
    await dialog.root.getByRole('button', { name: 'Copy link' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await expect(dialog.links).toHaveText(/Edit link of .*ends on .* needs a password/)
    const api = address.replace('/shared/', '/api/shared/')
    expect((await fetch(api)).status).toBe(403)

    await dialog.root.getByRole('button', { name: 'Done' }).click()
    await library.entry(flow.name).getByRole('button', { name: 'Share' }).click()
    await expect(dialog.links).toHaveCount(1)
    await expect(dialog.newLink).toHaveCount(0)
    await expect(dialog.links).not.toContainText('used by')
    const { token } = await sharer(server.url, mailedLink)
    await call(server.url, 'PUT', api.replace(`${server.url}/api`, '').concat('/role'), {
      token,
      body: { password: 'long enough' },
    })
    await dialog.root.getByRole('button', { name: 'Done' }).click()
    await library.entry(flow.name).getByRole('button', { name: 'Share' }).click()
    await expect(dialog.links).toContainText('used by one person')
    await dialog.links.getByRole('button', { name: /^Revoke/ }).click()
    await expect(dialog.links).toHaveCount(0)
    expect((await fetch(api)).status).toBe(404)
  })

  test('[EDT-830] [EDT-831] [EDT-832] the editor shares the open flow, and keeps as a copy what a viewer has changed', async ({
    own: page,
    account,
    server,
    mailedLink,
  }) => {
    const me = withCalls(account)
    const ada = await sharer(server.url, mailedLink)
    const editor = new EditorPage(page)
    const dialog = new ShareDialog(page)
    await page.goto('/flow-editor')
    await editor.panel.getByRole('button', { name: 'Share' }).click()
    await expect(dialog.root).toContainText('Save this flow to your library first')
    await dialog.root.getByRole('button', { name: 'Cancel' }).click()
    const mine = await me.save(shop('Mine to share'))
    await page.goto(`/flow/${mine.id}`)
    await expect(editor.nodes).toHaveCount(2)
    await page.keyboard.press('Control+K')
    const overlays = new Overlays(page)
    await overlays.commands.fill('share')
    await expect(overlays.option('Share …')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(dialog.email).toBeVisible()
    await dialog.root.getByRole('button', { name: 'Done' }).click()

    const theirs = await ada.save(shop('Theirs'))
    await ada.share(theirs.id, account.email, 'viewer')
    await page.goto(`/flow/${theirs.id}`)
    await expect(page.getByText('This flow is shared with you to look at.')).toBeVisible()
    await editor.entry('Cache').focus()
    await page.keyboard.press('Enter')
    await expect(editor.nodes).toHaveCount(3)
    await editor.panel.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    const refused = page.getByRole('dialog', { name: 'You may not change this flow' })
    await refused.getByRole('button', { name: 'Save mine as a copy' }).click()
    await expect(page.getByText('Flow saved successfully!')).toBeVisible()
    expect((await ada.load(theirs.id)).nodes).toHaveLength(2)
  })
})

test('[UI-824] what others share is listed with role and owner, and can be left', async ({
  own: page,
  account,
  server,
  mailedLink,
}) => {
  const ada = await sharer(server.url, mailedLink)
  const library = new LibraryPage(page)
  for (const role of ['viewer', 'editor']) {
    const { id } = await ada.save(shop(`For an ${role}`))
    await ada.share(id, account.email, role)
  }
  await library.open()
  await expect(page.getByRole('heading', { name: 'No flows yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Shared with me' }).click()
  await expect(library.entries).toHaveCount(2)
  await expect(page).toHaveURL(/whose=shared/)
  const [viewed, edited] = [library.entry('For an viewer'), library.entry('For an editor')]
  await expect(viewed).toContainText('Shared by Grace Hopper · you are a viewer')
  await expect(viewed.getByRole('button', { name: 'Rename' })).toHaveCount(0)
  await expect(viewed.getByRole('button', { name: 'Share' })).toHaveCount(0)
  await edited.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Renamed by me')
  await page.keyboard.press('Enter')
  await expect(library.entry('Renamed by me')).toBeVisible()
  await viewed.getByRole('button', { name: 'Leave' }).click()
  await expect(library.entries).toHaveCount(1)
  await page.reload()
  await expect(library.entries).toHaveCount(1)
})

test('[UI-1230] the address of a new link comes into view on a small screen', { tag: '@small' }, async ({
  own: page,
  account,
}) => {
  const owner = withCalls(account)
  await owner.save(shop('Quay shop'))
  const dialog = new ShareDialog(page)
  await new LibraryPage(page).open()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await dialog.root.getByRole('button', { name: 'Make link' }).click()
  await expect(dialog.root.getByRole('button', { name: 'Copy link' })).toBeInViewport({ ratio: 0.99 })
})

test('[UI-825] [UI-1202] the dialog is worked by keyboard, without a fault that axe finds, on a small screen too', async ({
  own: page,
  account,
}) => {
  const owner = withCalls(account)
  const flow = await owner.save(shop('Quay shop'))
  await owner.share(flow.id, 'somebody.with.a.long.address@subdomain.example.com', 'editor')
  const dialog = new ShareDialog(page)
  await new LibraryPage(page).open()
  await page.getByRole('button', { name: 'Share', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.email).toBeFocused()
  await page.keyboard.type('keys@example.com')
  await page.keyboard.press('Enter')
  await expect(dialog.people).toHaveCount(2)
  await dialog.root.getByRole('button', { name: 'Make link' }).press('Enter')
  await expect(dialog.newLink).toBeVisible()
  await atBothSizes(page, async () => {
    expect(await dialog.root.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
    await expectAccess(page, { within: '[role="dialog"]' })
  })
  await dialog.links.getByRole('button', { name: /^Revoke/ }).press('Enter')
  await expect(dialog.root.getByRole('heading', { name: 'Links' })).toBeFocused()
  const ends = dialog.root.getByRole('button', { name: /^Stop sharing/ })
  await ends.first().press('Enter')
  await expect(dialog.people).toHaveCount(1)
  await expect(ends).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog.root).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeFocused()
})

test('[UI-835] deleting an account needs a decision on each flow that is shared with others, on a small screen too', async ({
  own: page,
  account,
  server,
  mailedLink,
}) => {
  const me = withCalls(account)
  const ada = await sharer(server.url, mailedLink)
  const [kept, gone] = [await me.save(shop('To be kept')), await me.save(shop('To be gone'))]
  await me.save(shop('Mine alone'))
  await me.share(kept.id, ada.email, 'editor')
  await me.share(gone.id, ada.email, 'viewer')
  await ada.open(kept.id)
  const profile = new ProfilePage(page)
  await profile.openSecurity()
  await profile.deleteAccount.click()
  const choices = profile.dialog.getByRole('combobox')
  await expect(choices).toHaveCount(2)
  const confirm = profile.dialog.getByRole('button', { name: 'Delete account' })
  await expect(confirm).toBeDisabled()
  await profile.dialog.getByLabel('To be kept').selectOption(`Hand to Grace Hopper (${ada.email})`)
  await expect(confirm).toBeDisabled()
  const overflow = (element: Element) => element.scrollWidth - element.clientWidth
  await profile.dialog.getByLabel('To be gone').selectOption('Delete it for everybody')
  await atBothSizes(page, async () => {
    expect(await profile.dialog.evaluate(overflow)).toBeLessThanOrEqual(0)
    expect(await profile.dialog.locator('form').evaluate(overflow)).toBeLessThanOrEqual(0)
    await expectAccess(page, { within: '[role="dialog"]' })
  })
  await profile.confirmDeletion(account.password)
  await expect(page).toHaveURL(/\/login$/)
  expect(await ada.load(kept.id)).not.toHaveProperty('role')
  await expect(ada.load(gone.id)).rejects.toThrow('404')
})
