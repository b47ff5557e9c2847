import type { Locator, Page } from '@playwright/test'

/** The plots of the Simulation Panel. */
export class Plots {
  readonly section: Locator
  readonly cursor: Locator

  constructor(page: Page) {
    this.section = page.getByRole('region', { name: 'Simulation Panel' }).getByRole('region', { name: 'Over time' })
    this.cursor = this.section.getByRole('slider', { name: 'Moment of the run' })
  }

  names(): Promise<string[]> {
    return this.section.getByRole('heading', { level: 4 }).allInnerTexts()
  }

  /** What stands beside the names, one after the other. */
  values(): Promise<string[]> {
    return this.section
      .getByRole('heading', { level: 4 })
      .evaluateAll((names) => names.map(({ nextElementSibling }) => nextElementSibling?.textContent ?? ''))
  }

  /** What the cursor reads, as a screen reader says it. */
  async reading(): Promise<string> {
    return (await this.cursor.getAttribute('aria-valuetext')) ?? ''
  }

  /** How many times the plots are redrawn within a time, and how long that was: on a busy machine longer than asked for. */
  drawingsWithin(ms: number): Promise<{ drawings: number; seconds: number }> {
    return this.section.evaluate(
      (section, duration) =>
        new Promise<{ drawings: number; seconds: number }>((resolve) => {
          let drawings = 0
          const began = performance.now()
          const observer = new MutationObserver(() => {
            drawings += 1
          })
          for (const path of section.querySelectorAll('path')) observer.observe(path, { attributes: true })
          setTimeout(() => {
            observer.disconnect()
            resolve({ drawings, seconds: (performance.now() - began) / 1000 })
          }, duration)
        }),
      ms,
    )
  }
}
