import type { Page } from '@playwright/test'
import { newPerson } from '../fixtures/account.ts'
import { expect, test } from '../fixtures/test.ts'
import { atBothSizes, expectAccess } from '../pages/access.ts'
import { AccountPages } from '../pages/accounts.page.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { LibraryPage } from '../pages/library.page.ts'
import { LoginPage } from '../pages/login.page.ts'
import { ProfilePage } from '../pages/profile.page.ts'
import { Shell } from '../pages/shell.page.ts'

const signedInPages = ['/flow-library', '/flow-editor', '/profile']

/** In both schemes and at both sizes nothing serious for axe, and nothing wider than the window. */
const checkScreen = (page: Page, screen: string) =>
  atBothSizes(page, async () => {
    await expectAccess(page, { what: screen, seriousOnly: true })
    expect(await new Shell(page).overflow(), `${screen} fits the window`).toBe(0)
  })

test('[UI-3] [UI-4] [UI-1031] no screen breaks the content security policy or keeps anyone out', async ({ page }) => {
  const check = (screen: string) => checkScreen(page, screen)
  const login = new LoginPage(page)
  const profile = new ProfilePage(page)

  await page.goto('/')
  await page.getByRole('heading', { name: 'Start from a template' }).waitFor()
  await check('landing')
  await page.goto('/nowhere')
  await page.getByText('404').waitFor()
  await check('not found')
  await login.open()
  await login.signIn('nobody', '')
  await page.getByText('Password is required').waitFor()
  await check('login with faults')
  await login.signIn()
  await new LibraryPage(page).entries.first().waitFor()
  await check('library with a toast')
  const shell = new Shell(page)
  await atBothSizes(page, async () => {
    await expect(shell.who).toHaveText('Demo SailorDemo')
    await expect(shell.who).toBeInViewport({ ratio: 1 })
    expect(await shell.overflow()).toBe(0)
    if (!(await shell.menuButton.isVisible())) return
    await shell.menuButton.click()
    await expectAccess(page, { what: 'menu', seriousOnly: true })
    expect(await shell.overflow(), 'menu fits the window').toBe(0)
  })
  await profile.open()
  await check('profile')
  await profile.security.click()
  await profile.change.click()
  await check('security with faults')
})

test('[UI-3] [UI-4] nor does any page around login, whatever has come of it', async ({ page }) => {
  const check = (screen: string) => checkScreen(page, screen)
  const pages = new AccountPages(page)
  await pages.open('/register')
  await pages.create.click()
  await pages.password.fill('Password1')
  await pages.strength.waitFor()
  await check('register with faults')
  await pages.register(newPerson())
  await pages.heading('Registration Successful').waitFor()
  await check('registered')
  await pages.open('/verify-email')
  await check('verify without a token')
  await pages.open('/resend-verification')
  await check('resend')
  await pages.open('/forgot-password')
  await check('forgot')
  await pages.email.fill('nobody@example.com')
  await pages.sendLink.click()
  await pages.heading('Reset Link Sent').waitFor()
  await check('forgot, sent')
  await pages.open('/reset-password')
  await check('reset without a token')
  await pages.open('/reset-password?token=any')
  await pages.reset.click()
  await check('reset with faults')
})

test.describe(() => {
  test.use({ expectedFaults: [/net::ERR_FAILED/] })

  test('[UI-1] [UI-350] [UI-351] [UI-352] the scheme is the system’s until the visitor chooses, and set before anything is painted', async ({
    page,
  }) => {
    const shell = new Shell(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto('/')
    expect(await shell.scheme()).toBe('dark')
    await page.unroute('**/assets/*.js')

    await page.goto('/')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => shell.scheme()).toBe('light')
    await shell.theme.click()
    expect(await shell.scheme()).toBe('dark')
    await page.reload()
    await expect(shell.theme).toHaveAccessibleName('Theme: dark')
    expect(await shell.scheme()).toBe('dark')

    const otherTab = await page.context().newPage()
    await otherTab.goto('/login')
    await otherTab.getByRole('button', { name: 'Theme: dark' }).click()
    await otherTab.getByRole('button', { name: 'Theme: light' }).click()
    await expect(shell.theme).toHaveAccessibleName('Theme: system')
    await expect.poll(() => shell.scheme()).toBe('light')
  })
})

