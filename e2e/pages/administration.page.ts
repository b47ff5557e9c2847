import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** The page of administrators. */
export class AdministrationPage {
  readonly page: Page
  readonly link: Locator

  constructor(page: Page) {
    this.page = page
    this.link = page.getByRole('navigation').getByRole('link', { name: 'Admin' })
  }

  async show(tab: string): Promise<void> {
    await this.page.getByRole('tab', { name: tab }).click()
  }

  list(name: string): Locator {
    return this.page.getByRole('list', { name, exact: true }).getByRole('listitem')
  }

  /** The entry of an account, with what can be done with it. */
  async manage(email: string): Promise<Locator> {
    const row = this.list('Users').filter({ hasText: email })
    const toggle = row.getByRole('button', { name: `Manage ${email}` })
    if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
    return row
  }

  /** A link that is told once. */
  async told(label: string): Promise<string> {
    const field = this.page.getByRole('textbox', { name: label })
    await expect(field).toHaveValue(/^http/)
    return field.inputValue()
  }
}
