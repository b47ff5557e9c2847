import { readFile } from 'node:fs/promises'
import { totpCode } from '../../apps/server/test/support/totp-code.ts'
import { logIn, newPerson } from '../fixtures/account.ts'
import { call } from '../fixtures/api.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectAccess } from '../pages/access.ts'
import { AccountPages } from '../pages/accounts.page.ts'
import { AdministrationPage } from '../pages/administration.page.ts'
import { LoginPage } from '../pages/login.page.ts'
import { SecondFactorsPage } from '../pages/second-factors.page.ts'

const STEP_MS = 30_000
const PRINTED = /Become the administrator, within a day, at (\S+)/

// This server has an origin of its own.
test.use({ expectedFaults: [/^Request to another origin: http:\/\/localhost:|status of 40[013]/] })

test('[UI-1030] who has made an account by the printed link or an invitation logs in with that one, not the demo', async ({
  page,
  startOwnServer,
}) => {
  const server = await startOwnServer({})
  const [ada, guest] = [newPerson(), newPerson()]
  const [forms, login, admin] = [new AccountPages(page), new LoginPage(page), new AdministrationPage(page)]
  await page.goto(PRINTED.exec(server.log())?.[1] ?? '')
  await forms.register(ada)
  await login.heading.waitFor()
  await expect(login.email).toHaveValue('')
  await login.signIn(ada.email, ada.password)
  await admin.show('Invitations')
  await page.getByLabel('Email').fill(guest.email)
  await page.getByLabel('Send the link by mail').uncheck()
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.goto(await admin.told(`Link for ${guest.email}`))
  await forms.firstName.fill('Ada')
  await forms.lastName.fill('King')
  await forms.password.fill(guest.password)
  await forms.confirmPassword.fill(guest.password)
  await forms.create.click()
  await login.heading.waitFor()
  await expect(login.email).toHaveValue('')
})

