import { expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { newId } from '../../src/database/ids.ts'
import { changeClaimed, claimExperiment } from '../../src/modules/experiments/experiments.repository.ts'
import { flowBody } from '../support/flows.ts'
import { queuedMails } from '../support/mail-tokens.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import type { TestUser } from '../support/test-server.ts'

const NOBODYS = '00000000-0000-4000-8000-000000000000'

onEachDatabase('administration of the server', (server) => {
  const administrator = () => server().addUser({ isAdministrator: true })
  const call = ({ token }: TestUser, path: string, method = 'GET') =>
    server().request(`/api/admin/${path}`, { token, method })
  const dataOf = async (by: TestUser, path: string) => (await call(by, path)).body.data

  /** Puts a mail in the queue, as it is after some attempts. */
  async function addMail(changes: { failure?: string; given_up_at?: number; due_at?: number } = {}) {
    const [id, { now }] = [newId(), server().clock]
    const row = {
      id,
      kind: 'reset',
      email: `${id}@mail.example`,
      created_at: now,
      due_at: now + 60_000,
      attempts: 2,
    } as const
    await server().database.write((queries) =>
      queries
        .insertInto('mails')
        .values({ ...row, ...changes })
        .execute(),
    )
    return id
  }

  it('[API-897] shows the queue of mails with the reason of a failure, tries one again and removes it', async () => {
    const by = await administrator()
    const [waiting, failed, givenUp] = [
      await addMail(),
      await addMail({ failure: 'Connection refused' }),
      await addMail({
        failure: '550 No such user',
        given_up_at: server().clock.now,
        due_at: server().clock.now + 90_000,
      }),
    ]
    const before = await dataOf(by, 'mails')
    expect(before).toMatchObject({ sendsMail: true, waiting: 2, givenUp: 1 })
    expect(before.mails).toMatchObject([
      { id: failed, kind: 'reset', attempts: 2, failure: 'Connection refused', isGivenUp: false },
      { id: givenUp, failure: '550 No such user', isGivenUp: true },
      { id: waiting, failure: null },
    ])
    const wakeUps = server().wakeUps()
    expect((await call(by, `mails/${givenUp}/retry`, 'POST')).status).toBe(200)
    expect(server().wakeUps()).toBe(wakeUps + 1)
    const now = new Date(server().clock.now).toISOString()
    expect((await dataOf(by, 'mails')).mails).toContainEqual(
      expect.objectContaining({ id: givenUp, dueAt: now, isGivenUp: false }),
    )
    // One that has not failed may be under way.
    expect((await call(by, `mails/${waiting}/retry`, 'POST')).status).toBe(404)
    for (const id of [waiting, failed, givenUp]) expect((await call(by, `mails/${id}`, 'DELETE')).status).toBe(200)
    expect((await dataOf(by, 'mails')).mails).toEqual([])
    for (const id of [waiting, NOBODYS, 'x']) expect((await call(by, `mails/${id}`, 'DELETE')).status).toBe(404)
  })

  it('[API-897] sends a test mail to the own address, within the limits of mails', async () => {
    const by = await administrator()
    const { status, body } = await call(by, 'mails/test', 'POST')
    expect([status, body.message]).toEqual([200, `A mail to ${by.email} is queued`])
    expect(await queuedMails(server(), by.email)).toEqual(['test'])
    for (let more = 0; more < 2; more++) await call(by, 'mails/test', 'POST')
    expect((await call(by, 'mails/test', 'POST')).status).toBe(429)
  })

  it('[API-898] shows the experiments of everybody and cancels one, which tells its user why', async () => {
    const [by, user] = [await administrator(), await server().addUser()]
    const { name, description, ...design } = flowBody({ name: 'Shop' })
    const body = { kind: 'simulate', design: { name, description, ...design } }
    const ids: string[] = []
    for (let index = 0; index < 2; index++) {
      server().clock.now++
      ids.push((await server().request('/api/experiments', { token: user.token, body })).body.data.id)
    }
    const claim = newId()
    const { now } = server().clock
    await server().database.write((queries) => claimExperiment(queries, { now, claim, leaseUntil: now + 60_000 }))
    const queue = await dataOf(by, 'experiments')
    expect(queue).toMatchObject({ threads: 0, parts: null, queued: 1, running: 1 })
    expect(queue.experiments).toMatchObject([
      { id: ids[0], email: user.email, kind: 'simulate', state: 'running', startedAt: new Date(now).toISOString() },
      { id: ids[1], state: 'queued', startedAt: null },
    ])
    for (const id of ids) expect((await call(by, `experiments/${id}`, 'DELETE')).status).toBe(200)
    // Whoever runs it cannot write any more.
    const isStillItsOwn = await server().database.write((queries) => changeClaimed(queries, claim, { share: 1 }))
    expect(isStillItsOwn).toBe(false)
    const shown = (await server().request(`/api/experiments/${ids[0]}`, { token: user.token })).body.data
    expect(shown).toMatchObject({ state: 'failed', progress: 'An administrator cancelled it.' })
    expect((await dataOf(by, 'experiments')).experiments).toEqual([])
    for (const id of [ids[0], NOBODYS, 'x']) expect((await call(by, `experiments/${id}`, 'DELETE')).status).toBe(404)
  })

  it('[API-899] shows how much is stored, by whom', async () => {
    const [by, user] = [await administrator(), await server().addUser()]
    await server().request('/api/flows', { token: user.token, body: flowBody() })
    const storage = await dataOf(by, 'storage')
    const isSqlite = storage.database === 'SQLite'
    expect(storage.databaseBytes).toBeGreaterThan(100_000)
    expect(storage.freeBytes === null).toBe(!isSqlite)
    const row = storage.largest.find(({ name }: { name: string }) => name === user.email)
    expect(row).toMatchObject({ isTeam: false, bin: 0, experiments: 0 })
    expect(row.flows).toBeGreaterThan(50)
    expect(storage.bytes.flows).toBeGreaterThanOrEqual(row.flows)
  })

  it('[API-998] the bytes of an account are those of its quota, and an account that is being removed is not told', async () => {
    const [by, user, leaver] = [await administrator(), await server().addUser(), await server().addUser()]
    const save = ({ token }: TestUser) => server().request('/api/flows', { token, body: flowBody() })
    const [kept, removed] = [(await save(user)).body.data.id, (await save(user)).body.data.id]
    await server().request(`/api/flows/${removed}`, { method: 'DELETE', token: user.token })
    const again = flowBody({ name: 'Another name', version: 1 })
    await server().request(`/api/flows/${kept}`, { method: 'PUT', token: user.token, body: again })
    await save(leaver)
    const now = server().clock.now
    const experiment = {
      id: newId(),
      user_id: user.id,
      kind: 'capacity',
      name: 'Mine',
      state: 'done',
      share: 1,
    } as const
    await server().database.write(async (queries) => {
      const times = { created_at: now, started_at: now, finished_at: now }
      const row = { ...experiment, ...times, request: Buffer.alloc(700), result: Buffer.alloc(60) }
      await queries.insertInto('experiments').values(row).execute()
      const seqs = { base_seq: 0, last_seq: 0, changed_at: now, unsaved_since: null }
      const live = { flow_id: kept, version: 1, ...seqs, state: Buffer.alloc(5_000) }
      await queries.insertInto('live_documents').values(live).execute()
      await queries.updateTable('users').set({ closed_at: now }).where('id', '=', leaver.id).execute()
    })
    const { largest, bytes } = await dataOf(by, 'storage')
    const { name: _name, isTeam: _isTeam, ...parts } = largest.find(({ name }: { name: string }) => name === user.email)
    expect(parts).toMatchObject({ live: 5_000, experiments: 760 })
    expect(bytes.live).toBeGreaterThanOrEqual(5_000)
    const { usedBytes } = (await server().request('/api/profile/storage', { token: user.token })).body.data
    const sum = Object.values<number>(parts).reduce((all, part) => all + part, 0)
    expect([sum, Math.min(...Object.values<number>(parts)) > 0]).toEqual([usedBytes, true])
    const { accounts } = await dataOf(by, `users?search=${user.email}`)
    expect(accounts[0].bytes).toBe(usedBytes)
    expect(largest.map(({ name }: { name: string }) => name)).not.toContain(leaver.email)
  })

  it('[API-899] shows the settings in force, and of secrets only that they are set', async () => {
    const secrets = {
      DATABASE_URL: 'postgres://me:hush@db/x',
      SMTP_URL: 'smtp://me:hush@mail.example',
      OIDC_CLIENT_SECRET: 'hush',
    }
    const oidc = { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'plimsoll' }
    const { settings } = readConfig({ ...secrets, ...oidc, SESSION_IDLE: '90m', HSTS_SUBDOMAINS: 'on' })
    server().restart({ settings })
    const by = await administrator()
    const answer = await call(by, 'settings')
    server().restart()
    const values = Object.fromEntries(answer.body.data.map((one: Record<string, string>) => [one.name, one.value]))
    expect(values).toMatchObject({
      ...{ DATABASE_URL: 'set', SMTP_URL: 'set', OIDC_CLIENT_SECRET: 'set', OIDC_ISSUER: 'https://login.example.com' },
      ...{ SESSION_IDLE: '90m', SESSION_MAX: '7d', RESET_TTL: '1h', FLOWS_PER_USER: '500', HSTS_SUBDOMAINS: 'on' },
      ...{ DEMO_MODE: 'on', PUBLIC_URL: 'not set', OIDC_ONLY: 'off', OIDC_TEAM_GROUPS: 'not set', PORT: '3000' },
    })
    expect(answer.body.data).toContainEqual({ name: 'SESSION_IDLE', value: '90m', isDefault: false })
    expect(answer.text).not.toContain('hush')
  })
})
