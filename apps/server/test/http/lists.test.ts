import { type FlowSort, GIVEN_ROLES, type LibraryFlow } from '@plimsoll/contract'
import { createNode } from '@plimsoll/flow'
import { type RawBuilder, sql } from 'kysely'
import { expect, it } from 'vitest'
import { sized, timeLimit } from '../../../../tooling/lib/test-size.ts'
import type { Queries } from '../../src/database/database.ts'
import { newId } from '../../src/database/ids.ts'
import { orderShares } from '../../src/modules/library/library.repository.ts'
import { indexedPage, passedPage } from '../../src/modules/library/library-pages.repository.ts'
import { putShare } from '../../src/modules/sharing/sharing.repository.ts'
import { pick, pinnedRandom } from '../support/attack.ts'
import { flowBody } from '../support/flows.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { HOUR, startTestServer, type TestServer, type TestUser } from '../support/test-server.ts'

const SORTS: readonly FlowSort[] = ['updated', 'name', 'nodes', 'opened']
const WORDS = ['Orders', 'Café', 'orders 10', 'Orders 9', '100%', 'Harbour', 'a_b']
const QUERIES = ['', 'orders', 'CAFE', '9', '100%', 'a_b', 'server cafe', 'nowhere', 'e', 'order orders']

/** What a test knows of a flow: the reference that the lists are compared with. */
interface Known {
  id: string
  name: string
  description: string
  nodes: number
  updatedAt: number
  owner: string
  isRemoved: boolean
  tags: Set<string>
  shares: Map<string, number>
  /** Roles by links: when each was opened last, and whether the link has expired. */
  byLink: Map<string, { opened: number; expires: number | null }[]>
  teams: Set<string>
  opened: Map<string, number>
}

