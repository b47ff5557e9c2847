import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { runTerminal } from '../support/admin-command.ts'
import { makeDatabase } from '../support/databases.ts'
import { flowBody } from '../support/flows.ts'
import { newFolder } from '../support/new-folder.ts'
import { startProcess } from '../support/server-process.ts'
import { startWorker } from '../support/worker-process.ts'
import { callerOf, eventsOf } from './call.ts'

const open: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const AXES = ['node-b.instances=1..5']
const { description: _, ...design } = flowBody({ simulation: { durationS: 120, replications: 4 } })

async function start(databaseUrl: string): Promise<ChildProcess> {
  const worker = await startWorker(databaseUrl)
  open.push(async () => worker.kill('SIGKILL'))
  return worker
}

async function partsUnderWay(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const query =
      "select count(*)::int as count from pgboss.job where name like 'experiment-parts%' and state = 'active'"
    return (await client.query(query)).rows[0].count
  } finally {
    await client.end()
  }
}

/** They compute at the lowest priority: beside other tests that takes its time, and a dead one is noticed after 10 s only. */
const PATIENCE_MS = 240_000

describe('the workers of a server on PostgreSQL', { timeout: PATIENCE_MS }, () => {
  it('[API-130] [API-131] [API-132] three of them compute an experiment, one of them killed, with the bytes of one thread', async () => {
    const storage = await makeDatabase('PostgreSQL')
    open.push(storage.remove)
    const databaseUrl = storage.databaseUrl ?? ''
    const server = await startProcess({ storage, env: { DEMO_MODE: '1', EXPERIMENT_THREADS: '0' } })
    open.push(() => server.end('SIGKILL'))
    const workers = await Promise.all([1, 2, 3].map(() => start(databaseUrl)))
    const call = await callerOf(server)
    const { data } = (await (await call('/experiments', { kind: 'sweep', design, axes: AXES })).json()) as {
      data: { id: string }
    }
    await expect.poll(() => partsUnderWay(databaseUrl), { timeout: 60_000, interval: 20 }).toBe(3)
    workers[0]?.kill('SIGKILL')
    let last = ''
    for await (const { state } of eventsOf(call, data.id)) last = state
    expect(last).toBe('done')
    const { report } = ((await (await call(`/experiments/${data.id}/result`)).json()) as { data: { report: object } })
      .data

    const file = join(await newFolder('experiment'), `${design.name}.json`)
    await writeFile(file, JSON.stringify(design))
    const alone = await runTerminal(['sweep', file, '--set', ...AXES, '--format', 'json', '--threads', '1'])
    expect(JSON.stringify(report, null, 2)).toBe(alone.output)

    workers[1]?.kill('SIGTERM')
    expect(await once(workers[1] as ChildProcess, 'exit')).toEqual([0, null])
  })

  it('[API-133] a worker says what is missing where there is no PostgreSQL', async () => {
    const { code, errors } = await runTerminal(['worker'])
    expect(code).toBe(2)
    expect(errors).toContain('DATABASE_URL is not set')
  })
})
