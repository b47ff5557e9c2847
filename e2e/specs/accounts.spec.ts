import type { Page } from '@playwright/test'
import { newPerson } from '../fixtures/account.ts'
import { call } from '../fixtures/api.ts'
import { outboxUrlOf } from '../fixtures/outbox.ts'
import { submitTwice } from '../fixtures/submit-twice.ts'
import { expect, test } from '../fixtures/test.ts'
import { AccountPages } from '../pages/accounts.page.ts'
import { LoginPage } from '../pages/login.page.ts'
import { Shell } from '../pages/shell.page.ts'

const TOO_LONG = `A${'a'.repeat(256)}1`
const MIX = 'Password must contain at least one uppercase letter, one lowercase letter, and one number'

function answerWith(page: Page, path: string, status: number, body: unknown): Promise<unknown> {
  return page.route(`**/api/auth/${path}*`, (route) => route.fulfill({ status, json: body }))
}

test.describe('registering', () => {
  test.use({ expectedFaults: [/status of (400|500)/] })

  test('[UI-60] what follows names the address, says where the mail is, and sends it again', async ({
    page,
    server,
  }) => {
    const pages = new AccountPages(page)
    const { toast } = new Shell(page)
    const person = newPerson()
    await pages.open('/register')
    await expect(pages.heading('Create Account')).toBeVisible()
    await expect(page.getByText(/at least 8 characters with uppercase, lowercase and numbers/i)).toBeVisible()
    const held = Promise.withResolvers<void>()
    await page.route('**/registered-*.js', (route) => held.promise.then(() => route.continue()))
    await pages.register(person)
    await expect(toast).toHaveText('Registration successful, please check your email')
    // Under the pointer it stays, however long the rest takes to load.
    await toast.hover()
    await expect(pages.heading('Create Account'), 'the form stays until what follows it is loaded').toBeVisible()
    held.resolve()
    await expect(pages.heading('Registration Successful')).toBeVisible()
    await expect(pages.heading('Registration Successful')).toBeFocused()
    await expect(page.getByText(person.email)).toBeVisible()
    await expect(toast).toHaveText('Registration successful, please check your email')
    await pages.resend.click()
    await expect(toast.filter({ hasText: 'Verification email sent successfully!' })).toBeVisible()
    await expect(pages.link('Open the outbox')).toBeVisible()
    await page.goto(outboxUrlOf(server))
    await expect(page.getByRole('article')).not.toHaveCount(0)
  })

  test('[UI-60] [UI-1191] [REL-AU5] [UI-62] each fault is said at its field or in a banner, and passwords are masked', async ({
    page,
    account,
  }) => {
    test.slow()
    const pages = new AccountPages(page)
    await test.step('[UI-60] each fault is said at its field', async () => {
      await pages.open('/register')
      await pages.create.click()
      for (const [field, message] of [
        [pages.firstName, 'First name is required'],
        [pages.lastName, 'Last name is required'],
        [pages.email, 'Email is required'],
        [pages.password, 'Password is required'],
        [pages.confirmPassword, 'Please confirm your password'],
      ] as const) {
        await expect.poll(() => pages.fault(field)).toBe(message)
        await expect(field).toHaveAttribute('aria-invalid', 'true')
      }

      const right = newPerson()
      for (const [change, field, message] of [
        [{ firstName: 'A'.repeat(51) }, pages.firstName, 'First name cannot exceed 50 characters'],
        [{ lastName: 'A'.repeat(51) }, pages.lastName, 'Last name cannot exceed 50 characters'],
        [{ email: 'grace@' }, pages.email, 'Please enter a valid email address'],
        [{ password: 'Abcdef1' }, pages.password, 'Password must be at least 8 characters'],
        [{ password: 'abcdefg1' }, pages.password, MIX],
        [{ password: 'ABCDEFG1' }, pages.password, MIX],
        [{ password: 'Abcdefgh' }, pages.password, MIX],
        [{ password: TOO_LONG }, pages.password, 'Password cannot exceed 256 characters'],
      ] as const) {
        await pages.register({ ...right, ...change })
        await expect.poll(() => pages.fault(field), message).toBe(message)
      }
      await pages.register(right, 'Another-1')
      await expect.poll(() => pages.fault(pages.confirmPassword)).toBe('Passwords do not match')
      await expect(pages.heading('Create Account')).toBeVisible()
    })

    await test.step('[REL-AU5] passwords are masked, known to password managers, and can be pasted', async () => {
      await pages.open('/register')
      for (const field of [pages.password, pages.confirmPassword]) {
        await expect(field).toHaveAttribute('type', 'password')
        await expect(field).toHaveAttribute('autocomplete', 'new-password')
        await field.evaluate((input) => {
          const clipboardData = new DataTransfer()
          clipboardData.setData('text', 'Pasted-Passw0rd')
          const isAllowed = input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }))
          if (!isAllowed) throw new Error('The page refuses to paste.')
        })
      }
      await pages.email.fill('Pasted-Passw0rd')
      await pages.email.selectText()
      await pages.email.press('Control+c')
      await pages.password.press('Control+v')
      await expect(pages.password).toHaveValue('Pasted-Passw0rd')
    })

    await test.step('[UI-62] a mail that cannot be sent again is said, and can be tried again', async () => {
      await pages.open('/register')
      await pages.register(newPerson())
      await answerWith(page, 'resend-verification', 500, { message: 'Broken' })
      await pages.resend.click()
      await expect(pages.alert).toHaveText('Failed to send verification email. Please try again later.')
      await page.unroute('**/api/auth/resend-verification*')
      await pages.resend.click()
      await expect(pages.alert).toBeHidden()
    })

    await test.step('[UI-60] an address in use is said in a banner, a fault that the server finds at its field', async () => {
      await pages.open('/register')
      await pages.register(account)
      await expect(pages.alert).toContainText(/user already exists/i)
      await pages.button('Dismiss').click()
      await expect(pages.alert).toBeHidden()
      await answerWith(page, 'register', 400, { message: 'Some fields', errors: { lastName: 'Not this one' } })
      await pages.register(account)
      await expect.poll(() => pages.fault(pages.lastName)).toBe('Not this one')
      await expect(pages.alert).toBeHidden()
    })
  })
})