onEachDatabase('lists', (server) => {
  const call = ({ token }: Pick<TestUser, 'token'>, path: string, options = {}) =>
    server().request(`/api${path}`, { token, ...options })

  /** A library made by chance through the API, and what there is in it. */
  async function makeLibrary(random: () => number) {
    const people = [await server().addUser(), await server().addUser(), await server().addUser()]
    const clock = server().clock
    const teams: { id: string; owner: TestUser; members: TestUser[] }[] = []
    for (const owner of people.slice(0, 2)) {
      const { body } = await call(owner, '/teams', { body: { name: 'Crew' } })
      const member = pick(
        random,
        people.filter((person) => person !== owner),
      )
      await call(owner, `/teams/${body.data.id}/members`, {
        method: 'PUT',
        body: { email: member.email, role: 'member' },
      })
      teams.push({ id: body.data.id, owner, members: [owner, member] })
    }
    const flows: Known[] = []
    const creators = new Map<string, TestUser>()
    const put = async (user: TestUser, path: string, body: unknown, method = 'PUT') => {
      const answer = await call(user, path, { method, body })
      expect([path, answer.status, answer.text]).toEqual([
        path,
        expect.toSatisfy((status) => status < 300),
        answer.text,
      ])
      return answer.body?.data
    }
    for (let index = 0; index < sized({ small: 16, full: 120 }); index++) {
      // Some have the same time.
      if (random() < 0.7) clock.now += 1_000
      const creator = pick(random, people)
      const name = pick(random, WORDS)
      const description = random() < 0.5 ? 'Nothing yet' : `Before ${pick(random, WORDS)}`
      const nodes = Array.from({ length: Math.floor(random() * 4) }, (_, at) =>
        createNode('Server', { id: `node-${at}`, position: { x: 0, y: at * 90 }, settings: { label: `${at}` } }),
      )
      const made = await put(creator, '/flows', flowBody({ name, description, nodes, edges: [] }), 'POST')
      creators.set(made.id, creator)
      const known: Known = {
        ...{ id: made.id, name, description, nodes: nodes.length, updatedAt: clock.now, owner: creator.id },
        ...{ isRemoved: false, tags: new Set(), shares: new Map(), byLink: new Map(), teams: new Set() },
        opened: new Map(),
      }
      flows.push(known)
      const path = `/flows/${known.id}`
      if (random() < 0.4) {
        await put(creator, '/tags', { flows: [known.id], add: ['Shop'], remove: [] }, 'POST')
        known.tags.add(`${creator.id} Shop`)
      }
      const others = people.filter((person) => person !== creator)
      for (const other of others) {
        if (random() < 0.4) {
          await put(creator, `${path}/people`, { email: other.email, role: pick(random, GIVEN_ROLES) })
          known.shares.set(other.id, 0)
        }
        if (random() < 0.3) {
          const days = random() < 0.5 ? 1 : null
          const link = await put(creator, `${path}/links`, { role: 'commenter', days }, 'POST')
          await put(other, `/shared/${link.token}/role`, {})
          const expires = days === null ? null : clock.now + 24 * HOUR
          known.byLink.set(other.id, [...(known.byLink.get(other.id) ?? []), { opened: 0, expires }])
        }
      }
      // Who it is shared with by then finds it in its new place.
      if (random() < 0.4) {
        clock.now += 1_000
        const again = { name: pick(random, WORDS), nodes: nodes.slice(1), edges: [], description, version: 1 }
        await put(creator, path, flowBody(again))
        Object.assign(known, { name: again.name, nodes: again.nodes.length, updatedAt: clock.now })
      }
      for (const team of teams) {
        if (team.owner !== creator) continue
        if (random() < 0.3) {
          await put(creator, `${path}/teams`, { team: team.id, role: 'viewer' })
          known.teams.add(team.id)
        }
        if (random() < 0.3) {
          await put(creator, `${path}/team`, { team: team.id })
          known.owner = team.id
          known.tags.clear()
        }
      }
    }
    for (const known of flows) {
      for (const person of people) {
        if (random() < 0.5) continue
        clock.now += 1_000
        const { status } = await call(person, `/flows/${known.id}/opened`, { method: 'PUT' })
        if (status === 200) open(known, person.id, clock.now)
      }
      const chance = random()
      const creator = creators.get(known.id)
      if (creator && chance < 0.3) {
        await put(creator, `/flows/${known.id}`, undefined, 'DELETE')
        known.isRemoved = true
        if (chance < 0.1) {
          await put(creator, `/bin/${known.id}/restore`, undefined, 'POST')
          known.isRemoved = false
        }
      }
    }
    return { people, teams, flows }
  }

  function open(known: Known, userId: string, now: number) {
    known.opened.set(userId, now)
    if (known.shares.has(userId)) known.shares.set(userId, now)
    for (const role of known.byLink.get(userId) ?? []) role.opened = now
  }

  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

  interface Asked {
    user: TestUser
    whose: 'own' | 'shared' | 'team'
    sort: FlowSort
    q: string
    tag: string | undefined
  }

  /** The list as its rules say, by another way than the server's. */
  function expected({ flows, teams }: Awaited<ReturnType<typeof makeLibrary>>, asked: Asked) {
    const { user, whose, sort, q, tag } = asked
    const { now } = server().clock
    const own = new Set(teams.filter(({ members }) => members.includes(user)).map(({ id }) => id))
    const inForce = ({ byLink }: Known) =>
      (byLink.get(user.id) ?? []).some(({ expires }) => expires === null || expires > now)
    const isListed = {
      own: (flow: Known) => flow.owner === user.id,
      shared: (flow: Known) => flow.shares.has(user.id) || inForce(flow),
      team: (flow: Known) => own.has(flow.owner) || [...flow.teams].some((id) => own.has(id)),
    }[whose]
    const all = flows.filter((flow) => !flow.isRemoved && isListed(flow))
    const text = ({ name, description, nodes }: Known) =>
      plain([name, description, ...(nodes > 0 ? ['Server', '0', '1', '2'].slice(0, nodes + 1) : [])].join('\n'))
    const found = all
      .filter((flow) =>
        plain(q)
          .split(' ')
          .every((word) => text(flow).includes(word)),
      )
      .filter(({ tags }) => tag === undefined || tags.has(`${user.id} ${tag}`))
    const openedOf = (flow: Known) => flow.opened.get(user.id) ?? 0
    const sharedOpened = (flow: Known) =>
      Math.max(0, flow.shares.get(user.id) ?? 0, ...(flow.byLink.get(user.id) ?? []).map(({ opened }) => opened))
    const opened = whose === 'shared' ? sharedOpened : openedOf
    const padded = ({ name }: Known) => plain(name).replace(/\d+/g, (digits) => digits.padStart(12, '0'))
    const order = {
      updated: (a: Known, b: Known) => b.updatedAt - a.updatedAt,
      nodes: (a: Known, b: Known) => b.nodes - a.nodes,
      opened: (a: Known, b: Known) => opened(b) - opened(a),
      name: (a: Known, b: Known) => Buffer.compare(Buffer.from(padded(a)), Buffer.from(padded(b))),
    }[sort]
    const sorted = found.toSorted((a, b) => order(a, b) || (a.id < b.id ? -1 : 1))
    return { ids: sorted.map((flow) => [flow.id, opened(flow)]), found: found.length, all: all.length }
  }

  /** All pages, one after the other, with the counts that each of them tells. */
  async function listed({ user, whose, sort, q, tag }: Asked, limit: number) {
    const ids: [string, number][] = []
    const counts = new Set<string>()
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = {
        whose,
        sort,
        limit: String(limit),
        ...(q && { q }),
        ...(tag && { tag }),
        ...(cursor && { cursor }),
      }
      const { body } = await call(user, `/flows?${new URLSearchParams(query)}`)
      for (const { id, openedAt } of body.data as LibraryFlow[]) ids.push([id, openedAt ? Date.parse(openedAt) : 0])
      counts.add(`${body.page.found} of ${body.page.all}`)
      cursor = body.page.next
    }
    return { ids, counts: [...counts] }
  }

  it('[API-761] of libraries by chance every list has the flows, order and counts that its rules say', {
    timeout: timeLimit(600_000),
  }, async () => {
    const random = pinnedRandom()
    for (let round = 0; round < sized({ small: 1, full: 10 }); round++) {
      const library = await makeLibrary(random)
      // Some links have expired by then.
      server().clock.now += 25 * HOUR
      for (const user of library.people) {
        const token = await server().openSession(user.id)
        for (const whose of ['own', 'shared', 'team'] as const) {
          for (const sort of SORTS) {
            for (const q of QUERIES.filter((_, at) => at === 0 || random() < 0.15)) {
              const asked = { user: { ...user, token }, whose, sort, q, tag: random() < 0.2 ? 'Shop' : undefined }
              const { ids, found, all } = expected(library, { ...asked, user })
              const limit = 2 + Math.floor(random() * 9)
              const answer = await listed(asked, limit)
              expect({ ...asked, ...answer }).toEqual({ ...asked, ids, counts: [`${found} of ${all}`] })
            }
          }
        }
      }
    }
  })
})

