import type { Page } from '@playwright/test'
import { outboxUrlOf } from '../fixtures/outbox.ts'
import { expect, test } from '../fixtures/test.ts'
import { namedInPage, overBudget, scriptsOf } from '../pages/first-load.ts'
import { shop, withCalls } from '../pages/sharing.page.ts'

/** Kilobytes of JavaScript, compressed as served, that a screen may fetch by itself. */
const PUBLIC = {
  '/login': 150,
  '/register': 152,
  '/forgot-password': 149,
  '/resend-verification': 149,
  '/reset-password?token=x': 152,
  '/outbox': 114,
  '/verify-email': 113,
  '/not-found': 77,
  '/help/live-engine': 100,
}
/** The flow itself comes after that, and its engine at Start. */
const SHARED = 160
const SIGNED_IN = { '/profile': 154, '/flow-editor': 325 }
/** The library shows its list first; what draws the flows on cards comes after that, and the list view does without. */
const LIBRARY = { list: 136, cards: 158 }
/** The landing page stands there with the first; its pictures further down come after that, and the engine, in its worker, last. */
const LANDING = { first: 75, page: 98, all: 164 }

async function checkBudgets(page: Page, budgets: Readonly<Record<string, number>>): Promise<void> {
  const over: string[] = []
  for (const [path, budget] of Object.entries(budgets)) {
    const scripts = await scriptsOf(page, path)
    expect(new URL(page.url()).pathname, 'the screen that was asked for').toBe(path.replace(/\?.*/, ''))
    over.push(...overBudget(path, scripts, budget))
  }
  expect(over).toEqual([])
}

test('[EDT-39] the landing page is shown with 75 kB of scripts', async ({ page }) => {
  const isEngine = /\.worker-[^/]*\.js$/
  const all = await scriptsOf(page, '/', isEngine)
  const first = await namedInPage(page, '/', all)
  const withoutEngine = all.filter(({ name }) => !isEngine.test(name))
  expect(withoutEngine.length).toBe(all.length - 1)
  expect(first.length).toBeGreaterThan(0)
  expect([
    ...overBudget('The landing page', first, LANDING.first),
    ...overBudget('The landing page with its pictures', withoutEngine, LANDING.page),
    ...overBudget('The landing page with its engine', all, LANDING.all),
  ]).toEqual([])
})

test('[EDT-39] no public screen takes more scripts than its budget', async ({ page, server }) => {
  // From then on the tab may see the outbox.
  await page.goto(outboxUrlOf(server))
  await page.getByRole('heading', { name: 'Outbox' }).waitFor()
  await page.waitForLoadState('networkidle')
  await checkBudgets(page, PUBLIC)
})

test('[EDT-39] nor does the editor, or another screen of those signed in', ({ signedIn }) =>
  checkBudgets(signedIn, SIGNED_IN))

test('[UI-837] [UI-1182] the page of a link does without the canvas, the panels of the editor and what edits a flow', async ({
  page,
  account,
}) => {
  const owner = withCalls(account)
  const { id } = await owner.save(shop('Linked'))
  await checkBudgets(page, { [new URL(await owner.link(id)).pathname]: SHARED })
})

test('[EDT-39] [UI-1182] the library shows its list with a part of what draws its cards, and these without what edits a flow', async ({
  signedIn,
}) => {
  await checkBudgets(signedIn, { '/flow-library': LIBRARY.cards })
  await signedIn.evaluate(() => localStorage.setItem('library-view', 'list'))
  await checkBudgets(signedIn, { '/flow-library': LIBRARY.list })
})

test('[EDT-39] a screen over its budget is named with what is over and what is largest', () => {
  const scripts = [
    { name: '/assets/small-1a.js', size: 9_000 },
    { name: '/assets/large-2b.js', size: 92_500 },
  ]
  expect(overBudget('/login', scripts, 102)).toEqual([])
  expect(overBudget('/login', scripts, 100)).toEqual([
    '/login: 101.5 kB of scripts, 1.5 kB over its 100 kB; the largest: large-2b.js 92.5 kB, small-1a.js 9.0 kB',
  ])
})
