import { expect, it } from 'vitest'
import { flowBody } from '../support/flows.ts'
import { queuedMails } from '../support/mail-tokens.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { HOUR, PASSWORD, type TestUser } from '../support/test-server.ts'

const DAY = 24 * HOUR
const ON_API = { id: 'api', name: 'Server: API' }

onEachDatabase('comments', (server) => {
  const save = async ({ token }: TestUser) =>
    (await server().request('/api/flows', { token, body: flowBody() })).body.data.id as string
  const share = ({ token }: TestUser, id: string, { email }: TestUser, role = 'commenter') =>
    server().request(`/api/flows/${id}/people`, { method: 'PUT', token, body: { email, role } })
  const open = ({ token }: TestUser, id: string) =>
    server().request(`/api/flows/${id}/opened`, { method: 'PUT', token })
  const call = ({ token }: TestUser, id: string, rest = '', method = 'GET', body?: unknown) =>
    server().request(`/api/flows/${id}/comments${rest}`, { method, token, body })
  const list = async (user: TestUser, id: string) => (await call(user, id)).body.data
  const write = (user: TestUser, id: string, body: object) => call(user, id, '', 'POST', body)
  const start = async (user: TestUser, id: string, text = 'Why so?', element: object | null = null) =>
    (await write(user, id, { text, element })).body.data.id as string
  const answer = (user: TestUser, id: string, thread: string, text = 'Because.') =>
    call(user, id, `/${thread}/answers`, 'POST', { text })
  const named = async (first_name: string, last_name = 'Hopper') => {
    const user = await server().addUser()
    await server().database.write((queries) =>
      queries.updateTable('users').set({ first_name, last_name }).where('id', '=', user.id).execute(),
    )
    return user
  }
  /** An owner with a flow that these have a part in and have opened. */
  const team = async (...roles: string[]) => {
    const owner = await named('Olga')
    const id = await save(owner)
    const others: TestUser[] = []
    for (const [index, role] of roles.entries()) {
      const user = await named(['Ada', 'Ben', 'Cleo'][index] ?? 'Dan')
      await share(owner, id, user, role)
      await open(user, id)
      others.push(user)
    }
    return { owner, id, others: others as [TestUser, TestUser, TestUser] }
  }
  const at = () => new Date(server().clock.now).toISOString()

  it('[API-470] [API-471] threads are listed to every role, on an element or the whole flow, with what the caller is', async () => {
    const { owner, id, others } = await team('viewer', 'commenter')
    const [viewer, commenter] = others
    const first = await start(commenter, id, '  Why one\nserver?  ', ON_API)
    server().clock.now += 1_000
    const second = await start(owner, id)
    const replied = (await answer(owner, id, first)).body.data.id
    const seen = await list(viewer, id)
    const comment = { mentions: [], editedAt: null, isDeleted: false }
    const thread = { resolvedAt: null, resolvedBy: null }
    const time = new Date(server().clock.now - 1_000).toISOString()
    expect(seen).toEqual({
      role: 'viewer',
      people: [],
      threads: [
        {
          ...{ ...thread, id: first, element: ON_API },
          comments: [
            { ...comment, id: first, author: 'Ben Hopper', isOwn: false, text: 'Why one\nserver?', createdAt: time },
            { ...comment, id: replied, author: 'Olga Hopper', isOwn: false, text: 'Because.', createdAt: at() },
          ],
        },
        {
          ...{ ...thread, id: second, element: null },
          comments: [{ ...comment, id: second, author: 'Olga Hopper', isOwn: false, text: 'Why so?', createdAt: at() }],
        },
      ],
    })
    const own = await list(commenter, id)
    expect([own.role, own.people, own.threads[0].comments[0].isOwn]).toEqual([
      'commenter',
      ['Ada Hopper', 'Olga Hopper'],
      true,
    ])
    for (const { email } of [owner, viewer, commenter]) expect(JSON.stringify(own)).not.toContain(email)
  })

  it('[API-471] an answer has no answers, and a comment belongs to its flow', async () => {
    const { owner, id } = await team()
    const other = await save(owner)
    const thread = await start(owner, id)
    const { id: reply } = (await answer(owner, id, thread)).body.data
    const tries = [
      await answer(owner, id, reply),
      await answer(owner, other, thread),
      await answer(owner, id, 'nothing'),
      await call(owner, other, `/${thread}`, 'PATCH', { text: 'Elsewhere' }),
      await call(owner, other, `/${thread}`, 'DELETE'),
      await call(owner, id, `/${reply}/resolved`, 'PUT', { isResolved: true }),
    ]
    expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 404))
  })

  it('[API-472] who wrote a comment changes and deletes it, and the owner of the flow deletes any', async () => {
    const { owner, id, others } = await team('commenter', 'editor')
    const [commenter, editor] = others
    const thread = await start(commenter, id)
    for (const user of [editor, owner])
      expect((await call(user, id, `/${thread}`, 'PATCH', { text: 'Not mine' })).status).toBe(403)
    expect((await call(editor, id, `/${thread}`, 'DELETE')).status).toBe(403)
    server().clock.now += 1_000
    expect((await call(commenter, id, `/${thread}`, 'PATCH', { text: 'Why so many?' })).status).toBe(200)
    expect((await list(editor, id)).threads[0].comments[0]).toMatchObject({ text: 'Why so many?', editedAt: at() })
    expect((await call(owner, id, `/${thread}`, 'DELETE')).status).toBe(200)
    expect((await list(owner, id)).threads).toEqual([])
    const again = await start(commenter, id)
    expect((await call(commenter, id, `/${again}`, 'DELETE')).status).toBe(200)
    expect((await call(commenter, id, `/${again}`, 'DELETE')).status).toBe(404)
  })

  it('[API-473] a deleted comment that has answers leaves its place until the last of them is deleted', async () => {
    const { owner, id, others } = await team('commenter')
    const [commenter] = others
    const thread = await start(commenter, id, 'Secret words', ON_API)
    const { id: reply } = (await answer(owner, id, thread)).body.data
    await call(commenter, id, `/${thread}`, 'DELETE')
    const [left] = (await list(owner, id)).threads
    expect(left.element).toEqual(ON_API)
    expect(left.comments[0]).toMatchObject({ id: thread, text: '', author: null, isDeleted: true })
    expect(JSON.stringify(left)).not.toContain('Secret')
    expect((await call(commenter, id, `/${thread}`, 'PATCH', { text: 'Again' })).status).toBe(403)
    expect((await call(commenter, id, `/${thread}`, 'DELETE')).status).toBe(404)
    const { id: later } = (await answer(commenter, id, thread)).body.data
    await call(owner, id, `/${reply}`, 'DELETE')
    expect((await list(owner, id)).threads).toHaveLength(1)
    await call(commenter, id, `/${later}`, 'DELETE')
    expect((await list(owner, id)).threads).toEqual([])
  })

  it('[API-474] who may comment resolves a thread, and reopens it', async () => {
    const { owner, id, others } = await team('commenter')
    const [commenter] = others
    const thread = await start(owner, id)
    const set = (isResolved: unknown) => call(commenter, id, `/${thread}/resolved`, 'PUT', { isResolved })
    await set(true)
    expect((await list(owner, id)).threads[0]).toMatchObject({ resolvedAt: at(), resolvedBy: 'Ada Hopper' })
    await set(false)
    expect((await list(owner, id)).threads[0]).toMatchObject({ resolvedAt: null, resolvedBy: null })
    expect((await set('yes')).body.errors).toHaveProperty('isResolved')
  })

  it('[API-475] a comment has 1 to 2,000 characters, a flow 500 comments, and a user writes 60 in ten minutes', async () => {
    const { owner, id } = await team()
    const refused = async (body: object) => (await write(owner, id, body)).body.errors
    for (const text of ['', ' \n ', '😀'.repeat(2_001), 'a\u0007b', 7, undefined])
      expect(await refused({ text })).toHaveProperty('text')
    const element = { id: 'x'.repeat(201), name: 'y\n' }
    expect(Object.keys(await refused({ text: 'Hm', element }))).toEqual(['element.id', 'element.name'])
    expect((await write(owner, id, { text: '😀'.repeat(2_000) })).status).toBe(201)
    const rows = Array.from({ length: 498 }, (_, index) => {
      const one = `${id.slice(0, -4)}${String(index).padStart(4, '0')}`
      return { id: one, flow_id: id, thread_id: one, text: 'Hm', created_at: 1 }
    })
    await server().database.write((queries) => queries.insertInto('flow_comments').values(rows).execute())
    expect((await write(owner, id, { text: 'The last' })).status).toBe(201)
    expect(await refused({ text: 'One more' })).toEqual({
      text: 'A flow has at most 500 comments. Delete some to make room.',
    })
    const other = await save(owner)
    for (let index = 2; index < 60; index++) expect((await write(owner, other, { text: 'Hm' })).status).toBe(201)
    const stopped = await write(owner, other, { text: 'Hm' })
    expect([stopped.status, stopped.headers.get('retry-after')]).toEqual([429, '600'])
    server().clock.now += HOUR / 6
    expect((await write(owner, other, { text: 'Hm' })).status).toBe(201)
  })

  it('[API-476] who is mentioned by name gets a mail, once, and within the limits of mails', async () => {
    const { owner, id, others } = await team('viewer', 'editor')
    const [viewer, editor] = others
    const uninvited = await named('Zoe')
    const unopened = await named('Yann')
    await share(owner, id, unopened, 'editor')
    const count = async ({ email }: TestUser) =>
      (await queuedMails(server(), email)).filter((kind) => kind === 'mentioned').length
    const woken = server().wakeUps()
    const thread = await start(editor, id, '@Ada Hopper, @Olga Hopper, @Ben Hopper, @Zoe Hopper and @Yann Hopper?')
    const [first] = (await list(owner, id)).threads
    expect(first.comments[0].mentions).toEqual(['Ada Hopper', 'Olga Hopper', 'Ben Hopper'])
    const counts = async () => Promise.all([viewer, owner, editor, uninvited, unopened].map(count))
    expect(await counts()).toEqual([1, 1, 0, 0, 0])
    expect(server().wakeUps()).toBe(woken + 2)
    await call(editor, id, `/${thread}`, 'PATCH', { text: '@Ada Hopper and @Olga Hopper?' })
    expect(await counts()).toEqual([1, 1, 0, 0, 0])
    for (let index = 0; index < 4; index++) await answer(editor, id, thread, 'And you, @Ada Hopper?')
    expect(await count(viewer)).toBeLessThanOrEqual(3)
  })

  it('[API-477] the comments of a deleted account stay, without its name', async () => {
    const { owner, id, others } = await team('commenter')
    const [commenter] = others
    const thread = await start(commenter, id, 'My last words')
    await call(commenter, id, `/${thread}/resolved`, 'PUT', { isResolved: true })
    const body = { currentPassword: PASSWORD }
    expect((await server().request('/api/profile', { method: 'DELETE', token: commenter.token, body })).status).toBe(
      200,
    )
    const [left] = (await list(owner, id)).threads
    expect([left.resolvedBy, left.comments[0].author, left.comments[0].text]).toEqual([null, null, 'My last words'])
    expect(left.resolvedAt).not.toBeNull()
  })

  it('[API-477] the comments of a flow go with it, and its export has what a user wrote', async () => {
    const { owner, id, others } = await team('commenter')
    const [commenter] = others
    await start(commenter, id, 'On the server', ON_API)
    const exported = async ({ token }: TestUser) =>
      (await server().request('/api/profile/export', { token })).body.data.comments
    const written = [{ flow: id, element: 'Server: API', text: 'On the server', createdAt: at() }]
    expect([await exported(commenter), await exported(owner)]).toEqual([written, []])
    await server().request(`/api/flows/${id}`, { method: 'DELETE', token: owner.token })
    expect((await call(commenter, id)).status).toBe(404)
    await server().request(`/api/bin/${id}/restore`, { method: 'POST', token: owner.token })
    expect((await list(commenter, id)).threads).toHaveLength(1)
    const body = { currentPassword: PASSWORD, flows: [{ id, to: null }] }
    await server().request('/api/profile', { method: 'DELETE', token: owner.token, body })
    expect(await exported(commenter)).toEqual([])
  })

  it('[API-478] who knows the comments as they are gets an empty 304', async () => {
    const { owner, id } = await team()
    const thread = await start(owner, id)
    const ask = (etag: string) =>
      server().request(`/api/flows/${id}/comments`, { token: owner.token, headers: { 'if-none-match': etag } })
    const etag = (await ask('"other"')).headers.get('etag') ?? ''
    const same = await ask(etag)
    expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', etag])
    await call(owner, id, `/${thread}/resolved`, 'PUT', { isResolved: true })
    expect((await ask(etag)).status).toBe(200)
  })

  it('[API-444] a link for viewing shows no comments', async () => {
    const { owner, id } = await team()
    await start(owner, id, 'Between us', ON_API)
    for (const role of ['viewer', 'commenter']) {
      const link = await server().request(`/api/flows/${id}/links`, { token: owner.token, body: { role } })
      const seen = await server().request(`/api/shared/${link.body.data.token}`)
      expect(seen.status).toBe(200)
      expect(seen.text).not.toContain('Between us')
      expect((await server().request(`/api/shared/${link.body.data.token}/comments`)).status).toBe(404)
    }
  })

  const link = async ({ token }: TestUser, id: string, body: object) =>
    (await server().request(`/api/flows/${id}/links`, { token, body })).body.data
  const take = ({ token: session }: TestUser, token: string, body: object = {}) =>
    server().request(`/api/shared/${token}/role`, { method: 'PUT', token: session, body })
  const load = ({ token }: TestUser, id: string) => server().request(`/api/flows/${id}`, { token })

  it('[API-479] a link for commenting or editing gives its role to who takes it, and not by being seen', async () => {
    const owner = await named('Olga')
    const id = await save(owner)
    const guest = await named('Gina')
    const [view, comment, edit] = [
      await link(owner, id, {}),
      await link(owner, id, { role: 'commenter' }),
      await link(owner, id, { role: 'editor', password: 'open sesame' }),
    ]
    expect([view.role, comment.role, edit.role]).toEqual(['viewer', 'commenter', 'editor'])
    const seen = await server().request(`/api/shared/${comment.token}`, { token: guest.token })
    expect(seen.body.data.role).toBe('commenter')
    expect((await take(guest, view.token)).status).toBe(404)
    expect((await load(guest, id)).status).toBe(404)
    expect((await take(guest, comment.token)).body.data).toEqual({ flow: id, role: 'commenter' })
    expect((await load(guest, id)).body.data.role).toBe('commenter')
    expect((await take(guest, edit.token)).status).toBe(403)
    expect((await take(guest, edit.token, { password: 'wrong' })).status).toBe(403)
    expect((await load(guest, id)).body.data.role).toBe('commenter')
    expect((await take(guest, edit.token, { password: 'open sesame' })).body.data.role).toBe('editor')
    expect((await take(guest, edit.token, { password: 'open sesame' })).status).toBe(200)
    const put = { method: 'PUT', token: guest.token, body: flowBody({ version: 1 }) }
    expect((await server().request(`/api/flows/${id}`, put)).status).toBe(200)
    expect((await take(owner, comment.token)).body.data).toEqual({ flow: id, role: 'owner' })
    expect((await take(guest, 'x'.repeat(43))).status).toBe(404)
    expect((await start(guest, id, '@Olga Hopper?')).length).toBeGreaterThan(0)
    expect((await list(owner, id)).people).toEqual(['Gina Hopper'])
  })

  it('[API-509] the role of a link ends with it; what was given by name stays, and the stronger one counts', async () => {
    const owner = await named('Olga')
    const id = await save(owner)
    const [guest, named1] = [await named('Gina'), await named('Hal')]
    const edit = await link(owner, id, { role: 'editor' })
    const short = await link(owner, id, { role: 'commenter', days: 1 })
    await share(owner, id, named1, 'viewer')
    for (const user of [guest, named1]) for (const { token } of [edit, short]) await take(user, token)
    const roleOf = async (user: TestUser) => (await load(user, id)).body.data?.role
    expect([await roleOf(guest), await roleOf(named1)]).toEqual(['editor', 'editor'])
    await server().request(`/api/flows/${id}/links/${edit.id}`, { method: 'DELETE', token: owner.token })
    expect([await roleOf(guest), await roleOf(named1)]).toEqual(['commenter', 'commenter'])
    server().clock.now += DAY
    for (const user of [guest, named1, owner]) user.token = await server().openSession(user.id)
    expect([await roleOf(guest), await roleOf(named1)]).toEqual([undefined, 'viewer'])
    expect((await load(guest, id)).status).toBe(404)
    const last = await link(owner, id, { role: 'commenter' })
    await take(guest, last.token)
    expect(await roleOf(guest)).toBe('commenter')
    await server().request(`/api/flows/${id}/leave`, { method: 'POST', token: guest.token })
    expect((await load(guest, id)).status).toBe(404)
  })

  it('[API-440] a flow is listed as shared while the role of a link lasts', async () => {
    const owner = await named('Olga')
    const id = await save(owner)
    const guest = await named('Gina')
    const { token } = await link(owner, id, { role: 'editor', days: 1 })
    await take(guest, token)
    const shared = async () => {
      const session = await server().openSession(guest.id)
      return (await server().request('/api/flows?whose=shared&sort=opened', { token: session })).body.data
    }
    expect(await shared()).toMatchObject([{ id, openedAt: null, shared: { role: 'editor', owner: 'Olga Hopper' } }])
    await open(guest, id)
    expect(await shared()).toMatchObject([{ id, openedAt: at() }])
    await share(owner, id, guest, 'viewer')
    expect(await shared()).toMatchObject([{ id, shared: { role: 'editor' } }])
    server().clock.now += DAY
    expect(await shared()).toMatchObject([{ id, shared: { role: 'viewer' } }])
  })

  it('[API-450] flows that others have a role in by a link are decided about, and a link tells how many took its role', async () => {
    const owner = await named('Olga')
    const id = await save(owner)
    const [guest, other] = [await named('Gina'), await named('Hal')]
    const [edit, comment] = [await link(owner, id, { role: 'editor' }), await link(owner, id, { role: 'commenter' })]
    for (const { token } of [edit, comment]) await take(guest, token)
    await take(other, comment.token)
    const sharing = (await server().request(`/api/flows/${id}/sharing`, { token: owner.token })).body.data
    expect(sharing.links.map((one: { role: string; people: number }) => [one.role, one.people]).sort()).toEqual([
      ['commenter', 2],
      ['editor', 1],
    ])
    const list = await server().request('/api/profile/shared-flows', { token: owner.token })
    expect(list.body.data).toMatchObject([{ id, people: 2, heirs: [] }])
    const remove = (flows?: object[]) =>
      server().request('/api/profile', {
        method: 'DELETE',
        token: owner.token,
        body: { currentPassword: PASSWORD, flows },
      })
    expect((await remove()).status).toBe(422)
    expect((await remove([{ id, to: null }])).status).toBe(200)
  })

  it('[API-442] the demo takes no role of a link', async () => {
    const owner = await named('Olga')
    const demo = await server().addUser({ isDemo: true })
    const { token } = await link(owner, await save(owner), { role: 'editor' })
    expect((await take(demo, token)).status).toBe(403)
  })

  it('[API-446] the state of a link is a 404 once it shows nothing any more', async () => {
    const owner = await named('Olga')
    const id = await save(owner)
    const [revoked, short] = [await link(owner, id, {}), await link(owner, id, { days: 1, password: 'open sesame' })]
    const lasting = await link(owner, id, {})
    const state = async ({ token }: { token: string }) => (await server().request(`/api/shared/${token}/state`)).status
    expect([await state(revoked), await state(short)]).toEqual([200, 200])
    await server().request(`/api/flows/${id}/links/${revoked.id}`, { method: 'DELETE', token: owner.token })
    server().clock.now += DAY
    expect([await state(revoked), await state(short)]).toEqual([404, 404])
    // As many as one network address may have open.
    for (let asked = 0; asked < 100; asked++) await state(revoked)
    expect(await state(lasting)).toBe(200)
  })
})
