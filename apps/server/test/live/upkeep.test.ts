import { expect, it } from 'vitest'
import { removeOldDocuments } from '../../src/modules/live/live.repository.ts'
import { nameIn, rename } from '../support/live-clients.ts'
import { addFlow, onEachLiveServer } from '../support/on-each-live-server.ts'

const MINUTE = 60_000

onEachLiveServer('documents that are drawn together', ({ server, join }) => {
  async function drawn(name: string) {
    const { id, owner } = await addFlow(server())
    const client = join(id, owner)
    await client.saved()
    rename(client, name)
    await client.saved()
    const load = async () => (await server().request(`/api/flows/${id}`, { token: owner.token })).body.data
    return { id, client, load }
  }
  const stateOf = (id: string) =>
    server().database.read.selectFrom('live_documents').selectAll().where('flow_id', '=', id).executeTakeFirst()

  it('[COL-99] a flow is saved a minute after the last change, and while it is changed all the time every five minutes', async () => {
    const [quiet, busy] = [await drawn('Quiet'), await drawn('Busy')]
    const { documents } = server().live()
    server().clock.now += MINUTE - 1
    await documents.saveWaiting()
    expect([(await quiet.load()).version, (await busy.load()).version]).toEqual([1, 1])
    rename(busy.client, 'Busy still')
    await busy.client.saved()
    server().clock.now += 1
    await documents.saveWaiting()
    expect([(await quiet.load()).version, (await busy.load()).version]).toEqual([2, 1])
    for (let minute = 1; minute < 5; minute++) {
      server().clock.now += MINUTE - 1
      rename(busy.client, `Busy in minute ${minute}`)
      await busy.client.saved()
    }
    server().clock.now += 4
    await documents.saveWaiting()
    expect(await busy.load()).toMatchObject({ version: 2, name: 'Busy in minute 4' })
    expect(nameIn(busy.client.doc)).toBe('Busy in minute 4')
  })

  it('[COL-100] how a flow was merged is forgotten thirty days after the last change, once the flow has all of it', async () => {
    const [unsaved, saved] = [await drawn('Unsaved'), await drawn('Saved')]
    saved.client.close()
    await expect.poll(async () => (await saved.load()).version).toBe(2)
    const inThirtyDays = server().clock.now + 1
    await server().database.write((queries) => removeOldDocuments(queries, inThirtyDays))
    expect(await stateOf(saved.id)).toBeUndefined()
    expect(await stateOf(unsaved.id)).toBeDefined()
    expect((await saved.load()).name).toBe('Saved')
  })
})
