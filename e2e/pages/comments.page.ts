import { expect, type Locator, type Page } from '@playwright/test'
import { EditorPage } from './editor.page.ts'

/** The panel with the comments on the open flow, and its marks on the canvas. */
export class CommentsPanel {
  readonly page: Page
  readonly root: Locator
  readonly field: Locator
  readonly submit: Locator
  readonly names: Locator
  readonly list: Locator
  readonly threads: Locator

  constructor(page: Page) {
    this.page = page
    this.root = page.getByRole('region', { name: 'Comments' })
    this.field = this.root.getByRole('textbox', { name: /^About/ })
    this.submit = this.root.getByRole('button', { name: 'Comment', exact: true })
    this.names = this.root.getByRole('option')
    this.list = this.root.getByRole('tabpanel')
    this.threads = this.list.locator('ul > li')
  }

  thread(text: string): Locator {
    return this.threads.filter({ hasText: text })
  }

  tab(name: RegExp): Locator {
    return this.root.getByRole('tab', { name })
  }

  /** Opens a flow that has components, and its comments. */
  async open(id: string): Promise<void> {
    const editor = new EditorPage(this.page)
    await this.page.goto(`/flow/${id}`)
    await expect(editor.nodes).not.toHaveCount(0)
    await editor.canvas.focus()
    await this.page.keyboard.press('Shift+M')
    await expect(this.root).toBeVisible()
  }

  /** The mark on a node or an edge. */
  mark(element: Locator): Locator {
    return element.getByRole('img', { name: /open comment/ })
  }
}
