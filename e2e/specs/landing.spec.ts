import { expect, test } from '../fixtures/test.ts'
import { LandingPage } from '../pages/landing.page.ts'
import { Shell } from '../pages/shell.page.ts'

test('[UI-20] an anonymous visitor is invited to start, and told whose page it is', async ({ page }) => {
  const landing = new LandingPage(page)
  await landing.open()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toHaveText(`© ${new Date().getFullYear()} Plimsoll. All rights reserved.`)
  await page.getByRole('link', { name: 'Get Started for Free' }).first().click()
  await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible()
})

test('[UI-20] a signed-in visitor goes on to the library', async ({ signedIn }) => {
  await new LandingPage(signedIn).open()
  await signedIn.getByRole('link', { name: 'Go to Library' }).first().click()
  await expect(signedIn).toHaveURL(/\/flow-library$/)
})

test('[UI-4] [UI-21] [UI-22] [UI-867] [UI-1228] six features, each with a picture; the live ones show the same run, in which the water rises with the users; it all fits a window of 320 px', async ({
  page,
}) => {
  const landing = new LandingPage(page)
  await landing.open()
  await test.step('[UI-22] [UI-867] six features, each with a picture, show a run', async () => {
    await expect(landing.features).toHaveCount(7)
    await expect(page.locator('h2').locator('xpath=preceding-sibling::div')).toHaveCount(6)
    await expect(page.getByText('Database', { exact: true }).last()).toBeAttached()
    await expect.poll(() => landing.figure('Completed requests')).toBeGreaterThan(0)
    await expect.poll(() => landing.figure('Active requests')).toBeGreaterThan(0)
  })

  await test.step('[UI-21] with more users the water rises in the nodes, and more requests are answered', async () => {
    await landing.setUsers(400)
    await expect.poll(() => landing.figure('Requests per second')).toBeGreaterThan(50)
    await expect
      .poll(async () => {
        const deepest = await landing.deepest()
        return deepest > 0 && deepest < 50
      })
      .toBe(true)
    await landing.setUsers(2800)
    await expect.poll(() => landing.deepest()).toBeGreaterThan(70)
    await expect.poll(() => landing.figure('Requests per second')).toBeGreaterThan(400)
    await expect(page.getByText(/2,800 users/)).toBeAttached()
  })

  await test.step('[UI-1228] the cards of the running diagram show all of their texts', async () => {
    for (const width of [1440, 1024, 390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await landing.cutTexts(), `${width} px`).toEqual([])
    }
  })

  await test.step('[UI-4] it fits a window of 320 px', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.getByRole('heading', { name: 'Start from a template' }).scrollIntoViewIfNeeded()
    expect(await new Shell(page).overflow()).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('[UI-21] [UI-22] without users both are at rest', async () => {
    await landing.setUsers(0)
    await expect.poll(() => landing.deepest()).toBe(0)
    await expect.poll(() => landing.figure('Active requests')).toBe(0)
  })
})

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme })

    test('[UI-90] a design under load is shown in the visitor’s colours', async ({ page }) => {
      await new LandingPage(page).open()
      const picture = page.getByRole('img', { name: 'thirty components' })
      await picture.scrollIntoViewIfNeeded()
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1920)
      await expect(picture).toHaveAttribute('src', new RegExp(`marketplace-${colorScheme}`))
    })
  })

test.describe(() => {
  test.use({ expectedFaults: [/net::ERR_FAILED/] })

  test('[UI-23] the page is complete without the engine', async ({ page }) => {
    const landing = new LandingPage(page)
    const refused = page.waitForRequest('**/assets/hero.worker*')
    await page.route('**/assets/hero.worker*', (route) => route.abort())
    await landing.open()
    await refused
    await landing.setUsers(2_000)
    await expect(page.getByText('2,000', { exact: true })).toBeVisible()
    expect(await landing.levels()).toEqual([null, null, null, null, null, null])
  })
})