test.describe(() => {
  test.use({ expectedFaults: [/net::ERR_FAILED|dynamically imported module/] })

  test('[UI-19] [UI-864] a screen that fails offers to try again, and the rest of the page stays', async ({
    signedIn,
  }) => {
    const shell = new Shell(signedIn)
    await signedIn.goto('/profile')
    await signedIn.route('**/assets/library.route*', (route) => route.abort())
    await shell.link('Flow Library').click()
    await expect(signedIn.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await expect(signedIn.getByText("We're sorry, but there was an error displaying this content.")).toBeVisible()
    await expect(shell.link('Profile')).toBeVisible()
    await signedIn.unroute('**/assets/library.route*')
    await signedIn.getByRole('button', { name: 'Try again' }).click()
    await expect(new LibraryPage(signedIn).heading).toBeVisible()
  })

  test('[UI-76] Logout needs nothing that may not arrive; the work that it cannot ask about waits for its user', async ({
    own: page,
    account,
  }) => {
    await page.route('**/assets/logout-question*', (route) => route.abort())
    const known = page.waitForResponse('**/api/profile')
    const editor = await EditorPage.open(page)
    await (await known).finished()
    await editor.entry('Server').press('Enter')
    await expect(editor.nodes).toHaveCount(1)
    await new Shell(page).logout.click()
    const login = new LoginPage(page)
    await expect(login.heading).toBeVisible()
    expect(await new Shell(page).storedSession()).toMatchObject({ state: { isAuthenticated: false, token: null } })
    await login.signIn(account.email, account.password)
    await new Shell(page).link('Flow Editor').click()
    await expect(editor.nodes).toHaveCount(1)
  })
})

test('[UI-10] [UI-11] [UI-5] [UI-862] [UI-1225] every page is reached by the top bar, has its Logout within reach and fits a window of 320 px', async ({
  signedIn,
}) => {
  test.slow()
  const shell = new Shell(signedIn)
  await test.step('[UI-10] [UI-862] unknown addresses lead to the page that says so, the dashboard to the library', async () => {
    await signedIn.goto('/no/such/page')
    await expect(signedIn).toHaveURL(/\/not-found$/)
    await expect(signedIn.getByText('404', { exact: true })).toBeVisible()
    await expect(signedIn.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await expect(signedIn.getByText("The page you are looking for doesn't exist or has been moved.")).toBeVisible()
    await signedIn.getByRole('link', { name: 'Return to Home' }).click()
    await expect(signedIn).toHaveURL(/:\d+\/$/)
    await signedIn.goto('/dashboard')
    await expect(signedIn).toHaveURL(/\/flow-library$/)
  })

  await test.step('[UI-11] the top bar links to every page and marks the current one', async () => {
    await signedIn.goto('/')
    for (const [name, path] of [
      ['Flow Library', '/flow-library'],
      ['Flow Editor', '/flow-editor'],
      ['Profile', '/profile'],
    ] as const) {
      await shell.link(name).click()
      await expect(signedIn).toHaveURL(new RegExp(`${path}$`))
      await expect(shell.link(name)).toHaveAttribute('aria-current', 'page')
    }
    await shell.link('Plimsoll').click()
    await expect(signedIn).toHaveURL(/:\d+\/$/)
  })

  await test.step('[UI-1225] its names are not broken over two lines, as at a zoom of 200 %', async () => {
    await signedIn.setViewportSize({ width: 720, height: 450 })
    await signedIn.goto('/profile')
    await expect(shell.logout).toBeInViewport({ ratio: 1 })
    const rows = (link: Element) => {
      const text = document.createRange()
      text.selectNodeContents(link)
      return new Set([...text.getClientRects()].map(({ top }) => top)).size
    }
    for (const name of ['Flow Library', 'Flow Editor', 'Profile'])
      expect(await shell.link(name).evaluate(rows), name).toBe(1)
    expect(await shell.overflow()).toBe(0)
    await signedIn.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('[UI-11] a page gone to takes the focus and begins at its top', async () => {
    await signedIn.goto('/')
    await signedIn.getByRole('heading', { name: 'Start from a template' }).scrollIntoViewIfNeeded()
    const place = await signedIn.evaluate(() => scrollY)
    expect(place).toBeGreaterThan(200)
    await shell.link('Flow Library').click()
    await new LibraryPage(signedIn).entries.first().waitFor()
    await expect.poll(() => signedIn.evaluate(() => [document.activeElement?.id, scrollY])).toEqual(['content', 0])
    await signedIn.keyboard.press('Tab')
    await expect(signedIn.getByRole('link', { name: 'Teams', exact: true })).toBeFocused()
  })

  await test.step('[UI-5] every signed-in page has its Logout within reach and fits a window of 320 px', async () => {
    for (const path of signedInPages) {
      await signedIn.goto(path)
      await signedIn.setViewportSize({ width: 1440, height: 900 })
      await expect(shell.logout).toBeVisible()
      await signedIn.setViewportSize({ width: 320, height: 640 })
      await shell.menuButton.click()
      await expect(shell.logout).toBeInViewport()
      expect(await shell.overflow()).toBe(0)
    }
  })
})

test('[UI-12] on a small screen the pages fold into a menu', { tag: '@small' }, async ({ signedIn }) => {
  const shell = new Shell(signedIn)
  await signedIn.goto('/flow-library')
  await expect(shell.link('Profile')).toBeHidden()
  await shell.menuButton.click()
  await expect(shell.menuButton).toHaveAttribute('aria-expanded', 'true')
  await expect(shell.link('Flow Library')).toBeVisible()
  await expect(shell.logout).toBeVisible()
  await signedIn.keyboard.press('Escape')
  await expect(shell.link('Profile')).toBeHidden()
  await expect(shell.menuButton).toBeFocused()

  await shell.menuButton.click()
  await new LibraryPage(signedIn).heading.tap({ position: { x: 10, y: 30 }, force: true })
  await expect(shell.link('Profile')).toBeHidden()

  await shell.menuButton.click()
  await shell.link('Profile').click()
  await expect(signedIn).toHaveURL(/\/profile$/)
  await expect(shell.link('Profile')).toBeHidden()
})

test('[UI-6] under reduced motion nothing moves by itself', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await page.getByRole('heading', { name: 'Start from a template' }).waitFor()
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) => {
      const { transitionDuration, animationName, display } = getComputedStyle(element)
      const still = transitionDuration.split(', ').every((time) => time === '0s') && animationName === 'none'
      return still && (element.tagName !== 'CANVAS' || display === 'none') ? [] : [element.outerHTML.slice(0, 120)]
    }),
  )
  expect(moving).toEqual([])
})

test('[UI-18] toasts are at the bottom right and disappear after five seconds', async ({ page }) => {
  const { toast } = new Shell(page)
  const login = new LoginPage(page)
  await page.clock.install()
  await login.open()
  await page.clock.pauseAt(Date.now() + 60_000)
  await login.signIn()
  await toast.waitFor()
  const box = await toast.boundingBox()
  expect(box?.x).toBeGreaterThan(720)
  expect(box?.y).toBeGreaterThan(700)
  await page.clock.runFor(4_900)
  await expect(toast).toBeVisible()
  // And what it takes to move out.
  await page.clock.runFor(1_000)
  await expect(toast).toHaveCount(0)
})
