import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEdge, createNode } from '@plimsoll/flow'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sized } from '../../../../tooling/lib/test-size.ts'
import { createPictures, PICTURE_BOUNDS } from '../../src/modules/pictures/pictures.ts'
import { loadStaticFiles } from '../../src/plugins/static-files.ts'
import { flowBody } from '../support/flows.ts'
import { HOUR, startTestServer, type TestServer, type TestUser } from '../support/test-server.ts'

const PNG = [0x89, ...Buffer.from('PNG\r\n\u001a\n')]

let folder: string
let server: TestServer
let owner: TestUser

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plimsoll-picture-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><html><head><title>Plimsoll</title></head></html>')
  server = await startTestServer('SQLite', { staticFiles: loadStaticFiles(folder) })
  owner = await server.addUser()
})

afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

async function linked(changes: Record<string, unknown> = {}, body: object = {}) {
  const { token } = owner
  const { id } = (await server.request('/api/flows', { token, body: flowBody(changes) })).body.data
  const link = (await server.request(`/api/flows/${id}/links`, { token, body })).body.data
  return { id, linkId: link.id, path: `/shared/${link.token}` }
}

const picture = (path: string) => server.requestBytes(`${path}/picture.png`)
const statusOf = async (path: string, from?: string) =>
  (await server.request(`${path}/picture.png`, from === undefined ? {} : { from })).status

describe('the picture of a link', () => {
  it('[API-762] is named in the head of its page by an absolute address, with its size', async () => {
    const { path } = await linked({ name: 'Pier "shop"' })
    const { text } = await server.request(path)
    expect(text).toContain(`<meta property="og:image" content="http://localhost${path}/picture.png" />`)
    expect(text).toContain('<meta property="og:image:width" content="1200" />')
    expect(text).toContain('<meta property="og:image:alt" content="The diagram of Pier &quot;shop&quot;" />')
    expect(text).toContain('<meta name="twitter:card" content="summary_large_image" />')
    expect((await server.request(`${path}/`)).text).toBe(text)
  })

  it('[API-763] is a PNG of 1200 × 630 with the name and the diagram', async () => {
    const { path } = await linked()
    const { bytes, headers } = await picture(path)
    expect([...bytes.subarray(0, 8)]).toEqual(PNG)
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
    expect(headers.get('content-type')).toBe('image/png')
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect((await picture(path)).bytes.equals(bytes)).toBe(true)
    const others = [{ name: 'Another name' }, { nodes: [], edges: [] }]
    for (const changes of others) expect((await picture((await linked(changes)).path)).bytes.equals(bytes)).toBe(false)
  })

  it('[API-763] shows the flow as it was saved last', async () => {
    const { id, path } = await linked({ name: 'Before it' })
    const before = await picture(path)
    const body = flowBody({ name: 'After it', version: 1 })
    await server.request(`/api/flows/${id}`, { method: 'PUT', token: owner.token, body })
    expect((await picture(path)).bytes.equals(before.bytes)).toBe(false)
  })

  it('[API-764] is a 404 for a link that was revoked, has expired, has a password or never was', async () => {
    const [revoked, expired, locked] = [
      await linked(),
      await linked({}, { days: 1 }),
      await linked({}, { password: 'open sesame' }),
    ]
    expect([await statusOf(revoked.path), await statusOf(expired.path)]).toEqual([200, 200])
    await server.request(`/api/flows/${revoked.id}/links/${revoked.linkId}`, { method: 'DELETE', token: owner.token })
    server.clock.now += 25 * HOUR
    owner = { ...owner, token: await server.openSession(owner.id) }
    const none = await server.request('/shared/nothing/picture.png')
    for (const { path } of [revoked, expired, locked]) {
      const answer = await server.request(`${path}/picture.png`)
      expect([answer.status, answer.text]).toEqual([404, none.text])
    }
    expect((await server.request(locked.path)).text).not.toContain('og:image')
    expect((await server.request('/shared/nothing')).text).not.toContain('og:image')
  })

  it('[API-766] is drawn of any flow, with hostile texts and with very many components', async () => {
    const node = (at: number, label: string) =>
      createNode('Server', { id: `n${at}`, position: { x: (at % 100) * 300, y: at * 2 }, settings: { label } })
    const hostile = ['</text><script>x', '&amp;"\'', '\u0007\u202e', '漢字', '']
    const texts = { nodes: hostile.map((label, at) => node(at, label)), edges: [], name: ']]>&<svg onload="x">' }
    const most = Array.from({ length: sized({ small: 1_000, full: 10_000 }) }, (_, at) => node(at, `${at}`))
    const edges = most
      .slice(1)
      .map(({ id }, at) => createEdge('http', { id: `e${at}`, ends: { source: `n${at}`, target: id } }))
    for (const flow of [texts, { nodes: most, edges }, { nodes: [], edges: [] }])
      expect([...(await picture((await linked(flow)).path)).bytes.subarray(0, 8)]).toEqual(PNG)
  })

  it('[API-765] [API-449] counts as a view, which are limited for a network address and for a link', async () => {
    const { path } = await linked()
    const from = '203.0.113.7'
    const views = async (of: 'link-views' | 'views-of-link') => {
      const counters = server.database.read.selectFrom('rate_limits').select('count').where('key', 'like', `${of}%`)
      return (await counters.execute()).reduce((sum, { count }) => sum + count, 0)
    }
    const before = [await views('link-views'), await views('views-of-link')] as const
    expect(await statusOf(path, from)).toBe(200)
    expect([await views('link-views'), await views('views-of-link')]).toEqual([before[0] + 1, before[1] + 1])
    await server.database.write((queries) =>
      queries.updateTable('rate_limits').set({ count: 1_000 }).where('key', 'like', 'link-views%').execute(),
    )
    expect(await statusOf(path, from)).toBe(429)
  })
})

it('[API-767] of pictures that wait to be drawn there is a bounded number, and each is drawn once', async () => {
  const pictures = createPictures({ logger: server.logger })
  const gate = Promise.withResolvers<undefined>()
  let asked = 0
  const ask = (key: string) =>
    pictures.of(key, () => {
      asked++
      return gate.promise
    })
  const many = Array.from({ length: PICTURE_BOUNDS.waiting }, (_, at) => [ask(`${at}`), ask(`${at}`)]).flat()
  await expect(ask('one more')).rejects.toThrow(expect.objectContaining({ code: 'api/busy' }))
  gate.resolve(undefined)
  await Promise.all(many)
  expect(asked).toBe(PICTURE_BOUNDS.waiting)
  await pictures.stop()
})
