import type { Page } from '@playwright/test'
import { type Account, makeAccount } from '../fixtures/account.ts'
import { call, type StoredFlow } from '../fixtures/api.ts'
import { expect, test } from '../fixtures/test.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { LibraryPage } from '../pages/library.page.ts'
import { LoginPage } from '../pages/login.page.ts'
import { ProfilePage } from '../pages/profile.page.ts'
import { Shell } from '../pages/shell.page.ts'

const FLOW = {
  name: 'Private plans',
  description: 'Made by a test',
  nodes: [{ id: 'n1', type: 'Server', position: { x: 0, y: 0 }, data: { label: 'Secret' } }],
  edges: [],
}

interface Typed {
  readonly type: string
}

/** Lets the server do what it is asked, and keeps its answer back until `release`. */
async function holdAnswer(page: Page, url: string, method: string) {
  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    const response = await route.fetch()
    asked.resolve()
    await held.promise
    return route.fulfill({ response })
  })
  const release = async () => {
    const answered = page.waitForResponse((response) => response.request().method() === method)
    held.resolve()
    await (await answered).finished()
    await settle(page)
  }
  return { asked: asked.promise, release }
}

/** Another question is answered and painted: so is what came before it. A toast that came can be counted now, not later: it goes again. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await (await fetch('/api/config')).json()
    for (let frame = 0; frame < 5; frame++) await new Promise((painted) => requestAnimationFrame(painted))
  })
}

async function changeUser(page: Page, { email, password }: Account): Promise<void> {
  await new Shell(page).logout.click()
  await new LoginPage(page).signIn(email, password)
}

const store = ({ url, token }: Account) => call(url, 'POST', '/flows', { token, body: FLOW })

test.describe('an answer that arrives after its session ended', () => {
  test('[REL-SE9] [REL-DP2] offers no undo of a removal to the next user', async ({
    own: page,
    account,
    mailedLink,
  }) => {
    await store(account)
    const next = await makeAccount(account.url, mailedLink)
    const library = new LibraryPage(page)
    await library.open()
    const removal = await holdAnswer(page, '**/api/flows/*', 'DELETE')
    await library.remove(FLOW.name).click()
    await removal.asked
    await changeUser(page, next)
    await expect(page.getByRole('heading', { name: 'No flows yet' })).toBeVisible()
    await removal.release()
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
    expect(await call(next.url, 'GET', '/flows', next)).toEqual([])
  })

  for (const from of ['library', 'editor'] as const)
    test(`[REL-SE9] [REL-DP2] opens no flow: Load of the ${from}`, async ({ own: page, account, mailedLink }) => {
      await store(account)
      const next = await makeAccount(account.url, mailedLink)
      const loading = await holdAnswer(page, '**/api/flows/*', 'GET')
      const editor = new EditorPage(page)
      const shell = new Shell(page)
      if (from === 'library') {
        await new LibraryPage(page).open()
        await new LibraryPage(page).load(FLOW.name).click()
        await loading.asked
        await shell.logout.click()
      } else {
        await EditorPage.open(page)
        await editor.entry('Load').click()
        await editor.dialog('Load Flow').getByRole('button', { name: 'Load' }).click()
        await loading.asked
        await editor.dialog('Load Flow').getByRole('button', { name: 'Close' }).click()
        await shell.logout.click()
      }
      const login = new LoginPage(page)
      await login.heading.waitFor()
      await loading.release()
      expect(await shell.toast.count()).toBe(0)
      await expect(login.heading).toBeVisible()
      await login.signIn(next.email, next.password)
      await expect(page).toHaveURL(/\/flow-library$/)
      await shell.link('Flow Editor').click()
      await editor.canvas.waitFor()
      await expect(editor.nodes).toHaveCount(0)
    })

  test('[REL-SE9] [REL-DP2] leaves the profile of the next user alone', async ({ own: page, account, mailedLink }) => {
    const next = await makeAccount(account.url, mailedLink)
    const profile = new ProfilePage(page)
    await profile.open()
    await profile.firstName.fill('Alpha')
    const update = await holdAnswer(page, '**/api/profile', 'PUT')
    await profile.update.click()
    await update.asked
    const shell = new Shell(page)
    await changeUser(page, next)
    await expect(page).toHaveURL(/\/flow-library$/)
    await shell.link('Profile').click()
    await expect(page.getByText(next.email)).toBeVisible()
    await update.release()
    await expect(page.getByText(next.email)).toBeVisible()
    await expect(profile.firstName).toHaveValue(next.firstName)
    expect(await shell.toast.filter({ hasText: 'Profile updated' }).count()).toBe(0)
  })

  test('[REL-SE9] [REL-DP2] names no flow of another tab’s earlier user in the Save dialog', async ({
    own: page,
    account,
    mailedLink,
  }) => {
    const next = await makeAccount(account.url, mailedLink)
    const editor = await EditorPage.open(page)
    await editor.entry('Server').press('Enter')
    await expect(editor.nodes).toHaveCount(1)
    const saving = await holdAnswer(page, '**/api/flows', 'POST')
    await editor.save(FLOW.name, FLOW.description)
    await saving.asked

    const otherTab = await page.context().newPage()
    await new LibraryPage(otherTab).open()
    await new Shell(otherTab).logout.click()
    const question = otherTab.getByRole('dialog', { name: 'Other tabs have unsaved changes' })
    await question.getByRole('button', { name: 'Discard and log out' }).click()
    await new LoginPage(otherTab).signIn(next.email, next.password)
    await expect(page).toHaveURL(/\/flow-editor$/)
    await expect(editor.nodes).toHaveCount(0)
    await expect(editor.dialog('Save Flow')).toHaveCount(0)
    await saving.release()
    await editor.entry('Save').click()
    await expect(editor.dialog('Save Flow').getByLabel('Flow Name')).toHaveValue('')
    await expect(editor.dialog('Save Flow').getByLabel('Description')).toHaveValue('')
    expect(await new Shell(page).toast.filter({ hasText: 'Flow saved' }).count()).toBe(0)
  })
})