/** How SQLite goes about a query. */
async function stepsOf({ database }: TestServer, query: RawBuilder<unknown>): Promise<string[]> {
  const { sql: text, parameters } = query.compile(database.read)
  const steps = await database.find<{ detail: string }>({ sql: `explain query plan ${text}`, parameters } as never)
  return steps.map(({ detail }) => detail)
}

it('[API-760] lists read no flow but those of their page, and find the entries of theirs by indexes', async () => {
  // PostgreSQL plans small tables in another way.
  const server = await startTestServer('SQLite')
  const list = {
    userId: newId(),
    teams: [newId(), newId()],
    words: [],
    tag: undefined,
    now: 0,
    after: undefined,
    limit: 60,
  }
  const queries = SORTS.flatMap((sort) =>
    (['own', 'shared', 'team'] as const).flatMap((whose) => [
      ...(whose !== 'team' || sort !== 'opened' ? [indexedPage({ ...list, whose, sort })] : []),
      passedPage(server.database, { ...list, whose, sort, words: ['orders'] }),
      passedPage(server.database, { ...list, whose, sort }),
    ]),
  )
  for (const query of queries) {
    const steps = await stepsOf(server, query)
    expect(steps.join('\n')).toMatch(/SEARCH entry USING (COVERING )?INDEX/)
    expect(
      steps.filter((step) => /SCAN (flows|library_entries|entry|flow_teams|flow_shares|users)/.test(step)),
    ).toEqual([])
    // Once the page is known, each of its flows by the id.
    expect(steps.filter((step) => / flows /.test(step)).every((step) => /\(id=\?\)/.test(step))).toBe(true)
  }
  await server.stop()
})

it('[API-1021] the first of what is shared are found by an index of the shares in the order of the list', async () => {
  const server = await startTestServer('SQLite')
  const list = { userId: newId(), whose: 'shared', teams: [], words: [], tag: undefined, now: 0, limit: 60 } as const
  const after = { value: 5, id: newId() }
  for (const [sort, index] of [
    ['updated', 'change'],
    ['nodes', 'size'],
    ['name', 'name'],
  ] as const)
    for (const position of [undefined, after]) {
      const steps = await stepsOf(server, indexedPage({ ...list, sort, after: position }))
      expect(steps.join('\n')).toContain(
        `SEARCH given USING COVERING INDEX shares_by_${index} (email=? AND is_removed=?`,
      )
    }
  await server.stop()
})

it('[API-1020] a flow that is shared while it is saved is listed in the place of the save', async () => {
  const server = await startTestServer('PostgreSQL')
  const { database, clock } = server
  const [owner, guest] = [await server.addUser(), await server.addUser()]
  const { token } = owner
  const { body } = await server.request('/api/flows', { token, body: flowBody() })
  const { id } = body.data
  const share = (email: string) =>
    server.request(`/api/flows/${id}/people`, { token, method: 'PUT', body: { email, role: 'viewer' } })
  const waiting = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  /** Begins the second while the first is not committed yet, and sees it wait, or end. */
  const meet = async (first: (queries: Queries) => Promise<void>, second: () => Promise<{ status: number }>) => {
    let ended = Promise.resolve(0)
    clock.now += 1_000
    await database.write(async (queries) => {
      await first(queries)
      let isOver = false
      ended = second().then(({ status }) => {
        isOver = true
        return status
      })
      await expect.poll(async () => isOver || (await waiting.execute(database.read)).rows[0]?.count === 1).toBe(true)
    })
    expect(await ended).toBe(200)
  }
  await meet(
    (queries) => putShare(queries, { flowId: id, email: guest.email, role: 'viewer', now: clock.now }),
    () =>
      server.request(`/api/flows/${id}`, {
        token,
        method: 'PUT',
        body: flowBody({ version: 1, nodes: [], edges: [] }),
      }),
  )
  await meet(
    async (queries) => {
      await queries.updateTable('library_entries').set({ node_count: 7, updated_at: clock.now }).execute()
      await orderShares(queries, id)
    },
    () => share('another@example.com'),
  )
  const shares = await database.read.selectFrom('flow_shares').select(['email', 'node_count', 'updated_at']).execute()
  const place = { node_count: 7, updated_at: clock.now }
  expect(shares).toHaveLength(2)
  for (const row of shares) expect(row).toMatchObject(place)
  await server.stop()
})
