import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { flowBody } from '../support/flows.ts'
import { mailToken, queuedMails } from '../support/mail-tokens.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { PASSWORD, startTestServer } from '../support/test-server.ts'

const TABLES = [
  'users',
  'sessions',
  'flows',
  'removed_flows',
  'library_entries',
  'flow_tags',
  'flow_versions',
  'flow_shares',
  'flow_links',
  'flow_link_roles',
  'flow_comments',
  'team_members',
  'flow_teams',
  'flow_openings',
  'mail_tokens',
  'mails',
  'experiments',
  'experiment_turns',
] as const

onEachDatabase('own data', (server) => {
  const remove = (token: string, body: unknown = { currentPassword: PASSWORD }) =>
    server().request('/api/profile', { method: 'DELETE', token, body })
  const save = async (token: string, changes: Record<string, unknown> = {}) => {
    const answer = await server().request('/api/flows', { token, body: flowBody(changes) })
    expect(answer.status).toBe(201)
    return answer.body.data
  }
  const everyRow = async () => {
    const { read } = server().database
    const rows = await Promise.all(TABLES.map((table) => read.selectFrom(table).selectAll().execute()))
    return JSON.stringify(rows)
  }

  it('[REL-DP1] deleting an account removes all its data and frees the address', async () => {
    const { id, email, token } = await server().addUser()
    const other = await server().addUser()
    const kept = await save(other.token)
    await save(token)
    const removed = await save(token)
    await server().request(`/api/flows/${removed.id}`, { method: 'DELETE', token })
    await server().request('/api/experiments', { token, body: { kind: 'drill', design: flowBody() } })
    await mailToken(server(), id, 'verify')
    await server().request('/api/auth/forgot-password', { body: { email } })
    const sessions = [token, await server().openSession(id), await server().openSession(id)]

    const answer = await remove(token)
    expect([answer.status, answer.body]).toEqual([200, { message: 'Your account has been deleted' }])
    expect(await everyRow()).not.toContain(email)
    for (const session of sessions) {
      expect((await server().request('/api/profile', { token: session })).status).toBe(401)
      expect((await remove(session)).status).toBe(401)
    }
    const login = await server().request('/api/auth/login', { body: { email, password: PASSWORD } })
    expect(login.status).toBe(401)
    await expect.poll(everyRow).not.toContain(id)
    const again = { firstName: 'Ada', lastName: 'King', email, password: PASSWORD }
    expect((await server().request('/api/auth/register', { body: again })).status).toBe(201)
    expect(await queuedMails(server(), email)).toEqual(['verify'])
    const [flow] = (await server().request('/api/flows', { token: other.token })).body.data
    expect(flow.id).toBe(kept.id)
  })

  it.each([
    [{ currentPassword: 'Wrong4Horse' }, { message: 'You entered an incorrect current password.' }],
    [{}, { message: 'Some fields need your attention.', errors: { currentPassword: 'Current password is required' } }],
    [
      { currentPassword: '' },
      { message: 'Some fields need your attention.', errors: { currentPassword: 'Current password is required' } },
    ],
  ])('[REL-DP1] %j deletes nothing', async (body, refusal) => {
    const { token } = await server().addUser()
    const answer = await remove(token, body)
    expect([answer.status, answer.body]).toEqual([400, refusal])
    expect((await server().request('/api/profile', { token })).status).toBe(200)
  })

  it('[REL-DP1] the export holds the profile and every flow as it is loaded', async () => {
    const { email, token } = await server().addUser()
    const stranger = await server().addUser()
    await save(stranger.token, { name: 'Not mine' })
    const empty = await server().request('/api/profile/export', { token })
    expect(empty.body.data.flows).toEqual([])
    const saved = [await save(token), await save(token, { name: 'Zürich "quoted" 😀', simulation: { seed: 7 } })]
    const answer = await server().request('/api/profile/export', { token })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="plimsoll-export.json"')
    expect(answer.headers.get('content-type')).toBe('application/json')
    const { exportedAt, profile, flows } = answer.body.data
    const now = new Date(server().clock.now).toISOString()
    expect(exportedAt).toBe(now)
    expect(profile).toEqual({
      firstName: 'Grace',
      lastName: 'Hopper',
      email,
      isEmailVerified: true,
      isAdministrator: false,
      createdAt: now,
    })
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
    expect(flows.sort(byName)).toEqual(saved.sort(byName))

    const { name, description, nodes, edges, documentVersion, simulation } = flows[1]
    const body = { name, description, nodes, edges, documentVersion, simulation }
    const imported = await server().request('/api/flows', { token: stranger.token, body })
    expect(imported.body.data).toMatchObject(body)
  })
})

it('[REL-DP1] SQLite’s files contain nothing of a deleted account', async () => {
  const server = await startTestServer('SQLite')
  const others = await Promise.all(Array.from({ length: 20 }, () => server.addUser()))
  const { token } = await server.addUser({ email: 'canary-address@example.com' })
  const noise = (index: number) => `canary-flow-${index}-${'y'.repeat(40)}`
  for (let index = 0; index < 40; index++) {
    const owner = index % 2 ? token : (others[index % 20]?.token ?? '')
    const name = index % 2 ? noise(index) : 'Somebody else’s'
    const answer = await server.request('/api/flows', { token: owner, body: flowBody({ name }) })
    expect(answer.status).toBe(201)
  }
  await server.request('/api/profile', {
    method: 'PUT',
    token,
    body: { firstName: 'Canaryfirst', lastName: 'Canarylast' },
  })
  await server.request('/api/auth/forgot-password', { body: { email: 'canary-address@example.com' } })
  const contents = async () => {
    const files = await readdir(server.dataDir)
    const texts = await Promise.all(files.map((file) => readFile(join(server.dataDir, file), 'latin1')))
    return texts.join()
  }
  expect(await contents()).toMatch(/canary-address[\s\S]*canary-flow|canary-flow[\s\S]*canary-address/)
  const answer = await server.request('/api/profile', { method: 'DELETE', token, body: { currentPassword: PASSWORD } })
  expect(answer.status).toBe(200)
  await expect.poll(async () => (await contents()).match(/canary\S{0,20}/gi)).toBeNull()
  expect((await server.request('/api/profile', { token: others[0]?.token ?? '' })).status).toBe(200)
  await server.stop()
})
