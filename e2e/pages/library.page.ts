import type { Locator, Page } from '@playwright/test'

/** What the library asks the server for. */
export const LIBRARY = /\/api\/flows\?/

export class LibraryPage {
  readonly page: Page
  readonly heading: Locator
  readonly entries: Locator
  readonly spinner: Locator
  readonly banner: Locator

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { name: 'Your System Design Flows' })
    this.entries = page.getByRole('article')
    this.spinner = page.getByRole('status', { name: 'Loading your flows' })
    this.banner = page.getByRole('alert')
  }

  async open(): Promise<void> {
    await this.page.goto('/flow-library')
    await this.heading.waitFor()
  }

  entry(name: string): Locator {
    return this.page.getByRole('article', { name, exact: true })
  }

  load(name: string): Locator {
    return this.entry(name).getByRole('button', { name: 'Load' })
  }

  remove(name: string): Locator {
    return this.entry(name).getByRole('button', { name: 'Remove' })
  }

  select(name: string): Locator {
    return this.entry(name).getByRole('checkbox', { name: `Select ${name}` })
  }

  thumbnail(name: string): Locator {
    return this.entry(name).locator('canvas')
  }

  get search(): Locator {
    return this.page.getByRole('searchbox', { name: 'Search flows' })
  }

  /** Names of the entries, from the first. */
  names(): Promise<string[]> {
    return this.entries.getByRole('heading').allTextContents()
  }

  /** How many entries are beside each other in the first row. */
  columns(): Promise<number> {
    return this.entries.evaluateAll((entries) => {
      const tops = entries.map((entry) => entry.getBoundingClientRect().top)
      return tops.filter((top) => top === tops[0]).length
    })
  }
}
