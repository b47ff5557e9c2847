import type { Locator, Page } from '@playwright/test'
import type { Person } from '../fixtures/account.ts'

/** The pages around login: register, verify, resend, forgot, reset. They share their fields and buttons. */
export class AccountPages {
  readonly page: Page
  readonly firstName: Locator
  readonly lastName: Locator
  readonly email: Locator
  readonly password: Locator
  readonly newPassword: Locator
  readonly confirmPassword: Locator
  readonly create: Locator
  readonly resend: Locator
  readonly sendLink: Locator
  readonly reset: Locator
  readonly alert: Locator
  /** What is said about a password being chosen. */
  readonly strength: Locator

  constructor(page: Page) {
    this.page = page
    this.firstName = page.getByLabel('First name', { exact: true })
    this.lastName = page.getByLabel('Last name', { exact: true })
    this.email = page.getByLabel('Email', { exact: true })
    this.password = page.getByLabel('Password', { exact: true })
    this.newPassword = page.getByLabel('New password', { exact: true })
    this.confirmPassword = page.getByLabel('Confirm password', { exact: true })
    this.create = page.getByRole('button', { name: 'Create Account' })
    this.resend = page.getByRole('button', { name: 'Resend Verification Email' })
    this.sendLink = page.getByRole('button', { name: 'Send Reset Link' })
    this.reset = page.getByRole('button', { name: 'Reset Password' })
    this.alert = page.getByRole('main').getByRole('alert')
    this.strength = page.getByRole('status').filter({ hasText: / password|^Not accepted/ })
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name })
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  link(name: string): Locator {
    return this.page.getByRole('main').getByRole('link', { name, exact: true })
  }

  async open(path: string): Promise<void> {
    await this.page.goto(path)
    await this.page.getByRole('heading', { level: 1 }).waitFor()
  }

  async register({ firstName, lastName, email, password }: Person, confirmation = password): Promise<void> {
    await this.firstName.fill(firstName)
    await this.lastName.fill(lastName)
    await this.email.fill(email)
    await this.password.fill(password)
    await this.confirmPassword.fill(confirmation)
    await this.create.click()
  }

  async askForReset(email: string): Promise<void> {
    await this.open('/forgot-password')
    await this.email.fill(email)
    await this.sendLink.click()
  }

  async choosePassword(password: string, confirmation = password): Promise<void> {
    await this.newPassword.fill(password)
    await this.confirmPassword.fill(confirmation)
    await this.reset.click()
  }

  /** The words beside a field, as its own description or error. */
  fault(field: Locator): Promise<string> {
    return field.evaluate((input) => {
      const ids = input.getAttribute('aria-describedby')?.split(' ') ?? []
      const texts = ids
        .filter((id) => id.endsWith('-error'))
        .map((id) => document.getElementById(id)?.textContent ?? '')
      return texts.join(' ')
    })
  }
}
