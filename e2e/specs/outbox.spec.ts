import { outboxUrlOf } from '../fixtures/outbox.ts'
import { expect, test } from '../fixtures/test.ts'
import { atBothSizes, expectAccess } from '../pages/access.ts'
import { AccountPages } from '../pages/accounts.page.ts'

test.describe(() => {
  // The letter is a page that may run no script, not even those that look for faults.
  test.use({ expectedFaults: [/Blocked script execution in '[^']*\/api\/outbox\//] })

  test('[UI-67] the stored mails are listed newest first, with links that work', async ({ page, account, server }) => {
    await page.goto(outboxUrlOf(server))
    await expect(page).toHaveURL(/\/outbox$/)
    await expect(page.getByText(/on this machine, because no mail server is set/)).toBeVisible()
    const mails = page.getByRole('article')
    await expect(mails.first()).toContainText(account.email)
    const before = await mails.count()

    const pages = new AccountPages(await page.context().newPage())
    await pages.open('/forgot-password')
    await pages.email.fill(account.email)
    await pages.sendLink.click()
    await expect(pages.link('Open the outbox')).toBeVisible()
    await pages.page.goto(outboxUrlOf(server))
    await expect(pages.page.getByRole('article').first()).toContainText('/reset-password?token=')

    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect.poll(() => mails.count()).toBeGreaterThan(before)
    const newest = mails.first()
    const opening = page.waitForEvent('popup')
    await newest.getByRole('link', { name: /Open as HTML/ }).click()
    const letter = await opening
    await expect(letter).toHaveURL(/\/api\/outbox\//)
    await expect(letter.locator('body')).toContainText('Plimsoll')
    await letter.close()
    await newest.getByRole('link', { name: /reset-password/ }).click()
    await expect(new AccountPages(page).newPassword).toBeVisible()
  })
})

test('[UI-67] an empty outbox says so, in the way of nobody', async ({ page, account, server }) => {
  await page.goto(outboxUrlOf(server))
  await page.getByRole('article').filter({ hasText: account.email }).first().waitFor()
  await atBothSizes(page, () => expectAccess(page))
  await page.route('**/api/outbox', (route) => route.fulfill({ json: { data: [] } }))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No mails yet' })).toBeVisible()
  await atBothSizes(page, () => expectAccess(page))
})

test.describe('without its secret', () => {
  test.use({ expectedFaults: [/status of 403/] })

  test('[UI-905] the outbox is closed, and says what opens it', async ({ page, account, server }) => {
    await page.goto('/outbox')
    await expect(page.getByRole('alert')).toContainText('Read them by the address that the server printed')
    await expect(page.getByRole('article')).toHaveCount(0)
    await atBothSizes(page, () => expectAccess(page))
    await page.goto('/outbox#of-an-earlier-start')
    await expect(page.getByRole('alert')).toBeVisible()
    await page.goto('/')
    await page.goto(outboxUrlOf(server))
    await expect(page.getByRole('article').filter({ hasText: account.email }).first()).toBeVisible()
  })
})

test('[UI-920] [UI-1066] a server that sends no mail says whom to ask, and for what', async ({ page }) => {
  await page.route('**/api/config', (route) =>
    route.fulfill({ json: { data: { brand: 'Plimsoll', demo: null, outbox: null, sendsMail: false } } }),
  )
  const pages = new AccountPages(page)
  await pages.open('/forgot-password')
  await pages.email.fill('nobody@example.com')
  await pages.sendLink.click()
  await expect(pages.heading('Ask Your Administrator')).toBeVisible()
  await expect(page.getByText('This server sends no mail. Ask its administrator')).toBeVisible()
  await expect(page.getByText(/on its way|spam/)).toHaveCount(0)
  await expect(page.getByText(/sent/i)).toHaveCount(0)

  await pages.open('/resend-verification')
  await pages.email.fill('nobody@example.com')
  await pages.resend.click()
  await expect(pages.heading('Ask Your Administrator')).toBeVisible()
  await expect(page.getByText('Ask its administrator to approve your account.')).toBeVisible()
  await expect(pages.resend).toHaveCount(0)
})

test.describe('where mail is sent', () => {
  test.use({ expectedFaults: [/status of 404/] })

  test('[UI-67] there is no outbox, and no page speaks of one', async ({ page }) => {
    await page.route('**/api/config', (route) =>
      route.fulfill({ json: { data: { brand: 'Plimsoll', demo: null, outbox: null } } }),
    )
    await page.route('**/api/outbox', (route) => route.fulfill({ status: 404, json: { message: 'Not found.' } }))
    const pages = new AccountPages(page)
    await pages.open('/forgot-password')
    await pages.email.fill('nobody@example.com')
    await pages.sendLink.click()
    await expect(pages.heading('Reset Link Sent')).toBeVisible()
    await expect(page.getByText(/spam/)).toBeVisible()
    await expect(pages.link('Open the outbox')).toBeHidden()
    await page.goto('/outbox')
    await expect(page).toHaveURL(/\/not-found$/)
  })
})
