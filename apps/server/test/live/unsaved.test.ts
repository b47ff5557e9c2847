import { expect, it } from 'vitest'
import { newId } from '../../src/database/ids.ts'
import { nameIn, rename } from '../support/live-clients.ts'
import { addFlow, onEachLiveServer } from '../support/on-each-live-server.ts'
import type { TestUser } from '../support/test-server.ts'

const MINUTE = 60_000
const QUOTA = 256 * 1024

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
            ...{ id, user_id: userId, kind: 'replicate', name: 'Large', state: 'done', request: Buffer.alloc(QUOTA) },
            ...{ created_at: 0 },
          })
          .execute(),
      )
      return () =>
        server().database.write((queries) => queries.deleteFrom('experiments').where('id', '=', id).execute())
    }

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
      const { id, owner, client, load } = await drawn('Not saved yet')
      const empty = await fillStorage(owner)
      server().clock.now += MINUTE
      await sweep()
      let failed = 1
      for (const minutes of [1, 2, 4, 8, 15, 15]) {
        server().clock.now += (minutes - 1) * MINUTE
        rename(client, `Not saved after ${failed}`)
        await client.saved()
        server().clock.now += MINUTE - 1
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
      expect(await load()).toMatchObject({ version: 2, name: 'Not saved after 6' })
      expect(nameIn(client.doc)).toBe('Not saved after 6')
      expect(await attemptsOf(id)).toEqual({ failed_saves: 0, save_fault: null })
    })
  },
  { quotaBytesPerUser: QUOTA },
)
