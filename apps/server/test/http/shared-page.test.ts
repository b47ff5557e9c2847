import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadStaticFiles, type StaticFiles } from '../../src/plugins/static-files.ts'
import { flowBody } from '../support/flows.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const PAGE =
  '<!doctype html><html><head><meta name="description" content="The app" /><title>Plimsoll</title></head><body></body></html>'

let folder: string
let staticFiles: StaticFiles
let server: TestServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plimsoll-shared-'))
  await writeFile(join(folder, 'index.html'), PAGE)
  staticFiles = loadStaticFiles(folder)
  server = await startTestServer('SQLite', { staticFiles })
})

afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

async function link(changes: Record<string, unknown> = {}, body: object = {}): Promise<string> {
  const { token } = await server.addUser()
  const { id } = (await server.request('/api/flows', { token, body: flowBody(changes) })).body.data
  return (await server.request(`/api/flows/${id}/links`, { token, body })).body.data.token
}

describe('the page of a link', () => {
  it('[API-453] has title and description of the flow for chats, as text', async () => {
    const name = '<script>"x"</script> & $& co'
    const answer = await server.request(`/shared/${await link({ name, description: 'It’s a "test" <b>' })}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.text).not.toContain('<script>"x"')
    const shown = '&lt;script&gt;&quot;x&quot;&lt;/script&gt; &amp; $&amp; co'
    expect(answer.text).toContain(`<title>${shown} · Plimsoll</title>`)
    expect(answer.text).toContain(`<meta property="og:title" content="${shown}" />`)
    expect(answer.text).toContain('<meta property="og:description" content="It’s a &quot;test&quot; &lt;b&gt;" />')
    expect(answer.text.match(/name="description"/g)).toHaveLength(1)
  })

  it('[API-454] tells nothing of a flow behind a password, and of no link the same', async () => {
    const token = await link({ name: 'Secret plans' }, { password: 'open sesame' })
    const [locked, unknown] = [await server.request(`/shared/${token}`), await server.request('/shared/nothing')]
    expect([locked.status, unknown.status]).toEqual([200, 200])
    expect(locked.text).toBe(unknown.text)
    expect(locked.text).not.toContain('Secret')
  })

  it('[API-455] is kept from search engines and caches, and sends no referrer', async () => {
    const { headers, text } = await server.request(`/shared/${await link()}`)
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(text).toContain('<meta name="robots" content="noindex, nofollow" />')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('[API-455] [API-453] is the same with a slash at its end', async () => {
    const path = `/shared/${await link({ name: 'Slashed plans' })}`
    const [plain, slashed] = [await server.request(path), await server.request(`${path}/`)]
    expect(slashed.text).toBe(plain.text)
    expect(slashed.text).toContain('Slashed plans')
    expect([...slashed.headers]).toEqual([...plain.headers])
  })

  it('[API-456] is embedded only where the operator says so, and no other page is', async () => {
    const token = await link()
    const policy = async (path: string) => (await server.request(path)).headers.get('content-security-policy')
    expect(await policy(`/shared/${token}`)).toContain("frame-ancestors 'none'")
    server.restart({ staticFiles, frameAncestors: ['https://wiki.example.com', 'https://*.example.org'] })
    expect(await policy(`/shared/${token}`)).toContain(
      'frame-ancestors https://wiki.example.com https://*.example.org;',
    )
    for (const path of ['/', '/api/config', '/login', '/shared'])
      expect(await policy(path)).toContain("frame-ancestors 'none'")
    server.restart({ staticFiles })
  })

  it('[API-457] unknown tokens count as bad links, after which pages tell nothing', async () => {
    const token = await link({ name: 'Known plans' })
    const from = '198.51.100.77'
    for (let index = 0; index < 100; index++) await server.request(`/shared/guess-${index}`, { from })
    const page = await server.request(`/shared/${token}`, { from })
    expect([page.status, page.text.includes('Known plans')]).toEqual([200, false])
    expect((await server.request(`/shared/${token}`)).text).toContain('Known plans')
  })
})
