import type { Locator, Page } from '@playwright/test'

export class LandingPage {
  readonly page: Page
  readonly users: Locator
  readonly features: Locator

  constructor(page: Page) {
    this.page = page
    this.users = page.getByRole('slider', { name: 'Users' })
    this.features = page.getByRole('heading', { level: 2 })
  }

  async open(): Promise<void> {
    await this.page.goto('/')
    await this.users.waitFor()
  }

  /** A figure beside the slider, as a number. */
  async figure(name: string): Promise<number> {
    const text = await this.page.locator('dl > div', { hasText: name }).first().locator('dd').innerText()
    return Number.parseFloat(text.replaceAll(',', ''))
  }

  /** The utilization of each node of the running diagram, in percent; null without a run. */
  levels(): Promise<(number | null)[]> {
    return this.page
      .locator('figure [data-load-figure]')
      .evaluateAll((figures) => figures.map(({ textContent }) => (textContent ? Number.parseFloat(textContent) : null)))
  }

  /** The highest utilization of the running diagram, in percent. */
  async deepest(): Promise<number> {
    return Math.max(...(await this.levels()).map((level) => level ?? 0))
  }

  /** What a card of the running diagram shows in part. */
  cutTexts(): Promise<string[]> {
    return this.page
      .locator('figure [data-node]')
      .evaluateAll((nodes) =>
        nodes.flatMap((node) =>
          [...node.querySelectorAll('span')]
            .filter(
              (text) =>
                text.scrollWidth > text.clientWidth ||
                text.scrollHeight > text.clientHeight + 1 ||
                text.getBoundingClientRect().bottom > node.getBoundingClientRect().bottom,
            )
            .map(({ textContent }) => textContent ?? ''),
        ),
      )
  }

  setUsers(users: number): Promise<void> {
    return this.users.fill(String(users))
  }
}
