import type { Locator, Page } from '@playwright/test'

/** What stands around every page: top bar, menu, toasts. */
export class Shell {
  readonly page: Page
  readonly bar: Locator
  readonly menuButton: Locator
  readonly logout: Locator
  readonly who: Locator
  readonly theme: Locator
  readonly toast: Locator

  constructor(page: Page) {
    this.page = page
    this.bar = page.getByRole('banner')
    this.menuButton = this.bar.getByRole('button', { name: 'Menu' })
    this.logout = this.bar.getByRole('button', { name: 'Logout' })
    this.who = this.bar.getByTitle(/^Signed in as /)
    this.theme = this.bar.getByRole('button', { name: /^Theme: / })
    this.toast = page.locator('.mantine-Notification-root')
  }

  link(name: string): Locator {
    return this.bar.getByRole('link', { name, exact: true })
  }

  scheme(): Promise<string | undefined> {
    return this.page.evaluate(() => document.documentElement.dataset.mantineColorScheme)
  }

  /** How far the page reaches beyond the right edge of the window, in px. */
  overflow(): Promise<number> {
    return this.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  }

  /** That of the session. */
  async token(): Promise<string> {
    const { state } = (await this.storedSession()) as { state: { token: string } }
    return state.token
  }

  /** What the browser keeps of the session. */
  storedSession(): Promise<unknown> {
    return this.page.evaluate(() => JSON.parse(localStorage.getItem('auth-storage') ?? 'null'))
  }
}
