import { gunzipSync, gzipSync } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { hasChecksum } from '../../src/database/checksum.ts'
import { sandboxesAndHeldPasswords } from '../../src/database/migrations/0022-sandboxes-and-held-passwords.ts'
import { checksums } from '../../src/database/migrations/0023-checksums.ts'
import { openDatabase } from '../../src/database/open.ts'
import { runAdminHere } from '../support/admin-command.ts'
import { flowBody } from '../support/flows.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/test-server.ts'

const DAMAGED = {
  message: 'This flow is damaged where it is stored, so it is not shown. Ask your administrator to restore a backup.',
}
const TABLES = ['flows', 'removed_flows', 'flow_versions'] as const
type Bytes = Buffer<ArrayBuffer>

async function setPacked(
  { database }: TestServer,
  table: (typeof TABLES)[number],
  id: string,
  change: (packed: Bytes) => Bytes,
) {
  const key = sql.ref(table === 'flow_versions' ? 'flow_id' : 'id')
  await database.write(async (queries) => {
    const { rows } = await sql<{ packed: Uint8Array<ArrayBuffer> }>`
      select packed from ${sql.table(table)} where ${key} = ${id} and packed is not null`.execute(queries)
    const packed = change(Buffer.from(rows[0]?.packed ?? []))
    await sql`update ${sql.table(table)} set packed = ${packed} where ${key} = ${id} and packed is not null`.execute(
      queries,
    )
  })
}

/** Another byte in the middle of what is compressed. */
function flipped(packed: Bytes): Bytes {
  const changed = Buffer.from(packed)
  const at = Math.floor(changed.length * 0.7)
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}

/** Valid gzip of a flow that nobody saved, as gzip's own checksum cannot tell, under the checksum of what was saved. */
function altered(packed: Bytes): Bytes {
  const text = gunzipSync(packed).toString().replace('A small shop', 'A large shop')
  const [header, content] = [packed.subarray(0, 48), gzipSync(text).subarray(10)]
  return Buffer.concat([header, content])
}

