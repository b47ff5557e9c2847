import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
let sender: pg.Client
beforeAll(async () => {
  server = await startTestServer('PostgreSQL')
  sender = new pg.Client(server.storage.databaseUrl)
  await sender.connect()
  // So that this side is the one that a deadlock ends.
  await sender.query(`set deadlock_timeout = '10ms'`)
})
afterAll(async () => {
  await sender.end()
  await server.stop()
})

const register = (email: string) =>
  server.request('/api/auth/register', { body: { firstName: 'Grace', lastName: 'Hopper', email, password: PASSWORD } })

/** Takes a mail to the address, as whoever sends it does, begins what is given, and makes the link of the mail. */
async function sendBeside(email: string, begin: () => Promise<{ status: number }>): Promise<number> {
  await sender.query('begin')
  const { rowCount } = await sender.query('select id from mails where email = $1 for update', [email])
  expect(rowCount).toBe(1)
  const begun = begin()
  const waiting = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await sender.query(waiting)).rows[0].count).toBe(1)
  await sender.query(
    `insert into mail_tokens (token_hash, user_id, purpose, created_at, expires_at)
      select $2, id, 'verify', 0, 0 from users where email = $1`,
    [email, `token of ${email}`],
  )
  await sender.query('commit')
  return (await begun).status
}

it('[API-968] a mail that is being sent and the registration that replaces it do not wait for each other', async () => {
  const email = 'grace@example.com'
  expect((await register(email)).status).toBe(201)
  // One at the same time would replace nothing.
  server.clock.now += 1_000
  expect(await sendBeside(email, () => register(email))).toBe(201)
})

it('[API-968] a mail that is being sent and the deletion of its account do not wait for each other', async () => {
  const { email, token } = await server.addUser()
  expect((await server.request('/api/auth/forgot-password', { body: { email } })).status).toBe(200)
  const body = { currentPassword: PASSWORD }
  const remove = () => server.request('/api/profile', { method: 'DELETE', token, body })
  expect(await sendBeside(email, remove)).toBe(200)
})
