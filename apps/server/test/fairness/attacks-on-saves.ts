import { setTimeout as delay } from 'node:timers/promises'
import { createDocument } from '@plimsoll/collaboration'
import { EMPTY_FLOW } from '@plimsoll/flow'
import * as Y from 'yjs'
import { newId } from '../../src/database/ids.ts'
import type { Row } from './attacks.ts'
import { ended } from './flood.ts'
import type { Stage, StageUser } from './stage.ts'

const PART = 32 * 1024 ** 2
/** More than `USER_QUOTA_MB`. */
const PARTS = 9
const HOUR = 3_600_000
/** The server looks for documents to save every 15 seconds. */
const PATIENCE_S = 20

export const SAVE_ROWS: readonly Row[] = [
  {
    id: 'UNSAVED',
    title: 'documents of one user that can never be saved',
    async prepare({ stage, until, sized, fault }) {
      const [attacker, other] = [await stage.addUser(), await stage.addUser()]
      const ids: string[] = []
      const count = sized(30, 300)
      for (let index = 0; index < count; index++) ids.push((await stage.addFlow(attacker)).id)
      const { id } = await stage.addFlow(other)
      await fillStorage(stage, attacker)
      const now = Date.now()
      for (const flow of ids) await addUnsaved(stage, flow, now - 2 * HOUR)
      await addUnsaved(stage, id, now - HOUR)
      return async () => {
        await ended(until, undefined)
        let isSaved = false
        for (let second = 0; second < PATIENCE_S && !isSaved; second++) {
          isSaved = await isSavedIn(stage, id)
          await delay(1_000)
        }
        if (!isSaved) fault('what somebody else has drawn is not saved')
        return `${count} documents that cannot be saved, and one that can`
      }
    },
  },
]

async function fillStorage({ database }: Stage, { id }: StageUser): Promise<void> {
  const row = { user_id: id, kind: 'sweep', name: 'Large', state: 'done', created_at: 0 } as const
  for (let part = 0; part < PARTS; part++)
    await database.write((queries) =>
      queries
        .insertInto('experiments')
        .values({ ...row, id: newId(), request: Buffer.alloc(PART) })
        .execute(),
    )
}

/** A document of which the flow does not have all. */
async function addUnsaved({ database }: Stage, id: string, since: number): Promise<void> {
  const doc = createDocument({ flow: EMPTY_FLOW, name: 'Drawn', description: 'Drawn together' })
  const state = Buffer.from(Y.encodeStateAsUpdate(doc))
  doc.destroy()
  const times = { changed_at: since, unsaved_since: since }
  await database.write((queries) =>
    queries
      .insertInto('live_documents')
      .values({ flow_id: id, version: 1, base_seq: 1, last_seq: 1, ...times, state })
      .execute(),
  )
}

async function isSavedIn({ database }: Stage, id: string): Promise<boolean> {
  const row = await database.read
    .selectFrom('live_documents')
    .select('unsaved_since')
    .where('flow_id', '=', id)
    .executeTakeFirstOrThrow()
  return row.unsaved_since === null
}