onEachDatabase('damaged flows', (server) => {
  const save = async ({ token }: TestUser, changes = {}) =>
    (await server().request('/api/flows', { token, body: flowBody(changes) })).body.data.id as string
  const change = ({ token }: TestUser, id: string, version: number) =>
    server().request(`/api/flows/${id}`, { method: 'PUT', token, body: flowBody({ version }) })

  it('[API-846] every flow is stored with a checksum: in the library, in the bin and as a version', async () => {
    const user = await server().addUser()
    const [id, removed] = [await save(user), await save(user)]
    await change(user, id, 1)
    await server().request(`/api/flows/${removed}`, { method: 'DELETE', token: user.token })
    for (const table of TABLES) {
      const rows = await server()
        .database.read.selectFrom(table)
        .select('packed')
        .where('packed', 'is not', null)
        .execute()
      expect(rows.length, table).toBeGreaterThan(0)
      for (const { packed } of rows) expect(packed && hasChecksum(packed)).toBe(true)
    }
  })

  it.each([
    ['a flipped bit', flipped],
    ['another content in valid gzip', altered],
    ['a lost end', (packed: Bytes) => packed.subarray(0, -20)],
    ['nothing', () => Buffer.alloc(0)],
    ['zeros', (packed: Bytes) => Buffer.alloc(packed.length)],
  ])(
    '[API-847] a flow with %s is an error that says so in each place that shows it, and can be saved again',
    async (_, damage) => {
      const [owner, reader] = [await server().addUser(), await server().addUser()]
      const id = await save(owner)
      const at = `/api/flows/${id}`
      await change(owner, id, 1)
      const people = { method: 'PUT', token: owner.token, body: { email: reader.email, role: 'viewer' } }
      await server().request(`${at}/people`, people)
      const link = (await server().request(`${at}/links`, { token: owner.token, body: {} })).body.data.token
      for (const table of ['flows', 'flow_versions'] as const) await setPacked(server(), table, id, damage)
      const gzip = { 'accept-encoding': 'gzip' }
      const answers = [
        await server().request(at, { token: owner.token }),
        await server().request(at, { token: owner.token, headers: gzip }),
        await server().request(at, { token: reader.token }),
        await server().request(`/api/shared/${link}`),
        await server().request(`${at}/versions/1`, { token: owner.token, headers: gzip }),
        await server().request(`${at}/versions/1/restore`, { token: owner.token, body: { version: 2 } }),
      ]
      for (const { status, body } of answers) expect([status, body]).toEqual([500, DAMAGED])
      expect((await change(owner, id, 2)).status).toBe(200)
      expect((await server().request(at, { token: owner.token })).body.data.version).toBe(3)
    },
  )

  it('[API-848] `admin check` looks at every flow, says which are damaged and ends with 1, or that none is', async () => {
    const own = await startTestServer(server().storage.databaseUrl ? 'PostgreSQL' : 'SQLite')
    const user = await own.addUser()
    const made = async () =>
      (await own.request('/api/flows', { token: user.token, body: flowBody() })).body.data.id as string
    const ids: string[] = []
    for (let index = 0; index < 5; index++) ids.push(await made())
    const [flow = '', version = '', removed = '', renamed = ''] = ids
    for (const id of [version, renamed]) {
      const body = flowBody({ version: 1 })
      await own.request(`/api/flows/${id}`, { method: 'PUT', token: user.token, body })
    }
    await own.request(`/api/flows/${removed}`, { method: 'DELETE', token: user.token })
    const check = () => runAdminHere(['check'], own)
    expect(await check()).toEqual({ code: 0, output: '7 contents of flows checked. Nothing is damaged.', errors: '' })
    await setPacked(own, 'flows', flow, flipped)
    await setPacked(own, 'flow_versions', version, altered)
    await setPacked(own, 'removed_flows', removed, () => Buffer.alloc(0))
    await own.database.write((queries) =>
      queries.updateTable('flows').set({ name: 'Other' }).where('id', '=', renamed).execute(),
    )
    const { code, output, errors } = await check()
    expect([code, output]).toEqual([1, ''])
    const lines = errors.split('\n').map((line) => line.trim())
    expect(lines[0]).toBe('7 contents of flows checked. Damaged:')
    expect(lines.slice(1, -1).sort()).toEqual(
      [
        `flow ${flow} in the library, “A small shop” of ${user.email}: its checksum is wrong`,
        `flow ${renamed} in the library, “Other” of ${user.email}: the library has another name`,
        `flow ${removed} in the bin, “A small shop” of ${user.email}: its checksum is wrong`,
        `version 1 of flow ${version}: its checksum is wrong`,
      ].sort(),
    )
    await own.stop()
  })

  it('[API-849] [API-837] an update gives the flows that are there a checksum, but for damaged ones, and keeps what was in the shared demo account', async () => {
    const own = await startTestServer(server().storage.databaseUrl ? 'PostgreSQL' : 'SQLite')
    const demo = await own.addUser({ isDemo: true, email: 'demo@plimsoll.example' })
    const { token } = await own.addUser()
    const made = async (changes = {}) => (await own.request('/api/flows', { token, body: flowBody(changes) })).body.data
    const [whole, damaged] = [await made({ name: 'Ünïcode 😀' }), await made()]
    const put = { method: 'PUT', token, body: flowBody({ version: 1 }) }
    const second = (await own.request(`/api/flows/${whole.id}`, put)).body.data
    const kept = (await own.request('/api/flows', { token: demo.token, body: flowBody() })).body.data
    const plain = (packed: Bytes) => gzipSync(gunzipSync(packed))
    for (const { id } of [whole, damaged, kept]) await setPacked(own, 'flows', id, plain)
    await setPacked(own, 'flow_versions', whole.id, plain)
    await setPacked(own, 'flows', damaged.id, flipped)
    await own.database.write(async (queries) => {
      await sql`drop index sandboxes`.execute(queries)
      for (const column of ['browser_hash', 'is_password_held'])
        await sql`alter table users drop column ${sql.ref(column)}`.execute(queries)
      await sql`update flow_versions set bytes = 1`.execute(queries)
      // What the update of such a database does.
      const database = queries as unknown as Kysely<unknown>
      await sandboxesAndHeldPasswords.up(database)
      await checksums.up(database)
    })
    await own.database.close()

    const database = await openDatabase({ ...own.storage, onError: () => {} })
    own.restart({ database })
    const rows = await database.read.selectFrom('flows').select(['id', 'packed']).execute()
    const sealed = rows.filter(({ packed }) => hasChecksum(packed)).map(({ id }) => id)
    expect(sealed.sort()).toEqual([whole.id, kept.id].sort())
    expect((await own.request(`/api/flows/${whole.id}`, { token })).body.data).toEqual(second)
    expect((await own.request(`/api/flows/${whole.id}/versions/1`, { token })).body.data).toEqual(whole)
    expect((await own.request(`/api/flows/${damaged.id}`, { token })).body).toEqual(DAMAGED)

    expect((await own.request('/api/profile', { token: demo.token })).status).toBe(401)
    const [link = ''] =
      (await runAdminHere(['reset-link', '--user', 'former-demo@plimsoll.example'], own)).output.match(/[\w-]{43}$/) ??
      []
    const reset = { token: link, newPassword: 'Different5Horse' }
    expect((await own.request('/api/auth/reset-password', { body: reset })).status).toBe(200)
    const former = { email: 'former-demo@plimsoll.example', password: 'Different5Horse' }
    const session = (await own.request('/api/auth/login', { body: former })).body.data.token
    expect((await own.request(`/api/flows/${kept.id}`, { token: session })).body.data).toEqual(kept)
    await database.close()
    await own.storage.remove()
  })
})