test.describe('an answer to Save that arrives when it was left', () => {
  test.use({ expectedFaults: [/ERR_FAILED/] })

  test('[EDT-85] [EDT-200] [EDT-201] [EDT-202] changes no document that was opened since, and closes no other dialog', async ({
    own: page,
    account,
  }) => {
    await store(account)
    const editor = await EditorPage.open(page)
    await editor.entry('Cache').press('Enter')
    await expect(editor.nodes).toHaveCount(1)
    const saving = await holdAnswer(page, '**/api/flows', 'POST')
    await editor.save('Sketch', 'Saved over a slow line')
    await saving.asked
    await editor.dialog('Save Flow').getByRole('button', { name: 'Cancel' }).click()
    await editor.load(FLOW.name)
    await expect(editor.node('Server: Secret')).toBeVisible()
    await editor.entry('Save').click()
    const dialog = editor.dialog('Save Flow')
    await dialog.getByLabel('Description').fill('Written meanwhile')
    await saving.release()
    await expect(editor.toast('Flow saved successfully!')).toBeVisible()
    await expect(dialog.getByLabel('Flow Name')).toHaveValue(FLOW.name)
    await expect(dialog.getByLabel('Description')).toHaveValue('Written meanwhile')
    await expect(editor.panel).toContainText(`${FLOW.name}Saved`)

    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog).toBeHidden()
    const flows = await call<{ id: string; name: string }[]>(account.url, 'GET', '/flows', account)
    const stored = await Promise.all(
      flows.map(({ id }) => call<StoredFlow>(account.url, 'GET', `/flows/${id}`, account)),
    )
    const kinds = stored.map(({ name, version, nodes }) => [name, version, nodes.map((node) => (node as Typed).type)])
    expect(kinds.sort()).toEqual([
      [FLOW.name, 2, ['Server']],
      ['Sketch', 1, ['Cache']],
    ])
  })

  test('[EDT-202] [EDT-201] is told in a toast when it is a failure', async ({ own: page }) => {
    const editor = await EditorPage.open(page)
    await editor.entry('Cache').press('Enter')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/flows', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await held.promise
      return route.abort()
    })
    const asked = page.waitForRequest((request) => request.method() === 'POST')
    await editor.save('Sketch', 'Saved over a broken line')
    await asked
    await editor.dialog('Save Flow').getByRole('button', { name: 'Cancel' }).click()
    await editor.entry('Load').click()
    held.resolve()
    await expect(editor.toast('“Sketch” was not saved: Could not connect to server')).toBeVisible()
    await expect(editor.dialog('Load Flow')).toBeVisible()
    await expect(editor.panel).toContainText('Unsaved changes')
  })
})

test('[UI-75] a session that replaces another leaves nothing that was typed in its pages', async ({
  own: page,
  account,
  mailedLink,
}) => {
  const next = await makeAccount(account.url, mailedLink)
  const editor = await EditorPage.open(page)
  await editor.entry('Save').click()
  await editor.dialog('Save Flow').getByLabel('Flow Name').fill(FLOW.name)
  const otherTab = await page.context().newPage()
  await otherTab.goto('/')
  const followed = page.waitForResponse('**/api/profile')
  await otherTab.evaluate((token) => {
    const state = { isAuthenticated: true, token }
    localStorage.setItem('auth-storage', JSON.stringify({ state, version: 0 }))
  }, next.token)
  await followed
  await expect(editor.dialog('Save Flow')).toHaveCount(0)
})

test.describe('answers of 401', () => {
  test.use({ expectedFaults: [/status of 401/] })

  test('[UI-75] end the session without a word about what was asked', async ({ own: page, account }) => {
    await store(account)
    const library = new LibraryPage(page)
    await library.open()
    // Nothing of the library is asked for any more.
    await expect(library.thumbnail(FLOW.name)).toHaveAttribute('data-drawn', 'true')
    await call(account.url, 'POST', '/auth/logout', account)
    await library.load(FLOW.name).click()
    await new LoginPage(page).heading.waitFor()
    await settle(page)
    expect(await new Shell(page).toast.count()).toBe(0)
  })
})
