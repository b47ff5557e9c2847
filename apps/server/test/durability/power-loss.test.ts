import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { isFullSize, sized } from '../../../../tooling/lib/test-size.ts'
import { openDatabase } from '../../src/database/open.ts'
import { measured, pinnedRandom } from '../support/attack.ts'
import { makeDatabase } from '../support/databases.ts'
import { newFolder } from '../support/new-folder.ts'
import { startProcess } from '../support/server-process.ts'
import { makeWriters, readAsOwner, readStored } from './accounts.ts'
import { type AcknowledgedState, verifyStored } from './acknowledged-state.ts'
import { callsTo } from './calls.ts'
import { Disk, type Luck } from './disk.ts'
import { type Fault, needsTracing, recorded } from './faults.ts'
import { DISK_CALLS, type DiskCall, readRecording } from './recording.ts'
import { SERVER } from './server-env.ts'
import type { Account } from './writer.ts'

const WRITERS = 4
const ANSWERS = sized({ small: 60, full: 1_500 })
/** Number of responses at which the power is cut. */
const CUTS = sized({ small: 15, full: 150 })
/** Which sync fails: of the first commits, and of later ones. */
const FAILED_SYNCS = sized({ small: [8], full: [3, 5, 8, 20] })
const ANSWERS_AROUND_FAULT = sized({ small: 60, full: 100 })
const RETRY_MS = 100
const TRACE_END = '+++ exited with 0 +++\n'
const WEAKEN = fileURLToPath(new URL('weaken.ts', import.meta.url))

/** The time of a response, and the state that was acknowledged by then. */
interface Answer {
  at: number
  acknowledged: AcknowledgedState[]
}

interface Recording {
  accounts: Account[]
  /** The database's files before. */
  before: Disk
  calls: DiskCall[]
  answers: Answer[]
  /** How many changes were answered by a 5xx. */
  refused: number
}

describe('a power cut on SQLite', () => {
  beforeEach(needsTracing)

  it('[REL-DU16] loses no acknowledged write', { timeout: 900_000 }, async ({ task }) => {
    const random = pinnedRandom()
    const recording = await record(random)
    const { images, faults } = await cutPowerAgainAndAgain(recording, random)
    expect(faults).toEqual([])
    expect(recording.refused).toBe(0)
    measured(task, `${images} images of a disk after a power cut: 0 lost, 0 corrupt`)
  })

  it('[REL-DU4] loses no acknowledged write after a failed sync that dropped its data', {
    timeout: 900_000,
  }, async ({ task }) => {
    const random = pinnedRandom()
    const results = []
    for (const when of FAILED_SYNCS) {
      const fault: Fault = { calls: 'fsync,fdatasync', does: 'error=EIO', when }
      const recording = await record(random, { fault, length: ANSWERS_AROUND_FAULT })
      expect(recording.refused).toBeGreaterThan(0)
      results.push(await cutPowerAgainAndAgain(recording, random))
    }
    expect(results.flatMap(({ faults }) => faults)).toEqual([])
    const images = results.reduce((sum, result) => sum + result.images, 0)
    measured(task, `${images} images of a disk after a failed sync and a power cut: 0 lost, 0 corrupt`)
  })

  it.for(isFullSize ? ['NORMAL', 'OFF'] : ['NORMAL'])(
    '[REL-DU17] is shown to lose writes when synchronous is %s',
    { timeout: 900_000 },
    async (weak, { task }) => {
      const random = pinnedRandom()
      const env = { NODE_OPTIONS: `--import=${WEAKEN}`, WEAKENED_TO: weak }
      const { images, faults } = await cutPowerAgainAndAgain(await record(random, { env }), random)
      measured(task, `seen to fail with synchronous=${weak}: ${faults.length} of ${images} images have lost something`)
      expect(faults.length).toBeGreaterThan(images / 10)
    },
  )
})

interface RecordOptions {
  env?: Record<string, string>
  fault?: Fault
  /** In answers. */
  length?: number
}

