import type { ConnectionOptions } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, type TestContext, vi } from 'vitest'
import { flowBody } from '../support/flows.ts'
import { findNginx, type RunningProxy, startProxy } from '../support/nginx.ts'
import { callProxy, type ProxyCall, shakeHands } from '../support/proxy-client.ts'
import { openRawSocket } from '../support/raw-socket.ts'
import { listeningAt } from '../support/server-process.ts'
import { startTarget, type Target } from '../support/target.ts'

const MIB = 2 ** 20
const PUBLIC_URL = 'https://plimsoll.example.com'
const HSTS = 'max-age=31536000'

describe('nginx with the configuration that is shipped', () => {
  let target: Target
  let proxy: RunningProxy | undefined

  beforeAll(async () => {
    const program = findNginx()
    if (!program) return
    target = await startTarget('SQLite', { env: { PUBLIC_URL, TRUST_PROXY: '1' }, hasCheapHashes: true })
    proxy = await startProxy(program, Number(new URL(await listeningAt(target.server)).port))
  })
  afterAll(async () => {
    await proxy?.stop()
    await target?.stop()
  })

  const running = ({ skip }: TestContext) => {
    skip(!proxy, 'nginx is not installed, and cannot be had from Debian’s packages here')
    if (!proxy) throw new Error('skipped')
    return proxy
  }

  const call = (context: TestContext, path: string, options?: ProxyCall) => callProxy(running(context), path, options)
  const handshake = (context: TestContext, options: ConnectionOptions) => shakeHands(running(context), options)

  it('[REL-OP8] speaks TLS 1.2 and 1.3 with the strongest cipher, and nothing older or weaker', async (context) => {
    expect(await handshake(context, { ALPNProtocols: ['h2', 'http/1.1'] })).toMatchObject({
      protocol: 'TLSv1.3',
      alpn: 'h2',
    })
    const ciphers = 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384'
    expect(await handshake(context, { maxVersion: 'TLSv1.2', ciphers })).toMatchObject({
      protocol: 'TLSv1.2',
      cipher: 'ECDHE-ECDSA-AES256-GCM-SHA384',
    })
    const weak = 'ECDHE-ECDSA-AES256-SHA:ECDHE-ECDSA-AES128-SHA256'
    await expect(handshake(context, { maxVersion: 'TLSv1.2', ciphers: weak })).rejects.toThrow(/handshake failure/)
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    await expect(handshake(context, old)).rejects.toThrow(/protocol version/)
  })

  it('[REL-OP8] gives another host name no certificate and no answer', async (context) => {
    await expect(handshake(context, { servername: 'evil.example' })).rejects.toThrow(/unrecognized name/)
    const evil = { scheme: 'http' as const, headers: { host: 'evil.example' } }
    await expect(call(context, '/', evil)).rejects.toThrow(/socket hang up/)
  })

  it('[OPS-340] leads a page without TLS to the same one with it, by 308', async (context) => {
    for (const path of ['/', '/login?next=%2Fa', '/apiary', '//evil.test/a']) {
      const { statusCode, headers } = await call(context, path, { scheme: 'http' })
      expect([statusCode, headers.location]).toEqual([308, `${PUBLIC_URL}${path}`])
    }
  })

  it('[OPS-341] refuses a call of the API without TLS, in the form of the server’s errors', async (context) => {
    for (const path of [
      '/api/profile',
      '/api',
      '/API/profile',
      '/%61pi/profile',
      '/a/../api/auth/login',
      '//api/config',
    ]) {
      const { statusCode, headers, text } = await call(context, path, { scheme: 'http', method: 'POST', token: 'a' })
      expect([path, statusCode, JSON.parse(text)]).toEqual([path, 403, { message: 'Use https for this address.' }])
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
      expect(headers.location).toBeUndefined()
    }
  })

  it('[OPS-342] passes answers on as they are, each header once', async (context) => {
    const { rawHeaders, statusCode, text } = await call(context, '/api/profile')
    expect([statusCode, JSON.parse(text)]).toEqual([401, { message: expect.any(String) }])
    const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase())
    for (const name of [
      'strict-transport-security',
      'x-content-type-options',
      'content-security-policy',
      'cache-control',
    ])
      expect(names.filter((one) => one === name)).toEqual([name])
  })

  it('[OPS-343] passes a flow of the largest size and refuses a larger one, and a stranger’s unread', async (context) => {
    running(context)
    const { token } = await target.addUser()
    const body = JSON.stringify(flowBody())
    const padded = (bytes: number) => body + ' '.repeat(bytes - body.length)
    const save = (text: string, from: { token?: string } = { token }) =>
      call(context, '/api/flows', { ...from, body: text })
    expect((await save(padded(2 * MIB))).statusCode).toBe(201)
    const large = await save(padded(32 * MIB + 1))
    expect([large.statusCode, JSON.parse(large.text)]).toEqual([413, { message: 'The request is too large.' }])
    expect(large.headers).toMatchObject({ 'strict-transport-security': HSTS, 'x-content-type-options': 'nosniff' })
    // Refused by the server, while the body is on its way.
    for (let round = 0; round < 3; round++) expect((await save(padded(32 * MIB), {})).statusCode).toBe(401)
  })

  it('[OPS-344] passes the socket of a flow that is drawn together', async (context) => {
    const { host, authority, httpsPort } = running(context)
    const { token } = await target.addUser()
    const { data } = JSON.parse((await call(context, '/api/flows', { token, body: JSON.stringify(flowBody()) })).text)
    const tls = { ca: authority, servername: host, headers: { host, origin: PUBLIC_URL } }
    const socket = await openRawSocket(`https://127.0.0.1:${httpsPort}`, data.id, tls)
    await expect(socket.join(token)).resolves.toBeUndefined()
    socket.close()
  })

  it('[OPS-345] tells the server the address that it sees, whatever the client writes', async (context) => {
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'Wrong4Horse' })
    const headers = {
      'x-forwarded-for': '203.0.113.7, 203.0.113.8',
      forwarded: 'for=203.0.113.9',
      'x-real-ip': '203.0.113.9',
    }
    await call(context, '/api/auth/login', { body, headers, localAddress: '127.0.0.5' })
    const line = await vi.waitFor(() => {
      const found = target.server.lines.find((text) => text.includes('login-failed'))
      expect(found).toBeDefined()
      return found
    })
    expect(JSON.parse(line ?? '{}')).toMatchObject({ address: '127.0.0.5' })
    expect(target.server.lines.join('\n')).not.toContain('203.0.113')
  })

  it('[OPS-346] writes neither a query nor the token of a link into its log', async (context) => {
    const secret = 'CanaryCanaryCanary'
    const paths = [
      `/verify-email?token=${secret}`,
      `/shared/${secret}`,
      `/API/shared/${secret}/state?a=${secret}`,
      `/%73hared/${secret}`,
    ]
    for (const path of paths) for (const scheme of ['http', 'https'] as const) await call(context, path, { scheme })
    const log = await vi.waitFor(() => {
      const lines = running(context).log()
      expect(lines.filter((line) => line.includes('verify-email'))).toHaveLength(2)
      return lines.join('\n')
    })
    expect(log).not.toContain(secret)
    expect(log).toContain('"GET /shared/-" ')
  })

  it('[OPS-347] answers what it cannot read, and what is too long, in the form of the server’s errors', async (context) => {
    const long = await call(context, '/api/config', { headers: { a: 'x'.repeat(40_000) } })
    expect([long.statusCode, JSON.parse(long.text)]).toEqual([
      431,
      { message: 'The headers of the request are too large.' },
    ])
    const bad = await call(context, '/api/config', {
      headers: { 'transfer-encoding': 'chunked', 'content-length': '5' },
    })
    expect([bad.statusCode, JSON.parse(bad.text)]).toEqual([400, { message: 'The request cannot be understood.' }])
  })

  it('[OPS-346] [OPS-347] answers for a server that is away, in the form of its errors, and logs no query', async (context) => {
    const { errors, stop } = running(context)
    await target.server.end()
    const { statusCode, headers, text } = await call(context, '/api/auth/verify-email?token=CanaryCanary')
    // All that it wrote is there when it has stopped.
    await stop()
    expect(errors.join('\n')).toContain('exit')
    expect(errors.join('\n')).not.toContain('Canary')
    expect([statusCode, JSON.parse(text)]).toEqual([503, { message: 'The server is not ready.' }])
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'retry-after': '5',
      'strict-transport-security': HSTS,
      'x-content-type-options': 'nosniff',
    })
  })
})
