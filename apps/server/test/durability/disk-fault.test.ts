import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { sized } from '../../../../tooling/lib/test-size.ts'
import { measured, pinnedRandom } from '../support/attack.ts'
import { makeDatabase, sqliteIn, type TestDatabase } from '../support/databases.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'
import { makeWriters, readAsOwner } from './accounts.ts'
import { type Call, callsTo } from './calls.ts'
import { needsTracing, withFault } from './faults.ts'
import { copyOf } from './folders.ts'
import { SERVER } from './server-env.ts'
import { type Account, Writer } from './writer.ts'

const CHANGES = 10
/** Tries of one change, a pause apart: far more than it takes to open a connection. */
const MOST_TRIES = 50
const RETRY_MS = 100
/** Minimum time without writes after a failed sync. */
const SHUT_MS = 1_000
const DISK_MIB = 5
const FILLER_BYTES = 2 ** 21

const random = pinnedRandom()
let empty: TestDatabase
let account: Account

beforeAll(async () => {
  empty = await makeDatabase('SQLite')
  const [writer] = await makeWriters(empty, 1, random)
  if (writer) account = writer.account
})
afterAll(() => empty.remove())

describe('a sync that fails', () => {
  beforeEach(needsTracing)

  it('[REL-DU4] fails its request, and writes continue only on a new connection', { timeout: 600_000 }, async ({
    task,
  }) => {
    let refusals = 0
    // The first syncs are those of the log's header, of the folder and of the first commits.
    for (let when = 1; when <= sized({ small: 4, full: 40 }); when++) {
      const run = await runUnder({ calls: 'fsync,fdatasync', does: 'error=EIO', when })
      refusals += run.refused.length
      expect(run.refused).toEqual(run.refused.map(() => 503))
      expect(run.answered).toBeGreaterThanOrEqual(CHANGES)
    }
    expect(refusals).toBeGreaterThan(0)
    measured(task, `${refusals} changes refused after a failed sync, 0 lost`)
  })

  it('[REL-DU4] [REL-DU14] repeatedly refuses every change; reads continue', { timeout: 60_000 }, async () => {
    const storage = await copyOf(empty.dataDir)
    const writer = new Writer(account, random)
    const under = withFault({ calls: 'fsync,fdatasync', does: 'error=EIO', when: '6+' })
    const server = await startProcess({ storage, env: SERVER, under })
    const call = callsTo(server)
    await writer.writeUntilTheEnd(call)
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await logIn(writer, call)).toBe(503)
      // Whether the change that met the failure is stored shows only after a restart; here it may not be read.
      expect((await readAsOwner(account, call, storage)).flows.size).toBe(writer.acknowledged.flows.size)
      await delay(500)
    }
    await server.end('SIGKILL')
    await checkAfterRestart(storage, writer)
  })
})

