import { expect, it } from 'vitest'
import { promised, sized } from '../../../../tooling/lib/test-size.ts'
import { inParallel, measured, pick, pinnedRandom } from '../support/attack.ts'
import { flowBody } from '../support/flows.ts'
import type { HttpResponse } from '../support/http-client.ts'
import { onEachTarget } from '../support/target.ts'

const NOBODYS = '00000000-0000-4000-8000-000000000000'
const HOURS_25 = 25 * 3_600_000

/** A response without the parts that differ between calls. */
function bytesOf({ status, rawHeaders, text }: HttpResponse): string {
  const lines = rawHeaders.filter((_, index) => rawHeaders[index - (index % 2)]?.toLowerCase() !== 'date')
  return JSON.stringify([status, lines, text])
}

onEachTarget('what belongs to others', (target) => {
  it('[REL-AC1] [REL-AC5] no user reaches another’s flow', async ({ task }) => {
    const random = pinnedRandom()
    const size = sized({ small: 15, full: 101 })
    const users: { token: string; name: string; id: string; answer: string }[] = []
    for (let index = 0; index < size; index++) {
      const { token } = await target().addUser()
      const name = `Plans of ${index}`
      const saved = await target().call('/api/flows', { token, body: flowBody({ name }) })
      expect(saved.status).toBe(201)
      users.push({ token, name, id: saved.body.data.id, answer: saved.text })
    }
    const pairs = users.flatMap((owner) => users.filter((user) => user !== owner).map((user) => ({ owner, user })))
    const calls = [
      { rest: '', call: { method: 'GET' } },
      { rest: '', call: { method: 'PUT', body: flowBody({ name: 'Taken over', version: 1 }) } },
      { rest: '', call: { method: 'DELETE' } },
      { rest: '/versions', call: { method: 'GET' } },
      { rest: '/versions/1', call: { method: 'GET' } },
      { rest: '/versions/1', call: { method: 'PATCH', body: { name: 'Taken over' } } },
      { rest: '/versions/1/restore', call: { method: 'POST', body: { version: 1 } } },
    ]
    const unknown = new Map<object, string>()
    for (const { rest, call } of calls) {
      const answer = await target().call(`/api/flows/${NOBODYS}${rest}`, { ...call, token: users[0]?.token ?? '' })
      unknown.set(call, bytesOf(answer))
    }

    let leaks = 0
    await inParallel(pairs, 16, async ({ owner, user }) => {
      const { rest, call } = pick(random, calls)
      const answer = await target().call(`/api/flows/${owner.id}${rest}`, { ...call, token: user.token })
      if (answer.status !== 404 || bytesOf(answer) !== unknown.get(call)) leaks++
    })
    expect(leaks).toBe(0)
    await inParallel(users, 16, async ({ token, id, name, answer }) => {
      expect((await target().call(`/api/flows/${id}`, { token })).text).toBe(answer)
      const list = await target().call('/api/flows', { token })
      expect(list.body.data.map((flow: { name: string }) => flow.name)).toEqual([name])
    })
    measured(task, `${pairs.length} pairs, ${leaks} leaks, every flow as it was`)
  })

  it('[REL-AC2] every route of the API refuses callers without a valid session', async ({ task }) => {
    const { paths } = (await target().call('/api/openapi.json')).body
    type Operation = { security?: unknown[] }
    const routes = Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { security }]) => ({
        path: path.replaceAll(/\{\w+\}/g, NOBODYS),
        method: method.toUpperCase(),
        isClosed: (security?.length ?? 0) > 0,
      })),
    )
    const open = routes.filter(({ isClosed, path }) => !isClosed && !/^\/api\/(?:auth|outbox)\//.test(path))
    const closed = routes.filter(({ isClosed }) => isClosed)
    // What may be read without an account; a route that is added stands here or asks who calls.
    expect(open.map(({ path }) => path).filter((path) => !OPEN.includes(path))).toEqual([])
    expect(closed.length).toBeGreaterThan(8)

    const [expired, deleted, unverified] = [
      await target().addUser(),
      await target().addUser(),
      await target().addUser({ isVerified: false }),
    ]
    await target().database.write(async (queries) => {
      const longAgo = Date.now() - HOURS_25
      await queries.updateTable('sessions').set({ last_seen_at: longAgo }).where('user_id', '=', expired.id).execute()
      await queries.deleteFrom('users').where('id', '=', deleted.id).execute()
    })
    const tokens = { none: undefined, expired: expired.token, deleted: deleted.token, unverified: unverified.token }
    let tries = 0
    for (const { path, method } of closed) {
      for (const [who, token] of Object.entries(tokens)) {
        // A body that nothing would accept: who is refused as a stranger has not had it read.
        const call = { method, ...(method !== 'GET' && { text: '{"broken' }), ...(token && { token }) }
        const answer = await target().call(path, call)
        const refused = path.startsWith('/api/admin/') ? 404 : 401
        expect([method, path, who, answer.status]).toEqual([method, path, who, refused])
        tries++
      }
    }
    measured(
      task,
      `${closed.length} routes × ${Object.keys(tokens).length} callers: ${tries} × 401, or 404 where administrators are meant`,
    )
  })

  it('[REL-AC2] 32 MiB of an unauthenticated caller are refused unread', async ({ task }) => {
    const headers = { 'content-length': '33554432', connection: 'close' }
    const answer = await target().call('/api/flows', { method: 'POST', headers })
    expect(answer.status).toBe(401)
    expect(answer.ms).toBeLessThan(promised(1_000))
    measured(task, `refused after ${Math.round(answer.ms)} ms without a byte of the body`)
  })

  it('[REL-AC3] a malformed id is not found', async ({ task }) => {
    const { token } = await target().addUser()
    const ids = [
      ...['0', '-1', '1e3', 'null', 'undefined', 'NaN', 'true', '%00', '%ff', '%c0%ae', '..%2fx', '../x', '%2e%2e/x'],
      ...["'%20OR%201=1", "';drop%20table%20flows;--", '{}', '[]', '%7B%7D', '*', '%', '%25', '$where', '__proto__'],
      ...['constructor', `${NOBODYS}%00`, `${NOBODYS}%20`, `${NOBODYS.toUpperCase()}/`, 'x'.repeat(10_000)],
      ...[NOBODYS.replaceAll('-', ''), encodeURIComponent('𠜎'), '%F0%9F%98%80', '?id=1', ';id=1', '\\..\\x'],
    ]
    for (const id of ids) {
      for (const [method, body] of [['GET'], ['DELETE'], ['PUT', flowBody({ version: 1 })]] as const) {
        const answer = await target().call(`/api/flows/${id}`, { method, token, body })
        expect([400, 404, 405], `${method} ${id.slice(0, 60)}: ${answer.text.slice(0, 200)}`).toContain(answer.status)
        expect(answer.body).toEqual({ message: expect.any(String) })
      }
    }
    measured(task, `${ids.length} ids × 3 methods: none was a flow`)
  })

  it('[REL-AC4] a removal during the end of its session happens completely or not at all', async ({ task }) => {
    const races = sized({ small: 30, full: 1_000 })
    const outcomes = { done: 0, refused: 0 }
    const { token: watcher, id } = await target().addUser()
    for (let race = 0; race < races; race++) {
      const token = await target().openSession(id)
      const saved = await target().call('/api/flows', { token, body: flowBody() })
      const path = `/api/flows/${saved.body.data.id}`
      const remove = () => target().call(path, { method: 'DELETE', token })
      const logOut = () => target().call('/api/auth/logout', { method: 'POST', token })
      // Each goes first equally often.
      const early = race % 2 ? remove() : logOut()
      const late = race % 2 ? logOut() : remove()
      const [removal, logout] = race % 2 ? [await early, await late] : [await late, await early]
      expect(logout.status).toBe(200)
      expect([200, 401]).toContain(removal.status)
      const left = await target().call(path, { token: watcher })
      expect(left.status).toBe(removal.status === 200 ? 404 : 200)
      if (left.status === 200) await target().call(path, { method: 'DELETE', token: watcher })
      outcomes[removal.status === 200 ? 'done' : 'refused']++
    }
    measured(task, `${races} races: ${outcomes.done} done, ${outcomes.refused} refused, 0 half`)
  })
})

const OPEN = [
  '/api/config',
  '/api/health',
  '/api/ready',
  '/api/outbox',
  '/api/csp-reports',
  `/api/shared/${NOBODYS}`,
  `/api/shared/${NOBODYS}/state`,
]
