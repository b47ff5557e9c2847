import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadStaticFiles } from '../../src/plugins/static-files.ts'
import { securityHeaders } from '../../src/security-headers.ts'
import { startTestServer, type TestResponse, type TestServer } from '../support/test-server.ts'

const SCRIPT = 'console.log("the app")'
const FILES: Record<string, string | Uint8Array> = {
  'index.html': '<!doctype html><title>Plimsoll</title>',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/index-abc123.js': SCRIPT,
  'assets/index-abc123.js.br': brotliCompressSync(SCRIPT),
  'assets/index-abc123.js.gz': gzipSync(SCRIPT),
  'assets/index-abc123.js.map': '{}',
  'assets/live.worker-def456.js': 'onmessage = null',
  'assets/index-abc123.css': 'body {}',
  '.env': 'SECRET=1',
  '.well/x.txt': 'hidden',
  'package.json.bak': 'x',
}

let folder: string
let server: TestServer
let isReady = true

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plimsoll-dist-'))
  for (const [path, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  server = await startTestServer('SQLite', { staticFiles: loadStaticFiles(folder), isReady: async () => isReady })
})

afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

describe('the web app', () => {
  const get = (path: string, headers = {}) => server.request(path, { headers })

  it.each(['/', '/login', '/flow-library', '/flow-editor', '/verify-email?token=a.b', '/no/such/page'])(
    '[API-22] %s returns the page',
    async (path) => {
      const answer = await get(path)
      expect(answer.status).toBe(200)
      expect(answer.text).toBe(FILES['index.html'])
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(answer.headers.get('cache-control')).toBe('no-cache')
    },
  )

  it.each([
    '/assets/index-abc123.js.map',
    '/assets/index-abc123.js.br',
    '/assets/missing.js',
    '/assets/',
    '/assets/..%2findex.html',
    '/.env',
    '/.git/config',
    '/.well/x.txt',
    '/package.json',
    '/package.json.bak',
    '/favicon.ico',
    '/..%2f..%2fpackage.json',
    '/index.html/x.css',
  ])('[API-22] %s is a 404 and not the page', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(answer.body).toEqual({ message: 'Not found.' })
  })

  it('[API-22] hashed files are cached for a year, others are revalidated', async () => {
    const script = await get('/assets/index-abc123.js')
    expect(script.text).toBe(SCRIPT)
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const icon = await get('/favicon.svg')
    expect(icon.headers.get('cache-control')).toBe('no-cache')
    const again = await get('/favicon.svg', { 'if-none-match': icon.headers.get('etag') })
    expect(again.status).toBe(304)
  })

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
    ['brr', null],
  ])('[API-22] a browser that accepts %s gets %s', async (accepted, encoding) => {
    const answer = await get('/assets/index-abc123.js', { 'accept-encoding': accepted })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('vary')).toBe('accept-encoding')
  })

  it('[API-22] without a build the API works and the page says so', async () => {
    const bare = await startTestServer('SQLite', { staticFiles: loadStaticFiles(join(folder, 'missing')) })
    const page = await bare.request('/login', { headers: { accept: 'text/html,*/*;q=0.8' } })
    expect(page.status).toBe(404)
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    expect(page.text).toContain('not built')
    expect((await bare.request('/login')).body).toEqual({ message: 'Not found.' })
    expect((await bare.request('/api/health')).status).toBe(200)
    await bare.stop()
  })
})

