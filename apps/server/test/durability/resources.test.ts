import { readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { pinnedRandom } from '../support/attack.ts'
import { DATABASES, makeDatabase, type TestDatabase } from '../support/databases.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'
import { makeWriters } from './accounts.ts'
import { callsTo } from './calls.ts'
import { SERVER } from './server-env.ts'

const MOST_CONNECTIONS = 10
const WRITERS = 20
const CHANGES = 10

describe.each(DATABASES)('open files and connections of a server on %s', (name) => {
  it('[REL-OP9] do not grow with load, and are closed at the end', async () => {
    const storage = await makeDatabase(name)
    const writers = await makeWriters(storage, WRITERS, pinnedRandom())
    const server = await startProcess({ storage, env: SERVER })
    const call = callsTo(server)
    const load = () =>
      Promise.all(
        writers.map(async (writer) => {
          for (let change = 0; change < CHANGES; change++) expect(await writer.write(call)).toBeLessThan(500)
        }),
      )
    await load()
    const before = heldBy(server)
    const watching = watchConnections(storage)
    await load()
    expect(await watching.most()).toBeLessThanOrEqual(MOST_CONNECTIONS)
    // Our own connections to it are closed when they have been idle for some seconds, and not all at once.
    expect(heldBy(server)).toBeLessThanOrEqual(before + WRITERS)

    expect(await server.end()).toBe(0)
    expect(await connectionsTo(storage)).toBe(0)
    await storage.remove()
  })
})

/** Number of open files and sockets, where the system provides it. */
function heldBy({ pid }: ServerProcess): number {
  return process.platform === 'linux' ? readdirSync(`/proc/${pid}/fd`).length : 0
}

function watchConnections(storage: TestDatabase) {
  let isOver = false
  let most = 0
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, await connectionsTo(storage))
      await delay(20)
    }
  })()
  return {
    async most() {
      isOver = true
      await watching
      return most
    },
  }
}

async function connectionsTo({ databaseUrl }: TestDatabase): Promise<number> {
  if (!databaseUrl) return 0
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from pg_stat_activity where datname = current_database() and application_name = 'plimsoll'`,
  )
  await client.end()
  return Number(rows[0]?.count)
}
