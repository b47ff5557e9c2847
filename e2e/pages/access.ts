import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** The rules of axe that look at colors: only they can find more in another scheme. */
const OF_COLORS = ['color-contrast', 'link-in-text-block']

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
  // Axe refuses to look at what is not there yet.
  if (within) await expect(page.locator(within).first(), what).toBeVisible()
  for (const colorScheme of schemesOf(page)) {
    // What moves would have to be waited for.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // To read it takes longer than to look.
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
    const rules = colorScheme === 'dark' ? OF_COLORS : null
    const found = await page.evaluate(faultsIn, { colorScheme, within, rules, seriousOnly })
    expect(found, `${what}, ${colorScheme}`).toEqual([])
  }
}

interface Run {
  readonly colorScheme: string
  readonly within: string | undefined
  readonly seriousOnly: boolean
  /** The only rules to look at, if not all. */
  readonly rules: readonly string[] | null
}

/** Runs in the page: looks when the scheme is shown and no color is on its way to another. */
async function faultsIn({ colorScheme, within, rules, seriousOnly }: Run): Promise<string[]> {
  const nextFrame = () => new Promise(requestAnimationFrame)
  for (let frames = 0; document.documentElement.dataset.mantineColorScheme !== colorScheme; frames++) {
    if (frames > 600) throw new Error(`The page does not become ${colorScheme}.`)
    await nextFrame()
  }
  await nextFrame()
  const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
  await Promise.allSettled(transitions.map(({ finished }) => finished))
  const { axe } = window as unknown as { axe: typeof import('axe-core') }
  const { violations } = await axe.run(within ?? document, {
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: [...rules] } }),
  })
  return violations
    .filter(({ impact }) => !seriousOnly || impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

const SMALL = { width: 390, height: 844 }

/** Checks the page as it stands, and once more on a small screen. */
export async function atBothSizes(page: Page, check: () => Promise<void>): Promise<void> {
  const size = page.viewportSize()
  await check()
  await page.setViewportSize(SMALL)
  // What follows the width of the window by code does so with the next frame.
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await check()
  if (size) await page.setViewportSize(size)
}
