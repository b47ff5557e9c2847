import { logIn } from '../fixtures/account.ts'
import { call } from '../fixtures/api.ts'
import { submitTwice } from '../fixtures/submit-twice.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectAccess } from '../pages/access.ts'
import { demo, LoginPage } from '../pages/login.page.ts'
import { ProfilePage } from '../pages/profile.page.ts'
import { Shell } from '../pages/shell.page.ts'

test('[UI-50] [UI-856] the header says whose profile it is and whether the address is verified; the demo account is told that it has no API tokens', async ({
  signedIn,
}) => {
  await new ProfilePage(signedIn).open()
  await expect(signedIn.getByRole('heading', { level: 1 })).toHaveText('Demo Sailor')
  await expect(signedIn.getByText(demo.email)).toBeVisible()
  await expect(signedIn.getByText('Email verified', { exact: true })).toBeVisible()
  await expect(signedIn.getByRole('heading', { name: 'Update Your Profile' })).toBeVisible()

  await new ProfilePage(signedIn).security.click()
  const region = signedIn.getByRole('region', { name: 'API tokens' })
  await expect(region.getByText('and has no API tokens.')).toBeVisible()
  await expect(region.getByRole('button')).toHaveCount(0)

  const data = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', isEmailVerified: false }
  await signedIn.route('**/api/profile', (route) => route.fulfill({ json: { data } }))
  await new ProfilePage(signedIn).open()
  await expect(signedIn.getByText('Email not verified', { exact: true })).toBeVisible()
})

test('[UI-51] [UI-890] [UI-1151] names can be changed once one of them differs, and are then the profile', async ({
  own: page,
}) => {
  const profile = new ProfilePage(page)
  await profile.open()
  await expect(profile.update).toBeDisabled()
  await profile.firstName.fill('Ada')
  await expect(profile.update).toBeEnabled()
  await profile.firstName.fill('Grace')
  await expect(profile.update).toBeDisabled()

  await profile.firstName.fill('Ada')
  await profile.update.click()
  await expect(new Shell(page).toast).toHaveText('Profile updated successfully')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Hopper')
  await expect(profile.update).toBeDisabled()
  await expect(profile.firstName).toBeFocused()
  await page.reload()
  await expect(profile.firstName).toHaveValue('Ada')
  await profile.firstName.fill('Grace')
  await profile.update.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Hopper')
})

test.describe(() => {
  test.use({ expectedFaults: [/status of 400/] })

  test('[UI-52] [UI-53] [UI-54] [UI-79] [UI-891] faults of names and passwords are said, and a password is changed once', async ({
    own: page,
    account,
  }) => {
    test.slow()
    const profile = new ProfilePage(page)
    await test.step('[UI-52] each fault of a name is said at its field', async () => {
      await profile.open()
      const faults = [
        ['A', 'First name must be at least 2 characters long'],
        ['A'.repeat(51), 'First name cannot exceed 50 characters'],
        ['R2D2', 'First name must contain only letters and spaces'],
      ] as const
      for (const [name, message] of faults) {
        await profile.firstName.fill(name)
        await profile.update.click()
        await expect(page.getByText(message)).toBeVisible()
        const lastMessage = message.replace('First', 'Last')
        await profile.firstName.fill('Grace')
        await profile.lastName.fill(name)
        await profile.update.click()
        await expect(page.getByText(lastMessage)).toBeVisible()
      }
    })

    await test.step('[UI-53] a new password is checked before it is sent', async () => {
      const { password } = account
      await profile.openSecurity()
      await expect(page.getByRole('heading', { name: 'Change Your Password' })).toBeVisible()
      await profile.change.click()
      await expect(page.getByText('Current password is required')).toBeVisible()
      await expect(page.getByText('Please confirm your password')).toBeVisible()
      await profile.changePassword(password, 'Short1')
      await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible()
      await profile.changePassword(password, 'lowercase1')
      await expect(
        page.getByText('Password must contain at least one uppercase letter, one lowercase letter, and one number'),
      ).toBeVisible()
      await profile.changePassword(password, 'Waterline2', 'Waterline3')
      await expect(page.getByText("Passwords don't match")).toBeVisible()
    })

    await test.step('[UI-891] a wrong current password is said in a banner, and the session stays', async () => {
      await profile.openSecurity()
      await profile.changePassword('Not-my-password-1', 'Waterline2')
      await expect(profile.banner).toContainText(/incorrect current password/i)
      await profile.banner.getByRole('button', { name: 'Dismiss' }).click()
      await expect(profile.banner).toBeHidden()
      await expect(profile.currentPassword).toHaveValue('Not-my-password-1')
    })

    await test.step('[UI-54] a changed password empties the form', async () => {
      const { password } = account
      const { toast } = new Shell(page)
      await profile.openSecurity()
      for (const [current, next] of [
        [password, 'Waterline2'],
        ['Waterline2', password],
      ] as const) {
        await profile.changePassword(current, next)
        await expect(toast).toHaveText('Password changed successfully')
        await expect(profile.currentPassword).toHaveValue('')
        await expect(profile.newPassword).toHaveValue('')
        await toast.getByRole('button', { name: 'Dismiss' }).click()
        await expect(toast).toBeHidden()
      }
    })

    await test.step('[UI-79] a password that is submitted twice in one moment is changed once', async () => {
      await profile.openSecurity()
      await profile.currentPassword.fill(account.password)
      await profile.newPassword.fill('Nanosecond-31cm')
      await profile.confirmPassword.fill('Nanosecond-31cm')
      let asked = 0
      page.on('request', (request) => {
        if (request.url().endsWith('/change-password')) asked += 1
      })
      await submitTwice(page, page.locator('form').filter({ has: profile.currentPassword }))
      await expect(profile.currentPassword).toHaveValue('')
      await expect(profile.banner).toBeHidden()
      expect(asked).toBe(1)
    })
  })
})

