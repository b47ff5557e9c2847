import type { BrowserContext, Page } from '@playwright/test'
import { sized } from '../../tooling/lib/test-size.ts'
import { logIn, newPerson } from '../fixtures/account.ts'
import { call } from '../fixtures/api.ts'
import { outboxMails, outboxUrlOf } from '../fixtures/outbox.ts'
import { expect, test } from '../fixtures/test.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { hostileTexts } from '../pages/hostile-texts.ts'
import { LibraryPage } from '../pages/library.page.ts'
import { LoginPage } from '../pages/login.page.ts'
import { Shell } from '../pages/shell.page.ts'
import { SimulationPanel } from '../pages/simulation.page.ts'

const COUNT = sized({ small: 40, full: 150 })
const TEXTS = hostileTexts(COUNT)
const BIG = 'All of them in one flow'

test.use({ expectedFaults: [/status of (400|401|404)|frame is sandboxed/] })

/** Notes dialogs, and after each page whether a script of ours has run. */
function watchFor(context: BrowserContext) {
  const deeds: string[] = []
  context.on('dialog', (dialog) => {
    deeds.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return {
    async check(page: Page) {
      const trace = await page.evaluate(() => Reflect.get(window, '__x'))
      const elements = await page.evaluate(
        () =>
          document.querySelectorAll('[onerror],[onload],[onfocus],[ontoggle],iframe[srcdoc],base,object,embed').length,
      )
      expect([page.url(), trace, elements, deeds]).toEqual([page.url(), undefined, 0, []])
    },
  }
}

/** One flow with a hostile text wherever it has room for one. */
function flowOfTexts() {
  const nodes = TEXTS.map((text, index) => ({
    id: `${text} #${index}`,
    type: ['Client', 'Server', 'Database'][index % 3],
    position: { x: (index % 12) * 345, y: Math.floor(index / 12) * 210 },
    data: { label: text, ...(index % 3 === 1 && { supportedProtocols: [text] }) },
  }))
  const edges = TEXTS.slice(1).map((text, index) => ({
    id: `edge ${text}`,
    type: 'http',
    source: nodes[index]?.id,
    target: nodes[index + 1]?.id,
    data: { label: text, description: text },
  }))
  return { nodes, edges }
}

test('[REL-WB4] what people write is shown as they wrote it, on every screen, and never run', async ({
  page,
  context,
  server,
  mailedLink,
}, testInfo) => {
  test.setTimeout(240_000)
  // Of markup a name may have nothing but this.
  const [firstName, lastName] = ["O'Neil ’ .", "-'.’"]
  const person = { ...newPerson(), firstName, lastName }
  const { url } = server
  await call(url, 'POST', '/auth/register', { body: person })
  const mailed = new URL(await mailedLink(person.email)).searchParams.get('token') ?? ''
  await call(url, 'GET', `/auth/verify-email?token=${mailed}`)
  const token = await logIn(url, person)
  const save = (name: string, description: string, content: object) =>
    call<{ id: string }>(url, 'POST', '/flows', {
      token,
      body: { name, description, nodes: [], edges: [], ...content },
    })
  for (const text of TEXTS) await save(text.slice(0, 100), `It says ${text}`, {})
  const big = await save(BIG, 'With a text at each place', flowOfTexts())

  const watcher = watchFor(context)
  const login = new LoginPage(page)
  await login.open()
  await login.signIn(person.email, person.password)

  await test.step('library', async () => {
    const library = new LibraryPage(page)
    await expect(library.entries).toHaveCount(COUNT + 1)
    const shown = (await library.entries.allTextContents()).join('\n')
    for (const text of TEXTS) expect(shown).toContain(text)
    await watcher.check(page)
  })

  await test.step('editor, its panels and the simulation', async () => {
    const editor = await EditorPage.openFlow(page, big)
    await expect(editor.nodes.first()).toBeVisible()
    const nodes = await editor.nodes.allTextContents()
    expect(nodes.length).toBeGreaterThan(2)
    for (const node of nodes) expect(TEXTS.some((text) => node.includes(text))).toBe(true)
    await editor.nodes.first().focus()
    await page.keyboard.press('Enter')
    await expect(editor.properties).toBeVisible()
    expect(TEXTS).toContain(await editor.properties.getByLabel('Label', { exact: true }).first().inputValue())
    await editor.edges.first().focus()
    await page.keyboard.press('Enter')
    await watcher.check(page)
    const panel = new SimulationPanel(page)
    await panel.command('Start').click()
    await panel.waitForMore('Elapsed time', 1)
    await watcher.check(page)
    await panel.command('Reset').click()
    await editor.entry('Load').click()
    await expect(editor.dialog('Load Flow').getByRole('listitem')).toHaveCount(COUNT + 1)
    await watcher.check(page)
  })

  await test.step('profile', async () => {
    await page.goto('/profile')
    await expect(page.getByText(`${firstName} ${lastName}`).first()).toBeVisible()
    await watcher.check(page)
  })

  await test.step('a message of the server in a toast', async () => {
    const library = new LibraryPage(page)
    const [message = ''] = TEXTS
    await page.route('**/api/flows/*', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ json: { message } }) : route.continue(),
    )
    await library.open()
    await library.remove(BIG).click()
    await expect(new Shell(page).toast.filter({ hasText: message }).first()).toBeVisible()
    await watcher.check(page)
  })

  await test.step('mails', async () => {
    const mails = await outboxMails(server)
    await page.goto(outboxUrlOf(server))
    await expect(page.getByRole('article').first()).toBeVisible()
    await watcher.check(page)
    for (const mail of mails.slice(0, 5)) {
      await page.goto(mail.page)
      expect(await page.locator('script,iframe,form,object,embed,[onerror],[onload]').count()).toBe(0)
    }
  })

  testInfo.annotations.push({
    type: 'measured',
    description: `${COUNT} texts in names, descriptions, labels, ids and lists: all shown as text, nothing ran`,
  })
})

test('[REL-WB4] a message of the server is a text, and so is a token in the address', async ({
  page,
  context,
}, testInfo) => {
  test.setTimeout(240_000)
  const watcher = watchFor(context)
  const texts = TEXTS.slice(0, sized({ small: 2, full: 15 }))
  const login = new LoginPage(page)
  await login.open()
  for (const message of texts) {
    await page.route('**/api/auth/login', (route) => route.fulfill({ status: 400, json: { message } }), { times: 1 })
    await login.signIn()
    await expect(login.banner).toContainText(message)
    await watcher.check(page)
  }
  for (const text of texts) {
    const encoded = encodeURIComponent(text)
    for (const path of ['/verify-email?token=', '/reset-password?token=', '/login?from=', '/not-found#']) {
      await page.goto(path + encoded)
      await page.getByRole('heading').first().waitFor()
      await watcher.check(page)
    }
    await page.goto(`/${encoded}`)
    await watcher.check(page)
  }
  testInfo.annotations.push({
    type: 'measured',
    description: `${texts.length} messages and ${texts.length * 5} addresses: nothing ran`,
  })
})