test.describe('how hard a password is to guess', () => {
  test('[UI-65] [UI-325] [UI-326] [UI-327] [UI-1226] [UI-1227] [REL-AU3] is estimated in words, from the names and the product too, and prevents nothing', async ({
    page,
  }) => {
    const pages = new AccountPages(page)
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await pages.open('/register')
    await pages.firstName.fill('Katherine')
    expect(loaded.filter((url) => url.includes('password-strength'))).toEqual([])
    for (const [password, words] of [
      ['Katherine1', /^Weak password: .*your name or address/],
      ['Password1', /^Weak password: .*used password/],
      ['Plimsoll1', /^Weak password/],
      ['Qwertyuiop1', /^(Weak|Fair) password: /],
      ['Analytical engine 9 notes', /^Strong password$/],
      ['analytical engine 9 notes', /^Not accepted yet\. Password must contain at least one uppercase letter/],
      ['Engine9', /^Not accepted yet\. Password must be at least 8 characters/],
    ] as const) {
      await pages.password.fill(password)
      await expect(pages.strength, password).toHaveText(words)
    }
    expect(loaded.filter((url) => url.includes('password-strength'))).toHaveLength(1)
    await pages.password.fill('')
    await expect(pages.strength).toBeHidden()
    await pages.register({ ...newPerson(), password: 'analytical engine 9 notes' })
    await expect.poll(() => pages.fault(pages.password)).toContain('Password must contain')
    await expect(pages.strength).toBeHidden()
    await pages.register({ ...newPerson(), password: 'Password1' })
    await expect(pages.heading('Registration Successful')).toBeVisible()
  })

  test.describe(() => {
    test.use({ expectedFaults: [/net::ERR_FAILED/] })

    test('[UI-327] is not needed: a password can be chosen without the estimate', async ({ page }) => {
      const pages = new AccountPages(page)
      await pages.open('/register')
      await page.route('**/assets/password-strength*', (route) => route.abort())
      await pages.register(newPerson())
      await expect(pages.heading('Registration Successful')).toBeVisible()
    })
  })
})

