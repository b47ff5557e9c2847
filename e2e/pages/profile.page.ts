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
  readonly sessions: Locator
  readonly endOthers: Locator
  readonly exportData: Locator
  readonly storage: Locator
  readonly deleteAccount: Locator
  readonly dialog: Locator

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
    this.sessions = page.getByRole('region', { name: 'Where you are logged in' }).getByRole('listitem')
    this.endOthers = page.getByRole('button', { name: 'Log out other devices' })
    this.exportData = page.getByRole('button', { name: 'Export as JSON' })
    this.storage = page.getByRole('progressbar')
    this.deleteAccount = page.getByRole('button', { name: 'Delete account' })
    this.dialog = page.getByRole('dialog', { name: 'Delete account' })
  }

  async open(): Promise<void> {
    await this.page.goto('/profile')
    await this.firstName.waitFor()
  }

  async openSecurity(): Promise<void> {
    await this.open()
    await this.security.click()
  }

  async confirmDeletion(password: string): Promise<void> {
    await this.dialog.getByLabel('Current password').fill(password)
    await this.dialog.getByRole('button', { name: 'Delete account' }).click()
  }

  async changePassword(current: string, next: string, confirmation = next): Promise<void> {
    await this.currentPassword.fill(current)
    await this.newPassword.fill(next)
    await this.confirmPassword.fill(confirmation)
    await this.change.click()
  }
}
