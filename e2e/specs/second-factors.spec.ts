import { totpCode } from '../../apps/server/test/support/totp-code.ts'
import { logIn } from '../fixtures/account.ts'
import { call } from '../fixtures/api.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectAccess } from '../pages/access.ts'
import { LoginPage } from '../pages/login.page.ts'
import { ProfilePage } from '../pages/profile.page.ts'
import { addAuthenticator, SecondFactorsPage } from '../pages/second-factors.page.ts'
import { Shell } from '../pages/shell.page.ts'

/**
 * The server takes the codes of the present step and of its neighbours, each step once. A first code is that of now, and the next that of the
 * step after it: whenever a step ends in between, both are still taken.
 */
const STEP_MS = 30_000

test.describe(() => {
  test.use({ expectedFaults: [/status of 403/] })

  test('[UI-1080] [UI-1081] [UI-1082] [UI-1083] [UI-1084] [UI-1085] [UI-1086] [UI-1087] [UI-1112] [UI-1113] [UI-1211] [UI-1213] an account gets passkeys and codes, and is signed in to with them', async ({
    own: page,
    account,
  }) => {
    test.slow()
    const [login, profile, factors, shell] = [
      new LoginPage(page),
      new ProfilePage(page),
      new SecondFactorsPage(page),
      new Shell(page),
    ]
    await addAuthenticator(page)
    // Another session turns an app on, so this one has confirmed nothing of it.
    const token = await logIn(account.url, account)
    const { secret } = await call<{ secret: string }>(account.url, 'POST', '/profile/authenticator', { token })
    const body = { code: totpCode(secret, Date.now()) }
    const { recoveryCodes } = await call<{ recoveryCodes: string[] }>(account.url, 'PUT', '/profile/authenticator', {
      token,
      body,
    })

    await test.step('[UI-1083] [UI-1086] [UI-1112] [UI-1113] a passkey is added once the session has confirmed who is there', async () => {
      await profile.openSecurity()
      await factors.passkeyName.fill('Laptop')
      await factors.addPasskey.click()
      await expect(factors.confirmation.getByLabel('Current password')).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(factors.confirmation).toBeHidden()
      await expect(factors.addPasskey).toBeFocused()
      await page.keyboard.press('Enter')
      await expectAccess(page, { within: '[role=dialog]' })
      await factors.confirmation.getByLabel('Current password').fill(account.password)
      await factors.confirmation.getByLabel('Code').fill('000000')
      await factors.confirmation.getByRole('button', { name: 'Confirm' }).click()
      await expect(factors.confirmation.getByText('This code is wrong, or was used before.')).toBeVisible()
      await factors.confirmation.getByLabel('Code').fill(totpCode(secret, Date.now() + STEP_MS))
      await factors.confirmation.getByRole('button', { name: 'Confirm' }).click()
      await expect(factors.passkeys).toHaveText(/^Laptop.*never used/)
    })

    await test.step('[UI-1085] new recovery codes are shown once', async () => {
      await factors.renewCodes.click()
      await expect(factors.recoveryCodes).toHaveCount(10)
      expect(recoveryCodes).not.toContain(await factors.recoveryCodes.first().textContent())
    })

    await test.step('[UI-1087] the app is turned off by password and code', async () => {
      const recoveryCode = (await factors.recoveryCodes.first().textContent()) ?? ''
      await factors.turnOffApp.click()
      await factors.turningOff.getByLabel('Current password').fill(account.password)
      await factors.turningOff.getByRole('button', { name: 'Turn off' }).click()
      await expect(factors.turningOff.getByText('Enter the code of your authenticator app')).toBeVisible()
      await factors.turningOff.getByLabel('Code').fill(recoveryCode)
      await factors.turningOff.getByRole('button', { name: 'Turn off' }).click()
      await expect(factors.section.getByText('9 recovery codes left')).toBeVisible()
    })

    const own = await test.step('[UI-1084] [UI-1211] and on by the secret', async () => {
      await factors.setUpApp.click()
      await expect(factors.qrCode).toBeVisible()
      await expectAccess(page, { within: 'section' })
      const shown = (await factors.secret.inputValue()).replaceAll(' ', '')
      await factors.code.fill(totpCode(shown, Date.now()))
      await factors.turnOn.click()
      await expect(factors.turnOffApp).toBeFocused()
      await page.reload()
      await profile.security.click()
      await expect(factors.turnOffApp).toBeVisible()
      await expect(factors.recoveryCodes).toHaveCount(0)
      return shown
    })

    await test.step('[UI-1082] [UI-1213] a login asks for a code after the password', async () => {
      await shell.logout.click()
      await login.signIn(account.email, account.password)
      await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
      await expectAccess(page)
      await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
      const code = page.getByLabel('Code')
      await code.fill('000000')
      await code.press('Enter')
      await expect(page.getByText('This code is wrong, or was used before.')).toBeVisible()
      await code.fill(totpCode(own, Date.now() + STEP_MS))
      await code.press('Enter')
      // A logout while the library opens leaves requests without a session, which the console tells.
      await expect(page.getByRole('heading', { name: 'No flows yet' })).toBeVisible()
    })

    await test.step('[UI-1080] [UI-1081] a passkey signs in without address and password, and stays signed in', async () => {
      await shell.logout.click()
      await page.getByLabel('Stay signed in').check()
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await expect(shell.logout).toBeVisible()
      await profile.openSecurity()
      await expect(profile.sessions.filter({ hasText: 'This device' })).toContainText('stays signed in')
      await expect(profile.sessions.filter({ hasText: 'stays signed in' })).toHaveCount(1)
    })

    await test.step('[UI-1083] a passkey is removed', async () => {
      await factors.section.getByRole('button', { name: 'Remove Laptop' }).click()
      await expect(factors.passkeys).toHaveCount(0)
    })
  })
})

