import { setTimeout as delay } from 'node:timers/promises'
import { it } from 'vitest'
import { promised, sized } from '../../../../tooling/lib/test-size.ts'
import { measured, pinnedRandom } from '../support/attack.ts'
import { DATABASES, makeDatabase } from '../support/databases.ts'
import { startProcess } from '../support/server-process.ts'
import { makeWriters, readAsOwner } from './accounts.ts'
import { callsTo } from './calls.ts'
import { SERVER } from './server-env.ts'
import type { Writer } from './writer.ts'

const WRITERS = 8
const KILLS = Math.ceil(Number(process.env.DURABILITY_KILLS ?? sized({ small: 4, full: 500 })) / DATABASES.length)
const TELL_EVERY = 25
const LONGEST_ROUND_MS = 400
const READY_MS = promised(2_000)

it.concurrent.for(DATABASES)(
  '[REL-DU1] [REL-DU13] [REL-CL5] acknowledged writes, sessions included, survive kill -9 on %s',
  { timeout: 60_000 + KILLS * 10_000 },
  async (name, { expect, task }) => {
    const random = pinnedRandom()
    const storage = await makeDatabase(name)
    const writers = await makeWriters(storage, WRITERS, random)
    const starts: number[] = []
    const start = async () => {
      const began = performance.now()
      const server = await startProcess({ storage, env: SERVER })
      starts.push(performance.now() - began)
      return server
    }
    let server = await start()
    for (let kill = 0; kill < KILLS; kill++) {
      const call = callsTo(server)
      const writing = Promise.all(writers.map((writer) => writer.writeUntilTheEnd(call)))
      await delay(random() * LONGEST_ROUND_MS)
      // On a slow machine nothing may be answered so soon.
      if (kill === KILLS - 1) await expect.poll(() => sum(writers)).toBeGreaterThan(0)
      await Promise.all([server.end('SIGKILL'), writing])
      server = await start()
      const callAgain = callsTo(server)
      for (const writer of writers) await writer.check(await readAsOwner(writer.account, callAgain, storage))
      if ((kill + 1) % TELL_EVERY === 0) console.log(`${name}: ${kill + 1} kills, ${sum(writers)} answered, 0 lost`)
    }
    await server.end()
    await storage.remove()
    const answered = sum(writers)
    expect(answered).toBeGreaterThan(sized({ small: 0, full: KILLS }))
    const [ordinary = 0, ...afterKills] = starts
    afterKills.sort((one, other) => one - other)
    const median = afterKills[Math.floor(afterKills.length / 2)] ?? 0
    // On a machine that is busy with other things an ordinary start takes longer too.
    expect(median).toBeLessThan(Math.max(READY_MS, 2 * ordinary))
    const slowest = afterKills.at(-1) ?? 0
    measured(
      task,
      `${name}: ${KILLS} kills, ${answered} answered changes, 0 lost, ready in ${Math.round(median)} ms (slowest ${Math.round(slowest)})`,
    )
  },
)

function sum(writers: readonly Writer[]): number {
  return writers.reduce((total, { answered }) => total + answered, 0)
}
