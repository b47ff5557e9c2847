import type { Database } from '../../src/database/database.ts'
import { newId } from '../../src/database/ids.ts'
import { openDatabase } from '../../src/database/open.ts'
import { hashToken, newToken } from '../../src/modules/auth/session-token.ts'
import { addSession } from '../../src/modules/auth/sessions.repository.ts'
import { flowBody } from './flows.ts'

interface Account {
  id: string
  email: string
  token: string
}

/** Makes people with open sessions in a database that no server has open. */
export async function addPeople(
  storage: { dataDir: string; databaseUrl: string | undefined },
  count: number,
): Promise<Account[]> {
  const database = await openDatabase({ ...storage, onError: () => {} })
  const people: Account[] = []
  for (let index = 0; index < count; index++) people.push(await addPerson(database, index))
  await database.close()
  return people
}

async function addPerson(database: Database, index: number): Promise<Account> {
  const person = { id: newId(), email: `editor${index}@example.com`, token: newToken() }
  const now = Date.now()
  await database.write(async (queries) => {
    const { id, email } = person
    const names = { first_name: 'Grace', last_name: 'Hopper' }
    const times = { email_verified_at: now, created_at: now, updated_at: now }
    await queries
      .insertInto('users')
      .values({ id, email, ...names, ...times, password_hash: '', is_demo: 0 })
      .execute()
    await addSession(queries, { tokenHash: hashToken(person.token), userId: id, now })
  })
  return person
}

/** Makes a flow that all of these people may draw; the first one owns it. */
export async function addSharedFlow(url: string, [owner, ...others]: readonly Account[]): Promise<string> {
  if (!owner) throw new Error('A flow has an owner.')
  const call = async (method: string, path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` }
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
    return (await answer.json()) as { data: { id: string } }
  }
  const { id } = (await call('POST', '/api/flows', flowBody())).data
  for (const { email } of others) await call('PUT', `/api/flows/${id}/people`, { email, role: 'editor' })
  return id
}
