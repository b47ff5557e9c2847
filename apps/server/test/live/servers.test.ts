import { readContent } from '@plimsoll/collaboration'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { LIVE_TIMES } from '../../src/modules/live/live.policy.ts'
import { SERVER } from '../durability/server-env.ts'
import { makeDatabase, type TestDatabase } from '../support/databases.ts'
import { connect, nameIn, rename } from '../support/live-clients.ts'
import { addPeople, addSharedFlow } from '../support/live-processes.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

/** In milliseconds. */
const FIVE_SECONDS = 5_000

describe('two servers on one PostgreSQL', () => {
  let storage: TestDatabase
  let servers: ServerProcess[]
  let people: Awaited<ReturnType<typeof addPeople>>
  beforeAll(async () => {
    storage = await makeDatabase('PostgreSQL')
    people = await addPeople(storage, 2)
    servers = [await startProcess({ storage, env: SERVER }), await startProcess({ storage, env: SERVER })]
  })
  afterAll(async () => {
    for (const server of servers) await server.end()
    await storage.remove()
  })
  const urlOf = (index: number) => servers[index]?.url ?? ''
  const tokenOf = (index: number) => people[index]?.token ?? ''
  const join = (index: number, flowId: string, doc = new Y.Doc()) =>
    connect(urlOf(index), { flowId, token: tokenOf(index), doc })
  const load = async (index: number, id: string) => {
    const answer = await fetch(`${urlOf(index)}/api/flows/${id}`, {
      headers: { authorization: `Bearer ${tokenOf(0)}` },
    })
    return ((await answer.json()) as { data: { name: string; version: number } }).data
  }

  it('[COL-93] what is drawn at one server appears at the other', async () => {
    const id = await addSharedFlow(urlOf(0), people)
    const [one, other] = [join(0, id), join(1, id)]
    await Promise.all([one.saved(), other.saved()])
    rename(one, 'Drawn at one')
    await other.until((doc) => nameIn(doc) === 'Drawn at one')
    rename(other, 'Drawn at the other')
    await one.until((doc) => nameIn(doc) === 'Drawn at the other')
    await other.saved()
    expect((await load(0, id)).name).toBe('Drawn at the other')
    one.close()
    other.close()
  })

  it('[COL-94] a share that is taken away at one server ends the sockets at the other within five seconds', async () => {
    const id = await addSharedFlow(urlOf(0), people)
    const editor = join(1, id)
    await editor.saved()
    await fetch(`${urlOf(0)}/api/flows/${id}/people`, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tokenOf(0)}` },
      body: JSON.stringify({ email: people[1]?.email }),
    })
    expect(await editor.denied).toBe('not-found')
    expect(LIVE_TIMES.recheckMs).toBeLessThan(FIVE_SECONDS / 2)
    editor.close()
  })

  it('[COL-97] cursors at one server are seen at the other', async () => {
    const id = await addSharedFlow(urlOf(0), people)
    const one = join(0, id)
    await one.saved()
    one.provider.setAwarenessField('cursor', { x: 1, y: 2 })
    const other = join(1, id)
    await other.saved()
    const seen = () => other.provider.awareness?.getStates().get(one.doc.clientID)
    await expect.poll(seen).toMatchObject({ user: { name: 'Grace Hopper' }, cursor: { x: 1, y: 2 } })
    one.provider.setAwarenessField('cursor', { x: 3, y: 4 })
    await expect.poll(() => seen()?.cursor).toEqual({ x: 3, y: 4 })
    one.close()
    await expect.poll(seen).toBeUndefined()
    other.close()
  })

  it('[COL-114] who has a flow open at one server is told at the other', async () => {
    const id = await addSharedFlow(urlOf(0), people)
    const one = join(0, id)
    await one.saved()
    const told = async () => {
      const headers = { authorization: `Bearer ${tokenOf(1)}` }
      const answer = await fetch(`${urlOf(1)}/api/presence?flows=${id}`, { headers })
      return ((await answer.json()) as { data: unknown }).data
    }
    await expect.poll(told).toEqual([{ flow: id, names: ['Grace Hopper'], others: 0 }])
    one.close()
    await expect.poll(told).toEqual([])
  })

  it('[COL-134] what several people tell at once passes between servers, too', async () => {
    const id = await addSharedFlow(urlOf(0), people)
    const tellers = [join(0, id), join(0, id), join(0, id)]
    const other = join(1, id)
    await Promise.all([...tellers, other].map((client) => client.saved()))
    for (const { provider } of tellers) provider.setAwarenessField('run', { dots: 'x'.repeat(4_500) })
    for (const { doc } of tellers)
      await expect.poll(() => other.provider.awareness?.getStates().get(doc.clientID)?.run?.dots?.length).toBe(4_500)
    for (const client of [...tellers, other]) client.close()
  })

  it('[COL-95] a killed server loses nothing that was acknowledged, and its people go on at another', async () => {
    const id = await addSharedFlow(urlOf(0), people)
    const [one, other] = [join(0, id), join(1, id)]
    await Promise.all([one.saved(), other.saved()])
    rename(one, 'Acknowledged by the first')
    await one.saved()
    await servers[0]?.end('SIGKILL')
    one.close()
    expect((await load(1, id)).name).toBe('Acknowledged by the first')
    const again = connect(urlOf(1), { flowId: id, token: tokenOf(0), doc: one.doc })
    await again.saved()
    rename(again, 'Drawn after')
    await other.until((doc) => nameIn(doc) === 'Drawn after')
    await again.saved()
    expect(readContent(again.doc)).toEqual(readContent(other.doc))
    again.close()
    other.close()
    await expect.poll(async () => (await load(1, id)).version).toBeGreaterThan(1)
    servers[0] = await startProcess({ storage, env: SERVER })
    expect((await load(0, id)).name).toBe('Drawn after')
  })

  it('[COL-96] a server that stops saves what was drawn, and ends its sockets with a reason', async () => {
    const id = await addSharedFlow(urlOf(0), people)
    const one = join(0, id)
    await one.saved()
    rename(one, 'Drawn before the stop')
    await one.saved()
    const closed = one.closed
    expect(await servers[0]?.end()).toBe(0)
    expect(await closed).toEqual({ code: 1012, reason: 'restarting' })
    one.close()
    servers[0] = await startProcess({ storage, env: SERVER })
    expect(await load(0, id)).toMatchObject({ name: 'Drawn before the stop', version: 2 })
  })
})
