import SqliteConnection from 'better-sqlite3'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import type { Database } from '../src/database/database.ts'
import { pinnedRandom } from './support/attack.ts'
import { DATABASES, type DatabaseName } from './support/databases.ts'
import { flowBody } from './support/flows.ts'
import { PASSWORD, startTestServer } from './support/test-server.ts'

const ENOUGH_PAGES = 10_000

/** Fills the disk of the database, and frees it again. */
interface Room {
  take(database: Database): Promise<void>
  giveBack(database: Database): Promise<void>
}

function sqliteRoom(): Room {
  const pragma = vi.spyOn(SqliteConnection.prototype, 'pragma')
  const writer = () => pragma.mock.contexts[0] as SqliteConnection.Database
  return {
    take: async () => void writer().pragma(`max_page_count = ${writer().pragma('page_count', { simple: true })}`),
    async giveBack() {
      writer().pragma(`max_page_count = ${ENOUGH_PAGES}`)
      pragma.mockRestore()
    },
  }
}

/** Makes every insert fail as on a full disk of PostgreSQL. */
function postgresRoom(): Room {
  const tables = ['flows', 'sessions']
  return {
    async take({ read }) {
      await sql`create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(read)
      for (const table of tables) {
        await sql`create trigger full_disk before insert on ${sql.table(table)} execute function refuse()`.execute(read)
      }
    },
    giveBack: async ({ read }) => void (await sql`drop function refuse cascade`.execute(read)),
  }
}

const ROOMS = { SQLite: sqliteRoom, PostgreSQL: postgresRoom } satisfies Record<DatabaseName, () => Room>

describe.each(DATABASES)('a full disk under %s', (name) => {
  it('[REL-DU5] [REL-DU18] [REL-DU19] makes writes a 507, does not affect reads, and ends when there is space', async () => {
    const room = ROOMS[name]()
    const server = await startTestServer(name)
    const { email, token } = await server.addUser()
    const random = pinnedRandom()
    const label = Array.from({ length: 8_000 }, () => random().toString(36).at(-1)).join('')
    const node = { id: 'a', type: 'Server', position: { x: 0, y: 0 }, data: { label } }
    const save = () => server.request('/api/flows', { token, body: flowBody({ nodes: [node], edges: [] }) })
    const logIn = () => server.request('/api/auth/login', { body: { email, password: PASSWORD } })
    const kept = await save()
    expect(kept.status).toBe(201)

    await room.take(server.database)
    await expect.poll(async () => (await save()).status).toBe(507)
    const refused = await save()
    expect(refused.status).toBe(507)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(refused.body.message).toContain('no room left')
    // A small session may still fit.
    expect([200, 507]).toContain((await logIn()).status)
    const list = await server.request('/api/flows', { token })
    expect(list.status).toBe(200)
    for (const { id } of list.body.data) {
      const flow = await server.request(`/api/flows/${id}`, { token })
      expect(flow.body.data.nodes[0].data.label).toBe(label)
    }

    await room.giveBack(server.database)
    expect((await save()).status).toBe(201)
    expect((await logIn()).status).toBe(200)
    const { body } = await server.request('/api/flows', { token })
    expect(body.data).toHaveLength(list.body.data.length + 1)
    await server.stop()
  })
})