test.describe('verifying', () => {
  test.use({ expectedFaults: [/status of 400/] })

  test('[UI-61] [UI-358] [UI-359] the link verifies with one call, and leaves no token in the address', async ({
    page,
    mailedLink,
  }) => {
    const pages = new AccountPages(page)
    const person = newPerson()
    await pages.open('/register')
    await pages.register(person)
    await pages.heading('Registration Successful').waitFor()
    const calls: string[] = []
    page.on('request', (request) => request.url().includes('/api/auth/verify') && calls.push(request.url()))
    await page.goto(await mailedLink(person.email))
    await expect(pages.heading('Email Verified Successfully!')).toBeVisible()
    await expect(page).toHaveURL(/\/verify-email$/)
    expect(calls).toHaveLength(1)
    await page.reload()
    await expect(pages.heading('Email Verified Successfully!')).toBeVisible()
    await pages.button('Sign In to Your Account').click()
    await new LoginPage(page).signIn(person.email, person.password)
    await expect(page).toHaveURL(/\/flow-library$/)
  })

  test('[UI-1030] [UI-1032] [UI-1033] in another browser than the one that registered it asks for the password or a new one, and leads to an empty form', async ({
    page,
    server,
    mailedLink,
  }) => {
    const pages = new AccountPages(page)
    const login = new LoginPage(page)
    const [person, other] = [newPerson(), newPerson()]
    await call(server.url, 'POST', '/auth/register', { body: { ...person, browser: 'another' } })
    await page.goto(await mailedLink(person.email))
    await expect(pages.heading('Confirm Your Password')).toBeFocused()
    await pages.password.fill('Nanosecond-31cm')
    await pages.button('Confirm Password').click()
    await expect.poll(() => pages.fault(pages.password)).toMatch(/not the password that was chosen/)
    await pages.password.fill(person.password)
    await pages.button('Confirm Password').click()
    await expect(pages.heading('Email Verified Successfully!')).toBeVisible()
    await pages.button('Sign In to Your Account').click()
    await expect(login.heading).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(login.email).toHaveValue('')
    await expect(login.password).toHaveValue('')
    await login.signIn(person.email, person.password)
    await expect(page).toHaveURL(/\/flow-library$/)

    await call(server.url, 'POST', '/auth/register', { body: other })
    await page.goto(await mailedLink(other.email))
    await pages.button('Set a new password').click()
    await pages.newPassword.fill('Nanosecond-32cm')
    await pages.confirmPassword.fill('Nanosecond-32cm')
    await pages.button('Set Password').click()
    await expect(pages.heading('Email Verified Successfully!')).toBeVisible()
    const credentials = { email: other.email, password: 'Nanosecond-32cm' }
    expect(await call(server.url, 'POST', '/auth/login', { body: credentials })).toHaveProperty('token')
  })

  test('[UI-357] [UI-356] a link that is missing, wrong or used says so in the words of the server, as text', async ({
    page,
  }) => {
    test.slow()
    const pages = new AccountPages(page)
    await test.step('[UI-357] a link without a token, or with a wrong one, says so and links to a new one', async () => {
      await pages.open('/verify-email')
      await expect(pages.alert).toHaveText('No verification token found')
      await pages.open(`/verify-email?token=${'x'.repeat(43)}`)
      await expect(pages.heading('Email Verification Failed')).toBeVisible()
      await expect(pages.alert).toHaveText(/\S/)
      await expect(pages.alert).not.toHaveText('No verification token found')
      await pages.resend.click()
      await expect(page).toHaveURL(/\/resend-verification$/)
    })

    await test.step('[UI-357] the address typed anew after a success is an address without a token', async () => {
      await answerWith(page, 'verify-email', 200, { message: 'Verified.' })
      await page.goto('/verify-email?token=any')
      await pages.heading('Email Verified Successfully!').waitFor()
      await page.goto('/verify-email')
      await expect(pages.alert).toHaveText('No verification token found')
      await page.reload()
      await expect(pages.alert).toHaveText('No verification token found')
    })

    await test.step('[UI-356] shows the words of the server, and markup in them as text', async () => {
      await answerWith(page, 'verify-email', 400, { message: '<img src=x onerror=alert(1)>' })
      await pages.open('/verify-email?token=%3Cscript%3Ealert(1)%3C/script%3E')
      await expect(pages.alert).toHaveText('<img src=x onerror=alert(1)>')
    })
  })

  test('[UI-62] another mail can be asked for; who needs none is sent to log in', async ({ page, account }) => {
    const pages = new AccountPages(page)
    const { toast } = new Shell(page)
    await pages.open('/resend-verification')
    await pages.email.fill('nobody')
    await pages.resend.click()
    await expect.poll(() => pages.fault(pages.email)).toBe('Please enter a valid email address')
    await pages.email.fill('nobody@example.com')
    await pages.resend.click()
    await expect(toast).toHaveText('Verification email sent successfully!')
    await expect(pages.heading('Verification Email Sent')).toBeVisible()
    await pages.open('/resend-verification')
    await pages.email.fill(account.email)
    await pages.resend.click()
    await expect(toast).toHaveText('Your email is already verified. You can log in now.')
    await pages.button('Go to Login').click()
    await expect(new LoginPage(page).heading).toBeVisible()
  })
})

