import { setTimeout as delay } from 'node:timers/promises'
import { seededRandom } from '../support/random.ts'
import type { Row } from './attacks.ts'
import { MEMORY_ROWS } from './attacks-on-memory.ts'
import { QUEUE_ROWS } from './attacks-on-queues.ts'
import { SAVE_ROWS } from './attacks-on-saves.ts'
import { SOCKET_ROWS } from './attacks-on-sockets.ts'
import { comeAfterOthers } from './flood.ts'
import { requestsOf, startHonestUsers } from './honest.ts'
import { startStage } from './stage.ts'
import { describe, faultsOf } from './verdict.ts'

export const FAIRNESS_ROWS: readonly Row[] = [...QUEUE_ROWS, ...SOCKET_ROWS, ...SAVE_ROWS, ...MEMORY_ROWS]

/** Before the attack: what is compiled and opened then is not measured. */
const WARM_UP_MS = 2_000

export interface RunOptions {
  /** Undefined for SQLite. */
  postgresUrl: string | undefined
  size: string
  seed: string
}

export interface RowOutcome {
  name: string
  /** Empty when the row holds. */
  faults: string[]
}

/** Attacks a server beside honest users, prints a line with what was measured, and says whether the row holds. */
export async function runRow(row: Row, { postgresUrl, size, seed }: RunOptions): Promise<RowOutcome> {
  const name = `${row.id} on ${postgresUrl ? 'PostgreSQL' : 'SQLite'}`
  const sized = (small: number, full: number) => (size === 'full' ? full : small)
  const stage = await startStage({ postgresUrl })
  const honest = await startHonestUsers(stage, Number(seed))
  const over = new AbortController()
  const faults: string[] = []
  try {
    const prepared = { stage, until: over.signal, random: seededRandom(Number(seed)), sized }
    const attack = await row.prepare({ ...prepared, fault: (text) => faults.push(text) })
    // Attackers have machines of their own: what they do here must not take the time of the server.
    comeAfterOthers()
    await delay(WARM_UP_MS)
    await honest.look()
    const attacked = attack()
    await delay(sized(5_000, 20_000))
    const isAlive = stage.isAlive()
    const seen = await honest.end()
    over.abort()
    const done = await attacked
    const { answered, refused } = seen
    const measured = { requests: requestsOf(seen), logins: answered.login, refused, peakMiB: stage.peakMiB(), isAlive }
    const wrong = faultsOf({ ...measured, faults })
    console.log(`${wrong.length > 0 ? 'FAIL' : 'ok  '} ${name.padEnd(25)} ${describe(measured)}`)
    console.log(`     ${row.title}: ${done}`)
    return { name, faults: wrong }
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    console.log(`FAIL ${name}`)
    return { name, faults: [message] }
  } finally {
    over.abort()
    honest.stop()
    await stage.stop()
  }
}
