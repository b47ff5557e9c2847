import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { isFullSize, sized } from '../../../../tooling/lib/test-size.ts'
import { measured, pinnedRandom } from '../support/attack.ts'
import { DATABASES, makeDatabase, type TestDatabase } from '../support/databases.ts'
import { flowBody } from '../support/flows.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'
import { requireStrace, STRACE } from '../support/system-calls.ts'
import { makeWriters, readAsOwner } from './accounts.ts'
import { callsTo } from './calls.ts'
import { SERVER } from './server-env.ts'
import type { Writer } from './writer.ts'

const WRITERS = 8
const STOPS = sized({ small: 4, full: 200 }) / DATABASES.length
/** Of a round, at most, before the stop. */
const MOST_ANSWERS = 100
const MAX_STOP_MS = 10_000
/** A second signal within this time counts as the same one. */
const ANOTHER_REQUEST_MS = 1_100

/** The program goes on only a while after its reader has what it wrote. */
const SLOW_AFTER_WRITING = [
  STRACE,
  '-D',
  '-f',
  '-qq',
  '-o',
  '/dev/null',
  '-e',
  'trace=write',
  '-e',
  'inject=write:delay_exit=100000',
]

it('[API-25] a server that is stopped as soon as it is ready exits with 0', {
  timeout: 60_000,
}, async () => {
  requireStrace()
  const storage = await makeDatabase('SQLite')
  const server = await startProcess({ storage, env: SERVER, under: SLOW_AFTER_WRITING })
  expect(await server.end('SIGTERM')).toBe(0)
  await storage.remove()
})

describe.each(DATABASES)('a server on %s that is stopped', (name) => {
  it('[REL-LO6] [API-952] finishes requests in progress, loses nothing and exits with 0', {
    timeout: 60_000 + STOPS * 10_000,
  }, async ({ task }) => {
    const random = pinnedRandom()
    const storage = await makeDatabase(name)
    const writers = await makeWriters(storage, WRITERS, random)
    const stops: number[] = []
    let server = await startProcess({ storage, env: SERVER })
    for (let stop = 0; stop < STOPS; stop++) {
      const call = callsTo(server)
      const writing = Promise.all(writers.map((writer) => writer.writeUntilTheEnd(call)))
      await untilAnswered(writers, Math.floor(random() * MOST_ANSWERS))
      const began = performance.now()
      expect(await server.end('SIGTERM')).toBe(0)
      stops.push(performance.now() - began)
      await writing
      expect(await readdir(storage.dataDir)).not.toContain('plimsoll.db-wal')
      server = await startProcess({ storage, env: SERVER })
      await checkAll(server, storage, writers)
    }
    await server.end()
    await storage.remove()
    // One that took 10 s would have ended with 1.
    const slowest = Math.max(...stops)
    const answered = writers.reduce((sum, writer) => sum + writer.answered, 0)
    measured(
      task,
      `${name}: ${STOPS} stops under load, ${answered} answered changes, 0 lost, slowest ${Math.round(slowest)} ms`,
    )
  })

  it('[REL-LO6] [API-951] [API-952] [API-492] is not ready at once, and refuses new requests on open connections', async () => {
    const storage = await makeDatabase(name)
    const [writer] = await makeWriters(storage, 1, pinnedRandom())
    const server = await startProcess({ storage, env: SERVER })
    const body = JSON.stringify(flowBody())
    const slow = await open(server)
    slow.send(savingHead(writer?.account.token ?? '', body.length) + body.slice(0, 10))
    const other = await open(server)
    other.send('GET /api/ready HTTP/1.1\r\nhost: localhost\r\n\r\n')
    expect(await other.until('\r\n\r\n{')).toContain('HTTP/1.1 200')

    // Begun and not finished, the request keeps the connection; its end arrives after the request to stop.
    other.send('GET /api/ready HTTP/1.1\r\nhost: localhost\r\n')
    const exit = server.end('SIGTERM')
    await untilRefused(server)
    other.send('\r\n')
    const refusal = await other.until('"}')
    expect(refusal).toContain('HTTP/1.1 503')
    expect(refusal.toLowerCase()).toContain('connection: close')
    slow.send(body.slice(10))
    expect(await slow.until('\r\n\r\n')).toContain('HTTP/1.1 201')
    expect(await exit).toBe(0)
    await storage.remove()
  })

  it('[REL-LO6] [API-953] exits at once at a second signal, and loses nothing', async () => {
    const random = pinnedRandom()
    const storage = await makeDatabase(name)
    const writers = await makeWriters(storage, WRITERS, random)
    const server = await startProcess({ storage, env: SERVER })
    await keepBusy(server, writers)
    const call = callsTo(server)
    const writing = Promise.all(writers.map((writer) => writer.writeUntilTheEnd(call)))
    await untilAnswered(writers, WRITERS)
    const exit = server.end('SIGTERM')
    // On a busy machine it takes up the first request late.
    await untilRefused(server)
    await delay(ANOTHER_REQUEST_MS)
    void server.end('SIGTERM')
    expect(await exit).toBe(1)
    await writing
    const again = await startProcess({ storage, env: SERVER })
    await checkAll(again, storage, writers)
    await again.end()
    await storage.remove()
  })

  if (isFullSize)
    it('[REL-LO6] exits within 10 s, whatever is in progress', { timeout: 60_000 }, async ({ task }) => {
      const storage = await makeDatabase(name)
      const writers = await makeWriters(storage, 1, pinnedRandom())
      const server = await startProcess({ storage, env: SERVER })
      await keepBusy(server, writers)
      const began = performance.now()
      const code = await server.end('SIGTERM')
      const elapsed = performance.now() - began
      expect(elapsed).toBeLessThan(MAX_STOP_MS)
      await storage.remove()
      measured(task, `${name}: ended after ${Math.round(elapsed)} ms with ${code} beside a request that never ends`)
    })
})

