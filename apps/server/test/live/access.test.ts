import { request as httpRequest } from 'node:http'
import { FLOW_ROLES, GIVEN_ROLES, mayRole } from '@plimsoll/contract'
import { expect, it } from 'vitest'
import * as Y from 'yjs'
import { sized } from '../../../../tooling/lib/test-size.ts'
import { LIVE_TIMES } from '../../src/modules/live/live.policy.ts'
import { pick, pinnedRandom } from '../support/attack.ts'
import { connect, nameIn, rename } from '../support/live-clients.ts'
import { addFlow, onEachLiveServer } from '../support/on-each-live-server.ts'
import { openRawSocket } from '../support/raw-socket.ts'
import type { TestUser } from '../support/test-server.ts'

/** In milliseconds. */
const FIVE_SECONDS = 5_000
const NOBODYS = '00000000-0000-4000-8000-000000000000'

onEachLiveServer('access to a flow that is drawn together', ({ server, join }) => {
  async function shared() {
    const { owner, id } = await addFlow(server())
    const people: Record<string, TestUser> = { owner }
    for (const role of GIVEN_ROLES) {
      const user = await server().addUser()
      people[role] = user
      const body = { email: user.email, role }
      await server().request(`/api/flows/${id}/people`, { method: 'PUT', token: owner.token, body })
    }
    const to = (role: string) => people[role] ?? owner
    return { id, to }
  }
  const unshare = (id: string, owner: TestUser, { email }: TestUser) =>
    server().request(`/api/flows/${id}/people`, { method: 'DELETE', token: owner.token, body: { email } })

  it('[COL-61] whoever may load a flow may join it, and whoever may save it may draw', async () => {
    const { id, to } = await shared()
    for (const role of FLOW_ROLES) {
      const client = join(id, to(role))
      expect(await client.scope()).toBe(mayRole(role, 'save') ? 'read-write' : 'readonly')
      await client.until((doc) => nameIn(doc) !== undefined)
    }
  })

  it('[COL-64] a socket gets the flow of its path alone', async () => {
    const { id, owner } = await addFlow(server())
    const other = await addFlow(server(), owner)
    const client = connect(server().url, { flowId: id, token: owner.token, name: other.id })
    expect(await client.denied).toBe('not-found')
    client.close()
  })

  it('[COL-65] what a viewer or commenter draws is neither stored nor shown to others', async () => {
    const { id, to } = await shared()
    const editor = join(id, to('editor'))
    await editor.saved()
    for (const role of ['viewer', 'commenter']) {
      const reader = join(id, to(role))
      expect(await reader.scope()).toBe('readonly')
      rename(reader, 'Written by a reader')
      rename(editor, `Written beside a ${role}`)
      await editor.saved()
      expect(nameIn(editor.doc)).toBe(`Written beside a ${role}`)
      const loaded = await server().request(`/api/flows/${id}`, { token: to('owner').token })
      expect(loaded.body.data.name).toBe(`Written beside a ${role}`)
    }
  })

  it('[COL-119] [COL-132] what a viewer or commenter drags or presents is not shown to others, and their cursor is', async () => {
    const { id, to } = await shared()
    const watcher = join(id, to('owner'))
    await watcher.saved()
    for (const role of ['viewer', 'commenter', 'editor']) {
      const client = join(id, to(role))
      await client.saved()
      client.provider.setAwarenessField('drag', { ids: ['node-a'], box: { position: { x: 1, y: 1 } } })
      client.provider.setAwarenessField('run', { state: 'running' })
      client.provider.setAwarenessField('cursor', { x: 1, y: 1 })
      const seen = () => watcher.provider.awareness?.getStates().get(client.doc.clientID)
      await expect.poll(() => seen()?.cursor).toEqual({ x: 1, y: 1 })
      const told = ['drag', 'run'].map((key) => key in (seen() ?? {}))
      expect([role, ...told]).toEqual([role, role === 'editor', role === 'editor'])
    }
  })

  it('[COL-68] an update is stored by the role that its sender has then', async () => {
    const { id, to } = await shared()
    const editor = join(id, to('editor'))
    await editor.saved()
    await unshare(id, to('owner'), to('editor'))
    rename(editor, 'Too late')
    expect(await editor.denied).toBe('not-found')
    const loaded = await server().request(`/api/flows/${id}`, { token: to('owner').token })
    expect(loaded.body.data.name).toBe('A small shop')
  })

  it('[COL-101] by chance, nobody gets a flow or draws one without the role for it', async () => {
    const random = pinnedRandom()
    const flows = [await shared(), await shared(), await shared()]
    const everybody = flows.flatMap(({ to }) => FLOW_ROLES.map((role) => to(role)))
    for (let attempt = 0; attempt < sized({ small: 40, full: 2_000 }); attempt++) {
      const { id, to } = pick(random, flows)
      const user = pick(random, everybody)
      const role = FLOW_ROLES.find((one) => to(one) === user)
      const socket = await openRawSocket(server().url, id)
      const end = await Promise.race([socket.closed, socket.join(user.token)])
      expect(end?.reason).toBe(role ? undefined : 'not-found')
      const doc = new Y.Doc()
      doc.getMap('simulation').set(`attempt ${attempt}`, true)
      if (role) await socket.update(Y.encodeStateAsUpdate(doc))
      const loaded = await server().request(`/api/flows/${id}`, { token: to('owner').token })
      expect(Object.hasOwn(loaded.body.data.simulation ?? {}, `attempt ${attempt}`)).toBe(mayRole(role, 'save'))
      socket.close()
    }
  })

  it('[COL-71] a page of another site gets no socket', async () => {
    const { id } = await addFlow(server())
    const { host } = new URL(server().url)
    const status = (headers: Record<string, string>) => upgradeStatus(`${server().url}/api/flows/${id}/live`, headers)
    expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await status({ origin: 'https://elsewhere.example' })).toBe(403)
    expect(await status({ 'sec-fetch-site': 'same-origin' })).toBe(101)
    expect(await status({ origin: `http://${host}` })).toBe(101)
  })

  it('[COL-72] others see the name of an account beside a cursor, neither its address nor another name', async () => {
    const { id, to } = await shared()
    const [editor, owner] = [join(id, to('editor')), join(id, to('owner'))]
    await Promise.all([editor.saved(), owner.saved()])
    editor.provider.setAwarenessField('user', {
      id: 'x',
      name: 'Somebody else',
      email: to('owner').email,
      colour: 'teal',
    })
    editor.provider.setAwarenessField('cursor', { x: 1, y: 2 })
    const seen = () => owner.provider.awareness?.getStates().get(editor.doc.clientID)
    await expect.poll(seen).toEqual({
      user: { id: to('editor').id, name: 'Grace Hopper', colour: 'teal' },
      cursor: { x: 1, y: 2 },
    })
  })

  // At once, because they wait for the server to look again, and for sockets to close.
  it.concurrent('[COL-62] a flow that one may not know of and one that does not exist refuse alike', async ({
    expect,
  }) => {
    const { id } = await addFlow(server())
    const stranger = await server().addUser()
    const clients = [join(id, stranger), join(NOBODYS, stranger)]
    for (const client of clients) {
      expect(await client.denied).toBe('not-found')
      expect(await client.closed).toEqual({ code: 4404, reason: 'not-found' })
    }
  })

  it.concurrent('[COL-63] a socket without the token of an open session is refused', async ({ expect }) => {
    const { id } = await addFlow(server())
    const clients = ['', 'x', 'x'.repeat(43), 'x'.repeat(100_000)].map((token) => join(id, { token }))
    for (const client of clients) {
      expect(await client.denied).toBe('unauthorized')
      expect((await client.closed).code).toBe(4401)
    }
  })

  it.concurrent('[COL-66] a share taken away ends the sockets that rest on it within five seconds', async ({
    expect,
  }) => {
    const { id, to } = await shared()
    const editor = join(id, to('editor'))
    await editor.saved()
    await unshare(id, to('owner'), to('editor'))
    expect(await editor.closed).toEqual({ code: 4404, reason: 'not-found' })
    expect(await editor.denied).toBe('not-found')
    expect(LIVE_TIMES.recheckMs).toBeLessThan(FIVE_SECONDS / 2)
  })

  it.concurrent('[COL-67] a role that is changed holds for open sockets within five seconds', async ({ expect }) => {
    const { id, to } = await shared()
    const [editor, viewer] = [join(id, to('editor')), join(id, to('viewer'))]
    await Promise.all([editor.saved(), viewer.saved()])
    const give = (role: string, { email }: TestUser) =>
      server().request(`/api/flows/${id}/people`, { method: 'PUT', token: to('owner').token, body: { email, role } })
    await give('viewer', to('editor'))
    await give('editor', to('viewer'))
    for (const client of [editor, viewer]) expect(await client.closed).toEqual({ code: 4403, reason: 'role-changed' })
    await expect
      .poll(() => [editor, viewer].map(({ provider }) => provider.authorizedScope))
      .toEqual(['readonly', 'read-write'])
  })

  it.concurrent('[COL-69] the end of a session ends its sockets within five seconds', async ({ expect }) => {
    const { id, owner } = await addFlow(server())
    const client = join(id, owner)
    await client.saved()
    await server().request('/api/auth/logout', { method: 'POST', token: owner.token })
    expect(await client.closed).toEqual({ code: 4401, reason: 'unauthorized' })
    expect(await client.denied).toBe('unauthorized')
  })

  it.concurrent('[COL-70] the removal of a flow ends its sockets within five seconds, and it comes back with what was drawn', async ({
    expect,
  }) => {
    const { id, owner } = await addFlow(server())
    const client = join(id, owner)
    await client.saved()
    rename(client, 'Drawn before')
    await client.saved()
    await server().request(`/api/flows/${id}`, { method: 'DELETE', token: owner.token })
    expect(await client.closed).toEqual({ code: 4404, reason: 'not-found' })
    await server().request(`/api/bin/${id}/restore`, { method: 'POST', token: owner.token })
    const loaded = await server().request(`/api/flows/${id}`, { token: owner.token })
    expect(loaded.body.data.name).toBe('Drawn before')
  })
})

/** The status of the answer to a request for a socket. */
function upgradeStatus(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        ...headers,
      },
    })
    outgoing.on('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy()
      resolve(statusCode)
    })
    outgoing.on('response', ({ statusCode = 0 }) => resolve(statusCode))
    outgoing.on('error', reject)
    outgoing.end()
  })
}
