import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The rules of axe that look at colors: only they can find more in another scheme. */
const OF_COLORS = ['color-contrast', 'link-in-text-block']

/** In place of axe itself, which would be read anew twice for each look: that takes longer than the look. */
const NOTHING = ';'

interface Look {
  /** What is looked at, for the message. */
  what?: string
  /** A selector of the only part of the page to look at. */
  within?: string
  /** Lets pass what is less than serious. */
  seriousOnly?: boolean
}

/** A small window has the colors of a large one. */
const schemesOf = (page: Page) =>
  (page.viewportSize()?.width ?? 0) < 600 ? (['light'] as const) : (['dark', 'light'] as const)

/** Expects that axe finds no fault in the page as it stands, in either scheme; it is left in the light one. */
export async function expectAccess(page: Page, { what = 'it', within, seriousOnly = false }: Look = {}): Promise<void> {
  for (const colorScheme of schemesOf(page)) {
    await show(page, colorScheme)
    const axe = new AxeBuilder({ page, ...((await isThere(page)) ? { axeSource: NOTHING } : {}) })
      // Otherwise it opens a further page for each look. There are no frames of other sites, for which that is.
      .setLegacyMode()
      .options({
        resultTypes: ['violations'],
        ...(colorScheme === 'dark' ? { runOnly: { type: 'rule', values: OF_COLORS } } : {}),
      })
    const { violations } = await (within ? axe.include(within) : axe).analyze()
    const faults = violations.filter(({ impact }) => !seriousOnly || impact === 'serious' || impact === 'critical')
    const found = faults.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
    expect(found, `${what}, ${colorScheme}`).toEqual([])
  }
}

/** Whether an earlier look has left axe in all of the page. */
const isThere = async (page: Page) => page.frames().length === 1 && (await page.evaluate(() => 'axe' in window))

/** Shows the page in a scheme, and waits until no color is on its way to another. */
async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  // What moves would have to be waited for.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.waitForFunction((scheme) => document.documentElement.dataset.mantineColorScheme === scheme, colorScheme)
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(transitions.map(({ finished }) => finished))
  })
}

const SMALL = { width: 390, height: 844 }

/** Checks the page as it stands, and once more on a small screen. */
export async function atBothSizes(page: Page, check: () => Promise<void>): Promise<void> {
  const size = page.viewportSize()
  await check()
  await page.setViewportSize(SMALL)
  await check()
  if (size) await page.setViewportSize(size)
}
