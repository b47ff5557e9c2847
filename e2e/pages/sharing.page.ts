import type { Locator, Page } from '@playwright/test'
import { createEdge, createNode } from '@plimsoll/flow'
import { type Account, makeAccount } from '../fixtures/account.ts'
import { call, type NewFlow, type StoredFlow } from '../fixtures/api.ts'

/** The dialog in which a flow is shared. */
export class ShareDialog {
  readonly root: Locator
  readonly email: Locator
  readonly role: Locator
  readonly share: Locator
  readonly people: Locator
  readonly links: Locator
  readonly newLink: Locator

  constructor(page: Page) {
    this.root = page.getByRole('dialog', { name: /^Share/ })
    this.email = this.root.getByLabel('Email')
    this.role = this.root.getByLabel('Role', { exact: true })
    this.share = this.root.getByRole('button', { name: 'Share', exact: true })
    this.people = this.root.getByRole('list', { name: 'People' }).getByRole('listitem')
    this.links = this.root.getByRole('list', { name: 'Links' }).getByRole('listitem')
    this.newLink = this.root.getByLabel('New link')
  }

  person(email: string): Locator {
    return this.people.filter({ hasText: email })
  }
}

/** The page at the address of a link. */
export class SharedFlowPage {
  readonly page: Page
  readonly canvas: Locator
  readonly start: Locator
  readonly pause: Locator
  readonly resume: Locator
  readonly reset: Locator
  readonly password: Locator

  constructor(page: Page) {
    this.page = page
    this.canvas = page.getByRole('region', { name: 'Canvas' })
    this.start = page.getByRole('button', { name: 'Start' })
    this.pause = page.getByRole('button', { name: 'Pause' })
    this.resume = page.getByRole('button', { name: 'Resume' })
    this.reset = page.getByRole('button', { name: 'Reset' })
    this.password = page.getByRole('textbox', { name: 'Password' })
  }

  component(name: string): Locator {
    return this.canvas.getByRole('listitem', { name })
  }

  figure(name: string): Locator {
    return this.page.locator('dl > div').filter({ hasText: name }).locator('dd')
  }
}

/** An account with what it does outside the browser. */
export async function sharer(url: string, mailedLink: (address: string) => Promise<string>) {
  return withCalls(await makeAccount(url, mailedLink))
}

export function withCalls(account: Account) {
  const { url, token } = account
  return {
    ...account,
    save: (flow: NewFlow) =>
      call<StoredFlow>(url, 'POST', '/flows', {
        token,
        body: { description: 'Made by a test', nodes: [], edges: [], ...flow },
      }),
    open: (id: string) => call(url, 'PUT', `/flows/${id}/opened`, { token }),
    load: (id: string) => call<StoredFlow>(url, 'GET', `/flows/${id}`, { token }),
    share: (id: string, email: string, role: string) =>
      call(url, 'PUT', `/flows/${id}/people`, { token, body: { email, role } }),
    revokeLinks: async (id: string) => {
      const { links } = await call<{ links: { id: string }[] }>(url, 'GET', `/flows/${id}/sharing`, { token })
      for (const link of links) await call(url, 'DELETE', `/flows/${id}/links/${link.id}`, { token })
    },
    comment: async (id: string, text: string, element: { id: string; name: string } | null = null) =>
      (await call<{ id: string }>(url, 'POST', `/flows/${id}/comments`, { token, body: { text, element } })).id,
    answer: (id: string, thread: string, text: string) =>
      call(url, 'POST', `/flows/${id}/comments/${thread}/answers`, { token, body: { text } }),
    resolve: (id: string, thread: string, isResolved = true) =>
      call(url, 'PUT', `/flows/${id}/comments/${thread}/resolved`, { token, body: { isResolved } }),
    link: async (id: string, body: object = {}) =>
      `${url}/shared/${(await call<{ token: string }>(url, 'POST', `/flows/${id}/links`, { token, body })).token}`,
  }
}

/** So many components, each second one a server that the one before asks. */
export function fleet(count: number): NewFlow {
  const at = (index: number) => ({ x: (index % 26) * 400, y: Math.floor(index / 26) * 140 })
  const kinds = ['Client', 'Server'] as const
  return {
    name: 'Fleet',
    description: 'Many ships at once',
    nodes: Array.from({ length: count }, (_, index) =>
      createNode(kinds[index % 2] ?? 'Client', { id: `n${index}`, position: at(index), settings: {} }),
    ),
    edges: Array.from({ length: count / 2 }, (_, index) => {
      const ends = { source: `n${2 * index}`, target: `n${2 * index + 1}` }
      return createEdge('http', { id: `e${index}`, ends, settings: {} })
    }),
  }
}

/** Users who ask a server. */
export const shop = (name: string): NewFlow => ({
  name,
  description: 'A shop with many users',
  nodes: [
    createNode('Client', { id: 'users', position: { x: 0, y: 0 }, settings: { label: 'Users' } }),
    createNode('Server', { id: 'api', position: { x: 700, y: 0 }, settings: { label: 'API' } }),
  ],
  edges: [createEdge('http', { id: 'calls', ends: { source: 'users', target: 'api' }, settings: {} })],
})
