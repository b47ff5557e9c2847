import { readSaveFault } from '@plimsoll/contract'
import { expect, it } from 'vitest'
import type * as Y from 'yjs'
import { newId } from '../../src/database/ids.ts'
import { flowBody } from '../support/flows.ts'
import { connect, type LiveClient, nameIn, rename } from '../support/live-clients.ts'
import { startLiveServer } from '../support/live-server.ts'
import { addFlow, onEachLiveServer } from '../support/on-each-live-server.ts'
import { openRawSocket } from '../support/raw-socket.ts'
import type { TestUser } from '../support/test-server.ts'

const MINUTE = 60_000
const QUOTA = 256 * 1024

/** What a client is told of saves that fail. */
function heardBy({ provider }: LiveClient): (string | null)[] {
  const heard: (string | null)[] = []
  provider.on('stateless', ({ payload }: { payload: string }) => heard.push(readSaveFault(payload)))
  return heard
}

onEachLiveServer(
  'what is drawn together and cannot be saved',
  ({ server, join }) => {
    async function drawn(name: string, user?: TestUser) {
      const { id, owner } = await addFlow(server(), user)
      const client = join(id, owner)
      await client.saved()
      rename(client, name)
      await client.saved()
      const load = async () => (await server().request(`/api/flows/${id}`, { token: owner.token })).body.data
      return { id, owner, client, load }
    }

    const sweep = () => server().live().documents.saveWaiting()

    const attemptsOf = async (id: string) =>
      server()
        .database.read.selectFrom('live_documents')
        .select(['failed_saves', 'save_fault'])
        .where('flow_id', '=', id)
        .executeTakeFirst()

    /** Leaves a user no room for anything more, until the end that it gives back. */
    async function fillStorage({ id: userId }: TestUser) {
      const id = newId()
      await server().database.write((queries) =>
        queries
          .insertInto('experiments')
          .values({
            ...{ id, user_id: userId, kind: 'sweep', name: 'Large', state: 'done', request: Buffer.alloc(QUOTA) },
            ...{ created_at: 0 },
          })
          .execute(),
      )
      return () =>
        server().database.write((queries) => queries.deleteFrom('experiments').where('id', '=', id).execute())
    }

    it('[COL-145] what is drawn counts as stored by the owner, and nothing more is taken in than the owner may store', async () => {
      const { id, owner, client } = await drawn('Drawn by many')
      const editor = await server().addUser()
      const share = { email: editor.email, role: 'editor' }
      await server().request(`/api/flows/${id}/people`, { method: 'PUT', token: owner.token, body: share })
      const other = join(id, editor)
      await other.saved()
      const stored = async () =>
        (await server().request('/api/profile/storage', { token: owner.token })).body.data.usedBytes
      const before = await stored()
      const draw = (by: typeof client, name: string) =>
        by.doc
          .getMap<Y.Map<unknown>>('nodes')
          .get('node-a')
          ?.set(`data.${name}`, 'x'.repeat(100 * 1024))
      draw(other, 'first')
      await other.saved()
      expect((await stored()) - before).toBeGreaterThan(100 * 1024)
      draw(other, 'second')
      await other.saved()
      draw(other, 'third')
      expect(await other.closed).toEqual({ code: 4413, reason: 'storage-full' })
      const sizes = server()
        .database.read.selectFrom('live_updates')
        .select(({ fn }) => fn('length', ['data']).as('size'))
      expect(
        (await sizes.where('flow_id', '=', id).execute()).filter(({ size }) => Number(size) > 90 * 1024),
      ).toHaveLength(2)
      const [text] = (await server().request(`/api/flows/${id}`, { token: owner.token })).body.data.nodes
      expect([text.data.second?.length, text.data.third]).toEqual([100 * 1024, undefined])
      // What is small still has room.
      other.close()
      rename(client, 'Drawn by few')
      await client.saved()
    })

    it('[API-1011] what an administrator allows one account bounds what is drawn in its flows', async () => {
      const { id, owner, client } = await drawn('Allowed more')
      const { token } = await server().addUser({ isAdministrator: true })
      const allow = (mostMb: number) =>
        server().request(`/api/admin/users/${owner.id}`, { method: 'PATCH', token, body: { mostMb } })
      await allow(1)
      for (const name of ['first', 'second', 'third']) {
        client.doc
          .getMap<Y.Map<unknown>>('nodes')
          .get('node-a')
          ?.set(`data.${name}`, 'x'.repeat(100 * 1024))
        await client.saved()
      }
      const { body } = await server().request(`/api/flows/${id}`, { token: owner.token })
      expect(body.data.nodes[0].data.third).toHaveLength(100 * 1024)
    })

    it('[COL-146] no document is begun where the owner has no room for it', async () => {
      const { id, owner } = await addFlow(server())
      const empty = await fillStorage(owner)
      const refused = await openRawSocket(server().url, id)
      refused.authenticate(owner.token)
      expect(await refused.closed).toEqual({ code: 4413, reason: 'storage-full' })
      await empty()
      const client = join(id, owner)
      await client.saved()
      expect(nameIn(client.doc)).toBe('A small shop')
    })

    it('[COL-143] those that cannot be saved leave their turn to the others', async () => {
      const owner = await server().addUser()
      for (let index = 0; index < 24; index++) await drawn(`Not to be saved ${index}`, owner)
      await fillStorage(owner)
      server().clock.now += 1
      const other = await drawn('To be saved')
      server().clock.now += MINUTE
      await sweep()
      expect(await other.load()).toMatchObject({ version: 2, name: 'To be saved' })
    })

    it('[COL-144] one is tried again after a minute, then after twice as long each time, up to 15 minutes', async () => {
      const { id, owner, load } = await drawn('Not saved yet')
      const empty = await fillStorage(owner)
      server().clock.now += MINUTE
      await sweep()
      let failed = 1
      for (const minutes of [1, 2, 4, 8, 15, 15]) {
        server().clock.now += minutes * MINUTE - 1
        await sweep()
        expect(await attemptsOf(id)).toEqual({ failed_saves: failed, save_fault: 'storage' })
        server().clock.now += 1
        await sweep()
        failed++
        expect(await attemptsOf(id)).toEqual({ failed_saves: failed, save_fault: 'storage' })
      }
      await empty()
      server().clock.now += 15 * MINUTE
      await sweep()
      expect(await load()).toMatchObject({ version: 2, name: 'Not saved yet' })
      expect(await attemptsOf(id)).toEqual({ failed_saves: 0, save_fault: null })
    })

    it('[COL-147] whoever may draw is told why that is no version yet, and when it is one, at whichever server', async () => {
      const { id, owner, client } = await drawn('Told')
      const { storage } = server()
      const shared = { ...storage, remove: async () => {} }
      const second = storage.databaseUrl
        ? await startLiveServer('PostgreSQL', { storage: shared, quotaBytesPerUser: QUOTA })
        : undefined
      const url = second?.url ?? server().url
      const people = await Promise.all(
        (['editor', 'viewer'] as const).map(async (role) => {
          const user = await server().addUser()
          const body = { email: user.email, role }
          await server().request(`/api/flows/${id}/people`, { method: 'PUT', token: owner.token, body })
          return connect(url, { flowId: id, token: user.token })
        }),
      )
      await Promise.all(people.map((one) => one.saved()))
      const heard = [client, ...people].map(heardBy)
      const empty = await fillStorage(owner)
      server().clock.now += MINUTE
      await sweep()
      await expect.poll(() => heard).toEqual([['storage'], ['storage'], []])
      const late = connect(url, { flowId: id, token: owner.token })
      const heardLate = heardBy(late)
      await late.saved()
      await expect.poll(() => heardLate).toEqual(['storage'])
      await empty()
      const body = flowBody({ live: true, version: 1, name: 'Told' })
      const saved = await server().request(`/api/flows/${id}`, { method: 'PUT', token: owner.token, body })
      expect(saved.status).toBe(200)
      await expect.poll(() => heard).toEqual([['storage', null], ['storage', null], []])
      for (const one of [...people, late]) one.close()
      await second?.stop()
    })
  },
  { quotaBytesPerUser: QUOTA },
)
