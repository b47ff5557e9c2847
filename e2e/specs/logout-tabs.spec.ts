import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { countDrafts, drawDraft, KEPT_ON_DEVICE } from '../pages/drafts.page.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { LoginPage } from '../pages/login.page.ts'
import { Shell } from '../pages/shell.page.ts'

/** Two tabs of one user, each with an unsaved document; the first one is asked about them. */
async function askBesideOther<T>(own: Page, before?: (other: Page) => Promise<T>) {
  await drawDraft(own, 'Cache')
  const other = await own.context().newPage()
  await drawDraft(other, 'Database')
  const prepared = await before?.(other)
  await new Shell(own).logout.click()
  const question = own.getByRole('dialog', { name: 'Your board has unsaved changes' })
  return { other, prepared, question, named: question.getByRole('listitem') }
}

/** Has the page answer nothing more, as one that is frozen; gives back how it goes on. */
async function freeze(page: Page): Promise<() => Promise<unknown>> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Debugger.enable')
  await devTools.send('Debugger.pause')
  return () => devTools.send('Debugger.disable')
}

test('[UI-110] [UI-113] Logout names the unsaved documents of all tabs; what is kept is there at the next login', async ({
  own: page,
  account,
}) => {
  const { other, question, named } = await askBesideOther(page)
  await expect(named).toHaveText(['Untitled flow, on your board', 'Untitled flow, open in another tab'])
  await question.getByRole('button', { name: 'Keep them and log out' }).click()
  const login = new LoginPage(page)
  await expect(new LoginPage(other).heading).toBeVisible()
  await login.signIn(account.email, account.password)
  await new Shell(page).link('Flow Editor').click()
  await new Shell(other).link('Flow Editor').click()
  await expect(new EditorPage(page).nodes).toHaveCount(1)
  await expect(new EditorPage(other).nodes).toHaveCount(1)
  for (const tab of [page, other]) await expect(new EditorPage(tab).panel).toContainText(KEPT_ON_DEVICE)
  expect(await countDrafts(page)).toBe(2)
})

test('[UI-110] [UI-114] what is discarded is gone in all tabs', async ({ own: page, account }) => {
  const { other, question, named } = await askBesideOther(page)
  await expect(named).toHaveCount(2)
  await question.getByRole('button', { name: 'Discard and log out' }).click()
  await expect(new LoginPage(other).heading).toBeVisible()
  await expect.poll(() => countDrafts(page)).toBe(0)
  await new LoginPage(page).signIn(account.email, account.password)
  await new Shell(page).link('Flow Editor').click()
  await new Shell(other).link('Flow Editor').click()
  for (const tab of [page, other]) {
    await new EditorPage(tab).canvas.waitFor()
    await expect(new EditorPage(tab).nodes).toHaveCount(0)
  }
})

test('[UI-111] [UI-113] a frozen tab counts as unsaved, and has its document when it goes on', async ({
  own: page,
  account,
}) => {
  const { other, prepared: thaw, question, named } = await askBesideOther(page, freeze)
  await expect(named.nth(1)).toContainText('open in a tab that does not answer')
  await question.getByRole('button', { name: 'Keep them and log out' }).click()
  await new LoginPage(page).heading.waitFor()
  await thaw?.()
  await expect(new LoginPage(other).heading).toBeVisible()
  await new LoginPage(other).signIn(account.email, account.password)
  await new Shell(other).link('Flow Editor').click()
  await expect(new EditorPage(other).nodes).toHaveCount(1)
  expect(await countDrafts(other)).toBe(2)
})
