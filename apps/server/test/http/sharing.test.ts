import { expect, it } from 'vitest'
import { removeExpired } from '../../src/modules/auth/expiry-cleanup.ts'
import { flowBody } from '../support/flows.ts'
import { mailToken, queuedMails, renderNextMail } from '../support/mail-tokens.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { HOUR, PASSWORD, type TestUser } from '../support/test-server.ts'

const DAY = 24 * HOUR

onEachDatabase('sharing', (server) => {
  const save = async ({ token }: TestUser, changes: Record<string, unknown> = {}) =>
    (await server().request('/api/flows', { token, body: flowBody(changes) })).body.data
  const load = ({ token }: TestUser, id: string) => server().request(`/api/flows/${id}`, { token })
  const put = ({ token }: TestUser, id: string, version: number, changes = {}) =>
    server().request(`/api/flows/${id}`, { method: 'PUT', token, body: flowBody({ version, ...changes }) })
  const share = ({ token }: TestUser, id: string, email: string, role = 'viewer') =>
    server().request(`/api/flows/${id}/people`, { method: 'PUT', token, body: { email, role } })
  const unshare = ({ token }: TestUser, id: string, email: string) =>
    server().request(`/api/flows/${id}/people`, { method: 'DELETE', token, body: { email } })
  const open = ({ token }: TestUser, id: string) =>
    server().request(`/api/flows/${id}/opened`, { method: 'PUT', token })
  const leave = ({ token }: TestUser, id: string) =>
    server().request(`/api/flows/${id}/leave`, { method: 'POST', token })
  const handOn = ({ token }: TestUser, id: string, email: string) =>
    server().request(`/api/flows/${id}/owner`, { method: 'PUT', token, body: { email } })
  const sharing = async ({ token }: TestUser, id: string) =>
    (await server().request(`/api/flows/${id}/sharing`, { token })).body.data
  const own = async ({ token }: TestUser) => (await server().request('/api/flows', { token })).body.data
  const shared = async ({ token }: TestUser, query = '') =>
    (await server().request(`/api/flows?whose=shared${query}`, { token })).body
  const ownerMailTo = async ({ email }: TestUser) => {
    for (let mail = await renderNextMail(server()); mail !== 'none'; mail = await renderNextMail(server()))
      if (mail?.to === email && mail.subject === 'You own a flow now') return mail.text
    return undefined
  }
  const users = async () => [await server().addUser(), await server().addUser()] as const

  it('[API-432] a flow that is shared with an address is shown to its user, with the role', async () => {
    const [owner, reader] = await users()
    const flow = await save(owner)
    expect((await load(reader, flow.id)).status).toBe(404)
    const answer = await share(owner, flow.id, reader.email.toUpperCase())
    expect([answer.status, answer.body.data]).toEqual([200, { isMailed: true }])
    expect((await load(reader, flow.id)).body.data).toEqual({ role: 'viewer', ...flow })
    expect((await load(owner, flow.id)).body.data).toEqual({ ...flow, isShared: true })
    await share(owner, flow.id, reader.email, 'editor')
    expect((await load(reader, flow.id)).body.data.role).toBe('editor')
    expect((await sharing(owner, flow.id)).people).toEqual([{ email: reader.email, role: 'editor', name: null }])
    expect((await share(owner, flow.id, reader.email, 'owner')).status).toBe(400)
    expect((await share(owner, flow.id, 'nobody', 'viewer')).body.errors).toHaveProperty('email')
  })

  it('[API-433] an editor saves from a version, and finds conflicts as the owner does', async () => {
    const [owner, editor] = await users()
    const flow = await save(owner)
    await share(owner, flow.id, editor.email, 'editor')
    const saved = await put(editor, flow.id, 1, { name: 'By the editor' })
    expect([saved.status, saved.body.data.version, saved.body.data.role]).toEqual([200, 2, 'editor'])
    expect((await put(owner, flow.id, 1)).status).toBe(409)
    expect((await put(editor, flow.id, 1)).status).toBe(409)
    expect((await own(owner)).map(({ name }: { name: string }) => name)).toEqual(['By the editor'])
    expect(await own(editor)).toEqual([])
    const found = await server().request('/api/flows?q=by+the+editor', { token: owner.token })
    expect(found.body.page.found).toBe(1)
  })

  it('[API-434] an address without an account has its role from when it is registered and verified', async () => {
    const owner = await server().addUser()
    const flow = await save(owner)
    const email = `invited-${flow.id}@example.com`
    expect((await share(owner, flow.id, email, 'editor')).body.data).toEqual({ isMailed: true })
    const form = { firstName: 'Ada', lastName: 'King', email, password: PASSWORD }
    await server().request('/api/auth/register', { body: form })
    const { id } = await server()
      .database.read.selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const invited = { id, email, token: await server().openSession(id) }
    expect((await load(invited, flow.id)).status).toBe(401)
    await server().request(`/api/auth/verify-email?token=${await mailToken(server(), id, 'verify')}`)
    expect((await load(invited, flow.id)).body.data.role).toBe('editor')
  })

  it('[API-435] an answer does not tell whether an address has an account, before its user opens the flow', async () => {
    const [owner, reader] = await users()
    const flow = await save(owner)
    const [known, unknown] = [
      await share(owner, flow.id, reader.email),
      await share(owner, flow.id, `nobody-${flow.id}@example.com`),
    ]
    expect(known.text).toBe(unknown.text)
    for (const { name } of (await sharing(owner, flow.id)).people) expect(name).toBeNull()
    await open(reader, flow.id)
    expect((await sharing(owner, flow.id)).people).toContainEqual({
      email: reader.email,
      role: 'viewer',
      name: 'Grace Hopper',
    })
  })

  it('[API-436] a new person gets one mail, within the limits of mails', async () => {
    const [owner, reader] = await users()
    const flow = await save(owner)
    await share(owner, flow.id, reader.email)
    await share(owner, flow.id, reader.email, 'editor')
    expect(await queuedMails(server(), reader.email)).toEqual(['flow-shared'])
    const mails = server().database.read.selectFrom('mails').select('user_id').where('email', '=', reader.email)
    expect(await mails.execute()).toEqual([{ user_id: owner.id }])
    for (let index = 0; index < 2; index++) {
      const other = await save(owner)
      expect((await share(owner, other.id, reader.email)).body.data.isMailed).toBe(true)
    }
    const last = await save(owner)
    expect((await share(owner, last.id, reader.email)).body.data.isMailed).toBe(false)
    expect((await load(reader, last.id)).status).toBe(200)
  })

  it('[API-437] what is taken back or left is not found any more', async () => {
    const [owner, reader] = await users()
    const flow = await save(owner)
    await share(owner, flow.id, reader.email)
    expect((await unshare(owner, flow.id, reader.email)).status).toBe(200)
    expect((await load(reader, flow.id)).status).toBe(404)
    expect((await unshare(owner, flow.id, reader.email)).status).toBe(404)
    await share(owner, flow.id, reader.email)
    expect((await leave(reader, flow.id)).status).toBe(200)
    expect((await load(reader, flow.id)).status).toBe(404)
    expect((await sharing(owner, flow.id)).people).toEqual([])
  })

  it('[API-438] ownership goes to an editor who has opened the flow; the former owner is an editor', async () => {
    const [owner, editor] = await users()
    const flow = await save(owner)
    await server().request('/api/tags', { token: owner.token, body: { flows: [flow.id], add: ['mine'] } })
    await share(owner, flow.id, editor.email, 'viewer')
    await open(editor, flow.id)
    expect((await handOn(owner, flow.id, editor.email)).body.errors).toHaveProperty('email')
    await share(owner, flow.id, editor.email, 'editor')
    expect((await handOn(owner, flow.id, editor.email)).status).toBe(200)
    expect((await own(editor)).map(({ id }: { id: string }) => id)).toEqual([flow.id])
    expect(await own(owner)).toEqual([])
    expect((await load(owner, flow.id)).body.data.role).toBe('editor')
    expect((await load(editor, flow.id)).body.data).toEqual({ ...flow, isShared: true })
    const tags = await server().request('/api/tags', { token: editor.token })
    expect(tags.body.data).toEqual([])
    expect((await handOn(owner, flow.id, editor.email)).status).toBe(403)
  })

  it('[API-1044] [API-1045] a new owner gets a mail that names who gave the flow, unless another owns it by then', async () => {
    const [owner, editor] = await users()
    const flow = await save(owner)
    await share(owner, flow.id, editor.email, 'editor')
    await open(editor, flow.id)
    await ownerMailTo(editor)
    await handOn(owner, flow.id, editor.email)
    expect(await queuedMails(server(), editor.email)).toEqual(['flow-given'])
    expect(await ownerMailTo(editor)).toMatch(
      new RegExp(`${owner.email} has made you the owner of a flow[^]+/flow/${flow.id}`),
    )

    await open(owner, flow.id)
    await handOn(editor, flow.id, owner.email)
    await handOn(owner, flow.id, editor.email)
    expect(await queuedMails(server(), owner.email)).toEqual(['flow-given'])
    expect(await ownerMailTo(owner)).toBeUndefined()
  })

  it('[API-418] [API-419] the versions of a flow are shared with it, and go to its new owner', async () => {
    const [owner, editor] = await users()
    const flow = await save(owner)
    await share(owner, flow.id, editor.email, 'editor')
    await open(editor, flow.id)
    await put(editor, flow.id, 1, { name: 'Second' })
    const versions = async ({ token }: TestUser) =>
      (await server().request(`/api/flows/${flow.id}/versions`, { token })).body.data
    const seen = await versions(owner)
    expect(seen.map(({ version }: { version: number }) => version)).toEqual([2, 1])
    expect(await versions(editor)).toEqual(seen)
    const restored = await server().request(`/api/flows/${flow.id}/versions/1/restore`, {
      token: editor.token,
      body: { version: 2 },
    })
    expect([restored.body.data.version, restored.body.data.role]).toEqual([3, 'editor'])
    const counted = async () =>
      Object.fromEntries(
        (
          await server()
            .database.read.selectFrom('users')
            .select(['id', 'version_bytes'])
            .where('id', 'in', [owner.id, editor.id])
            .execute()
        ).map(({ id, version_bytes }) => [id, version_bytes]),
      )
    const before = await counted()
    expect(before[owner.id]).toBeGreaterThan(0)
    await handOn(owner, flow.id, editor.email)
    expect(await counted()).toEqual({ [owner.id]: 0, [editor.id]: before[owner.id] })
    expect((await versions(editor)).length).toBe(3)
  })

  it('[API-439] nobody gets a flow whose invitation is not taken up, or for which there is no room', async () => {
    const [owner, editor] = await users()
    const flow = await save(owner)
    const unknown = `nobody-${flow.id}@example.com`
    await share(owner, flow.id, editor.email, 'editor')
    await share(owner, flow.id, unknown, 'editor')
    const [first, second] = [await handOn(owner, flow.id, editor.email), await handOn(owner, flow.id, unknown)]
    expect([first.status, first.text]).toEqual([400, second.text])
    await open(editor, flow.id)
    server().restart({ flowsPerUser: 1 })
    await save(editor)
    const full = await handOn(owner, flow.id, editor.email)
    expect([full.status, full.body.message]).toEqual([422, 'Their library is full.'])
    expect((await save(editor))?.id).toBeUndefined()
    expect((await put(editor, flow.id, 1)).status).toBe(200)
    server().restart()
  })

  it('[API-440] the list of shared flows has role and owner, and is searched, sorted and paged; the own list is as before', async () => {
    const [owner, reader] = await users()
    const mine = await save(reader, { name: 'My own' })
    const flows = [await save(owner, { name: 'Alpha' }), await save(owner, { name: 'Beta' })]
    await save(owner, { name: 'Not shared' })
    for (const { id } of flows) await share(owner, id, reader.email, 'commenter')
    const page = await shared(reader, '&sort=name')
    expect(page.data.map(({ name }: { name: string }) => name)).toEqual(['Alpha', 'Beta'])
    expect(page.page).toEqual({ next: null, found: 2, all: 2 })
    expect(page.data[0]).toMatchObject({
      shared: { role: 'commenter', owner: 'Grace Hopper' },
      openedAt: null,
      tags: [],
    })
    expect((await own(reader)).map(({ id }: { id: string }) => id)).toEqual([mine.id])
    expect((await shared(reader, '&q=beta')).page).toEqual({ next: null, found: 1, all: 2 })
    await open(owner, flows[0].id)
    server().clock.now += 1_000
    await open(reader, flows[1].id)
    const opened = await shared(reader, '&sort=opened&limit=1')
    expect(opened.data.map(({ name }: { name: string }) => name)).toEqual(['Beta'])
    const rest = await shared(reader, `&sort=opened&limit=1&cursor=${opened.page.next}`)
    expect(rest.data.map(({ name, openedAt }: { name: string; openedAt: null }) => [name, openedAt])).toEqual([
      ['Alpha', null],
    ])
    expect(JSON.stringify(page)).not.toContain(owner.email)
  })

  it('[API-441] a flow in the bin is shared with nobody until it is restored', async () => {
    const [owner, reader] = await users()
    const flow = await save(owner)
    await share(owner, flow.id, reader.email)
    const { token } = await link(owner, flow.id)
    await server().request(`/api/flows/${flow.id}`, { method: 'DELETE', token: owner.token })
    expect((await load(reader, flow.id)).status).toBe(404)
    expect((await visit(token)).status).toBe(404)
    expect((await shared(reader)).data).toEqual([])
    const restore = await server().request(`/api/bin/${flow.id}/restore`, { method: 'POST', token: reader.token })
    expect(restore.status).toBe(404)
    await server().request(`/api/bin/${flow.id}/restore`, { method: 'POST', token: owner.token })
    expect((await load(reader, flow.id)).status).toBe(200)
    expect((await visit(token)).status).toBe(200)
  })

  it('[API-442] the demo shares with nobody and by no link, nor does anybody share with it', async () => {
    const [owner] = await users()
    const demo = await server().addUser({ isDemo: true, email: 'demo@plimsoll.example' })
    const flow = await save(demo)
    expect((await share(demo, flow.id, owner.email)).status).toBe(403)
    expect((await makeLink(demo, flow.id)).status).toBe(403)
    const mine = await save(owner)
    expect((await share(owner, mine.id, demo.email)).body.errors).toHaveProperty('email')
    expect((await share(owner, mine.id, owner.email)).body.errors).toHaveProperty('email')
  })

  it('[API-443] a flow is shared with at most 100 people and by at most 20 links', async () => {
    const owner = await server().addUser()
    const flow = await save(owner)
    await server().database.write(async (queries) => {
      for (let index = 0; index < 99; index++) {
        const row = { flow_id: flow.id, email: `${index}@example.com`, role: 'viewer' as const, created_at: 1 }
        await queries.insertInto('flow_shares').values(row).execute()
      }
    })
    expect((await share(owner, flow.id, 'hundredth@example.com')).status).toBe(200)
    expect((await share(owner, flow.id, 'more@example.com')).body.errors).toHaveProperty('email')
    expect((await share(owner, flow.id, 'hundredth@example.com', 'editor')).status).toBe(200)
    for (let index = 0; index < 20; index++) await link(owner, flow.id)
    expect((await makeLink(owner, flow.id)).body.errors).toHaveProperty('link')
  })

  it('[API-443] who takes the role of a link is one of them, also of several who take it at once', async () => {
    const owner = await server().addUser()
    const flow = await save(owner)
    const { token } = await link(owner, flow.id, { role: 'editor' })
    await server().database.write(async (queries) => {
      const row = { flow_id: flow.id, role: 'viewer' as const, created_at: 1 }
      const rows = Array.from({ length: 97 }, (_, index) => ({ ...row, email: `${index}@example.com` }))
      await queries.insertInto('flow_shares').values(rows).execute()
    })
    const takers = await Promise.all(Array.from({ length: 5 }, () => server().addUser()))
    const take = (by: TestUser) =>
      server().request(`/api/shared/${token}/role`, { method: 'PUT', token: by.token, body: {} })
    const answers = await Promise.all(takers.map(take))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 400, 400])
    const first = takers[answers.findIndex(({ status }) => status === 200)]
    expect((await take(first ?? owner)).status).toBe(200)
    const refused = answers.find(({ status }) => status === 400)
    expect(refused?.body.message).toBe('This flow is shared with 100 people already, which is the most.')
    expect((await share(owner, flow.id, 'more@example.com')).body.errors).toHaveProperty('email')
  })

  const makeLink = ({ token }: TestUser, id: string, body: object = {}) =>
    server().request(`/api/flows/${id}/links`, { token, body })
  const link = async (user: TestUser, id: string, body: object = {}) => (await makeLink(user, id, body)).body.data
  const visit = (token: string, password?: string, from?: string) =>
    server().request(`/api/shared/${token}`, {
      ...(password !== undefined && { body: { password } }),
      ...(from && { from }),
    })

  it('[API-444] a link shows name, description and document of the present version without an account, and nothing else', async () => {
    const owner = await server().addUser()
    const flow = await save(owner, { name: 'Tricky ,"nodes":[ name', simulation: { seed: 7 }, groups: [], slides: [] })
    const { token } = await link(owner, flow.id)
    const { name, description, documentVersion, nodes, edges, groups, slides, simulation } = flow
    const content = { name, description, documentVersion, nodes, edges, groups, slides, simulation }
    const answer = await visit(token)
    expect([answer.status, answer.body]).toEqual([200, { data: content }])
    await put(owner, flow.id, 1, { name: 'Second version' })
    const later = await visit(token)
    expect(later.body.data.name).toBe('Second version')
    for (const hidden of [flow.id, owner.email, owner.id, 'Hopper']) expect(later.text).not.toContain(hidden)
    const { bytes } = await server().requestBytes(`/api/shared/${token}`, { headers: { 'accept-encoding': 'gzip' } })
    expect(bytes.subarray(0, 2).toString('hex')).toBe('1f8b')
  })

  it('[API-445] a token has 256 random bits, is stored as its digest only, and is told once', async () => {
    const owner = await server().addUser()
    const flow = await save(owner)
    const { id, token } = await link(owner, flow.id)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const rows = await server().database.read.selectFrom('flow_links').selectAll().where('id', '=', id).execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(await sharing(owner, flow.id))).not.toContain(token)
    expect(JSON.stringify(server().log)).not.toContain(token)
    await server().request(`/api/shared/${token}`)
    await server().request(`/shared/${token}`)
    await server().request(`/API/shared/${token}`)
    await server().request(`/Shared/${token}/x`)
    expect(JSON.stringify(server().log)).not.toContain(token)
  })

  it('[API-446] a link that was revoked, has expired or never was shows nothing, and all three look the same', async () => {
    const owner = await server().addUser()
    const flow = await save(owner)
    const revoked = await link(owner, flow.id)
    const short = await link(owner, flow.id, { days: 1 })
    expect((await visit(short.token)).status).toBe(200)
    const path = `/api/flows/${flow.id}/links/${revoked.id}`
    expect((await server().request(path, { method: 'DELETE', token: owner.token })).status).toBe(200)
    expect((await server().request(path, { method: 'DELETE', token: owner.token })).status).toBe(404)
    server().clock.now += DAY
    const answers = [await visit(revoked.token), await visit(short.token), await visit('x'.repeat(43))]
    expect(answers.map(({ status, text }) => [status, text])).toEqual(answers.map(() => [404, answers[0]?.text]))
    const again = { ...owner, token: await server().openSession(owner.id) }
    expect((await sharing(again, flow.id)).links).toHaveLength(1)
    server().clock.now += 31 * DAY
    const config = {
      sessionIdleMs: 100 * DAY,
      sessionMaxMs: 100 * DAY,
      sessionRememberMs: 100 * DAY,
      versionRetentionMs: 365 * DAY,
      auditRetentionMs: 365 * 86_400_000,
    }
    await removeExpired({ database: server().database, config, now: () => server().clock.now })
    const last = { ...owner, token: await server().openSession(owner.id) }
    expect((await sharing(last, flow.id)).links).toEqual([])
  })

  it('[API-430] a link is revoked by its own flow only', async () => {
    const [owner, other] = await users()
    const [flow, foreign] = [await save(owner), await save(other)]
    const { id, token } = await link(owner, flow.id)
    const path = `/api/flows/${foreign.id}/links/${id}`
    expect((await server().request(path, { method: 'DELETE', token: other.token })).status).toBe(404)
    expect((await visit(token)).status).toBe(200)
  })

  it('[API-447] a link with a password shows nothing without it', async () => {
    const owner = await server().addUser()
    const flow = await save(owner)
    const { id, token, hasPassword } = await link(owner, flow.id, { password: 'open sesame' })
    expect(hasPassword).toBe(true)
    const [none, wrong] = [await visit(token), await visit(token, 'open says me')]
    expect([none.status, none.body]).toEqual([403, { message: 'This link needs a password.' }])
    expect([wrong.status, wrong.body]).toEqual([403, { message: 'This password is not right.' }])
    expect((await visit(token, 'open sesame')).body.data.name).toBe(flow.name)
    const row = await server()
      .database.read.selectFrom('flow_links')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.password_hash).toMatch(/^\$argon2id\$/)
    expect((await makeLink(owner, flow.id, { password: 'short' })).body.errors).toHaveProperty('password')
  })

  it('[API-448] wrong passwords are limited for a network address and for a link, before anything is hashed', async () => {
    const owner = await server().addUser()
    const flow = await save(owner)
    const { token } = await link(owner, flow.id, { password: 'open sesame' })
    const other = await link(owner, flow.id, { password: 'open sesame' })
    for (let index = 0; index < 100; index++) expect((await visit(token, 'wrong', '198.51.100.1')).status).toBe(403)
    const stopped = await visit(other.token, 'open sesame', '198.51.100.1')
    expect([stopped.status, stopped.headers.get('retry-after')]).toEqual([429, '900'])
    expect((await visit(token, 'open sesame', '198.51.100.2')).status).toBe(429)
    expect((await visit(other.token, 'open sesame', '198.51.100.2')).status).toBe(200)
    server().clock.now += HOUR / 4
    expect((await visit(token, 'open sesame', '198.51.100.1')).status).toBe(200)
  })

  it('[API-449] views are limited for a network address and for a link, and unknown tokens for a network address', async () => {
    const owner = await server().addUser()
    const flow = await save(owner)
    const { token } = await link(owner, flow.id)
    const other = await link(owner, flow.id)
    const spend = (limit: string, count: number) =>
      server().database.write((queries) =>
        queries.updateTable('rate_limits').set({ count }).where('key', 'like', `${limit}%`).execute(),
      )
    expect((await visit(token, undefined, '198.51.100.3')).status).toBe(200)
    await spend('link-views', 1_000)
    await spend('views-of-link', 20_000)
    expect((await visit(token, undefined, '198.51.100.4')).status).toBe(429)
    expect((await visit(other.token, undefined, '198.51.100.3')).status).toBe(429)
    expect((await visit(other.token, undefined, '198.51.100.4')).status).toBe(200)
    for (let index = 0; index < 100; index++) expect((await visit('guess', undefined, '198.51.100.5')).status).toBe(404)
    expect((await visit(other.token, undefined, '198.51.100.5')).status).toBe(429)
  })

  it('[API-816] of the views of links few wait for the database at once, and all of them are answered', async () => {
    const owner = await server().addUser()
    const { token } = await link(owner, (await save(owner)).id)
    const { database } = server()
    let [underWay, most] = [0, 0]
    const write: typeof database.write = async (work) => {
      most = Math.max(most, ++underWay)
      const result = await database.write(work)
      underWay--
      return result
    }
    server().restart({ database: { ...database, write } })
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, index) => visit(token, undefined, `203.0.113.${index % 250}`)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(most).toBe(4)
    server().restart()
  })

  it('[API-450] [API-1044] an account whose flows others have a role in is deleted once each has been decided about', async () => {
    const [owner, editor] = await users()
    const viewer = await server().addUser()
    const kept = await save(owner, { name: 'To keep' })
    const gone = await save(owner, { name: 'To delete' })
    await save(owner, { name: 'Private' })
    await share(owner, kept.id, editor.email, 'editor')
    await share(owner, kept.id, viewer.email)
    await share(owner, gone.id, viewer.email)
    await open(editor, kept.id)
    const list = await server().request('/api/profile/shared-flows', { token: owner.token })
    expect(list.body.data).toEqual([
      { id: gone.id, name: 'To delete', people: 1, heirs: [], teams: [] },
      { id: kept.id, name: 'To keep', people: 2, heirs: [{ email: editor.email, name: 'Grace Hopper' }], teams: [] },
    ])
    const remove = (flows?: object[], currentPassword = PASSWORD) =>
      server().request('/api/profile', { method: 'DELETE', token: owner.token, body: { currentPassword, flows } })
    const open1 = await remove()
    expect([open1.status, Object.keys(open1.body.errors)]).toEqual([422, [gone.id, kept.id]])
    const wrongHeir = await remove([
      { id: kept.id, to: viewer.email },
      { id: gone.id, to: null },
    ])
    expect(wrongHeir.status).toBe(400)
    expect((await load(owner, kept.id)).status).toBe(200)
    const decided = [
      { id: kept.id, to: editor.email },
      { id: gone.id, to: null },
    ]
    expect((await remove(decided, 'Wrong4Horse')).status).toBe(400)
    expect((await remove(decided)).status).toBe(200)
    expect(await ownerMailTo(editor)).toMatch(/The account that owned a flow on Plimsoll was deleted/)
    expect((await own(editor)).map(({ id }: { id: string }) => id)).toEqual([kept.id])
    expect((await sharing(editor, kept.id)).people.map(({ email }: { email: string }) => email)).toEqual([viewer.email])
    expect((await load(viewer, gone.id)).status).toBe(404)
    expect((await load(viewer, kept.id)).status).toBe(200)
  })

  it('[API-459] the export has whom the own flows are shared with', async () => {
    const [owner, reader] = await users()
    const flow = await save(owner)
    await share(owner, flow.id, reader.email, 'editor')
    const { data } = (await server().request('/api/profile/export', { token: owner.token })).body
    expect(data.shares).toEqual([{ flow: flow.id, email: reader.email, role: 'editor' }])
    const theirs = await server().request('/api/profile/export', { token: reader.token })
    expect([theirs.body.data.flows, theirs.body.data.shares]).toEqual([[], []])
  })

  it('[API-451] with its account goes what was shared with an address', async () => {
    const [owner, reader] = await users()
    const flow = await save(owner)
    await share(owner, flow.id, reader.email)
    const body = { currentPassword: PASSWORD }
    expect((await server().request('/api/profile', { method: 'DELETE', token: reader.token, body })).status).toBe(200)
    expect((await sharing(owner, flow.id)).people).toEqual([])
  })
})
