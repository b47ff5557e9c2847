import type { Page } from '@playwright/test'
import { type Account, makeAccount } from '../fixtures/account.ts'
import { call } from '../fixtures/api.ts'
import { expect, test } from '../fixtures/test.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { LibraryPage } from '../pages/library.page.ts'
import { LoginPage } from '../pages/login.page.ts'
import { Shell } from '../pages/shell.page.ts'

/** The editor with one component, after the server has said whose session it is. */
async function drawSomething(page: Page): Promise<EditorPage> {
  const known = page.waitForResponse('**/api/profile')
  await page.goto('/flow-editor')
  const editor = new EditorPage(page)
  await editor.canvas.waitFor()
  await (await known).finished()
  await editor.entry('Server').press('Enter')
  await expect(editor.node('Server: Server')).toBeVisible()
  return editor
}

/** Ends the session from elsewhere, and has the page find out. */
async function expire(page: Page, { url, token }: Account): Promise<void> {
  await call(url, 'POST', '/auth/logout', { token }).catch(() => {})
  await new EditorPage(page).entry('Load').click()
  await new LoginPage(page).heading.waitFor()
}

test.describe('a session that ends by itself', () => {
  test.use({ expectedFaults: [/status of 401/] })

  test('[UI-72] [UI-332] [UI-333] [REL-CL6] [REL-DP2] the same user finds the document again in the editor, another gets an empty canvas, and it waits for its user', async ({
    own: page,
    account,
    mailedLink,
  }) => {
    const editor = await drawSomething(page)
    const other = await makeAccount(account.url, mailedLink)
    const login = new LoginPage(page)
    await expire(page, account)
    await login.signIn(account.email, account.password)
    await expect(page).toHaveURL(/\/flow-editor$/)
    await expect(editor.node('Server: Server')).toBeVisible()
    await expect(page.getByText('Unsaved changes')).toBeVisible()

    await expire(page, { ...account, token: await new Shell(page).token() })
    const known = page.waitForResponse('**/api/profile')
    await login.signIn(other.email, other.password)
    await editor.canvas.waitFor()
    await (await known).finished()
    await expect(editor.node('Server: Server')).toHaveCount(0)
    await new Shell(page).logout.click()
    await login.signIn(account.email, account.password)
    await new Shell(page).link('Flow Editor').click()
    await expect(editor.node('Server: Server')).toBeVisible()
  })
})

test.describe('leaving the page', () => {
  test.use({ expectedFaults: [/status of 401/] })

  const askToLeave = async (page: Page) => {
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    return asked
  }

  test('[UI-77] asks while the document has unsaved changes, and while it waits on the login page for its user', async ({
    own: page,
    account,
  }) => {
    const editor = await drawSomething(page)
    const first = await askToLeave(page)
    expect(first.type()).toBe('beforeunload')
    await first.dismiss()
    await expire(page, account)
    const second = await askToLeave(page)
    expect(second.type()).toBe('beforeunload')
    await second.dismiss()
    await new LoginPage(page).signIn(account.email, account.password)
    await expect(editor.node('Server: Server')).toBeVisible()
  })

  test('[UI-77] asks nothing without work', async ({ own: page }) => {
    const editor = await EditorPage.open(page)
    await editor.entry('Server').click()
    await editor.node('Server: Server').press('Delete')
    await expect(editor.nodes).toHaveCount(0)
    let asked = 0
    page.on('dialog', (dialog) => {
      asked += 1
      return dialog.accept()
    })
    const closed = page.waitForEvent('close')
    await page.close({ runBeforeUnload: true })
    await closed
    expect(asked).toBe(0)
  })
})

test.describe('Logout with unsaved work', () => {
  test(
    '[UI-73] [UI-335] asks first; Cancel and Escape continue the session',
    { tag: '@both' },
    async ({ own: page }, testInfo) => {
      const editor = await drawSomething(page)
      const shell = new Shell(page)
      const question = page.getByRole('dialog', { name: 'Your board has unsaved changes' })
      const ask = async () => {
        if (testInfo.project.name === 'small') await shell.menuButton.click()
        await shell.logout.click()
        await expect(question).toBeVisible()
      }
      await ask()
      await page.keyboard.press('Escape')
      await expect(question).toBeHidden()
      await ask()
      await question.getByRole('button', { name: 'Cancel' }).click()
      await expect(question).toBeHidden()
      await expect(editor.node('Server: Server')).toBeVisible()
      expect(await shell.storedSession()).toMatchObject({ state: { isAuthenticated: true } })
    },
  )

  test('[UI-73] [UI-336] [UI-339] Save leads to the Save dialog from any page; a saved document asks no more', async ({
    own: page,
    account,
  }) => {
    const editor = await drawSomething(page)
    const shell = new Shell(page)
    await shell.link('Flow Library').click()
    await new LibraryPage(page).heading.waitFor()
    await shell.logout.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter')
    const dialog = editor.dialog('Save Flow')
    await dialog.getByLabel('Flow Name').fill('Kept before leaving')
    await dialog.getByLabel('Description').fill('Made by a test')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog).toBeHidden()
    await shell.logout.click()
    await expect(new LoginPage(page).heading).toBeVisible()
    const { token } = await call<{ token: string }>(account.url, 'POST', '/auth/login', {
      body: { email: account.email, password: account.password },
    })
    expect(await call(account.url, 'GET', '/flows', { token })).toMatchObject([{ name: 'Kept before leaving' }])
  })

  test('[UI-337] [UI-339] [REL-SE9] Discard leaves nothing of the work, to nobody; a document without unsaved work is left at once', async ({
    own: page,
    account,
  }) => {
    const editor = await drawSomething(page)
    const shell = new Shell(page)
    await shell.logout.click()
    await page.getByRole('button', { name: 'Discard and log out' }).click()
    const login = new LoginPage(page)
    await login.heading.waitFor()
    expect(await shell.storedSession()).toMatchObject({ state: { isAuthenticated: false, token: null } })
    await login.signIn(account.email, account.password)
    await expect(page).toHaveURL(/\/flow-library$/)
    await shell.link('Flow Editor').click()
    await editor.canvas.waitFor()
    await expect(editor.node('Server: Server')).toHaveCount(0)
    await shell.logout.click()
    await expect(login.heading).toBeVisible()
  })
})

test('[REL-SE9] a toast that can undo does not outlive its session', async ({ own: page, account }) => {
  const body = { name: 'Removed at last', description: 'Made by a test', nodes: [], edges: [] }
  await call(account.url, 'POST', '/flows', { token: account.token, body })
  const library = new LibraryPage(page)
  await library.open()
  await library.remove('Removed at last').click()
  const undo = page.getByRole('button', { name: 'Undo' })
  // Under the pointer it does not go by itself.
  await undo.hover()
  await new Shell(page).logout.press('Enter')
  await new LoginPage(page).heading.waitFor()
  await expect(undo).toHaveCount(0)
})
