import type { Locator, Page } from '@playwright/test'

/** The page on what the live engine can tell. */
export class HelpPage {
  readonly page: Page
  readonly title: Locator
  readonly contents: Locator

  constructor(page: Page) {
    this.page = page
    this.title = page.getByRole('heading', { level: 1, name: 'What the live engine can tell, and what it cannot' })
    this.contents = page.getByRole('navigation', { name: 'On this page' })
  }

  async open(part = ''): Promise<void> {
    await this.page.goto(`/help/live-engine${part}`)
    await this.title.waitFor()
  }

  part(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true })
  }

  /** The cells of a table, row by row, without its heads. */
  cellsOf(caption: string): Promise<string[][]> {
    return this.page
      .getByRole('table', { name: caption })
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map(({ textContent }) => textContent ?? '')))
  }

  /** The levels of its headings, in their order. */
  headingLevels(): Promise<number[]> {
    return this.page
      .locator('main :is(h1, h2, h3, h4)')
      .evaluateAll((headings) => headings.map(({ tagName }) => Number(tagName.slice(1))))
  }
}
