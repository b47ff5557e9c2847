import { newPerson } from '../fixtures/account.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectAccess } from '../pages/access.ts'
import { AccountPages } from '../pages/accounts.page.ts'

// These servers have origins of their own.
test.use({ expectedFaults: [/^Request to another origin: http:\/\/localhost:|status of 400/] })

test('[UI-970] where registration is off, the page says so', async ({ page, startOwnServer }) => {
  const server = await startOwnServer({ REGISTRATION: 'off' })
  await page.goto(`${server.url}/register`)
  await expect(page.getByRole('heading', { name: 'Registration Is Off' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create Account' })).toHaveCount(0)
  await expectAccess(page)
  await page.getByRole('button', { name: 'Back to Login' }).click()
  await expect(page).toHaveURL(`${server.url}/login`)
  // The server stops with the test: all that the page asks for is there by then.
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
})

test('[UI-971] where it is for some addresses, the form says for which, and the field of another what is wrong', async ({
  page,
  startOwnServer,
}) => {
  const server = await startOwnServer({ REGISTRATION: 'domains', ALLOWED_DOMAINS: 'harbour.example' })
  await page.goto(`${server.url}/register`)
  await expect(page.getByText('For addresses at harbour.example')).toBeVisible()
  const pages = new AccountPages(page)
  const person = newPerson()
  await pages.register(person)
  await expect.poll(() => pages.fault(pages.email)).toBe('Must be an address at harbour.example.')
  await pages.email.fill('ada@harbour.example')
  await pages.create.click()
  await expect(pages.heading('Registration Successful')).toBeVisible()
})
