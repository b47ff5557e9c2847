import type { Locator, Page } from '@playwright/test'

/** The overlays of the editor: search, command palette, sheet of shortcuts, menus; and the buttons that open them. */
export class Overlays {
  readonly page: Page
  readonly tools: Locator
  readonly find: Locator
  readonly commands: Locator
  readonly sheet: Locator
  readonly menu: Locator

  constructor(page: Page) {
    this.page = page
    this.tools = page.getByRole('toolbar', { name: 'Editing' })
    this.find = page.getByRole('combobox', { name: 'Find on the board' })
    this.commands = page.getByRole('combobox', { name: 'All commands' })
    this.sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    this.menu = page.getByRole('menu')
  }

  tool(name: string): Locator {
    return this.tools.getByRole('button', { name, exact: true })
  }

  option(name: string | RegExp): Locator {
    return this.page.getByRole('option', { name })
  }

  item(name: string): Locator {
    return this.menu.getByRole('menuitem', { name, exact: true })
  }

  /** What a screen reader was told last. */
  announced(text: string | RegExp): Locator {
    return this.page.locator('[aria-live=polite], [role=status]').filter({ hasText: text })
  }
}