test.describe('answers that are errors', () => {
  test.use({ expectedFaults: [/status of (400|500)/] })

  test('[UI-55] a profile that cannot be loaded says so and links back', async ({ signedIn }) => {
    await signedIn.goto('/flow-library')
    await signedIn.route('**/api/profile', (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }))
    await new Shell(signedIn).link('Profile').click()
    await expect(signedIn.getByRole('heading', { name: 'Failed to load profile' })).toBeVisible()
    await expect(signedIn.getByText('Could not load your profile data. Please try again.')).toBeVisible()
    await signedIn.getByRole('button', { name: 'Try again' }).click()
    await expect(signedIn).toHaveURL(/\/flow-library$/)
  })
})

test('[UI-855] [UI-1202] an API token is made, copied once, used and revoked', async ({
  own: page,
  account: { url },
}) => {
  await new ProfilePage(page).openSecurity()
  const region = page.getByRole('region', { name: 'API tokens' })
  await region.getByRole('button', { name: 'Make API token' }).click()
  await expect(region.getByText('Name is required')).toBeVisible()
  await region.getByLabel('Name').fill('CI')
  await region.getByLabel('It may').selectOption('Read and save flows')
  await region.getByLabel('Works for').selectOption('One week')
  await region.getByRole('button', { name: 'Make API token' }).click()
  const made = region.getByLabel('New API token “CI”')
  await expect(made).toHaveValue(/^plk_/)
  const token = await made.inputValue()
  await expect(region.getByRole('listitem')).toHaveText(/^CIRead and save flows, never used, until /)
  await call(url, 'GET', '/flows', { token })
  await page.reload()
  await new ProfilePage(page).security.click()
  await expect(region.getByRole('listitem')).toHaveText(/last used just now/)
  await expect(made).toHaveCount(0)
  await expectAccess(page)
  await region.getByLabel('Name').fill('Other')
  await region.getByRole('button', { name: 'Make API token' }).click()
  await expect(region.getByRole('listitem')).toHaveCount(2)
  await region.getByRole('button', { name: 'Revoke CI' }).press('Enter')
  await expect(region.getByRole('button', { name: 'Revoke Other' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(region.getByRole('listitem')).toHaveCount(0)
  await expect(region.getByRole('heading', { name: 'API tokens' })).toBeFocused()
  expect((await fetch(`${url}/api/flows`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
})

test.describe('the address and ended sessions', () => {
  test.use({ expectedFaults: [/status of (400|401)/] })

  test('[UI-1045] [UI-1046] [UI-1047] [UI-1048] [UI-1049] the address is changed by both links, and a session that ended says why', async ({
    own: page,
    account,
    mailedLink,
  }) => {
    const profile = new ProfilePage(page)
    const newEmail = `moved.${account.email}`
    await profile.openSecurity()
    const section = page.getByRole('region', { name: 'Email address' })
    await section.getByRole('button', { name: 'Change email address' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change email address' })
    await dialog.getByLabel('New email address').fill(newEmail)
    await dialog.getByLabel('Current password').fill('Wrong-password-1')
    await expectAccess(page)
    await dialog.getByRole('button', { name: 'Send the links' }).click()
    await expect(dialog).toContainText('incorrect current password')
    await dialog.getByLabel('Current password').fill(account.password)
    await dialog.getByRole('button', { name: 'Send the links' }).click()
    await expect(dialog).toBeHidden()
    await expect(section).toContainText(
      `Your address changes to ${newEmail} once you have opened the link in the mails`,
    )

    for (const [address, heading] of [
      [newEmail, 'Email Address Confirmed'],
      [account.email, 'Email Address Confirmed'],
    ] as const) {
      await page.goto(await mailedLink(address))
      await expect(page.getByRole('heading', { name: 'Confirm Your Email Address' })).toBeVisible()
      await page.getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    }
    await page.getByRole('button', { name: 'Go to Profile' }).click()
    await expect(page.getByText(newEmail)).toBeVisible()

    const token = await logIn(account.url, { ...account, email: newEmail })
    await call(account.url, 'DELETE', '/profile/sessions', { token })
    await profile.firstName.fill('Half typed')
    await profile.update.click()
    const login = new LoginPage(page)
    await expect(login.banner).toContainText('Your session has ended: it was ended from another device.')
    await login.signIn(newEmail, account.password)
    await expect(profile.firstName).toHaveValue('Half typed')
    await expect(profile.update).toBeEnabled()
    await profile.security.click()
    const ended = page.getByRole('region', { name: 'Sessions that ended lately' }).getByRole('listitem')
    await expect(ended.first()).toContainText('Logged out from another device')
    await expectAccess(page)
  })
})