describe('headers', () => {
  const everyKind = (): Promise<TestResponse[]> =>
    Promise.all([
      server.request('/'),
      server.request('/assets/index-abc123.js'),
      server.request('/assets/live.worker-def456.js'),
      server.request('/assets/index-abc123.css'),
      server.request('/assets/missing.js'),
      server.request('/api/config'),
      server.request('/api/docs'),
      server.request('/api/openapi.json'),
      server.request('/api/profile'),
      server.request('/api/flows', { method: 'PATCH' }),
      server.request('/api/auth/login', { text: '{}', headers: { 'content-length': '99999' } }),
      server.request('/login', { method: 'POST' }),
    ])

  it('[REL-WB2] every response allows only the product’s own files', async () => {
    const answers = await everyKind()
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404, 200, 200, 200, 401, 405, 413, 405])
    for (const { headers } of answers) {
      const policy = headers.get('content-security-policy')
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe|\*|https?:/)
    }
  })

  it('[REL-WB3] [REL-WB10] every response has the other security headers', async () => {
    for (const { headers } of await everyKind()) {
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
      for (const name of ['strict-transport-security', 'x-powered-by', 'server']) expect(headers.has(name)).toBe(false)
    }
    expect(securityHeaders({ isHttps: true })).toHaveProperty('strict-transport-security', 'max-age=31536000')
  })

  it('[API-625] HSTS is for the hosts below when that is set', () => {
    expect(securityHeaders({ isHttps: true, withSubdomains: true })).toHaveProperty(
      'strict-transport-security',
      'max-age=31536000; includeSubDomains',
    )
  })
})