/** Lets several users write while the server's system calls are recorded. */
async function record(
  random: () => number,
  { env = {}, fault, length = ANSWERS }: RecordOptions = {},
): Promise<Recording> {
  const storage = await makeDatabase('SQLite')
  const writers = await makeWriters(storage, WRITERS, random)
  const database = join(storage.dataDir, 'plimsoll.db')
  const before = new Disk([database])
  const traces = await mkdtemp(join(tmpdir(), 'plimsoll-trace-'))
  const under = recorded({ file: join(traces, 'calls'), calls: DISK_CALLS, fault })
  const server = await startProcess({ storage, env: { ...SERVER, ...env }, under })

  const clock = preciseClock()
  const answers: Answer[] = []
  let refused = 0
  const call = callsTo(server)
  const write = async (writer: (typeof writers)[number]) => {
    while (answers.length < length) {
      if ((await writer.write(call)) >= 500) {
        refused++
        await delay(RETRY_MS)
        await writer.check(await readAsOwner(writer.account, call, storage))
        continue
      }
      answers.push({ at: clock(), acknowledged: writers.map(({ acknowledged }) => acknowledged) })
    }
  }
  await Promise.all(writers.map(write))
  await server.end()
  const trace = join(traces, `calls.${server.pid}`)
  await expect.poll(() => readFileSync(trace, 'latin1').endsWith(TRACE_END), { timeout: 10_000 }).toBe(true)
  const calls = readRecording(trace, database)
  await Promise.all([storage.remove(), rm(traces, { recursive: true })])
  return { accounts: writers.map(({ account }) => account), before, calls, answers, refused }
}

/** Simulates power cuts after responses of the whole recording; all, none or some sectors of the unsynced data are lost. */
async function cutPowerAgainAndAgain({ accounts, before: disk, calls, answers }: Recording, random: () => number) {
  const lucks: Luck[] = [() => false, () => true, () => random() < 0.5, () => random() < 0.9]
  const faults: string[] = []
  let images = 0
  let next = 0
  const step = Math.max(1, Math.floor(answers.length / CUTS))
  for (let index = 0; index < answers.length; index += step) {
    const { at, acknowledged } = answers[index] as Answer
    for (; (calls[next]?.at ?? Number.POSITIVE_INFINITY) <= at; next++) disk.make(calls[next] as DiskCall)
    for (const luck of lucks) {
      const image = await newFolder('image')
      disk.cutPower(image, luck)
      await checkImage(image, accounts, acknowledged).catch((error) => faults.push(`answer ${index}: ${error.message}`))
      await rm(image, { recursive: true })
      images++
    }
  }
  return { images, faults }
}

/** Opens a disk image as the server does. Throws when acknowledged data is missing. */
async function checkImage(
  dataDir: string,
  accounts: readonly Account[],
  acknowledged: readonly AcknowledgedState[],
): Promise<void> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir, onError: () => {} })
  try {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database.read)
    if (rows[0]?.integrity_check !== 'ok') throw new Error(`corrupt: ${JSON.stringify(rows)}`)
    for (const [index, account] of accounts.entries()) {
      const stored = await readStored(account, database)
      if (!stored) throw new Error(`${account.email} is lost`)
      await verifyStored(acknowledged[index] as AcknowledgedState, stored)
    }
  } finally {
    await database.close()
  }
}

/**
 * Milliseconds since 1970 with their fraction, by the clock that system calls are timed by. Where the system sets that clock meanwhile,
 * a response would seem to come before the write that it acknowledges: it is timed by the end of its millisecond then.
 */
function preciseClock(): () => number {
  const measure = () => {
    const begin = Date.now()
    while (Date.now() === begin);
    return Date.now() - performance.now()
  }
  let offset = measure()
  return () => {
    const [whole, precise] = [Date.now(), offset + performance.now()]
    if (precise >= whole && precise < whole + 1) return precise
    offset = measure()
    return whole + 1
  }
}
