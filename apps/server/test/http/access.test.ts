import { expect, it } from 'vitest'
import { flowBody } from '../support/flows.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { HOUR, type TestUser } from '../support/test-server.ts'

const ID = '00000000-0000-4000-8000-000000000000'
const CLOSED_ROUTES = [
  ['POST', '/api/auth/logout'],
  ['POST', '/api/auth/claim-administration'],
  ['GET', '/api/profile'],
  ['PUT', '/api/profile'],
  ['DELETE', '/api/profile'],
  ['PUT', '/api/profile/change-password'],
  ['GET', '/api/profile/export'],
  ['GET', '/api/profile/storage'],
  ['GET', '/api/profile/email-change'],
  ['POST', '/api/profile/email-change'],
  ['DELETE', '/api/profile/email-change'],
  ['GET', '/api/profile/sessions'],
  ['GET', '/api/profile/sessions/ended'],
  ['DELETE', '/api/profile/sessions'],
  ['DELETE', `/api/profile/sessions/${ID}`],
  ['GET', '/api/profile/factors'],
  ['POST', '/api/profile/passkeys/options'],
  ['POST', '/api/profile/passkeys'],
  ['DELETE', `/api/profile/passkeys/${ID}`],
  ['POST', '/api/profile/authenticator'],
  ['PUT', '/api/profile/authenticator'],
  ['DELETE', '/api/profile/authenticator'],
  ['POST', '/api/profile/recovery-codes'],
  ['POST', '/api/profile/confirmation'],
  ['POST', '/api/profile/confirmation/passkey-options'],
  ['POST', '/api/profile/confirmation/passkey'],
  ['GET', '/api/profile/tokens'],
  ['POST', '/api/profile/tokens'],
  ['DELETE', `/api/profile/tokens/${ID}`],
  ['GET', '/api/flows'],
  ['GET', '/api/flows?limit=1'],
  ['PUT', `/api/flows/${ID}/opened`],
  ['POST', '/api/flows'],
  ['GET', `/api/flows/${ID}`],
  ['PUT', `/api/flows/${ID}`],
  ['DELETE', `/api/flows/${ID}`],
  ['GET', `/api/flows/${ID}/versions`],
  ['GET', `/api/flows/${ID}/versions/1`],
  ['PATCH', `/api/flows/${ID}/versions/1`],
  ['POST', `/api/flows/${ID}/versions/1/restore`],
  ['GET', '/api/presence'],
  ['GET', '/api/tags'],
  ['GET', '/api/presence'],
  ['POST', '/api/tags'],
  ['GET', '/api/bin'],
  ['DELETE', '/api/bin'],
  ['DELETE', `/api/bin/${ID}`],
  ['POST', `/api/bin/${ID}/restore`],
  ['GET', '/api/profile/shared-flows'],
  ['GET', `/api/flows/${ID}/sharing`],
  ['PUT', `/api/flows/${ID}/people`],
  ['DELETE', `/api/flows/${ID}/people`],
  ['PUT', `/api/flows/${ID}/owner`],
  ['POST', `/api/flows/${ID}/leave`],
  ['POST', `/api/flows/${ID}/links`],
  ['DELETE', `/api/flows/${ID}/links/${ID}`],
  ['GET', `/api/flows/${ID}/comments`],
  ['POST', `/api/flows/${ID}/comments`],
  ['POST', `/api/flows/${ID}/comments/${ID}/answers`],
  ['PATCH', `/api/flows/${ID}/comments/${ID}`],
  ['DELETE', `/api/flows/${ID}/comments/${ID}`],
  ['PUT', `/api/flows/${ID}/comments/${ID}/resolved`],
  ['PUT', `/api/shared/${ID}/role`],
  ['PUT', `/api/flows/${ID}/teams`],
  ['DELETE', `/api/flows/${ID}/teams`],
  ['PUT', `/api/flows/${ID}/team`],
  ['GET', '/api/teams'],
  ['POST', '/api/teams'],
  ['GET', `/api/teams/${ID}`],
  ['PUT', `/api/teams/${ID}`],
  ['DELETE', `/api/teams/${ID}`],
  ['PUT', `/api/teams/${ID}/opened`],
  ['PUT', `/api/teams/${ID}/members`],
  ['DELETE', `/api/teams/${ID}/members`],
  ['POST', `/api/teams/${ID}/leave`],
  ['GET', '/api/profile/owned-teams'],
  ['GET', '/api/experiments'],
  ['POST', '/api/experiments'],
  ['GET', `/api/experiments/${ID}`],
  ['GET', `/api/experiments/${ID}/events`],
  ['GET', `/api/experiments/${ID}/request`],
  ['GET', `/api/experiments/${ID}/result`],
  ['DELETE', `/api/experiments/${ID}`],
] as const
const OPEN_ROUTES = ['/api/config', '/api/health', '/api/ready', '/api/openapi.json', '/api/docs', '/api/docs.css']

