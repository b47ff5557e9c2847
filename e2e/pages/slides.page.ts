import type { Locator, Page } from '@playwright/test'

/** The panel in which slides are made. */
export class SlidesPanel {
  readonly root: Locator
  readonly addView: Locator
  readonly addSelection: Locator
  readonly show: Locator
  readonly title: Locator
  readonly text: Locator
  readonly slides: Locator

  constructor(page: Page) {
    this.root = page.getByRole('region', { name: 'Slides' })
    this.addView = this.root.getByRole('button', { name: 'Add this view' })
    this.addSelection = this.root.getByRole('button', { name: 'Add the selection' })
    this.show = this.root.getByRole('button', { name: 'Show', exact: true })
    this.title = this.root.getByLabel('Title')
    this.text = this.root.getByLabel('Text')
    this.slides = this.root.getByRole('listitem')
  }

  slide(title: string): Locator {
    return this.slides.filter({ hasText: title }).getByRole('button').first()
  }

  tool(name: string): Locator {
    return this.root.getByRole('button', { name, exact: true })
  }
}

/** Slides over all of the screen. */
export class SlideShow {
  readonly root: Locator
  readonly title: Locator
  readonly paragraphs: Locator
  readonly board: Locator
  readonly start: Locator
  readonly pause: Locator
  readonly next: Locator
  readonly end: Locator

  constructor(page: Page) {
    this.root = page.getByRole('dialog', { name: 'Slide show' })
    this.title = this.root.getByRole('heading')
    this.paragraphs = this.root.locator('h2 ~ p')
    this.board = this.root.getByTestId('slide-board')
    this.start = this.root.getByRole('button', { name: 'Start', exact: true })
    this.pause = this.root.getByRole('button', { name: 'Pause', exact: true })
    this.next = this.root.getByRole('button', { name: 'Next slide' })
    this.end = this.root.getByRole('button', { name: 'End the slide show' })
  }

  /** How large the flow is drawn. */
  zoom = (): Promise<number> => this.board.evaluate((board) => new DOMMatrix(getComputedStyle(board).transform).a)
}