test.describe('a forgotten password', () => {
  test.use({ expectedFaults: [/status of (400|401|429|500)/] })

  test('[UI-63] the page says the same whether there is such an account or not', async ({ page, account }) => {
    const pages = new AccountPages(page)
    const said: string[] = []
    for (const email of [account.email, 'nobody@example.com']) {
      await pages.open('/forgot-password')
      await pages.email.fill(email)
      await pages.sendLink.click()
      await expect(pages.heading('Reset Link Sent')).toBeVisible()
      await expect(page.getByText(/expires in 1 hour/)).toBeVisible()
      await expect(new Shell(page).toast).toHaveText('Password reset email sent successfully')
      // Until the server has said that it has an outbox, other words stand there.
      await expect(pages.link('Open the outbox')).toBeVisible()
      said.push((await page.getByRole('main').innerText()).replace(email, 'ADDRESS'))
    }
    expect(said[0]).toBe(said[1])
  })

  test('[UI-63] [UI-322] [UI-324] [UI-870] [UI-871] a reset says how long its link lasts, and keeps the form where something is wrong', async ({
    page,
  }) => {
    test.slow()
    const pages = new AccountPages(page)
    await test.step('[UI-322] [UI-870] a link lasts as long as the server says', async () => {
      await page.route('**/api/config', async (route) => {
        const { data } = await (await route.fetch()).json()
        return route.fulfill({ json: { data: { ...data, resetLinkLifetime: '15 minutes' } } })
      })
      await pages.open('/reset-password')
      await expect(page.getByText('A link works once, and for 15 minutes.')).toBeVisible()
      await pages.link('Request a new one').click()
      await pages.email.fill('nobody@example.com')
      await pages.sendLink.click()
      await expect(page.getByText('The link expires in 15 minutes.')).toBeVisible()
    })

    await test.step('[UI-871] a link lasts for an hour until the server has said otherwise', async () => {
      const asked = Promise.withResolvers<void>()
      await page.route('**/api/config', async (route) => {
        await asked.promise
        await route.fallback()
      })
      await pages.open('/reset-password')
      await expect(page.getByText('A link works once, and for 1 hour.')).toBeVisible()
      asked.resolve()
      await expect(page.getByText('A link works once, and for 15 minutes.')).toBeVisible()
    })

    await test.step('[UI-322] [UI-324] without a token there is no form; a failure keeps the form and what was typed', async () => {
      for (const path of ['/reset-password', '/reset-password?token=']) {
        await pages.open(path)
        await expect(pages.alert).toHaveText('Invalid or expired password reset token.')
      }
      await answerWith(page, 'reset-password', 500, { message: 'Broken' })
      await pages.open('/reset-password?token=any')
      await pages.choosePassword('Nanosecond-31cm')
      await expect(pages.alert).toHaveText('Failed to reset password. Please try again.')
      await expect(pages.newPassword).toHaveValue('Nanosecond-31cm')
      await answerWith(page, 'reset-password', 400, { message: 'Fields', errors: { newPassword: 'Not this one' } })
      await pages.reset.click()
      await expect.poll(() => pages.fault(pages.newPassword)).toBe('Not this one')
      await expect(pages.alert).toBeHidden()
    })

    await test.step('[UI-63] an unlikely address is said at its field, the words of the server in a banner', async () => {
      await pages.open('/forgot-password')
      await pages.sendLink.click()
      await expect.poll(() => pages.fault(pages.email)).toBe('Please enter a valid email address')
      await answerWith(page, 'forgot-password', 429, { message: 'Too many attempts. Please wait.' })
      await pages.email.fill('nobody@example.com')
      await pages.sendLink.click()
      await expect(pages.alert).toHaveText('Too many attempts. Please wait.')
    })
  })

  test('[UI-64] [UI-322] [UI-323] the link sets a new password once, and leaves no token in the address', async ({
    page,
    account,
    mailedLink,
  }) => {
    const pages = new AccountPages(page)
    await pages.askForReset(account.email)
    const link = await mailedLink(account.email)
    await page.goto(link)
    await expect(page).toHaveURL(/\/reset-password$/)
    await page.reload()
    await pages.choosePassword('Short1')
    await expect.poll(() => pages.fault(pages.newPassword)).toBe('Password must be at least 8 characters long')
    await pages.choosePassword('lowercase1')
    await expect.poll(() => pages.fault(pages.newPassword)).toBe(MIX)
    await pages.choosePassword('Nanosecond-31cm', 'Nanosecond-32cm')
    await expect.poll(() => pages.fault(pages.confirmPassword)).toBe("Passwords don't match")
    await pages.newPassword.fill('Nanosecond-31cm')
    await pages.confirmPassword.fill('')
    await pages.reset.click()
    await expect.poll(() => pages.fault(pages.confirmPassword)).toBe('Please confirm your password')
    await pages.choosePassword('Nanosecond-31cm')
    await expect(pages.heading('Password Reset')).toBeVisible()
    await expect(new Shell(page).toast).toHaveText('Password has been reset successfully!')
    await pages.link('Log in').click()
    await new LoginPage(page).signIn(account.email, 'Nanosecond-31cm')
    await expect(page).toHaveURL(/\/flow-library$/)
    await new Shell(page).logout.click()
    await new LoginPage(page).heading.waitFor()

    await page.goto(link)
    await pages.choosePassword('Nanosecond-33cm')
    await expect(pages.alert).toHaveText('Invalid or expired password reset token.')
    await pages.link('Request a new one').click()
    await expect(page).toHaveURL(/\/forgot-password$/)
  })

  test('[UI-79] two submits in one moment set the password once, and say so once', async ({
    page,
    account,
    mailedLink,
  }) => {
    const pages = new AccountPages(page)
    await pages.askForReset(account.email)
    await page.goto(await mailedLink(account.email))
    await pages.newPassword.fill('Nanosecond-31cm')
    await pages.confirmPassword.fill('Nanosecond-31cm')
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/reset-password')) asked += 1
    })
    await submitTwice(page)
    await expect(pages.heading('Password Reset')).toBeVisible()
    await expect(new Shell(page).toast).toHaveText('Password has been reset successfully!')
    expect(asked).toBe(1)
  })
})

