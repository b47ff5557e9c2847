import { call } from '../fixtures/api.ts'
import { expect, test } from '../fixtures/test.ts'
import { drawDraft, SHOP } from '../pages/drafts.page.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { LibraryPage } from '../pages/library.page.ts'
import { LoginPage } from '../pages/login.page.ts'
import { ProfilePage } from '../pages/profile.page.ts'
import { Shell } from '../pages/shell.page.ts'

const NO_SERVER = 'Could not connect to server'

// What is fetched late cannot be fetched: the browser says so in the console, and the page goes on without.
test.use({ expectedFaults: [/ERR_INTERNET_DISCONNECTED/] })

test.describe('where the browser knows that it is offline', () => {
  test('[UI-89] [UI-133] [UI-134] Save and Load say at once that there is no connection; later the list is fetched and nothing is saved', async ({
    own: page,
    account,
  }) => {
    // The dialogs are fetched when the page is first touched, which is to be over before the connection goes.
    const loadCame = page.waitForResponse('**/assets/load-dialog-*.js')
    const editor = await drawDraft(page)
    await (await loadCame).finished()
    await editor.entry('Save').click()
    await editor.dialog('Save Flow').getByRole('button', { name: 'Cancel' }).click()
    await page.context().setOffline(true)
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.method()))

    await editor.save('Never sent', 'There was no connection')
    const save = editor.dialog('Save Flow')
    await expect(save.getByRole('alert')).toContainText(NO_SERVER)
    await expect(save.getByLabel('Flow Name')).toHaveValue('Never sent')
    await save.getByRole('button', { name: 'Cancel' }).click()
    await editor.entry('Load').click()
    const load = editor.dialog('Load Flow')
    await expect(load.getByRole('alert')).toContainText(NO_SERVER)

    sent.length = 0
    await page.context().setOffline(false)
    await expect(load.getByRole('heading', { name: 'No flows yet' })).toBeVisible()
    expect(sent).not.toContain('POST')
    expect(await call(account.url, 'GET', '/flows', account)).toEqual([])
  })

  test('[UI-89] so do library and profile', async ({ own: page, account }) => {
    await call(account.url, 'POST', '/flows', { token: account.token, body: SHOP })
    const { toast } = new Shell(page)
    const library = new LibraryPage(page)
    await library.open()
    // Toasts are fetched when the page is first touched, with their looks, which is to be over before the connection goes.
    await page.keyboard.press('Shift')
    await expect(page.locator('.mantine-Notifications-root').first()).toBeAttached()
    await page.context().setOffline(true)
    await library.load(SHOP.name).click()
    await expect(toast.filter({ hasText: 'Failed to load flow' })).toBeVisible()
    await page.context().setOffline(false)

    const profile = new ProfilePage(page)
    await profile.open()
    await page.context().setOffline(true)
    await profile.firstName.fill('Ada')
    await profile.update.click()
    await expect(profile.banner).toContainText(NO_SERVER)
    await expect(profile.firstName).toHaveValue('Ada')
  })

  test('[UI-89] so does the login page', async ({ page }) => {
    const login = new LoginPage(page)
    await login.open()
    await page.context().setOffline(true)
    await login.signIn()
    await expect(login.banner).toHaveText(NO_SERVER)
    await expect(login.submit).toBeEnabled()
  })

  test('[EDT-105] [EDT-510] what could not be said without a connection is said, with its looks, once there is one', async ({
    own: page,
  }) => {
    const editor = await EditorPage.open(page)
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    const missed = page.waitForEvent('requestfailed', (request) => /toasts-.*\.css/.test(request.url()))
    await editor.canvas.focus()
    await editor.press('?')
    await missed
    await page.context().setOffline(false)
    await expect(editor.toast('A part of the editor could not be loaded.')).toBeVisible()
    const sheets = page.locator('link[rel="stylesheet"][href*="toasts"]')
    const arrived = () => sheets.evaluateAll((links: HTMLLinkElement[]) => links.map(({ sheet }) => sheet !== null))
    await expect.poll(arrived).toEqual([true])
  })
})
