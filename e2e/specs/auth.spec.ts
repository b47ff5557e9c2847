import { expect, test } from '../fixtures/test.ts'
import { holdTimeout } from '../fixtures/timeout.ts'
import { LibraryPage } from '../pages/library.page.ts'
import { demo, LoginPage } from '../pages/login.page.ts'
import { Shell } from '../pages/shell.page.ts'

const answer = (status: number, body: unknown) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(body),
})

test('[UI-30] in demo mode the form is filled with the demo account, which signs in', async ({ page }) => {
  const login = new LoginPage(page)
  await login.open()
  await expect(page.getByText('Sign in to your account')).toBeVisible()
  await expect(login.email).toHaveValue(demo.email)
  await expect(login.password).toHaveValue(demo.password)
  await login.submit.click()
  await expect(page).toHaveURL(/\/flow-library$/)
  await expect(new Shell(page).toast).toHaveText('Logged in successfully!')
})

test('[UI-30] what is typed before the answer comes stays', async ({ page }) => {
  const login = new LoginPage(page)
  const asked = Promise.withResolvers<void>()
  await page.route('**/api/config', async (route) => {
    await asked.promise
    await route.continue()
  })
  await login.open()
  await login.email.fill('me@example.com')
  const answered = page.waitForResponse('**/api/config')
  asked.resolve()
  await (await answered).finished()
  await expect(login.email).toHaveValue('me@example.com')
  await expect(login.password).toHaveValue('')
})

test('[UI-868] who is in a field when the answer comes types over it', async ({ page }) => {
  const login = new LoginPage(page)
  const asked = Promise.withResolvers<void>()
  await page.route('**/api/config', async (route) => {
    await asked.promise
    await route.continue()
  })
  await login.open()
  await login.email.focus()
  asked.resolve()
  await expect(login.email).toHaveValue(demo.email)
  await page.keyboard.type('me@example.com')
  await expect(login.email).toHaveValue('me@example.com')
})

test.describe('answers that are errors', () => {
  test.use({ expectedFaults: [/status of (400|401|403|429|500)|net::ERR_FAILED/] })

  test('[UI-17] [UI-31] [UI-32] [UI-33] [UI-1030] [UI-1140] [UI-34] [UI-353] [UI-354] [UI-355] [UI-869] the form masks the password and says every fault where it belongs', async ({
    page,
  }) => {
    test.slow()
    const login = new LoginPage(page)
    await login.open()
    await test.step('[UI-31] faults show at their fields before anything is sent', async () => {
      await expect(login.email).toHaveValue(demo.email)
      await login.signIn('', '')
      await expect(page.getByText('Email is required')).toBeVisible()
      await expect(page.getByText('Password is required')).toBeVisible()
      await login.signIn('nobody', 'short')
      await expect(page.getByText('Please enter a valid email address')).toBeVisible()
      await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
    })

    await test.step('[UI-34] the password is masked, can be shown, and is known to password managers', async () => {
      await expect(login.password).toHaveAttribute('type', 'password')
      await expect(login.password).toHaveAttribute('autocomplete', 'current-password')
      await expect(login.email).toHaveAttribute('autocomplete', 'username')
      await page.getByRole('button', { name: 'Show characters' }).press('Enter')
      await expect(login.password).toHaveAttribute('type', 'text')
    })

    await test.step('[UI-32] [UI-1140] wrong credentials are said in a banner that can be closed', async () => {
      await login.signIn('nobody@example.com', 'Wrong-password-1')
      await expect(login.banner).toHaveText('Invalid email or password.')
      await expect(page.getByRole('button', { name: 'Sign In' })).toBeFocused()
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await expect(login.banner).toBeHidden()
      await expect(login.email).toHaveValue('nobody@example.com')
    })

    await test.step(`[UI-354] [UI-355] [UI-869] the server's field errors stand at their fields, its other messages in the banner`, async () => {
      await page.route('**/api/auth/login', (route) =>
        route.fulfill(answer(400, { message: 'Some fields need your attention.', errors: { email: 'Not this one' } })),
      )
      await login.signIn()
      await expect(page.getByText('Not this one')).toBeVisible()
      await expect(login.banner).toBeHidden()
      await page.route('**/api/auth/login', (route) => route.fulfill(answer(429, { message: 'Wait a minute.' })))
      await login.signIn()
      await expect(login.banner).toHaveText('Wait a minute.')
      await page.unroute('**/api/auth/login')
    })

    await test.step('[UI-17] [UI-353] a server that cannot be reached is told from one that answers too late', async () => {
      await page.route('**/api/auth/login', (route) => route.abort())
      await login.signIn()
      await expect(login.banner).toHaveText('Could not connect to server')
      await page.unroute('**/api/auth/login')
      await page.route('**/api/auth/login', () => {})
      const runOut = await holdTimeout(page)
      await login.signIn()
      await expect(login.submit).toBeDisabled()
      expect(await runOut()).toBe(15_000)
      await expect(login.banner).toHaveText('Request timed out')
      await expect(login.submit).toBeEnabled()
      await page.unroute('**/api/auth/login')
    })

    await test.step('[UI-33] [UI-1030] an unverified address gets a view of its own, and a way back', async () => {
      await page.route('**/api/auth/login', (route) =>
        route.fulfill(answer(403, { message: 'Your email is not verified yet.' })),
      )
      await login.signIn('new@example.com')
      await expect(login.banner).toContainText('Your email is not verified yet.')
      await expect(login.banner).toContainText('new@example.com')
      await page.route('**/api/auth/resend-verification', (route) => route.fulfill(answer(200, { message: 'Sent.' })))
      await page.getByRole('button', { name: 'Resend Verification Email' }).click()
      await expect(new Shell(page).toast).toHaveText('Verification email sent successfully!')
      await page.route('**/api/auth/resend-verification', (route) =>
        route.fulfill(answer(200, { message: 'This address is already verified.' })),
      )
      await page.getByRole('button', { name: 'Resend Verification Email' }).click()
      await page.getByRole('button', { name: 'Go to Login' }).click()
      await expect(login.heading).toBeVisible()
      await login.signIn('new@example.com')
      await page.getByRole('button', { name: 'Back to Login' }).click()
      await expect(login.heading).toBeVisible()
      await expect(login.email).toHaveValue('')
      await page.getByRole('link', { name: 'Forgot password?' }).click()
      await page.getByRole('link', { name: 'Back to Login' }).click()
      await expect(login.heading).toBeVisible()
      await expect(login.email).toHaveValue('')
      await login.open()
      await expect(login.email).toHaveValue(demo.email)
    })
  })
})

