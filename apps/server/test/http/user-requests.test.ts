import { expect, it, vi } from 'vitest'
import { LOGIN_POLICY, REQUEST_POLICY } from '../../src/modules/limits/limits.policy.ts'
import { DATABASES } from '../support/databases.ts'
import { flowBody } from '../support/flows.ts'
import { PASSWORD, startTestServer, type TestResponse, testHasher } from '../support/test-server.ts'

/** Refusals take a second. */
const PATIENT = { timeout: 20_000 }
const { atOnce, waiting, patienceMs, largeAtOnce, largeWaiting, largeBytes } = REQUEST_POLICY

/** A server whose lists of flows, and saves, are under way until they are let go. */
async function heldServer(name: (typeof DATABASES)[number]) {
  const server = await startTestServer(name)
  const { database } = server
  const gate = Promise.withResolvers<void>()
  const begun: number[] = []
  const write: typeof database.write = async (work) => {
    begun.push(begun.length)
    await gate.promise
    return database.write(work)
  }
  const { token } = await server.addUser()
  const other = await server.addUser()
  server.restart({ database: { ...database, write } })
  return { server, token, other, begun, letGo: gate.resolve }
}

it.each(DATABASES)('[API-810] [API-812] eight requests of a user are under way at once on %s', async (name) => {
  const { server, token, other, begun, letGo } = await heldServer(name)
  const save = (by: string) => server.request('/api/flows', { token: by, body: flowBody() })
  const refused: TestResponse[] = []
  const answers = Array.from({ length: atOnce + waiting + 20 }, async () => {
    const answer = await save(token)
    if (answer.status !== 201) refused.push(answer)
    return answer.status
  })
  await expect.poll(() => refused.length, PATIENT).toBe(20)
  const why = 'Too many of your requests are under way. Please wait a second before you try again.'
  for (const { status, headers, body } of refused)
    expect([status, headers.get('retry-after'), body.message]).toEqual([429, '1', why])
  const saved = save(other.token)
  await expect.poll(() => begun.length, PATIENT).toBe(atOnce + 1)
  letGo()
  expect((await saved).status).toBe(201)
  await Promise.all(answers)
  expect(refused).toHaveLength(20)
  await server.stop()
})

it("[API-1005] a request that waits ten seconds behind the user's own ones is a 429, and leaves no slot taken", async () => {
  const { server, token, begun, letGo } = await heldServer('SQLite')
  const save = () => server.request('/api/flows', { token, body: flowBody() })
  const first = Array.from({ length: atOnce }, save)
  await expect.poll(() => begun.length, PATIENT).toBe(atOnce)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const [late, soon] = [save(), save()]
  let isRefused = false
  void late.then(() => {
    isRefused = true
  })
  await vi.advanceTimersByTimeAsync(patienceMs - 1)
  expect(isRefused).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  const { status, headers } = await late
  expect([status, headers.get('retry-after')]).toEqual([429, '1'])
  expect((await soon).status).toBe(429)
  vi.useRealTimers()
  letGo()
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual(first.map(() => 201))
  const again = await Promise.all(Array.from({ length: atOnce }, save))
  expect(again.map(({ status }) => status)).toEqual(again.map(() => 201))
  await server.stop()
})

it('[API-811] two requests of a user with large bodies are under way at once, and its small ones go on', async () => {
  const { server, token, begun, letGo } = await heldServer('SQLite')
  const text = JSON.stringify(flowBody()) + ' '.repeat(largeBytes)
  const large = (headers: Record<string, string>) =>
    server.request('/api/flows', { method: 'POST', token, text, headers })
  const known = { 'content-length': String(Buffer.byteLength(text)) }
  const answers = [
    ...Array.from({ length: largeAtOnce + 1 }, () => large(known)),
    // One of unknown length may be large.
    ...Array.from({ length: largeWaiting }, () => large({ 'transfer-encoding': 'chunked' })),
  ]
  expect((await answers.at(-1))?.status).toBe(429)
  expect((await server.request('/api/flows', { token })).status).toBe(200)
  await expect.poll(() => begun.length, PATIENT).toBe(largeAtOnce)
  letGo()
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect(statuses).toEqual([...Array.from({ length: largeAtOnce + largeWaiting }, () => 201), 429])
  await server.stop()
})

it('[API-813] RATE_LIMITS=off lets all of them go on', async () => {
  const { server, token, begun, letGo } = await heldServer('SQLite')
  const { database } = server
  server.restart({ hasRateLimits: false, database })
  letGo()
  const answers = await Promise.all(
    Array.from({ length: atOnce + waiting + 20 }, () => server.request('/api/flows', { token })),
  )
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(begun).toEqual([])
  await server.stop()
})

it.each(DATABASES)('[API-818] eight logins of a network address are under way at once on %s', async (name) => {
  const server = await startTestServer(name)
  const gate = Promise.withResolvers<void>()
  let begun = 0
  const verify = async () => {
    begun++
    await gate.promise
    return true
  }
  server.restart({ hasher: { ...testHasher, verify } })
  const users = await Promise.all(Array.from({ length: 20 }, () => server.addUser()))
  const logIn = (index: number, from: string) =>
    server.request('/api/auth/login', { body: { email: users[index % 20]?.email, password: PASSWORD }, from })
  const refused: TestResponse[] = []
  const count = LOGIN_POLICY.atOnce + LOGIN_POLICY.waiting + 5
  const answers = Array.from({ length: count }, async (_, index) => {
    const answer = await logIn(index, '198.51.100.1')
    if (answer.status !== 200) refused.push(answer)
  })
  await expect.poll(() => refused.length, PATIENT).toBe(5)
  for (const { status, headers, body } of refused)
    expect([status, headers.get('retry-after'), body.message]).toEqual([
      503,
      '1',
      'Too many logins of your network are under way. Please wait a second before you try again.',
    ])
  const other = logIn(0, '198.51.100.2')
  await expect.poll(() => begun, PATIENT).toBe(LOGIN_POLICY.atOnce + 1)
  gate.resolve()
  expect((await other).status).toBe(200)
  await Promise.all(answers)
  expect(refused).toHaveLength(5)
  await server.stop()
})
