import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createNode } from '@plimsoll/flow'
import { sql } from 'kysely'
import { flowBody } from '../support/flows.ts'
import type { Attack, Row } from './attacks.ts'
import { ATTACKER, ask, ended, flood, tally } from './flood.ts'
import { GZIP, openWire, requestBytes, type Wire } from './wire.ts'

const MIB = 1024 ** 2
/** `USER_QUOTA_MB`, with room for what belongs to each row. */
const MOST_STORED = 300 * MIB
const AT_ONCE = 60

export const MEMORY_ROWS: readonly Row[] = [
  {
    id: 'BODY',
    title: 'bodies of 28 to 31 MiB of unique keys or tiny values',
    async prepare({ stage, until, sized }) {
      const user = await stage.addUser()
      const bytes = sized(28, 31) * MIB
      const keys = fill(bytes, (index) => `"k${index}":1`)
      const bodies = [
        `{"name":"Keys","documentVersion":1,"nodes":[],"edges":[],"simulation":{${keys}}}`,
        `{"name":"Values","documentVersion":1,"nodes":[${fill(bytes, () => '0')}],"edges":[]}`,
        // Refused at its end.
        `{"name":"Refused",${keys}`,
      ]
      const requests = bodies.map((body) => requestBytes({ path: '/api/flows', token: user.token, body }))
      return async () => tally(await flood(stage, { connections: 3, request: (index) => at(requests, index), until }))
    },
  },
  {
    id: 'UPLOADS',
    title: '60 uploads without their last byte',
    async prepare({ stage, until, sized }) {
      const user = await stage.addUser()
      const request = requestBytes({ path: '/api/flows', token: user.token, body: ' '.repeat(sized(8, 31) * MIB) })
      const allButOne = request.subarray(0, -1)
      return () =>
        holdOpen(stage, until, async (wire) => {
          await wire.send(allButOne)
        })
    },
  },
  {
    id: 'READERS',
    title: '60 readers that never read',
    async prepare({ stage, until, sized }) {
      const user = await stage.addUser()
      const { id } = await stage.addFlow(user, largeFlow(sized(4, 12) * MIB))
      const request = requestBytes({ path: `/api/flows/${id}`, token: user.token })
      return () =>
        holdOpen(stage, until, async (wire) => {
          await wire.send(request)
          wire.pause()
        })
    },
  },
  {
    id: 'QUOTA',
    title: 'large saves up to the quota',
    async prepare({ stage, until, sized, fault }) {
      const user = await stage.addUser()
      const body = largeFlow(sized(8, 12) * MIB)
      const request = requestBytes({ path: '/api/flows', token: user.token, body, headers: GZIP })
      return async () => {
        const statuses = await flood(stage, { connections: 2, request: () => request, until })
        const bytes = await storedBytes(stage)
        if (bytes > MOST_STORED) fault(`${Math.round(bytes / MIB)} MiB are stored`)
        return `${tally(statuses)}, ${Math.round(bytes / MIB)} MiB stored`
      }
    },
  },
  {
    id: 'DELETE',
    title: 'an account with 200 MiB of flows is deleted',
    async prepare({ stage, until, sized }) {
      const user = await stage.addUser()
      const count = sized(4, 25)
      const body = largeFlow(8 * MIB)
      for (let index = 0; index < count; index++) await stage.addFlow(user, body)
      const remove = {
        method: 'DELETE',
        path: '/api/profile',
        token: user.token,
        body: { currentPassword: user.password },
      }
      return async () => {
        const { status, ms } = await ask(stage.port, requestBytes(remove))
        await ended(until, undefined)
        return `${count} flows of 8 MiB: ${status} after ${Math.round(ms)} ms`
      }
    },
  },
  {
    id: 'LARGE',
    title: 'a legal flow of 10,000 components is saved and loaded',
    async prepare({ stage, until, sized }) {
      const user = await stage.addUser()
      const nodes = Array.from({ length: sized(10_000, 10_000) }, (_, index) =>
        createNode('Server', { id: `node-${index}`, position: { x: (index % 100) * 300, y: index }, settings: {} }),
      )
      const body = flowBody({ nodes, edges: [] })
      const { id } = await stage.addFlow(user, body)
      const save = requestBytes({ path: '/api/flows', token: user.token, body, headers: GZIP })
      const load = requestBytes({ path: `/api/flows/${id}`, token: user.token, headers: GZIP })
      return async () =>
        tally(await flood(stage, { connections: 4, request: (index) => at([save, load], index), until, pauseMs: 50 }))
    },
  },
]

/** Begins on many connections, begins anew on those that are closed, and says how many are open at the end. */
async function holdOpen(stage: Attack['stage'], until: AbortSignal, begin: (wire: Wire) => Promise<void>) {
  let begun = 0
  const one = async () => {
    let wire: Wire | undefined
    while (!until.aborted) {
      if (!wire?.isOpen) {
        wire = openWire(stage.port, ATTACKER)
        begun++
        await begin(wire)
      }
      await delay(100)
    }
    return wire
  }
  const wires = await Promise.all(Array.from({ length: AT_ONCE }, one))
  const open = wires.filter((wire) => wire?.isOpen).length
  for (const wire of wires) wire?.close()
  return `${begun} begun, ${open} open at the end`
}

/** A flow whose text takes so many bytes and does not compress well: a flow may take 8 MiB compressed, which are 13 of these. */
export function largeFlow(bytes: number): Record<string, unknown> {
  let state = 1
  const word = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state.toString(36)
  }
  const labels = 4_000
  const nodes = Array.from({ length: labels }, (_, index) => {
    const node = createNode('Server', { id: `node-${index}`, position: { x: index, y: index }, settings: {} })
    return { ...node, note: Array.from({ length: Math.floor(bytes / labels / 7) }, word).join('') }
  })
  return flowBody({ nodes, edges: [] })
}

function fill(bytes: number, value: (index: number) => string): string {
  const values: string[] = []
  for (let [length, index] = [0, 0]; length < bytes; index++) {
    const text = value(index)
    values.push(text)
    length += text.length + 1
  }
  return values.join(',')
}

function at(requests: readonly Buffer[], index: number): Buffer {
  const request = requests[index % requests.length]
  if (!request) throw new RangeError('There is no request.')
  return request
}

/** What the database takes on the disk; on PostgreSQL what its tables do. */
async function storedBytes({ dataDir, database }: Attack['stage']): Promise<number> {
  if (dataDir !== undefined)
    return readdirSync(dataDir).reduce((sum, name) => sum + statSync(join(dataDir, name)).size, 0)
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
    database.read,
  )
  return rows[0]?.bytes ?? 0
}
