import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDatabase, type TestDatabase } from './support/databases.ts'
import { type ServerProcess, startProcess } from './support/server-process.ts'

const HOST = 'host: localhost\r\n'
const MIB = 2 ** 20

describe('the server over a socket', () => {
  let storage: TestDatabase
  let server: ServerProcess
  let token: string

  beforeAll(async () => {
    storage = await makeDatabase('SQLite')
    server = await startProcess({ storage, env: { DEMO_MODE: '1' } })
    const { demo } = await data(await fetch(`${server.url}/api/config`))
    const login = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(demo),
    })
    token = (await data(login)).token
  })
  afterAll(async () => {
    await server.end()
    await storage.remove()
  })

  /** Everything that is answered until the connection is closed, from this side when that is asked for. */
  function exchange(head: string, parts: Iterable<string | Uint8Array> = []): Promise<string> {
    return new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.1', port: Number(new URL(server.url).port) })
      let received = ''
      socket.on('data', (chunk) => (received += chunk))
      // What is still being sent when the answer is there meets a closed connection.
      socket.on('error', () => {})
      socket.on('close', () => resolve(received))
      socket.write(head)
      for (const part of parts) socket.write(part)
    })
  }

  const request = (line: string, headers = '') => `${line} HTTP/1.1\r\n${HOST}connection: close\r\n${headers}\r\n`

  it.each([
    ['TRACE /api/health', 405],
    ['TRACE /', 405],
    ['PATCH /api/flows', 405],
    ['GET /%ff', 400],
    ['GET /api/%ff', 400],
    ['GET /api/flows/%c3%28', 400],
    ['GET /api/flows\\x', 400],
    ['GET /api/nothing', 404],
    ['GET /assets/x.js', 404],
  ])('[REL-IN9] %s is a %i with the error body', async (line, status) => {
    const answer = await exchange(request(line))
    expect(answer.slice(0, 13)).toBe(`HTTP/1.1 ${status} `)
    expect(answer).toMatch(/\r\n\r\n\{"message":"[^"]+"\}$/)
    expect(answer).toMatch(/content-security-policy: [^\r]+; report-to csp\r\n/)
    expect(/\r\nallow: /.test(answer)).toBe(status === 405)
  })

  it('[REL-IN9] HEAD responds like GET, without a body', async () => {
    const head = await exchange(request('HEAD /api/health'))
    expect(head).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n$/)
  })

  it('[REL-IN19] an unauthenticated caller and an oversized body are refused without requesting the body', async () => {
    const body = (length: number) =>
      `content-type: application/json\r\nexpect: 100-continue\r\ncontent-length: ${length}\r\n`
    expect(await exchange(request('POST /api/flows', body(100)))).toMatch(/^HTTP\/1\.1 401 /)
    expect(await exchange(request('POST /api/auth/login', body(100_000)))).toMatch(/^HTTP\/1\.1 413 /)
    expect(await exchange(request('POST /api/auth/login', body(2)), ['{}'])).toMatch(
      /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /,
    )
  })

  it('[REL-OP6] no response names the software', async () => {
    for (const line of ['GET /', 'GET /api/health', 'GET /api/nothing', 'BREW /'])
      expect(await exchange(request(line))).not.toMatch(/\r\n(?:server|x-powered-by|via):/i)
  })

  // A body of a million nodes, made while it is sent. Its end is never sent.
  const NODE = new TextEncoder().encode(`{"id":"${'x'.repeat(60)}"},`.repeat(1_000))
  const NODES = 1_000_000

  function* nodes(wrap: (part: Uint8Array) => (string | Uint8Array)[]) {
    for (let sent = 0; sent < NODES; sent += 1_000) yield* wrap(NODE)
  }

  it.each([
    ['with', `content-length: ${(NODE.byteLength * NODES) / 1_000}\r\n`, () => []],
    [
      'without',
      'transfer-encoding: chunked\r\n',
      (part: Uint8Array) => [`${part.byteLength.toString(16)}\r\n`, part, '\r\n'],
    ],
  ])(
    '[REL-IN1] a million nodes %s an announced length are a 413 before their end arrives, and cost little memory',
    async (_, length, wrap) => {
      const before = await residentBytes(server.pid)
      const headers = `authorization: Bearer ${token}\r\ncontent-type: application/json\r\n${length}`
      const answer = await exchange(request('POST /api/flows', headers), nodes(wrap))
      expect(answer).toMatch(/^HTTP\/1\.1 413 /)
      expect((await residentBytes(server.pid)) - before).toBeLessThan(64 * MIB)
    },
  )

  it('[REL-WB2] a report of a policy violation is logged in one line, and always a 204', async () => {
    const report = (type: string, body: unknown) =>
      fetch(`${server.url}/api/csp-reports`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
    const before = server.lines.length
    const violation = { effectiveDirective: 'img-src\r\nforged', blockedURL: 'https://evil.test/a?secret=1' }
    const old = { 'effective-directive': 'script-src', 'blocked-uri': 'inline' }
    const answers = [
      await report('application/reports+json', [{ type: 'csp-violation', body: violation }]),
      await report('application/csp-report', { 'csp-report': old }),
      await report('application/csp-report', '{'),
      await report('application/csp-report', { 'csp-report': { 'effective-directive': 'x'.repeat(20_000) } }),
      await report('text/plain', 'x'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204])
    await expect.poll(() => lines(before).length).toBe(2)
    expect(lines(before)).toEqual([
      expect.objectContaining({ directive: 'img-src\r\nforged', blocked: 'https://evil.test' }),
      expect.objectContaining({ directive: 'script-src', blocked: 'inline' }),
    ])

    const many = Array.from({ length: 100 }, () => ({ type: 'csp-violation', body: violation }))
    await report('application/reports+json', many)
    await report('application/reports+json', many)
    // Their lines are written before the one of the request itself.
    await expect
      .poll(() => server.lines.slice(before).filter((line) => line.includes('/api/csp-reports')).length)
      .toBe(7)
    expect(lines(before).length).toBeLessThanOrEqual(2 * 60)
  })

  it('[REL-PS4] [REL-PS5] of many concurrent logins some get a 503, and signed-in users are served', async () => {
    const login = (_: unknown, index: number) =>
      fetch(`${server.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `nobody-${index}@example.com`, password: 'Wrong4Horse' }),
      })
    const logins = Array.from({ length: 300 }, login)
    const list = await fetch(`${server.url}/api/flows`, { headers: { authorization: `Bearer ${token}` } })
    expect(list.status).toBe(200)
    const answers = await Promise.all(logins)
    const refused = answers.filter(({ status }) => status === 503)
    // Too many failures of one network address are refused unseen.
    expect(answers.filter(({ status }) => status === 401 || status === 429).length + refused.length).toBe(300)
    expect(refused.length).toBeGreaterThan(0)
    for (const { headers } of refused) expect(headers.get('retry-after')).toBe('1')
    expect(await refused[0]?.json()).toEqual({ message: expect.any(String) })
  })

  const lines = (from: number) =>
    server.lines
      .slice(from)
      .filter((line) => line.includes('csp-violation'))
      .map((line) => JSON.parse(line))
})

// biome-ignore lint/suspicious/noExplicitAny: what is not there fails the tests.
const data = async (answer: Response) => ((await answer.json()) as any).data

/** Memory of a process; undefined except on Linux. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
}