test.describe('while somebody is signed in', () => {
  test.use({ expectedFaults: [/status of (400|401)/] })

  test('[UI-853] [UI-854] a mailed link acts', async ({ own: page, account, mailedLink }) => {
    const pages = new AccountPages(page)
    const body = { email: account.email }
    await call(account.url, 'POST', '/auth/forgot-password', { body })
    await page.goto(await mailedLink(account.email))
    await pages.choosePassword('Nanosecond-31cm')
    await expect(pages.heading('Password Reset')).toBeVisible()
    await pages.link('Log in').click()
    await new LoginPage(page).signIn(account.email, 'Nanosecond-31cm')
    await expect(page).toHaveURL(/\/flow-library$/)
    await page.goto('/verify-email?token=x')
    await expect(pages.heading('Email Verification Failed')).toBeVisible()
  })
})

test('[UI-872] a signed-in visitor is redirected away from the pages for visitors', async ({ signedIn }) => {
  for (const path of [
    '/register',
    '/resend-verification',
    '/forgot-password',
    '/reset-password',
    '/reset-password?token=',
  ]) {
    await signedIn.goto(path)
    await expect(signedIn, path).toHaveURL(/\/flow-library$/)
  }
  const calls: string[] = []
  signedIn.on('request', (request) => request.url().includes('verify-email') && calls.push(request.url()))
  await signedIn.goto('/verify-email')
  await expect(signedIn).toHaveURL(/\/flow-library$/)
  expect(calls.filter((url) => url.includes('/api/'))).toEqual([])
})

test('[UI-66] visitors find their way: from the landing page, the top bar and the login page', async ({ page }) => {
  const shell = new Shell(page)
  const pages = new AccountPages(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'Get Started for Free' }).first().click()
  await expect(pages.heading('Create Account')).toBeVisible()
  for (const [name, path] of [
    ['Login', '/login'],
    ['Register', '/register'],
  ] as const) {
    await page.goto('/')
    await shell.link(name).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
  for (const [name, path] of [
    ['Register', '/register'],
    ['Resend verification email', '/resend-verification'],
    ['Forgot password?', '/forgot-password'],
  ] as const) {
    await pages.open('/login')
    await pages.link(name).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
})
