import { setTimeout as delay } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { newId } from '../../src/database/ids.ts'
import { openDatabase } from '../../src/database/open.ts'
import { createPasswordHasher } from '../../src/modules/auth/password-hasher.ts'
import { hashToken, newToken } from '../../src/modules/auth/session-token.ts'
import { addSession } from '../../src/modules/auth/sessions.repository.ts'
import type { TestDatabase } from '../support/databases.ts'
import type { StoredState } from './acknowledged-state.ts'
import type { Call } from './calls.ts'
import { type Account, Writer } from './writer.ts'

const hasher = await createPasswordHasher()
const PASSWORD = 'Correct4Horse'
const RETRY_MS = 100
const passwordHash = await hasher.hash(PASSWORD)

/** Creates verified users, each with a session, in a database that no server has open. */
export async function makeWriters(storage: TestDatabase, count: number, random: () => number): Promise<Writer[]> {
  const database = await openDatabase({ ...storage, onError: () => {} })
  const writers: Writer[] = []
  for (let index = 0; index < count; index++) writers.push(new Writer(await addAccount(database, index), random))
  await database.close()
  return writers
}

async function addAccount(database: Database, index: number): Promise<Account> {
  const account = { email: `writer${index}@example.com`, firstName: 'Grace', password: PASSWORD, token: newToken() }
  const now = Date.now()
  await database.write(async (queries) => {
    const id = newId()
    const user = { id, email: account.email, password_hash: passwordHash, first_name: 'Grace', last_name: 'Hopper' }
    const times = { email_verified_at: now, created_at: now, updated_at: now }
    await queries
      .insertInto('users')
      .values({ ...user, ...times, is_demo: 0 })
      .execute()
    await addSession(queries, { tokenHash: hashToken(account.token), userId: id, now })
  })
  return account
}

/** Reads an account through the API, with the session from before; new users are read from the database. */
export async function readAsOwner({ email, token }: Account, call: Call, storage: TestDatabase): Promise<StoredState> {
  const list = await call('GET', '/api/flows', { token })
  expect(list.status).toBe(200)
  const flows = new Map<string, string>()
  for (const { id } of JSON.parse(list.text).data) {
    const answer = await call('GET', `/api/flows/${id}`, { token })
    expect(answer.status).toBe(200)
    flows.set(id, answer.text)
  }
  const profile = await call('GET', '/api/profile', { token })
  expect(profile.status).toBe(200)
  return {
    flows,
    firstName: JSON.parse(profile.text).data.firstName,
    newcomers: new Set(await storage.readEmails()),
    async accepts(password) {
      let login = await call('POST', '/api/auth/login', { body: { email, password } })
      // A login writes a session, which an outage refuses whatever the password is.
      while (login.status === 503) {
        await delay(RETRY_MS)
        login = await call('POST', '/api/auth/login', { body: { email, password } })
      }
      if (login.status === 200) await call('POST', '/api/auth/logout', { token: JSON.parse(login.text).data.token })
      // On a full disk the password is correct, but the session cannot be stored.
      return login.status === 200 || login.status === 507
    },
  }
}

const matches = new Map<string, boolean>()

/** Reads an account from a database that no server has open. */
export async function readStored({ email }: Account, { read }: Database): Promise<StoredState | undefined> {
  const user = await read.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
  if (!user) return undefined
  const rows = await read.selectFrom('flows').select(['id', 'packed']).where('user_id', '=', user.id).execute()
  const users = await read.selectFrom('users').select('email').execute()
  return {
    flows: new Map(rows.map(({ id, packed }) => [id, gunzipSync(packed).toString()])),
    firstName: user.first_name,
    newcomers: new Set(users.map((one) => one.email)),
    async accepts(password) {
      // Many disk images contain the same hash.
      const key = `${user.password_hash} ${password}`
      const match = matches.get(key) ?? (await hasher.verify(user.password_hash, password))
      matches.set(key, match)
      return match
    },
  }
}
