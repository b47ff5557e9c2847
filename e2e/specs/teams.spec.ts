import { expect, test } from '../fixtures/test.ts'
import { atBothSizes, expectAccess } from '../pages/access.ts'
import { LibraryPage } from '../pages/library.page.ts'
import { ProfilePage } from '../pages/profile.page.ts'
import { ShareDialog, shop } from '../pages/sharing.page.ts'
import { Shell } from '../pages/shell.page.ts'
import { TeamPage, teamMate, withTeams } from '../pages/teams.page.ts'

test.describe(() => {
  test.use({ expectedFaults: [/status of 40[04]/] })

  test('[UI-540] [UI-541] [UI-548] a team is made, gets members, is renamed, handed on and left', async ({
    own: page,
    account,
    server,
    mailedLink,
  }) => {
    const ada = await teamMate(server.url, mailedLink)
    const team = new TeamPage(page)
    await new LibraryPage(page).open()
    await page.getByRole('link', { name: 'Teams' }).click()
    await expect(page.getByText('You are in no team yet.')).toBeVisible()
    await team.newName.fill('a')
    await team.make.click()
    await expect(page.getByText('Name must be at least 2 characters')).toBeVisible()
    await team.newName.fill('Harbour')
    await team.make.click()
    await expect(page.getByRole('heading', { name: 'Harbour' })).toBeVisible()
    await expect(team.members).toHaveText([/Grace Hopper \(you\)/])

    await team.email.fill(ada.email)
    await team.add.click()
    await expect(new Shell(page).toast).toHaveText(`A mail tells ${ada.email} of it`)
    await expect(team.member(ada.email)).toContainText('Has not opened the team yet')
    await expect(team.role(ada.email).getByRole('option')).toHaveText(['Member'])
    await ada.openTeam(page.url().split('/').at(-1) ?? '')
    await page.reload()
    await expect(team.member(ada.email)).toContainText('Grace Hopper')

    await team.name.fill('Pier')
    await team.rename.click()
    await expect(page.getByRole('heading', { name: 'Pier' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Leave team …' })).toBeDisabled()
    await team.role(account.email).selectOption('Member')
    await expect(page.getByText('A team has at least one owner.')).toBeVisible()
    await team.role(ada.email).selectOption('Owner')
    const leave = page.getByRole('button', { name: 'Leave team …' })
    await expect(leave).toBeEnabled()
    await leave.click()
    const question = page.getByRole('group', { name: 'Leave team?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await leave.click()
    await question.getByRole('button', { name: 'Leave team' }).click()
    await expect(page).toHaveURL(/\/teams$/)
    await expect(page.getByText('You are in no team yet.')).toBeVisible()
  })

  test('[UI-542] a team with flows is not deleted, and one without is, when asked once more', async ({
    own: page,
    account,
  }) => {
    const me = withTeams(account)
    const [full, empty] = [await me.makeTeam('Full'), await me.makeTeam('Empty')]
    await me.move((await me.save(shop('Of the team'))).id, full)
    const team = new TeamPage(page)
    await page.goto(`/teams/${full}`)
    await expect(page.getByText('The team owns 1 flow. Move each')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delete team …' })).toBeDisabled()
    await page.goto(`/teams/${empty}`)
    await page.getByRole('button', { name: 'Delete team …' }).click()
    await page.getByRole('group', { name: 'Delete team?' }).getByRole('button', { name: 'Delete team' }).click()
    await expect(team.teams).toHaveText([/Full/])
    await page.goto(`/teams/${empty}`)
    await expect(page.getByText('This team does not exist, or you are not in it.')).toBeVisible()
  })

  test('[UI-543] [UI-544] [UI-545] a flow is shared with a team and moved to it, and found under Team', async ({
    own: page,
    account,
    server,
    mailedLink,
  }) => {
    const me = withTeams(account)
    const ada = await teamMate(server.url, mailedLink)
    const team = await me.makeTeam('Harbour')
    await me.addMember(team, ada.email)
    const flow = await me.save(shop('Pier shop'))
    const library = new LibraryPage(page)
    const dialog = new ShareDialog(page)
    await library.open()
    await library.entry(flow.name).getByRole('button', { name: 'Share' }).click()
    await dialog.root.getByLabel('Role of the team').selectOption('Viewer')
    await dialog.root.getByRole('button', { name: 'Share with team' }).click()
    const shared = dialog.root.getByRole('list', { name: 'Teams' }).getByRole('listitem')
    await expect(shared).toHaveText([/Harbour/])
    expect(await ada.load(flow.id)).toMatchObject({ role: 'viewer' })
    await page.getByRole('combobox', { name: 'Role of Harbour' }).selectOption('Editor')
    await expect.poll(async () => (await ada.load(flow.id)) as unknown).toMatchObject({ role: 'editor' })
    await page.getByRole('button', { name: 'Stop sharing with Harbour' }).click()
    await expect(shared).toHaveCount(0)
    await expect(ada.load(flow.id)).rejects.toThrow('404')

    await dialog.root.getByLabel('Move to').selectOption('Harbour')
    await dialog.root.getByRole('button', { name: 'Move …' }).click()
    await dialog.root
      .getByRole('group', { name: 'Move to Harbour' })
      .getByRole('button', { name: 'Move', exact: true })
      .click()
    await expect(dialog.root).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'No flows yet' })).toBeVisible()
    await page.getByRole('button', { name: 'Team', exact: true }).click()
    await expect(page).toHaveURL(/whose=team/)
    const entry = library.entry(flow.name)
    await expect(entry).toContainText('Team Harbour · you are an owner')
    await expect(entry.getByRole('checkbox')).toHaveCount(0)
    await expect(entry.getByRole('button', { name: 'Leave' })).toHaveCount(0)
    expect(await ada.load(flow.id)).toMatchObject({ role: 'editor' })

    const theirs = await ada.save(shop('Theirs'))
    await ada.shareWithTeam(theirs.id, team, 'viewer')
    await page.reload()
    await expect(library.entry('Theirs')).toContainText('Shared with Harbour · you are a viewer')
    await expect(library.entry('Theirs').getByRole('button', { name: 'Remove' })).toHaveCount(0)

    await library.remove(flow.name).click()
    await expect(library.entry(flow.name)).toHaveCount(0)
    await page.getByRole('link', { name: 'Bin' }).click()
    await expect(page.getByRole('article', { name: flow.name })).toContainText('Team Harbour')
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByRole('heading', { name: 'The bin is empty' })).toBeVisible()

    await page.goto('/flow-library?whose=team')
    await entry.getByRole('button', { name: 'Share' }).click()
    await expect(dialog.root).toContainText('This flow belongs to the team Harbour.')
    await dialog.root.getByRole('button', { name: 'Move …' }).click()
    await dialog.root
      .getByRole('group', { name: 'Move to My flows' })
      .getByRole('button', { name: 'Move', exact: true })
      .click()
    await expect(entry).toContainText('Shared with Harbour · you are an owner')
    await page.getByRole('button', { name: 'My flows' }).click()
    await expect(library.entry(flow.name)).toBeVisible()
  })
})

test('[UI-546] deleting an account needs a decision on each team without another owner, on a small screen too', async ({
  own: page,
  account,
  server,
  mailedLink,
}) => {
  const me = withTeams(account)
  const ada = await teamMate(server.url, mailedLink)
  const [kept, gone] = [await me.makeTeam('To be kept'), await me.makeTeam('To be gone')]
  await me.addMember(kept, ada.email)
  await ada.openTeam(kept)
  const [ofTeam, mine] = [await me.save(shop('Of the team')), await me.save(shop('Mine'))]
  await me.move(ofTeam.id, kept)
  await me.shareWithTeam(mine.id, kept, 'viewer')
  expect(gone).toBeTruthy()
  const profile = new ProfilePage(page)
  await profile.openSecurity()
  await profile.deleteAccount.click()
  await expect(profile.dialog.getByRole('combobox')).toHaveCount(3)
  const confirm = profile.dialog.getByRole('button', { name: 'Delete account' })
  await profile.dialog.getByLabel('Mine').selectOption('Hand to the team To be kept')
  await profile.dialog.getByLabel('To be gone').selectOption('Delete it with its flows')
  await expect(confirm).toBeDisabled()
  await profile.dialog.getByLabel('To be kept owns').selectOption(`Hand to Grace Hopper (${ada.email})`)
  const overflow = (element: Element) => element.scrollWidth - element.clientWidth
  await atBothSizes(page, async () => {
    expect(await profile.dialog.evaluate(overflow)).toBeLessThanOrEqual(0)
    await expectAccess(page, { within: '[role="dialog"]' })
  })
  await profile.confirmDeletion(account.password)
  await expect(page).toHaveURL(/\/login$/)
  expect(await ada.load(ofTeam.id)).not.toHaveProperty('role')
  expect(await ada.load(mine.id)).not.toHaveProperty('role')
})

test('[UI-547] the pages of teams are worked by keyboard, without a fault that axe finds, on a small screen too', async ({
  own: page,
  account,
}) => {
  const me = withTeams(account)
  const id = await me.makeTeam('Harbour')
  await me.addMember(id, 'somebody.with.a.long.address@subdomain.example.com')
  await me.save(shop('Pier shop'))
  const team = new TeamPage(page)
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  const check = async () => {
    await expectAccess(page)
    expect(await overflow()).toBeLessThanOrEqual(0)
  }
  await page.goto('/teams')
  await expect(team.teams).toHaveCount(1)
  await atBothSizes(page, check)
  await page.getByRole('link', { name: 'Harbour' }).focus()
  await page.keyboard.press('Enter')
  await expect(team.members).toHaveCount(2)
  await atBothSizes(page, check)
  await team.email.focus()
  await page.keyboard.type('keys@example.com')
  await page.keyboard.press('Enter')
  await expect(team.members).toHaveCount(3)
  await page.getByRole('button', { name: 'Remove keys@example.com' }).press('Enter')
  await expect(team.members).toHaveCount(2)
  await page.goto('/flow-library')
  const dialog = new ShareDialog(page)
  await page.getByRole('button', { name: 'Share', exact: true }).press('Enter')
  await dialog.root.getByRole('button', { name: 'Share with team' }).press('Enter')
  await expect(dialog.root.getByRole('list', { name: 'Teams' }).getByRole('listitem')).toHaveCount(1)
  await atBothSizes(page, async () => {
    expect(await dialog.root.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
    await expectAccess(page, { within: '[role="dialog"]' })
  })
})