test('[UI-7] [UI-318] a visitor is redirected to login, and after that to the page asked for', async ({ page }) => {
  await page.goto('/')
  await page.goto('/profile?from=mail#names')
  const login = new LoginPage(page)
  await expect(login.heading).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await login.signIn()
  await expect(page).toHaveURL(/\/profile\?from=mail#names$/)
  await page.goBack()
  await expect(page).toHaveURL(/:\d+\/$/)
})

test('[UI-319] [UI-8] [UI-861] [REL-WB5] the page asked for is opened also by way of the other account pages, and no other address is taken for it', async ({
  page,
}) => {
  await page.goto('/flow-editor?from=mail')
  const login = new LoginPage(page)
  const main = page.getByRole('main')
  await login.heading.waitFor()
  for (const name of ['Forgot password?', 'Resend verification email', 'Register']) {
    await main.getByRole('link', { name }).click()
    await main.getByRole('link', { name: /^(Back to Login|Login)$/ }).click()
    await login.heading.waitFor()
  }
  await login.signIn()
  await expect(page).toHaveURL(/\/flow-editor\?from=mail$/)
  // One of each sort: a test of the function that decides has them all.
  for (const from of [undefined, '//evil.test/profile', 'javascript:alert(1)', '/login']) {
    const loggedOut = page.waitForResponse('**/api/auth/logout')
    await new Shell(page).logout.click()
    await login.heading.waitFor()
    // A reload would break off the request that ends the session.
    await loggedOut
    if (from !== undefined) {
      await page.evaluate((usr) => history.replaceState({ usr: { from: usr } }, ''), from)
      await page.reload()
    }
    await login.signIn()
    await expect(page, from).toHaveURL(/:\d+\/flow-library$/)
    await new LibraryPage(page).entries.first().waitFor()
  }
})

test('[UI-9] who is signed in has no business on the login page', async ({ signedIn }) => {
  await signedIn.goto('/login')
  await expect(signedIn).toHaveURL(/\/flow-library$/)
})
