import { type Browser, expect, type Locator, type Page, type WebSocketRoute } from '@playwright/test'
import type { Account } from '../fixtures/account.ts'
import { watch } from '../fixtures/watch.ts'
import { EditorPage } from './editor.page.ts'

const SAVED = 'All changes saved'

/** The editor of a flow that is drawn together. */
export class TogetherPage extends EditorPage {
  readonly people: Locator
  readonly following: Locator

  constructor(page: Page) {
    super(page)
    this.people = page.getByRole('list', { name: 'People here' }).getByRole('button')
    this.following = page.getByText(/^You see what/)
  }

  /** Opens the flow at its address, and waits until it is drawn together. */
  static async join(page: Page, id: string): Promise<TogetherPage> {
    await page.goto(`/flow/${id}`)
    const editor = new TogetherPage(page)
    // On a small screen the panel is folded.
    if ((page.viewportSize()?.width ?? 0) < 600) await expect(editor.canvas).toBeVisible()
    else await expect(editor.panel).toContainText(SAVED)
    return editor
  }

  card(id: string): Locator {
    return this.canvas.locator(`.react-flow__node[data-id="${id}"]`)
  }

  /** Sets a field of a node in the panel. */
  async set(id: string, field: string, value: string): Promise<void> {
    await this.card(id).click()
    const input = this.properties.getByLabel(field, { exact: true })
    await input.fill(value)
    await input.press('Enter')
  }

  async field(id: string, field: string): Promise<Locator> {
    await this.card(id).click()
    return this.properties.getByLabel(field, { exact: true })
  }
}

/** Of the protocol. */
const STATELESS = 5

/** The socket of a flow that a page will open, with what else the server could say. */
export async function liveSocket(page: Page, flowId: string) {
  let socket: WebSocketRoute | undefined
  let server: WebSocketRoute | undefined
  let mayOpen = Promise.resolve()
  await page.routeWebSocket(`**/api/flows/${flowId}/live`, async (route) => {
    await mayOpen
    server = route.connectToServer()
    socket = route
  })
  return {
    /** Sends a short message. */
    tell(payload: string) {
      const parts = [flowId, payload].map((text) => [text.length, ...Buffer.from(text)])
      socket?.send(Buffer.from([...(parts[0] ?? []), STATELESS, ...(parts[1] ?? [])]))
    },
    end: (code: number, reason: string) => socket?.close({ code, reason }),
    /** From now on nothing comes or goes, no close is answered, and none opens before the end that it gives back. */
    silence() {
      const { promise, resolve } = Promise.withResolvers<void>()
      mayOpen = promise
      socket?.onMessage(() => {})
      socket?.onClose(() => {})
      server?.onMessage(() => {})
      return resolve
    },
  }
}

/** A page in a browser of its own, whose visitor is signed in; and what went wrong in it. */
export async function otherBrowser(browser: Browser, { url, token }: Pick<Account, 'url' | 'token'>) {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  const faults = await watch(context, url)
  const value = JSON.stringify({ state: { isAuthenticated: true, token }, version: 0 })
  const page = await context.newPage()
  await page.addInitScript((value) => {
    if (window !== top || window.name === 'was signed in') return
    window.name = 'was signed in'
    localStorage.setItem('auth-storage', value)
  }, value)
  return { page, context, faults }
}