async function checkAll(server: ServerProcess, storage: TestDatabase, writers: readonly Writer[]): Promise<void> {
  const call = callsTo(server)
  for (const writer of writers) await writer.check(await readAsOwner(writer.account, call, storage))
}

/** Waits for so many more answers to changes. */
async function untilAnswered(writers: readonly Writer[], count: number): Promise<void> {
  const answered = () => writers.reduce((sum, writer) => sum + writer.answered, 0)
  const before = answered()
  await expect.poll(() => answered() - before, { interval: 5, timeout: 30_000 }).toBeGreaterThanOrEqual(count)
}

/** Waits until connections are refused, so the server has begun to stop. */
async function untilRefused(server: ServerProcess): Promise<void> {
  const knock = () =>
    open(server).then(
      () => 'open',
      () => 'refused',
    )
  await expect.poll(knock).toBe('refused')
}

/** Begins a request without finishing it, and waits until the server handles it. */
async function keepBusy(server: ServerProcess, [writer]: readonly Writer[]): Promise<void> {
  const { send, until } = await open(server)
  send(savingHead(writer?.account.token ?? '', 1_000, 'expect: 100-continue\r\n'))
  expect(await until('\r\n\r\n')).toContain('HTTP/1.1 100')
  send('{')
}

function savingHead(token: string, length: number, more = ''): string {
  const headers = `${more}host: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json`
  return `POST /api/flows HTTP/1.1\r\n${headers}\r\ncontent-length: ${length}\r\n\r\n`
}

interface Connection {
  send(text: string): void
  /** What has arrived by the time that it contains `end`, or that the connection is closed. */
  until(end: string): Promise<string>
}

async function open({ url }: ServerProcess): Promise<Connection> {
  const socket: Socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  socket.on('error', () => {})
  let received = ''
  let look = () => {}
  const note = (chunk?: Buffer) => {
    received += chunk?.toString() ?? ''
    look()
  }
  socket.on('data', note).on('close', () => note())
  return {
    send: (text) => void socket.write(text),
    until(end) {
      return new Promise((resolve) => {
        look = () => {
          if (!received.includes(end) && !socket.destroyed) return
          resolve(received)
          received = ''
        }
        look()
      })
    },
  }
}
