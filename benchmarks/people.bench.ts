import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DOCUMENT_VERSION } from '@plimsoll/flow'
import { openDatabase } from '../apps/server/src/database/open.ts'
import { createPasswordHasher } from '../apps/server/src/modules/auth/password-hasher.ts'
import { layeredFlow } from './graphs.ts'
import { percentile } from './percentile.ts'
import { startMeasured } from './server/measured-process.ts'

const SERVER = join(import.meta.dirname, '..', 'apps', 'server', 'src', 'main.ts')
const PEOPLE = 200
const SECONDS = Number(process.env.PEOPLE_SECONDS ?? 60)
const THINK_MS = 1_000
const FLOW_NODES = 100
const FEWEST_FLOWS = 2
/** The token or the id at the head of an answer. */
const NEW = /^\{"data":\{"(?:token|id)":"([^"]+)"/
const PASSWORD = 'Correct4Horse'

type Kind = 'login' | 'read' | 'save' | 'remove'
type Times = Record<Kind, number[]>

/**
 * How long people wait while 200 of them work at once on SQLite: each logs in at some time within the run and then, with
 * a second to think between, lists (40 %), loads (40 %), saves (15 %) or removes (5 %) flows of 100 nodes. Every answer
 * has to be the right one.
 */
export async function bench(): Promise<Record<string, number>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'plimsoll-bench-'))
  const emails = await addPeople(dataDir)
  const env = { PORT: '0', DATA_DIR: dataDir, DEMO_MODE: '0', RATE_LIMITS: 'off' }
  const server = await startMeasured(SERVER, [], env)
  let cores = 0
  const times: Times = { login: [], read: [], save: [], remove: [] }
  const flow = { name: 'A system in layers', description: 'As large as people draw', ...layeredFlow(FLOW_NODES) }
  const body = JSON.stringify({ ...flow, documentVersion: DOCUMENT_VERSION })
  try {
    const url = `http://127.0.0.1:${server.port}`
    const end = performance.now() + SECONDS * 1_000
    const before = await server.cpuUs()
    await Promise.all(emails.map((email) => work({ url, email, body, end, times })))
    cores = ((await server.cpuUs()) - before) / 1e6 / SECONDS
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const kinds = Object.entries(times)
  return {
    ...Object.fromEntries(kinds.map(([kind, all]) => [`people.${kind}.p95Ms`, percentile(all, 0.95)])),
    ...Object.fromEntries(kinds.map(([kind, all]) => [`people.${kind}.count`, all.length])),
    'people.flow.KiB': body.length / 1024,
    // How much of a processor the server has used; the rest of the waiting is the machine's.
    'people.cores': cores,
  }
}

async function addPeople(dataDir: string): Promise<string[]> {
  const database = await openDatabase({ dataDir, databaseUrl: undefined, onError: () => {} })
  const passwordHash = await (await createPasswordHasher()).hash(PASSWORD)
  const now = Date.now()
  const people = Array.from({ length: PEOPLE }, () => ({
    id: randomUUID(),
    email: `${randomUUID()}@example.com`,
    password_hash: passwordHash,
    first_name: 'Grace',
    last_name: 'Hopper',
    email_verified_at: now,
    is_demo: 0,
    created_at: now,
    updated_at: now,
  }))
  await database.write((queries) => queries.insertInto('users').values(people).execute())
  await database.close()
  return people.map(({ email }) => email)
}

interface Work {
  url: string
  email: string
  body: string
  end: number
  times: Times
}

async function work({ url, email, body, end, times }: Work): Promise<void> {
  let token = ''
  const ask = async (kind: Kind, method: string, path: string, text?: string) => {
    const began = performance.now()
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(url + path, { method, headers, ...(text && { body: text }) })
    const content = await answer.text()
    times[kind].push(performance.now() - began)
    if (!answer.ok) throw new Error(`${method} ${path} is answered by ${answer.status}.`)
    // Parsing a whole flow would take the client as long as making it takes the server.
    return NEW.exec(content.slice(0, 200))?.[1] ?? ''
  }

  await delay(Math.random() * (end - performance.now()) * 0.5)
  token = await ask('login', 'POST', '/api/auth/login', JSON.stringify({ email, password: PASSWORD }))
  const ids: string[] = []
  while (performance.now() < end) {
    await delay(THINK_MS * (0.5 + Math.random()))
    const choice = Math.random()
    const id = ids[0]
    if (!id || (choice >= 0.8 && choice < 0.95)) ids.push(await ask('save', 'POST', '/api/flows', body))
    else if (choice < 0.4) await ask('read', 'GET', '/api/flows')
    else if (choice < 0.8 || ids.length < FEWEST_FLOWS) await ask('read', 'GET', `/api/flows/${id}`)
    else {
      await ask('remove', 'DELETE', `/api/flows/${id}`)
      ids.shift()
    }
  }
}
