import { startOidcProvider } from '../../apps/server/test/support/oidc-provider.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectAccess } from '../pages/access.ts'
import { LoginPage } from '../pages/login.page.ts'
import { ProfilePage } from '../pages/profile.page.ts'

// This server and the provider have origins of their own, and the provider's own page asks for a font.
test.use({
  expectedFaults: [
    /^Request to another origin: http:\/\/(?:localhost|127\.0\.0\.1):|fonts\.googleapis\.com|status of 403/,
  ],
})

test('[UI-1000] [UI-1001] [UI-1002] [UI-1003] [UI-1088] [UI-1121] [UI-1110] [UI-1111] [UI-1232] signs in by a provider, returns to where it was asked for, and out of both', async ({
  page,
  startOwnServer,
}) => {
  const provider = await startOidcProvider()
  const oidc = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
  }
  const server = await startOwnServer({ ...oidc, OIDC_NAME: 'Harbour', OIDC_ONLY: 'on' })
  provider.serve(server.url)

  provider.setPerson(null)
  await test.step('[UI-1232] a tick of the form stays where single sign-on takes its place', async () => {
    let answer = () => {}
    const isTicked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/config', (route) => isTicked.then(() => route.continue()))
    await page.goto(`${server.url}/login`)
    await page.getByLabel('Stay signed in').check()
    answer()
    await expect(page.getByRole('link', { name: 'Continue with Harbour' })).toBeVisible()
    await expect(page.getByLabel('Stay signed in')).toBeChecked()
    await page.unroute('**/api/config')
  })
  await page.goto(`${server.url}/teams`)
  const login = new LoginPage(page)
  const go = page.getByRole('link', { name: 'Continue with Harbour' })
  await expect(go).toBeVisible()
  await expect(login.submit).toHaveCount(0)
  await expectAccess(page)
  await go.click()
  await expect(page.getByRole('heading', { name: 'Sign-in Failed' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('The sign-in was refused or broken off there.')
  await expectAccess(page)
  await page.getByRole('button', { name: 'Back to Login' }).click()

  provider.setPerson({
    sub: 'ada',
    email: 'ada@example.com',
    email_verified: true,
    given_name: 'Ada',
    family_name: 'Hopper',
  })
  await page.goto(`${server.url}/teams`)
  await page.getByLabel('Stay signed in').check()
  const start = page.waitForRequest((request) => request.url().startsWith(`${server.url}/api/auth/oidc/start`))
  await go.click()
  const wish = Object.fromEntries(new URL((await start).url()).searchParams)
  expect(wish).toEqual({ remember: '1', device: expect.stringMatching(/^[\w-]{36}$/) })
  await expect(page).toHaveURL(`${server.url}/teams`)
  await page.goto(`${server.url}/profile`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Hopper')

  const ended = page.waitForRequest((request) => request.url().startsWith(`${provider.issuer}/session/end`))
  await page.getByRole('button', { name: 'Logout' }).click()
  await ended

  await page.waitForURL((url) => url.href.startsWith(`${provider.issuer}/session/end`))

  await test.step('[UI-1088] an account without a password is deleted after a fresh sign-in at the provider', async () => {
    await page.goto(`${server.url}/profile`)
    await page.getByLabel('Stay signed in').check()
    await go.click()
    const profile = new ProfilePage(page)
    const remove = async () => {
      await profile.security.click()
      await expect(profile.deleteAccount).toBeVisible()
      await expect(profile.change.or(page.getByRole('region', { name: 'Email address' }))).toHaveCount(0)
      await profile.deleteAccount.click()
      await profile.dialog.getByRole('button', { name: 'Delete account' }).click()
    }
    await remove()
    await page.getByRole('button', { name: 'Log in again with Harbour' }).click()
    await expect(page).toHaveURL(`${server.url}/profile`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Hopper')
    await profile.security.click()
    await expect(profile.sessions.filter({ hasText: 'This device' })).toContainText('stays signed in')
    await remove()
    await expect(page).toHaveURL(`${server.url}/login`)
    // The page asks the server what it offers; only then may the server end.
    await expect(go).toBeVisible()
  })

  await provider.stop()
})
