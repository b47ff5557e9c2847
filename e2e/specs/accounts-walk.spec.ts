import { logIn, newPerson } from '../fixtures/account.ts'
import { call } from '../fixtures/api.ts'
import { expect, test } from '../fixtures/test.ts'
import { AccountPages } from '../pages/accounts.page.ts'
import { LoginPage } from '../pages/login.page.ts'
import { ProfilePage } from '../pages/profile.page.ts'
import { Shell } from '../pages/shell.page.ts'

test.use({ mail: 'smtp', expectedFaults: [/status of (401|403)/] })

test('[UI-60] [UI-61] [UI-63] [UI-64] [UI-54] from registering to a reset password, with mails that a mail server delivers', async ({
  page,
  server,
  mailbox,
}, testInfo) => {
  const pages = new AccountPages(page)
  const login = new LoginPage(page)
  const shell = new Shell(page)
  const person = newPerson()

  await pages.open('/register')
  await pages.register(person)
  await pages.heading('Registration Successful').waitFor()
  await expect(page.getByText(/outbox/)).toBeHidden()
  const welcome = await mailbox.open(person.email)
  expect(welcome.to).toEqual([person.email])

  await login.open()
  await login.signIn(person.email, person.password)
  await expect(pages.heading('Verify your email')).toBeVisible()
  await expect(login.banner).toContainText(person.email)
  await pages.resend.click()
  await page.goto(await mailbox.openLink(person.email))
  await pages.button('Sign In to Your Account').click()
  await login.signIn(person.email, person.password)
  await expect(page).toHaveURL(/\/flow-library$/)

  const otherSession = { token: await logIn(server.url, person) }
  expect((await mailbox.open(person.email)).email.subject).toBe('New login to your account')
  const profile = new ProfilePage(page)
  await profile.openSecurity()
  await profile.changePassword(person.password, 'Nanosecond-31cm')
  await expect(profile.currentPassword).toHaveValue('')
  await expect(call(server.url, 'GET', '/profile', otherSession)).rejects.toThrow('401')
  const notice = await mailbox.open(person.email)
  expect(notice.email.text).not.toContain('Nanosecond')
  await page.reload()
  await expect(profile.firstName).toHaveValue(person.firstName)
  if (testInfo.project.name === 'small') await shell.menuButton.click()
  await shell.logout.click()

  await login.heading.waitFor()
  await pages.link('Forgot password?').click()
  await pages.email.fill(person.email)
  await pages.sendLink.click()
  await pages.heading('Reset Link Sent').waitFor()
  await page.goto(await mailbox.openLink(person.email))
  await pages.choosePassword('Nanosecond-32cm')
  await pages.link('Log in').click()
  await login.signIn(person.email, 'Nanosecond-31cm')
  await expect(login.banner).toHaveText('Invalid email or password.')
  await login.signIn(person.email, 'Nanosecond-32cm')
  await expect(page).toHaveURL(/\/flow-library$/)
})
