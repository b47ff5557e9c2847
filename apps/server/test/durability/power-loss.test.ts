import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/database/open.ts'
import { isFullSize, measured, pinnedRandom, sized } from '../support/attack.ts'
import { makeDatabase } from '../support/databases.ts'
import { startProcess } from '../support/server-process.ts'
import { makeWriters, readAsOwner, readStored } from './accounts.ts'
import { callsTo } from './calls.ts'
import { Disk, type Luck } from './disk.ts'
import { type Fault, needsTracing, recorded } from './faults.ts'
import { type Promises, settle } from './promises.ts'
import { DISK_CALLS, type DiskCall, readRecording } from './recording.ts'
import { SERVER } from './size.ts'
import type { Account } from './writer.ts'

const WRITERS = 4
const ANSWERS = sized({ small: 60, full: 1_500 })
/** Answers at which the power is cut. */
const CUTS = sized({ small: 15, full: 150 })
/** Which sync fails: of the first commits, and of later ones. */
const FAILED_SYNCS = sized({ small: [8], full: [3, 5, 8, 20] })
const ANSWERS_AROUND_FAULT = sized({ small: 60, full: 100 })
const RETRY_MS = 100
const TRACE_END = '+++ exited with 0 +++\n'
const WEAKEN = fileURLToPath(new URL('weaken.ts', import.meta.url))

/** The moment of an answer, and what was promised by then. */
interface Answer {
  at: number
  promises: Promises[]
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

  it('[REL-DU3] takes back nothing that was answered', { timeout: 900_000 }, async ({ task }) => {
    const random = pinnedRandom()
    const recording = await record(random)
    const { images, faults } = await cutPowerAgainAndAgain(recording, random)
    expect(faults).toEqual([])
    expect(recording.refused).toBe(0)
    measured(task, `${images} images of a disk after a power cut: 0 lost, 0 corrupt`)
  })

  it('[REL-DU4] after a sync has failed takes back nothing either, though what was to be synced is gone', {
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
    '[REL-DU3] is seen to take something back when synchronous is %s',
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

/** Lets several write, with the server's system calls written down. */
async function record(
  random: () => number,
  { env = {}, fault, length = ANSWERS }: RecordOptions = {},
): Promise<Recording> {
  const place = await makeDatabase('SQLite')
  const writers = await makeWriters(place, WRITERS, random)
  const database = join(place.dataDir, 'plimsoll.db')
  const before = new Disk([database])
  const traces = await mkdtemp(join(tmpdir(), 'plimsoll-trace-'))
  const under = recorded({ file: join(traces, 'calls'), calls: DISK_CALLS, fault })
  const server = await startProcess({ place, env: { ...SERVER, ...env }, under })

  const clock = preciseClock()
  const answers: Answer[] = []
  let refused = 0
  const call = callsTo(server)
  const write = async (writer: (typeof writers)[number]) => {
    while (answers.length < length) {
      if ((await writer.write(call)) >= 500) {
        refused++
        await delay(RETRY_MS)
        await writer.check(await readAsOwner(writer.account, call, place))
        continue
      }
      answers.push({ at: clock(), promises: writers.map(({ promises }) => promises) })
    }
  }
  await Promise.all(writers.map(write))
  await server.end()
  const trace = join(traces, `calls.${server.pid}`)
  await expect.poll(() => readFileSync(trace, 'latin1').endsWith(TRACE_END), { timeout: 10_000 }).toBe(true)
  const calls = readRecording(trace, database)
  await Promise.all([place.remove(), rm(traces, { recursive: true })])
  return { accounts: writers.map(({ account }) => account), before, calls, answers, refused }
}

/** Cuts the power at answers over the whole recording; with all that is unsynced lost, none of it, or some sectors. */
async function cutPowerAgainAndAgain({ accounts, before: disk, calls, answers }: Recording, random: () => number) {
  const lucks: Luck[] = [() => false, () => true, () => random() < 0.5, () => random() < 0.9]
  const faults: string[] = []
  let images = 0
  let next = 0
  const step = Math.max(1, Math.floor(answers.length / CUTS))
  for (let index = 0; index < answers.length; index += step) {
    const { at, promises } = answers[index] as Answer
    for (; (calls[next]?.at ?? Number.POSITIVE_INFINITY) <= at; next++) disk.make(calls[next] as DiskCall)
    for (const luck of lucks) {
      const image = await mkdtemp(join(tmpdir(), 'plimsoll-image-'))
      disk.cutPower(image, luck)
      await checkImage(image, accounts, promises).catch((error) => faults.push(`answer ${index}: ${error.message}`))
      await rm(image, { recursive: true })
      images++
    }
  }
  return { images, faults }
}

/** Opens an image as the server does. Throws with what is not there. */
async function checkImage(dataDir: string, accounts: readonly Account[], promises: readonly Promises[]): Promise<void> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir, onError: () => {} })
  try {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database.read)
    if (rows[0]?.integrity_check !== 'ok') throw new Error(`corrupt: ${JSON.stringify(rows)}`)
    for (const [index, account] of accounts.entries()) {
      const kept = await readStored(account, database)
      if (!kept) throw new Error(`${account.email} is lost`)
      await settle(promises[index] as Promises, kept)
    }
  } finally {
    await database.close()
  }
}

/** Milliseconds since 1970 with their fraction, by the clock that system calls are timed by. */
function preciseClock(): () => number {
  const begin = Date.now()
  while (Date.now() === begin);
  const offset = Date.now() - performance.now()
  return () => offset + performance.now()
}
