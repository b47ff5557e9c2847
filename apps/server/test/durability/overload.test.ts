import { join } from 'node:path'
import SqliteConnection from 'better-sqlite3'
import { expect, it } from 'vitest'
import { MAX_WAITING } from '../../src/database/database.ts'
import { measured, pinnedRandom } from '../support/attack.ts'
import { makeDatabase } from '../support/databases.ts'
import { flowBody } from '../support/flows.ts'
import { startProcess } from '../support/server-process.ts'
import { makeWriters } from './accounts.ts'
import { callsTo } from './calls.ts'
import { SERVER } from './server-env.ts'

const TOO_MANY = 60

it('[REL-LO2] [API-954] saves that wait for a lock are answered in the end, further ones at once', async ({ task }) => {
  const storage = await makeDatabase('SQLite')
  const [writer] = await makeWriters(storage, 1, pinnedRandom())
  const token = writer?.account.token
  const server = await startProcess({ storage, env: SERVER })
  const call = callsTo(server)
  const other = new SqliteConnection(join(storage.dataDir, 'plimsoll.db'))
  other.exec('begin immediate')

  let refused = 0
  const allRefused = Promise.withResolvers<void>()
  const saves = Array.from({ length: MAX_WAITING + TOO_MANY }, async () => {
    const { status } = await call('POST', '/api/flows', { token, body: flowBody() })
    if (status === 503) refused++
    if (refused === TOO_MANY) allRefused.resolve()
    return status
  })
  await allRefused.promise
  const began = performance.now()
  expect((await call('POST', '/api/flows', { token, body: flowBody() })).status).toBe(503)
  const ms = Math.round(performance.now() - began)
  expect((await call('GET', '/api/flows', { token })).status).toBe(200)
  other.exec('rollback')
  other.close()

  const statuses = await Promise.all(saves)
  const saved = statuses.filter((status) => status === 201).length
  expect(saved + refused).toBe(saves.length)
  // The server itself may have something to write too, of the mails.
  expect(saved).toBeGreaterThan(MAX_WAITING - 10)
  const { text } = await call('GET', '/api/flows', { token })
  expect(JSON.parse(text).data).toHaveLength(saved)
  await server.end()
  await storage.remove()
  measured(task, `${refused} of ${saves.length} saves refused; another one then in ${ms} ms`)
})
