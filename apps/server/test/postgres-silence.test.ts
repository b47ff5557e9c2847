import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { openPostgres } from '../src/database/postgres.ts'
import { makeDatabase } from './support/databases.ts'
import { startForgetfulNetwork } from './support/forgetful-network.ts'

const open: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function start(silentAfterMs: number, statementMs?: number) {
  const storage = await makeDatabase('PostgreSQL')
  open.push(storage.remove)
  const url = new URL(storage.databaseUrl ?? '')
  const network = await startForgetfulNetwork(url)
  open.push(network.stop)
  url.port = `${network.port}`
  const database = await openPostgres({ url: url.href, onError: () => {}, silentAfterMs, statementMs })
  open.push(() => database.close())
  const one = () => sql`select 1 as one`.execute(database.read)
  return { database, network, one }
}

it('[API-630] a connection that has gone silent fails its statement, and the next ones go over new connections', async () => {
  const { database, network, one } = await start(200)
  await Promise.all([one(), one(), one()])
  network.forget()
  const failed = await Promise.allSettled([one(), one(), one()])
  for (const outcome of failed) {
    expect(outcome.status).toBe('rejected')
    expect(outcome.status === 'rejected' && database.faultOf(outcome.reason)).toBe('outage')
  }
  expect((await one()).rows).toEqual([{ one: 1 }])
  const written = database.write((queries) => sql`select 2 as two`.execute(queries))
  expect((await written).rows).toEqual([{ two: 2 }])
})

it('[API-631] a statement that takes long is left alone', async () => {
  const { database } = await start(50)
  const slow = await sql`select 3 as three from pg_sleep(0.6)`.execute(database.read)
  expect(slow.rows).toEqual([{ three: 3 }])
})

it('[API-807] a statement is ended after 10 s, or another time, and its connection goes on', async () => {
  const { database } = await start(6_000)
  const shown = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(database.read)
  expect(shown.rows).toEqual([{ statement_timeout: '10s' }])
  const impatient = (await start(6_000, 100)).database
  for (const attempt of [
    sql`select pg_sleep(30)`.execute(impatient.read),
    impatient.write((queries) => sql`select pg_sleep(30)`.execute(queries)),
  ]) {
    const [outcome] = await Promise.allSettled([attempt])
    expect(outcome?.status === 'rejected' && impatient.faultOf(outcome.reason)).toBe('outage')
  }
  expect((await sql`select 1 as one`.execute(impatient.read)).rows).toEqual([{ one: 1 }])
})
