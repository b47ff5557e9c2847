import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { logIn } from '../fixtures/account.ts'
import { Api } from '../fixtures/api.ts'
import { startServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'
import { LIBRARY, LibraryPage } from '../pages/library.page.ts'
import { demo, LoginPage } from '../pages/login.page.ts'
import { ProfilePage } from '../pages/profile.page.ts'
import { Shell } from '../pages/shell.page.ts'

const stored = (state: unknown, version: unknown = 0) => JSON.stringify({ state, version })

/** What may stand in local storage instead of a session: some of each sort; the unit test has more. */
const DAMAGED = [
  ...['{', stored({ isAuthenticated: true, token: 'x'.repeat(4_000_000) })],
  stored({ isAuthenticated: true, token: 'any' }, 99),
]

test('[UI-13] [UI-863] [REL-SE2] Logout ends the session in the browser and on the server', {
  tag: '@postgres',
}, async ({ signedIn, api }) => {
  const shell = new Shell(signedIn)
  await new ProfilePage(signedIn).open()
  const ended = signedIn.waitForResponse('**/api/auth/logout')
  await shell.logout.click()
  await expect(signedIn).toHaveURL(/\/login$/)
  expect((await ended).status()).toBe(200)
  expect(await shell.storedSession()).toEqual({ state: { isAuthenticated: false, token: null }, version: 0 })
  await expect(api.flows()).rejects.toThrow('401')

  await new LoginPage(signedIn).signIn()
  await expect(signedIn).toHaveURL(/\/flow-library$/)
})

test.describe(() => {
  test.use({ expectedFaults: [/net::ERR_FAILED/] })

  test('[UI-13] [REL-SE2] Logout works while the server does not', async ({ signedIn }) => {
    await signedIn.goto('/flow-library')
    await signedIn.route('**/api/**', (route) => route.abort())
    await new Shell(signedIn).logout.click()
    await expect(new LoginPage(signedIn).heading).toBeVisible()
    expect(await new Shell(signedIn).storedSession()).toMatchObject({ state: { token: null } })
  })
})

test('[REL-SE9] nothing of one session is shown to the next, neither the document nor by going back', async ({
  signedIn,
  api,
}) => {
  await api.createFlow({ name: 'Private plans' })
  const library = new LibraryPage(signedIn)
  const shell = new Shell(signedIn)
  await test.step('nothing is shown by going back', async () => {
    await library.open()
    await expect(library.entry('Private plans')).toBeVisible()
    await shell.logout.click()
    const login = new LoginPage(signedIn)
    await login.heading.waitFor()
    await signedIn.goBack()
    await expect(login.heading).toBeVisible()
    await expect(library.entries).toHaveCount(0)

    await signedIn.route(LIBRARY, () => {})
    await login.signIn()
    await expect(library.spinner).toBeVisible()
    await expect(library.entries).toHaveCount(0)
  })

  await signedIn.unroute(LIBRARY)
  await test.step('who signs in next does not see the document', async () => {
    const nodes = signedIn.locator('[role=group][data-id]')
    await library.open()
    await library.load('Three-tier web shop').click()
    await expect(nodes).not.toHaveCount(0)
    await shell.logout.click()
    await new LoginPage(signedIn).signIn()
    await library.heading.waitFor()
    await shell.link('Flow Editor').click()
    await signedIn.getByRole('region', { name: 'Canvas' }).waitFor()
    await expect(nodes).toHaveCount(0)
  })
})

test('[UI-15] [REL-SE10] a sign-out in one tab reaches the others, and so does a sign-in', async ({ signedIn }) => {
  const [one, other] = [signedIn, await signedIn.context().newPage()]
  await one.goto('/flow-library')
  await other.goto('/profile')
  await new Shell(other).logout.waitFor()
  await new Shell(one).logout.click()
  await expect(new Shell(other).logout).toBeHidden()
  await expect(new LoginPage(other).heading).toBeVisible()
  await new LoginPage(one).signIn()
  await expect(other).toHaveURL(/\/profile$/)
})

test.describe('answers of 401', () => {
  test.use({ expectedFaults: [/status of 401/] })

  test('[UI-16] [UI-342] an answer of 401 ends the session; login says so and returns to the page', async ({
    signedIn,
  }) => {
    await signedIn.route('**/api/profile', (route) => route.fulfill({ status: 401, json: { message: 'Over' } }))
    await signedIn.goto('/profile')
    const login = new LoginPage(signedIn)
    await expect(login.heading).toBeVisible()
    await expect(login.banner).toContainText('Your session has ended.')
    expect(await new Shell(signedIn).storedSession()).toMatchObject({ state: { token: null } })
    await signedIn.unroute('**/api/profile')
    await login.signIn()
    await expect(new ProfilePage(signedIn).firstName).toBeVisible()
  })

  test('[UI-16] [REL-SE10] an answer of 401 to an earlier session leaves the present one alone', async ({
    signedIn,
    api,
  }) => {
    const { token } = await Api.signIn(api.url)
    const held = Promise.withResolvers<void>()
    const profile = new ProfilePage(signedIn)
    await signedIn.route('**/api/profile', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      await held.promise
      return route.fulfill({ status: 401, json: { message: 'Over' } })
    })
    await profile.open()
    await profile.firstName.fill('Late')
    const answered = signedIn.waitForResponse((response) => response.status() === 401)
    const asked = signedIn.waitForRequest((request) => request.method() === 'PUT')
    await profile.update.click()
    await asked

    const otherTab = await signedIn.context().newPage()
    await otherTab.goto('/')
    const followed = signedIn.waitForResponse('**/api/profile')
    await otherTab.evaluate((renewed) => {
      const state = { isAuthenticated: true, token: renewed }
      localStorage.setItem('auth-storage', JSON.stringify({ state, version: 0 }))
    }, token)
    expect((await followed).status()).toBe(200)
    held.resolve()
    await (await answered).finished()
    await signedIn.reload()
    await expect(profile.firstName).toHaveValue('Demo')
    expect(await new Shell(signedIn).storedSession()).toMatchObject({ state: { isAuthenticated: true, token } })
  })
})

test.describe(() => {
  test.use({ expectedFaults: [/State loaded from storage couldn't be migrated/] })

  test('[UI-14] [REL-SE10] a damaged session leads to the login page', async ({ page }) => {
    const login = new LoginPage(page)
    await login.open()
    for (const damaged of DAMAGED) {
      await page.evaluate((text) => localStorage.setItem('auth-storage', text), damaged)
      await page.goto('/flow-library')
      await expect(login.heading, damaged.slice(0, 60)).toBeVisible()
    }
  })
})

test.describe('a server that is killed and comes back', () => {
  // Whatever the page asks for while the server is away.
  test.use({
    expectedFaults: [
      /Request to another origin|ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE)/,
    ],
  })

  test('[REL-CL5] logs nobody out', async ({ page }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'plimsoll-e2e-'))
    const killed = await startServer({ dataDir })
    const token = await logIn(killed.url, demo)
    await page.goto(killed.url)
    await page.evaluate((text) => localStorage.setItem('auth-storage', text), stored({ isAuthenticated: true, token }))
    const profile = new ProfilePage(page)
    await page.goto(`${killed.url}/flow-library`)
    await new LibraryPage(page).entries.first().waitFor()
    await killed.kill()
    const restarted = await startServer({ dataDir, env: { PORT: new URL(killed.url).port } })
    await new Shell(page).link('Profile').click()
    await expect(profile.firstName).toHaveValue('Demo')
    await page.reload()
    await expect(profile.firstName).toHaveValue('Demo')
    await restarted.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
})
