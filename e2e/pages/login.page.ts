import { expect, type Locator, type Page } from '@playwright/test'

export const demo = { email: 'demo@plimsoll.example', password: 'Waterline1' } as const

export class LoginPage {
  readonly page: Page
  readonly heading: Locator
  readonly email: Locator
  readonly password: Locator
  readonly submit: Locator
  readonly banner: Locator

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { name: 'Welcome Back' })
    this.email = page.getByLabel('Email', { exact: true })
    this.password = page.getByLabel('Password', { exact: true })
    this.submit = page.getByRole('button', { name: 'Sign In' })
    this.banner = page.getByRole('main').getByRole('alert')
  }

  async open(): Promise<void> {
    await this.page.goto('/login')
    await this.heading.waitFor()
  }

  async signIn(email: string = demo.email, password: string = demo.password): Promise<void> {
    // The demo account may be filled in between selecting what stands there and typing over it.
    await expect(async () => {
      await this.email.fill(email)
      expect(await this.email.inputValue()).toBe(email)
    }).toPass()
    await this.password.fill(password)
    await this.submit.click()
  }
}
