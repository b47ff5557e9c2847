import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { DATABASES, makeDatabase } from './support/databases.ts'
import { DurableWriter } from './support/durable-writer.ts'
import { seededRandom } from './support/random.ts'
import { type ServerProcess, startProcess } from './support/server-process.ts'

const WRITERS = 8
const ROUNDS = Number(process.env.DURABILITY_ROUNDS ?? 5)
const SEED = Number(process.env.DURABILITY_SEED ?? randomInt(2 ** 31))
const LONGEST_ROUND_MS = 500
const WRITERS_ACCOUNT = { email: 'writers@example.com', password: 'Correct4Horse' }
const LINK_TOKEN = /verify-email\?token=([\w-]+)/

it.each(DATABASES)(
  '[REL-DU1] what was answered survives kill -9 on %s',
  { timeout: 30_000 + ROUNDS * 10_000 },
  async (name) => {
    console.log(`durability on ${name}: seed ${SEED}, ${ROUNDS} rounds (DURABILITY_SEED, DURABILITY_ROUNDS)`)
    const random = seededRandom(SEED)
    const writers = Array.from({ length: WRITERS }, (_, index) => new DurableWriter(`writer${index}`, random))
    const place = await makeDatabase(name)
    let server = await startProcess({ place })
    const token = await logIn(server)
    for (let round = 0; round < ROUNDS; round++) {
      const client = callsTo(server, token)
      const writing = Promise.all(writers.map((writer) => writer.writeUntilTheEnd(client)))
      await delay(random() * LONGEST_ROUND_MS)
      await Promise.all([server.end('SIGKILL'), writing])

      server = await startProcess({ place })
      const stored = await loadAll(callsTo(server, token))
      for (const writer of writers) writer.check(stored.get(writer.name) ?? new Map())
    }
    const answered = writers.reduce((sum, writer) => sum + writer.answered, 0)
    console.log(`durability on ${name}: ${answered} answered writes, none lost`)
    expect(answered).toBeGreaterThan(0)
    await server.end()
    await place.remove()
  },
)

function callsTo({ url }: ServerProcess, token: string) {
  return async (method: string, path: string, text?: string) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answer = await fetch(url + path, { method, headers, ...(text !== undefined && { body: text }) })
    return { status: answer.status, text: await answer.text() }
  }
}

/** In an account of its own: the demo account may not hold so many flows. */
async function logIn(server: ServerProcess): Promise<string> {
  const call = callsTo(server, '')
  const form = { firstName: 'Eight', lastName: 'Writers', ...WRITERS_ACCOUNT }
  expect((await call('POST', '/api/auth/register', JSON.stringify(form))).status).toBe(201)
  const linkToken = await vi.waitUntil(
    async () => LINK_TOKEN.exec((await call('GET', '/api/outbox')).text)?.[1],
    10_000,
  )
  expect((await call('GET', `/api/auth/verify-email?token=${linkToken}`)).status).toBe(200)
  const { status, text } = await call('POST', '/api/auth/login', JSON.stringify(WRITERS_ACCOUNT))
  expect(status).toBe(200)
  return JSON.parse(text).data.token
}

/** Every flow: writer → id → answer. A session survives as flows do. */
async function loadAll(call: ReturnType<typeof callsTo>): Promise<Map<string, Map<string, string>>> {
  const list = await call('GET', '/api/flows')
  expect(list.status).toBe(200)
  const flows = new Map<string, Map<string, string>>()
  for (const { id, name } of JSON.parse(list.text).data) {
    const writer = /^writer\d+/.exec(name)?.[0]
    if (!writer) continue
    const answer = await call('GET', `/api/flows/${id}`)
    expect(answer.status).toBe(200)
    flows.set(writer, (flows.get(writer) ?? new Map()).set(id, answer.text))
  }
  return flows
}