test('[UI-1060] [UI-1061] [UI-1062] [UI-1063] [UI-1064] [UI-1065] [UI-1086] [UI-1120] [UI-1155] an administrator comes by the printed link, and runs the server on one page', async ({
  page,
  context,
  startOwnServer,
}) => {
  const server = await startOwnServer({ REGISTRATION: 'invite', SESSION_IDLE: '90m', DEMO_MODE: '0' })
  const link = PRINTED.exec(server.log())?.[1] ?? ''
  const [ada, guest, stranger] = [newPerson(), newPerson(), newPerson()]
  const forms = new AccountPages(page)
  const admin = new AdministrationPage(page)
  const toast = (text: string) => expect(page.getByText(text).first()).toBeVisible()

  // The link, whose secret does not stay in the address.
  await page.goto(link)
  await expect(forms.heading('Become Administrator')).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/administrator`)
  await expectAccess(page, { what: 'the first administrator' })
  await forms.register(ada)
  // Both forms have such fields.
  await new LoginPage(page).heading.waitFor()
  await new LoginPage(page).signIn(ada.email, ada.password)
  await expect(page).toHaveURL(`${server.url}/admin`)
  await expect(admin.link).toBeVisible()
  await expect(admin.list('Users')).toHaveText([/Grace Hopper \(you\).*Administrator/])

  // Somebody is invited by a link to copy, and comes.
  await admin.show('Invitations')
  await page.getByLabel('Email').fill(ada.email)
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText('This address has an account already.')).toBeVisible()
  await page.getByLabel('Email').fill(guest.email)
  await page.getByLabel('Send the link by mail').uncheck()
  await page.getByRole('button', { name: 'Invite' }).click()
  const invitation = await admin.told(`Link for ${guest.email}`)
  await expect(admin.list('Invitations')).toHaveText([new RegExp(guest.email)])
  await expectAccess(page, { what: 'invitations' })
  const other = await context.browser()?.newPage()
  if (!other) throw new Error('There is no browser.')
  await other.goto(invitation)
  const theirs = new AccountPages(other)
  await expect(theirs.email).toHaveValue(guest.email)
  await expect(theirs.email).toHaveAttribute('readonly')
  await expectAccess(other, { what: 'an invitation' })
  await theirs.firstName.fill('Ada')
  await theirs.lastName.fill('King')
  await theirs.password.fill(guest.password)
  await theirs.confirmPassword.fill(guest.password)
  await theirs.create.click()
  await new LoginPage(other).heading.waitFor()
  await new LoginPage(other).signIn(guest.email, guest.password)
  await expect(other).toHaveURL(`${server.url}/flow-library`)
  // Of the page of administrators there is nothing for others.
  await expect(new AdministrationPage(other).link).toHaveCount(0)
  await other.goto(`${server.url}/admin`)
  await expect(other.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await other.goto(invitation)
  await expect(other.getByRole('heading', { name: 'Invitation Not Found' })).toBeVisible()
  await other.close()

  // Another one is invited by mail, registers without the link, and is approved.
  await page.getByLabel('Send the link by mail').check()
  await page.getByLabel('Email').fill(stranger.email)
  await page.getByRole('button', { name: 'Invite' }).click()
  await toast(`A mail to ${stranger.email} is on its way`)
  await call(server.url, 'POST', '/auth/register', { body: stranger })
  await admin.show('Users')
  await page.getByLabel('Which users').selectOption('Waiting')
  await expect(admin.list('Users')).toHaveText([new RegExp(stranger.email)])
  await (await admin.manage(stranger.email)).getByRole('button', { name: 'Approve' }).click()
  await toast('Account approved')
  await expect(page.getByText('Nobody is found.')).toBeVisible()
  await page.getByLabel('Which users').selectOption('All')
  await page.getByLabel('Search users').fill(stranger.email)
  await expect(admin.list('Users')).toHaveCount(1)

  // What can be done with an account.
  const row = await admin.manage(stranger.email)
  await expectAccess(page, { what: 'users' })
  await row.getByRole('button', { name: 'Disable' }).click()
  await expect(row.getByText('Disabled', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Enable' }).click()
  await expect(row.getByText('Disabled', { exact: true })).toHaveCount(0)
  const [flows, megabytes] = [row.getByLabel('Flows at most'), row.getByLabel('Megabytes at most')]
  await flows.fill('many')
  await megabytes.fill('0.5')
  await row.getByRole('button', { name: 'Set quota' }).click()
  for (const field of [flows, megabytes])
    await expect(field).toHaveAccessibleDescription(/Must be a whole number from 1 to 9999999/)
  await flows.fill('7')
  await megabytes.fill('64')
  await expectAccess(page, { what: 'a quota' })
  await row.getByRole('button', { name: 'Set quota' }).click()
  await toast('Quota changed')
  await page.reload()
  await page.getByLabel('Search users').fill(stranger.email)
  await admin.manage(stranger.email)
  await expect(flows).toHaveValue('7')
  await expect(megabytes).toHaveValue('64')
  await row.getByRole('button', { name: 'Make reset link' }).click()
  expect(await admin.told('Link to reset the password')).toContain(`${server.url}/reset-password?token=`)
  // With a second factor, which another session adds, it is asked first who is there.
  const token = await logIn(server.url, ada)
  const { secret } = await call<{ secret: string }>(server.url, 'POST', '/profile/authenticator', { token })
  const code = totpCode(secret, Date.now() - STEP_MS)
  await call(server.url, 'PUT', '/profile/authenticator', { token, body: { code } })
  await row.getByRole('button', { name: 'Delete …' }).click()
  await page.getByRole('dialog', { name: 'Delete account?' }).getByRole('button', { name: 'Delete account' }).click()
  const { confirmation } = new SecondFactorsPage(page)
  await confirmation.getByLabel('Current password').fill(ada.password)
  await confirmation.getByLabel('Code').fill(totpCode(secret, Date.now()))
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Nobody is found.')).toBeVisible()

  // The server.
  await admin.show('Mail')
  await page.getByRole('button', { name: 'Send a test mail' }).click()
  await toast(`A mail to ${ada.email} is queued`)
  await expect(page.getByText('0 mails waiting')).toBeVisible()
  await admin.show('Experiments')
  await expect(page.getByText('0 running, 0 waiting.')).toBeVisible()
  await admin.show('Storage')
  await expect(admin.list('Largest users of storage').first()).toContainText('Flows 0 bytes')
  await expectAccess(page, { what: 'storage' })
  await admin.show('Settings')
  await expect(page.getByRole('row', { name: /SESSION_IDLE 90m environment/ })).toBeVisible()
  await expectAccess(page, { what: 'settings' })

  // The audit log of all that.
  await admin.show('Audit log')
  await expect(admin.list('Audit log').first()).toContainText('Sent a test mail')
  await page.getByLabel('What').selectOption('Accounts')
  await expect(admin.list('Audit log').first()).toContainText('Added a second factor')
  await page.getByLabel('Address').fill(guest.email)
  await expect(admin.list('Audit log')).toHaveText([/Accepted an invitation/])
  await expectAccess(page, { what: 'the audit log' })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('invitation-accepted')
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Audit log' })).toHaveAttribute('aria-selected', 'true')
  // A link that was used makes nobody an administrator, and is not offered again.
  await page.goto(link)
  const claim = page.getByRole('button', { name: 'Administer This Server' })
  await claim.click()
  await expect(page.getByRole('heading', { name: 'Link Not Valid' })).toBeFocused()
  await expect(claim).toHaveCount(0)
  await page.goto(`${server.url}/admin?tab=audit`)
  // The server ends with the test, and is to have answered before.
  await expect(admin.list('Audit log').first()).toBeVisible()
})