test('[UI-1081] [UI-1089] a browser without passkeys is offered none, and a demo has no factors', async ({
  signedIn: page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await new ProfilePage(page).openSecurity()
  const { section, addPasskey, setUpApp } = new SecondFactorsPage(page)
  await expect(section).toContainText('The demo account ends with your visit, and has neither.')
  await expect(addPasskey.or(setUpApp)).toHaveCount(0)
  await new Shell(page).logout.click()
  await expect(new LoginPage(page).submit).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
})

test.describe(() => {
  test.use({ expectedFaults: [/status of 403/] })

  test('[UI-1205] [UI-1213] who turns an app on finds the recovery codes under the focus, and gets in with one of them', async ({
    own: page,
    account,
  }) => {
    const [login, profile, factors, shell] = [
      new LoginPage(page),
      new ProfilePage(page),
      new SecondFactorsPage(page),
      new Shell(page),
    ]
    await profile.openSecurity()
    await factors.setUpApp.click()
    const secret = (await factors.secret.inputValue()).replaceAll(' ', '')
    await factors.code.fill(totpCode(secret, Date.now()))
    await page.keyboard.press('Enter')
    await expect(factors.recoveryCodes).toHaveCount(10)
    await expect(factors.section.getByRole('button', { name: 'Copy recovery codes' })).toBeFocused()
    const code = (await factors.recoveryCodes.first().textContent()) ?? ''
    await shell.logout.click()
    await login.signIn(account.email, account.password)
    await page.getByLabel('Code').fill(code)
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/flow-library$/)
  })

  test('[UI-1210] [UI-1214] nothing of the bin is gone for good before the session has confirmed who is there', async ({
    own: page,
    account,
  }) => {
    const token = await logIn(account.url, account)
    const flow = { name: 'Short-lived', description: 'Here today', nodes: [], edges: [] }
    const { id } = await call<{ id: string }>(account.url, 'POST', '/flows', { token, body: flow })
    await call(account.url, 'DELETE', `/flows/${id}`, { token })
    // Another session turns an app on, so the page's has confirmed nothing of it.
    const { secret } = await call<{ secret: string }>(account.url, 'POST', '/profile/authenticator', { token })
    const body = { code: totpCode(secret, Date.now()) }
    await call(account.url, 'PUT', '/profile/authenticator', { token, body })
    const { confirmation } = new SecondFactorsPage(page)
    await page.goto('/flow-bin')
    await page.getByRole('button', { name: 'Delete now …' }).press('Enter')
    await page.keyboard.press('Enter')
    await confirmation.getByLabel('Current password').fill(account.password)
    await page.keyboard.press('Escape')
    await expect(confirmation).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Short-lived' })).toBeVisible()
    await page.getByRole('button', { name: 'Delete now', exact: true }).press('Enter')
    await confirmation.getByLabel('Current password').fill(account.password)
    await confirmation.getByLabel('Code').fill(totpCode(secret, Date.now() + STEP_MS))
    await confirmation.getByLabel('Code').press('Enter')
    await expect(page.getByRole('heading', { name: 'The bin is empty' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Bin', exact: true })).toBeFocused()
  })
})
