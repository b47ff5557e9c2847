import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, it, type TestContext } from 'vitest'
import { DATABASES, makeDatabase, type TestDatabase } from '../support/databases.ts'
import { makeMailQueue } from '../support/mail-queue.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts'

/** `npm run verify:durability` uses more. */
const MAILS = Number(process.env.MAILS ?? 60)
const KILLS = 3

async function createStorage({ onTestFinished }: TestContext, name: (typeof DATABASES)[number]): Promise<TestDatabase> {
  const storage = await makeDatabase(name)
  onTestFinished(() => storage.remove())
  return storage
}

async function start(
  { onTestFinished }: TestContext,
  storage: TestDatabase,
  env: Record<string, string>,
): Promise<ServerProcess> {
  const server = await startProcess({ storage, env: { RATE_LIMITS: 'off', ...env } })
  onTestFinished(async () => void (await server.end('SIGKILL')))
  return server
}

async function startSink({ onTestFinished }: TestContext, port = 0): Promise<SmtpSink> {
  const sink = await startSmtpSink({ port })
  onTestFinished(() => sink.stop())
  return sink
}

/** The mail in progress of a killed server is sent again when its lease ends. */
async function untilQueueIsEmpty(name: (typeof DATABASES)[number], storage: TestDatabase) {
  const queue = await makeMailQueue(name, storage)
  while ((await queue.rows()).length > 0) await pause(50)
  await queue.stop()
}

async function register({ expect }: TestContext, url: string, email: string) {
  const body = JSON.stringify({ firstName: 'Grace', lastName: 'Hopper', email, password: 'Correct4Horse' })
  const answer = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(answer.status).toBe(201)
}

// Concurrent, because they mostly wait for a lease to end.
describe.concurrent.each(DATABASES)('a server with mails to send on %s', { timeout: 120_000 }, (name) => {
  it('[REL-DU9] killed right after the response, it sends the mail after its restart', async (test) => {
    const [storage, sink] = [await createStorage(test, name), await startSink(test)]
    const { url, port } = sink
    await sink.stop()
    const server = await start(test, storage, { SMTP_URL: url })
    await register(test, server.url, 'grace@example.com')
    await server.end('SIGKILL')
    const back = await startSink(test, port)
    const again = await start(test, storage, { SMTP_URL: url })
    await back.mailTo('grace@example.com')
    test.expect(await again.end()).toBe(0)
    test.expect(back.mails).toHaveLength(1)
  })

  it(`[REL-DU9] [REL-DU12] killed ${KILLS} times, it sends all of ${MAILS} mails, and at most one twice for each kill`, async (test) => {
    const [storage, sink] = [await createStorage(test, name), await startSink(test)]
    const queue = await makeMailQueue(name, storage)
    const addresses = Array.from({ length: MAILS }, (_, index) => `user-${index}@example.com`)
    for (const email of addresses) await queue.addUser({ email })
    for (const email of addresses) await queue.queue(email, 'verify')
    await queue.stop()

    for (let kill = 1; kill <= KILLS; kill++) {
      const server = await start(test, storage, { SMTP_URL: sink.url })
      await sink.received(Math.floor((MAILS * kill) / (KILLS + 1)))
      await server.end('SIGKILL')
    }
    const last = await start(test, storage, { SMTP_URL: sink.url })
    await untilQueueIsEmpty(name, storage)
    test.expect(await last.end()).toBe(0)
    console.log(`${MAILS} mails, ${sink.mails.length - MAILS} of them twice`)
    test.expect(sink.mails.length - MAILS).toBeLessThanOrEqual(KILLS)
    test.expect(new Set(sink.mails.map(({ to }) => to[0]))).toEqual(new Set(addresses))
  })
})

describe.concurrent('a server with mails to send', { timeout: 60_000 }, () => {
  it('[API-69] [API-496] finishes the mail in progress when it is stopped, and loses nothing', async (test) => {
    const [storage, sink] = [await createStorage(test, 'SQLite'), await startSink(test)]
    const server = await start(test, storage, { SMTP_URL: sink.url })
    const addresses = Array.from({ length: 8 }, (_, index) => `user-${index}@example.com`)
    await Promise.all(addresses.map((email) => register(test, server.url, email)))
    test.expect(await server.end()).toBe(0)
    const again = await start(test, storage, { SMTP_URL: sink.url })
    await sink.received(addresses.length)
    test.expect(await again.end()).toBe(0)
    test.expect(sink.mails.map(({ to }) => to[0]).sort()).toEqual(addresses)
  })

  it('[API-69] stops in time although a mail server does not respond', async (test) => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const sockets: { destroy(): void }[] = []
    test.onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      silent.close()
    })
    const { port } = silent.address() as AddressInfo
    const server = await start(test, await createStorage(test, 'SQLite'), { SMTP_URL: `smtp://127.0.0.1:${port}` })
    const isCalled = once(silent, 'connection')
    await register(test, server.url, 'grace@example.com')
    sockets.push(...(await isCalled))
    // It would be 1 if the server had to be cut off after 10 s (API-953).
    test.expect(await server.end()).toBe(0)
  })
})
