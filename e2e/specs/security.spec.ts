import { readFile } from 'node:fs/promises'
import { logIn } from '../fixtures/account.ts'
import { call } from '../fixtures/api.ts'
import { expect, test } from '../fixtures/test.ts'
import { LoginPage } from '../pages/login.page.ts'
import { ProfilePage } from '../pages/profile.page.ts'
import { Shell } from '../pages/shell.page.ts'

const sessionCount = async (url: string, token: string) =>
  (await call<unknown[]>(url, 'GET', '/profile/sessions', { token })).length

test('[UI-68] [UI-360] [UI-361] [UI-362] [UI-893] sessions are listed and can be ended one by one or all others at once', async ({
  own: page,
  account,
}) => {
  const profile = new ProfilePage(page)
  const { toast } = new Shell(page)
  const others = [
    await logIn(account.url, account),
    await logIn(account.url, account),
    await logIn(account.url, account),
  ]
  await profile.openSecurity()
  await expect(profile.sessions).toHaveCount(4)
  const here = profile.sessions.filter({ hasText: 'This device' })
  await expect(here).toHaveCount(1)
  await expect(here.getByRole('button')).toHaveCount(0)
  await expect(here.locator('time')).toHaveAttribute('title', /\d{4} at \d/)

  await profile.sessions.filter({ hasNotText: 'This device' }).first().getByRole('button').click()
  await expect(profile.sessions).toHaveCount(3)
  await expect(toast.first()).toHaveText(/\S/)
  await profile.endOthers.click()
  await expect(profile.sessions).toHaveCount(1)
  await expect(profile.endOthers).toBeDisabled()
  await expect(page.getByText('You are logged in here only.')).toBeVisible()
  for (const token of others) await expect(call(account.url, 'GET', '/profile', { token })).rejects.toThrow('401')
  expect(await sessionCount(account.url, account.token)).toBe(1)
})

test.describe(() => {
  test.use({ expectedFaults: [/status of (400|404|500)/] })

  test('[UI-68] a list that cannot be had says so; a session that was gone already leaves the list', async ({
    own: page,
    account,
  }) => {
    const profile = new ProfilePage(page)
    const other = await logIn(account.url, account)
    await page.route('**/api/profile/sessions', (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }))
    await profile.openSecurity()
    await expect(page.getByRole('alert')).toContainText('Broken')
    await page.unroute('**/api/profile/sessions')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(profile.sessions).toHaveCount(2)
    await call(account.url, 'POST', '/auth/logout', { token: other }).catch(() => {})
    await profile.sessions.getByRole('button').click()
    await expect(profile.sessions).toHaveCount(1)
  })

  test('[UI-70] [UI-329] [UI-330] [UI-331] [REL-DP1] the account is deleted only with its password, and ends the session', {
    tag: '@both',
  }, async ({ own: page, account }) => {
    const profile = new ProfilePage(page)
    const login = new LoginPage(page)
    await profile.openSecurity()
    await profile.deleteAccount.click()
    await expect(profile.dialog).toContainText('every flow in your library')
    await page.keyboard.press('Escape')
    await expect(profile.dialog).toBeHidden()
    await expect(profile.deleteAccount).toBeFocused()
    await profile.deleteAccount.click()
    await profile.confirmDeletion('')
    await expect(profile.dialog.getByText('Current password is required')).toBeVisible()
    await profile.confirmDeletion('Not-my-password-1')
    await expect(profile.dialog.getByRole('alert')).toContainText(/incorrect current password/i)
    await profile.confirmDeletion(account.password)
    await expect(login.heading).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
    await expect(new Shell(page).toast).toHaveText(/\S/)
    expect(await new Shell(page).storedSession()).toMatchObject({ state: { isAuthenticated: false, token: null } })
    await login.signIn()
    await expect(page).toHaveURL(/\/flow-library$/)
  })
})

test('[UI-69] [UI-1090] [REL-DP1] the export is a file with the profile and every flow', async ({
  own: page,
  account,
}) => {
  const flow = { name: 'Taken along', description: 'Made by a test', nodes: [], edges: [] }
  await call(account.url, 'POST', '/flows', { token: account.token, body: flow })
  const profile = new ProfilePage(page)
  const storage = (usedBytes: number) => ({ json: { data: { usedBytes, allowedBytes: 2 ** 20 } } })
  await page.route('**/api/profile/storage', (route) => route.fulfill(storage(0.9 * 2 ** 20)), { times: 1 })
  await profile.openSecurity()
  await expect(profile.storage).toHaveAccessibleName('0.9 of 1 MiB used')
  await expect(page.getByText('Remove flows or experiments to make room.')).toBeVisible()
  await page.reload()
  await profile.openSecurity()
  await expect(profile.storage).toHaveAccessibleName('0 of 256 MiB used')
  await expect(page.getByText('Remove flows or experiments to make room.')).toBeHidden()
  const downloading = page.waitForEvent('download')
  await profile.exportData.click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('plimsoll-export.json')
  const { data } = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(data.profile).toMatchObject({ email: account.email, firstName: account.firstName })
  expect(data.flows).toMatchObject([flow])
})

test.describe('in the demo account', () => {
  test.use({ expectedFaults: [/status of 403/] })

  test('[UI-71] [UI-892] [REL-AU11] it says that it ends with the session, and what cannot be done says why', async ({
    signedIn,
  }) => {
    const profile = new ProfilePage(signedIn)
    await profile.open()
    await expect(signedIn.getByText(/demo account of your own/)).toBeVisible()
    const shell = new Shell(signedIn)
    await expect(shell.who).toContainText('Demo SailorDemo')
    await profile.security.click()
    await profile.changePassword('Waterline1', 'Waterline2')
    await expect(profile.banner).toContainText(/demo account/i)
    await expect(profile.sessions).toHaveCount(1)
    await expect(profile.endOthers).toBeDisabled()
    await expect(profile.deleteAccount).toBeDisabled()
    await expect(profile.deleteAccount).toHaveAccessibleDescription(/deleted when you log out/)
  })
})

test('[UI-71] [UI-1031] an account of one’s own says nothing of the demo', async ({ own: page, account }) => {
  await new ProfilePage(page).openSecurity()
  await expect(new Shell(page).who).toHaveText(`${account.firstName} ${account.lastName}`)
  await expect(page.getByText(/demo account/i)).toBeHidden()
})
