import { describe, expect, it } from 'vitest'
import { newId } from '../../src/database/ids.ts'
import { openDatabase } from '../../src/database/open.ts'
import { LIVE_TIMES } from '../../src/modules/live/live.policy.ts'
import { createPresence } from '../../src/modules/live/presence.ts'
import { makeDatabase } from '../support/databases.ts'
import { addFlow, onEachLiveServer } from '../support/on-each-live-server.ts'
import type { TestUser } from '../support/test-server.ts'

onEachLiveServer('who has flows open', ({ server, join }) => {
  const ask = async ({ token }: TestUser, flows: readonly string[]) =>
    (await server().request(`/api/presence?flows=${flows.join(',')}`, { token })).body.data
  const share = async (flowId: string, owner: TestUser, { email }: TestUser, role: string) => {
    const body = { email, role }
    await server().request(`/api/flows/${flowId}/people`, { method: 'PUT', token: owner.token, body })
  }

  it('[COL-110] whoever may see a flow is told who else has it open, until they leave', async () => {
    const { id, owner } = await addFlow(server())
    const [viewer, editor] = [await server().addUser(), await server().addUser()]
    await share(id, owner, viewer, 'viewer')
    await share(id, owner, editor, 'editor')
    expect(await ask(owner, [id])).toEqual([])
    const client = join(id, editor)
    await client.saved()
    // Twice is one person.
    await join(id, editor).saved()
    expect(await ask(owner, [id])).toEqual([{ flow: id, names: ['Grace Hopper'], others: 0 }])
    expect(await ask(viewer, [id])).toEqual([{ flow: id, names: ['Grace Hopper'], others: 0 }])
    expect(await ask(editor, [id])).toEqual([])
    const second = join(id, owner)
    await second.saved()
    expect(await ask(editor, [id])).toEqual([{ flow: id, names: ['Grace Hopper'], others: 0 }])
    second.close()
    await expect.poll(() => ask(editor, [id])).toEqual([])
  })

  it('[COL-111] nobody is told of a flow that they may not see', async () => {
    const { id, owner } = await addFlow(server())
    const [stranger, former] = [await server().addUser(), await server().addUser()]
    await share(id, owner, former, 'editor')
    await join(id, owner).saved()
    expect(await ask(former, [id])).toHaveLength(1)
    await server().request(`/api/flows/${id}/people`, {
      method: 'DELETE',
      token: owner.token,
      body: { email: former.email },
    })
    for (const user of [stranger, former]) expect(await ask(user, [id, newId()])).toEqual([])
    const { text } = await server().request(`/api/presence?flows=${newId()}`, { token: stranger.token })
    expect((await server().request(`/api/presence?flows=${id}`, { token: stranger.token })).text).toBe(text)
    expect((await server().request(`/api/presence?flows=${id}`)).status).toBe(401)
  })

  it('[COL-112] of many people ten are named, and the others counted', async () => {
    const { id, owner } = await addFlow(server())
    for (let count = 0; count < 12; count++)
      server()
        .live()
        .presence.enter(id, (await server().addUser()).id)
    const [{ names, others }] = await ask(owner, [id])
    expect([names.length, others]).toEqual([10, 2])
  })

  it.each(['', 'x', newId().slice(1), Array.from({ length: 201 }, newId).join(',')])(
    '[COL-113] what is not 1 to 200 ids is a 400',
    async (flows) => {
      const { token } = await server().addUser()
      const answer = await server().request(`/api/presence?flows=${flows}`, { token })
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['flows']])
    },
  )
})

describe('who has flows open, with two servers on PostgreSQL', () => {
  it('[COL-114] is known at the other server, and forgotten 15 seconds after a server has died', async () => {
    const storage = await makeDatabase('PostgreSQL')
    const open = () => openDatabase({ ...storage, onError: () => {} })
    const databases = [await open(), await open()] as const
    const clock = { now: 1_000_000 }
    const logger = { debug() {}, info() {}, warn() {}, error() {}, fatal() {} }
    const at = (database: (typeof databases)[number]) => createPresence({ database, logger, now: () => clock.now })
    const [one, other] = [at(databases[0]), at(databases[1])]
    const stopOne = one.start()
    const stopOther = other.start()
    const flows = Array.from({ length: 200 }, newId)
    const userId = newId()
    // Told again every few seconds, so also when the other one was not listening yet.
    for (const flowId of flows) one.enter(flowId, userId)
    const told = () => flows.filter((flowId) => other.usersIn(flowId).has(userId)).length
    await expect.poll(told, { timeout: 2 * LIVE_TIMES.presenceMs }).toBe(200)
    one.leave(flows[0] ?? '', userId)
    await expect.poll(told).toBe(199)
    stopOne()
    clock.now += 14_000
    expect(told()).toBe(199)
    clock.now += 1_001
    expect(told()).toBe(0)
    stopOther()
    for (const database of databases) await database.close()
    await storage.remove()
  })
})