describe('a full disk', () => {
  beforeEach(needsTracing)

  it('[REL-DU5] fails only the write that it hits', { timeout: 600_000 }, async ({ task }) => {
    let refusals = 0
    for (let step = 0; step < sized({ small: 2, full: 60 }); step++) {
      const when = sized({ small: 21 + 4 * step, full: 9 + step })
      const run = await runUnder({ calls: 'pwrite64', does: 'error=ENOSPC', when })
      expect(run.refused).toEqual(run.refused.map(() => 507))
      refusals += run.refused.length
    }
    expect(refusals).toBeGreaterThan(0)
    measured(task, `${refusals} changes refused for want of room, 0 lost`)
  })

  it(`[REL-DU5] [REL-DU18] [REL-DU19] of ${DISK_MIB} MB stops writing, not reading, and that heals when there is room`, {
    timeout: 120_000,
  }, async ({ skip, task }) => {
    skip(!canMount(), 'only root on Linux can mount a small disk')
    const dataDir = await mkdtemp(join(tmpdir(), 'plimsoll-full-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'plimsoll', dataDir])
    onTestFinished(async () => {
      execFileSync('umount', ['--lazy', dataDir])
      await rm(dataDir, { recursive: true })
    })
    const storage = sqliteIn(dataDir, async () => {})
    await cp(empty.dataDir, dataDir, { recursive: true })
    const filler = join(dataDir, 'filler')
    await writeFile(filler, Buffer.alloc(FILLER_BYTES))

    const writer = new Writer(account, random)
    const server = await startProcess({ storage, env: SERVER })
    const call = callsTo(server)
    await writer.writeUntilTheEnd(call)
    const answered = writer.answered
    await writer.check(await readAsOwner(account, call, storage))
    const full = await Promise.all(Array.from({ length: 5 }, () => logIn(writer, call)))
    for (const status of full) expect([200, 503, 507]).toContain(status)
    expect(await call('GET', '/api/health')).toMatchObject({ status: 200 })

    await rm(filler)
    const refused = await writeAgain(writer, call, storage)
    for (let change = 0; change < CHANGES; change++) expect(await writer.write(call)).toBeLessThan(500)
    await server.end('SIGKILL')
    await checkAfterRestart(storage, writer)
    measured(task, `full after ${answered} changes, ${refused.length} refused after there was room, 0 lost`)
  })
})

async function logIn({ acknowledged: { password } }: Writer, call: Call): Promise<number> {
  const { email } = account
  return (await call('POST', '/api/auth/login', { body: { email, password } })).status
}

/** A session that goes on after each refusal, and is compared at each, and after a restart. */
async function runUnder(fault: Parameters<typeof withFault>[0]) {
  const storage = await copyOf(empty.dataDir)
  const writer = new Writer(account, random)
  const refused: number[] = []
  const server = await startFaulty(storage, fault)
  if (server) {
    const call = callsTo(server)
    for (let change = 0; change < CHANGES; change++) refused.push(...(await writeAgain(writer, call, storage)))
    await server.end('SIGKILL')
  }
  await checkAfterRestart(storage, writer)
  return { refused, answered: server ? writer.answered : CHANGES }
}

/** A fault while it starts may end the server. */
async function startFaulty(
  storage: TestDatabase,
  fault: Parameters<typeof withFault>[0],
): Promise<ServerProcess | undefined> {
  try {
    return await startProcess({ storage, env: SERVER, under: withFault(fault) })
  } catch {
    return undefined
  }
}

/** Makes one change, however many tries it takes; the refusals before it. Throws after too many. */
async function writeAgain(writer: Writer, call: Call, storage: TestDatabase): Promise<number[]> {
  const refused: number[] = []
  while (refused.length < MOST_TRIES) {
    const asked = performance.now()
    const status = await writer.write(call)
    if (status < 500) return refused
    refused.push(status)
    // After a failed sync nothing is written before a new connection was opened, be it possible or not.
    if (status === 503 && refused.length === 1) {
      const next = await saveSameName(writer, call)
      // On a machine that was away for so long, there may be one.
      if (performance.now() - asked < SHUT_MS) expect(next).toBe(503)
    }
    // What has become of the refused change; reading works meanwhile.
    await writer.check(await readAsOwner(account, call, storage))
    await delay(RETRY_MS)
  }
  throw new Error(`Refused ${MOST_TRIES} times: ${refused.at(-1)}`)
}

/** Saves the current name again. */
async function saveSameName({ acknowledged: { firstName } }: Writer, call: Call): Promise<number> {
  const body = { firstName, lastName: 'Hopper' }
  return (await call('PUT', '/api/profile', { token: account.token, body })).status
}

async function checkAfterRestart(storage: TestDatabase, writer: Writer): Promise<void> {
  const server = await startProcess({ storage, env: SERVER })
  await writer.check(await readAsOwner(account, callsTo(server), storage))
  await server.end()
  await storage.remove()
}

function canMount(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0
}
