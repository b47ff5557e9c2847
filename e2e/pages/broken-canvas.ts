import type { Page } from '@playwright/test'

/** The canvas cannot be drawn from the next load on, until `mend`. */
export async function breakCanvas(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const original = window.ResizeObserver
    Object.assign(window, { mend: () => Object.assign(window, { ResizeObserver: original }) })
    window.ResizeObserver = class extends original {
      override observe(target: Element, options?: ResizeObserverOptions): void {
        // Widgets beside the canvas observe sizes, too.
        if (target.closest('.react-flow')) throw new Error('made by the test')
        super.observe(target, options)
      }
    }
  })
  return () => page.evaluate(() => (window as unknown as { mend: () => void }).mend())
}
