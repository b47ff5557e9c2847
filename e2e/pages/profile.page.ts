import type { Locator, Page } from '@playwright/test'

export class ProfilePage {
  readonly page: Page
  readonly firstName: Locator
  readonly lastName: Locator
  readonly update: Locator
  readonly security: Locator
  readonly currentPassword: Locator
  readonly newPassword: Locator
  readonly confirmPassword: Locator
  readonly change: Locator
  readonly banner: Locator

  constructor(page: Page) {
    this.page = page
    this.firstName = page.getByLabel('First name', { exact: true })
    this.lastName = page.getByLabel('Last name', { exact: true })
    this.update = page.getByRole('button', { name: 'Update Profile' })
    this.security = page.getByRole('tab', { name: 'Security' })
    this.currentPassword = page.getByLabel('Current password', { exact: true })
    this.newPassword = page.getByLabel('New password', { exact: true })
    this.confirmPassword = page.getByLabel('Confirm password', { exact: true })
    this.change = page.getByRole('button', { name: 'Change Password' })
    this.banner = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Dismiss' }) })
  }

  async open(): Promise<void> {
    await this.page.goto('/profile')
    await this.firstName.waitFor()
  }

  async openSecurity(): Promise<void> {
    await this.open()
    await this.security.click()
  }

  async changePassword(current: string, next: string, confirmation = next): Promise<void> {
    await this.currentPassword.fill(current)
    await this.newPassword.fill(next)
    await this.confirmPassword.fill(confirmation)
    await this.change.click()
  }
}