onEachDatabase('access', (server) => {
  /** Users without a valid session, and why. */
  async function turnedAway(): Promise<Record<string, TestUser>> {
    const [expired, deleted, unverified] = [
      await server().addUser(),
      await server().addUser(),
      await server().addUser({ isVerified: false }),
    ]
    await server().database.write(async (queries) => {
      const longAgo = server().clock.now - 25 * HOUR
      await queries.updateTable('sessions').set({ last_seen_at: longAgo }).where('user_id', '=', expired.id).execute()
      await queries.deleteFrom('users').where('id', '=', deleted.id).execute()
    })
    return { expired, deleted, unverified }
  }

  it('[REL-AC2] every other route refuses callers without a valid session', async () => {
    const users = await turnedAway()
    for (const [method, path] of CLOSED_ROUTES) {
      const nobody = await server().request(path, { method })
      expect([path, nobody.status]).toEqual([path, 401])
      for (const [why, { token }] of Object.entries(users)) {
        const answer = await server().request(path, { method, token })
        expect([path, why, answer.status]).toEqual([path, why, 401])
        // Only the browser that had the session learns that it has ended.
        if (why === 'expired') expect(answer.body.message).toContain('it was not used for 24 hours')
        else expect(answer.text).toBe(nobody.text)
      }
    }
    for (const path of OPEN_ROUTES) expect([path, (await server().request(path)).status]).toEqual([path, 200])
  })

  it('[REL-AC2] covers every route', async () => {
    const { paths } = (await server().request('/api/openapi.json')).body
    const described = Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) =>
          `${method.toUpperCase()} ${path
            .replaceAll(/\{(?:id|link|comment)\}/g, ID)
            .replace('{token}/role', `${ID}/role`)
            .replace('{version}', '1')}`,
      ),
    )
    const known = CLOSED_ROUTES.map(([method, path]) => `${method} ${path}`)
    // Those of administrators: administrators-only.test.ts.
    const others = described.filter((route) => !known.includes(route) && !route.includes(' /api/admin/'))
    expect(others.sort()).toEqual([
      'GET /api/auth/oidc/callback',
      'GET /api/auth/oidc/start',
      'GET /api/auth/verify-email',
      'GET /api/config',
      'GET /api/health',
      'GET /api/outbox',
      `GET /api/outbox/${ID}`,
      'GET /api/ready',
      'GET /api/shared/{token}',
      'GET /api/shared/{token}/state',
      'POST /api/auth/accept-invitation',
      'POST /api/auth/confirm-email-change',
      'POST /api/auth/confirm-password',
      'POST /api/auth/first-administrator',
      'POST /api/auth/forgot-password',
      'POST /api/auth/invitation',
      'POST /api/auth/login',
      'POST /api/auth/oidc/session',
      'POST /api/auth/passkey',
      'POST /api/auth/passkey/options',
      'POST /api/auth/register',
      'POST /api/auth/resend-verification',
      'POST /api/auth/reset-password',
      'POST /api/shared/{token}',
    ])
  })

  it('[REL-AC2] the body of an unauthenticated caller is not read', async () => {
    let pulls = 0
    const endless = new ReadableStream({
      pull(controller) {
        pulls++
        controller.enqueue(new Uint8Array(64 * 1024))
      },
    })
    const answer = await server().request('/api/flows', { text: endless })
    expect(answer.status).toBe(401)
    // A stream prefetches one chunk.
    expect(pulls).toBeLessThanOrEqual(1)
  })

  it('[REL-SE8] a malformed header counts as none', async () => {
    const { token } = await server().addUser()
    const headers = [
      '',
      'Bearer',
      'Bearer ',
      `Basic ${token}`,
      `Bearer ${token}x`,
      `Bearer ${token} ${token}`,
      `Bearer ${token}, Bearer ${token}`,
      `Bearer ${'x'.repeat(10_000)}`,
      `Bearer ${token.slice(1)}\u00ff`,
      token,
    ]
    for (const authorization of headers) {
      const answer = await server().request('/api/profile', { headers: { authorization } })
      expect([authorization, answer.status]).toEqual([authorization, 401])
    }
    expect((await server().request('/api/profile', { headers: { authorization: `bearer ${token}` } })).status).toBe(200)
  })

  it('[REL-SE11] no response of the API is cached', async () => {
    const { token } = await server().addUser()
    const answers = await Promise.all([
      server().request('/api/config'),
      server().request('/api/profile', { token }),
      server().request('/api/profile'),
      server().request('/api/nothing'),
      server().request('/api/flows', { method: 'PATCH' }),
      server().request('/api/flows', { token, text: '{' }),
      server().request('/api/flows', { token, text: '{}', headers: { 'sec-fetch-site': 'cross-site' } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 404, 405, 400, 403])
    for (const { headers } of answers) expect(headers.get('cache-control')).toBe('no-store')
  })

  it('[REL-WB1] cookies are ignored and not set, and no other origin is allowed', async () => {
    const { token, email } = await server().addUser()
    const cookie = { cookie: `token=${token}; auth-storage=${token}` }
    expect((await server().request('/api/profile', { headers: cookie })).status).toBe(401)

    const origin = { origin: 'https://evil.test' }
    const preflight = {
      ...origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    }
    const answers = await Promise.all([
      server().request('/api/flows', { method: 'OPTIONS', headers: preflight }),
      server().request('/api/flows', { token, headers: origin }),
      server().request('/api/config', { headers: origin }),
      server().request('/api/auth/login', { body: { email, password: 'Wrong4Horse' }, headers: origin }),
    ])
    for (const { headers } of answers) {
      const names = [...headers.keys()]
      expect(names.filter((name) => name.startsWith('access-control-') || name === 'set-cookie')).toEqual([])
    }
  })

  it('[REL-WB1] a change that another site requests is refused', async () => {
    const { token } = await server().addUser()
    const from = (site: string) => ({ token, body: flowBody(), headers: { 'sec-fetch-site': site } })
    expect((await server().request('/api/flows', from('cross-site'))).status).toBe(403)
    expect((await server().request('/api/flows', from('same-origin'))).status).toBe(201)
    expect((await server().request('/api/flows', { token, headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(
      200,
    )
  })
})