describe('the API', () => {
  it('[API-2] knows its paths and their methods', async () => {
    for (const path of ['/api', '/api/', '/api/x', '/api/flows/x/y', '/api/Flows', '/api/flows/', '/api/profile;.js']) {
      const answer = await server.request(path)
      expect([path, answer.status, answer.body]).toEqual([path, 404, { message: 'Not found.' }])
    }
    const patch = await server.request('/api/flows', { method: 'PATCH' })
    expect([patch.status, patch.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    const options = await server.request('/api/auth/login', { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([405, 'POST'])
    const page = await server.request('/login', { method: 'DELETE' })
    expect([page.status, page.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  it('[API-2] HEAD responds like GET without a body', async () => {
    const get = await server.request('/api/config')
    const head = await server.request('/api/config', { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.text).toBe('')
    expect([...head.headers]).toEqual([...get.headers])
  })

  it('[API-18] returns the brand, and no account outside demo mode', async () => {
    expect((await server.request('/api/config')).body).toEqual({
      data: {
        brand: 'Plimsoll',
        demo: null,
        outbox: '/outbox',
        registration: { mode: 'open', domains: [] },
        singleSignOn: null,
        sendsMail: true,
        resetLinkLifetime: '1 hour',
      },
    })
  })

  it('[API-20] [API-492] is healthy while it responds and ready while the database does', async () => {
    expect((await server.request('/api/health')).body).toEqual({ status: 'ok' })
    expect((await server.request('/api/ready')).body).toEqual({ status: 'ok' })
    isReady = false
    const answer = await server.request('/api/ready')
    isReady = true
    expect(answer.status).toBe(503)
    expect((await server.request('/api/health')).status).toBe(200)
  })

  it('[API-21] [API-493] describes itself', async () => {
    const { body } = await server.request('/api/openapi.json')
    expect(Object.keys(body.paths).sort()).toEqual([
      ...[
        'audit',
        'audit.csv',
        'experiments',
        'experiments/{id}',
        'invitations',
        'invitations/{id}',
        'invitations/{id}/link',
        'mails',
        'mails/test',
        'mails/{id}',
        'mails/{id}/retry',
        'settings',
        'storage',
        'users',
        'users/{id}',
        'users/{id}/reset-link',
        'users/{id}/sessions',
      ].map((path) => `/api/admin/${path}`),
      '/api/auth/accept-invitation',
      '/api/auth/claim-administration',
      '/api/auth/confirm-email-change',
      '/api/auth/confirm-password',
      '/api/auth/first-administrator',
      '/api/auth/forgot-password',
      '/api/auth/invitation',
      '/api/auth/login',
      '/api/auth/logout',
      '/api/auth/oidc/callback',
      '/api/auth/oidc/session',
      '/api/auth/oidc/start',
      '/api/auth/passkey',
      '/api/auth/passkey/options',
      '/api/auth/register',
      '/api/auth/resend-verification',
      '/api/auth/reset-password',
      '/api/auth/verify-email',
      '/api/bin',
      '/api/bin/{id}',
      '/api/bin/{id}/restore',
      '/api/config',
      '/api/experiments',
      '/api/experiments/{id}',
      '/api/experiments/{id}/events',
      '/api/experiments/{id}/request',
      '/api/experiments/{id}/result',
      '/api/flows',
      '/api/flows/{id}',
      '/api/flows/{id}/comments',
      '/api/flows/{id}/comments/{comment}',
      '/api/flows/{id}/comments/{comment}/answers',
      '/api/flows/{id}/comments/{comment}/resolved',
      '/api/flows/{id}/leave',
      '/api/flows/{id}/links',
      '/api/flows/{id}/links/{link}',
      '/api/flows/{id}/opened',
      '/api/flows/{id}/owner',
      '/api/flows/{id}/people',
      '/api/flows/{id}/sharing',
      '/api/flows/{id}/team',
      '/api/flows/{id}/teams',
      '/api/flows/{id}/versions',
      '/api/flows/{id}/versions/{version}',
      '/api/flows/{id}/versions/{version}/restore',
      '/api/health',
      '/api/outbox',
      '/api/outbox/{id}',
      '/api/presence',
      '/api/profile',
      '/api/profile/authenticator',
      '/api/profile/change-password',
      '/api/profile/confirmation',
      '/api/profile/confirmation/passkey',
      '/api/profile/confirmation/passkey-options',
      '/api/profile/email-change',
      '/api/profile/export',
      '/api/profile/factors',
      '/api/profile/owned-teams',
      '/api/profile/passkeys',
      '/api/profile/passkeys/options',
      '/api/profile/passkeys/{id}',
      '/api/profile/recovery-codes',
      '/api/profile/sessions',
      '/api/profile/sessions/ended',
      '/api/profile/sessions/{id}',
      '/api/profile/shared-flows',
      '/api/profile/storage',
      '/api/profile/tokens',
      '/api/profile/tokens/{id}',
      '/api/ready',
      '/api/shared/{token}',
      '/api/shared/{token}/role',
      '/api/shared/{token}/state',
      '/api/tags',
      '/api/teams',
      '/api/teams/{id}',
      '/api/teams/{id}/leave',
      '/api/teams/{id}/members',
      '/api/teams/{id}/opened',
    ])
    const { post } = body.paths['/api/flows']
    expect(post.security).toEqual([{ bearer: [] }])
    expect(Object.keys(post.requestBody.content['application/json'].schema.properties)).toContain('simulation')
    expect(Object.keys(post.responses)).toEqual(['201', 'default'])

    const page = await server.request('/api/docs')
    expect(page.headers.get('content-type')).toContain('text/html')
    for (const [path, methods] of Object.entries<Record<string, { responses: object }>>(body.paths))
      for (const [method, { responses }] of Object.entries(methods)) {
        expect(page.text).toContain(`${method.toUpperCase()} ${path}</h2>`)
        expect(responses).toHaveProperty('default')
      }
    expect(page.text).not.toMatch(/<style|<script|style=|https?:/)
  })

  it('[API-5] continues after an unexpected error, and reveals nothing about it', async () => {
    const broken = await startTestServer('SQLite')
    const { token } = await broken.addUser()
    await broken.database.write((queries) => queries.schema.alterTable('flows').renameTo('moved').execute())
    const answer = await broken.request('/api/flows', { token })
    expect(answer.status).toBe(500)
    expect(answer.text).toBe('{"message":"Something went wrong on our side. Please try again."}')
    expect(JSON.stringify(broken.log).match(/failed unexpectedly/g)).toHaveLength(1)
    expect((await broken.request('/api/profile', { token })).status).toBe(200)
    await broken.stop()
  })
})
