import { expect, it } from 'vitest'
import { isFullSize } from '../../../../tooling/lib/test-size.ts'
import { measured, pinnedRandom } from '../support/attack.ts'
import { makeDatabase, type TestDatabase } from '../support/databases.ts'
import { seededRandom } from '../support/random.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'
import { makeWriters, readAsOwner } from './accounts.ts'
import { callsTo } from './calls.ts'
import { needsTracing, withFault } from './faults.ts'
import { copyOf } from './folders.ts'
import { SERVER } from './server-env.ts'
import { Writer } from './writer.ts'

/** Changes of the session that is the same each time. */
const CHANGES = 12
/** Of some hundred write calls of the session, those that a small run ends at. */
const SMALL = 3
const FIRST_CALLS = 60

it('[REL-DU2] acknowledged writes survive a kill at each write call', { timeout: 1_200_000 }, async (context) => {
  needsTracing(context)
  const random = pinnedRandom()
  const seed = Math.floor(random() * 2 ** 31)
  const empty = await makeDatabase('SQLite')
  const [{ account }] = (await makeWriters(empty, 1, random)) as [Writer]

  let kills = 0
  let answered = 0
  const at = isFullSize ? everyCall() : Array.from({ length: SMALL }, () => 1 + Math.floor(random() * FIRST_CALLS))
  for (const when of at) {
    const storage = await copyOf(empty.dataDir)
    const writer = new Writer(account, seededRandom(seed))
    const isKilled = await writeUnderFault(storage, writer, when)
    answered += writer.answered
    await checkAfterRestart(storage, writer)
    await storage.remove()
    if (isKilled) kills++
    else if (isFullSize) break
  }
  await empty.remove()
  expect(kills).toBeGreaterThan(0)
  measured(context.task, `${kills} kills, one at each write call, ${answered} answered changes, 0 lost`)
})

function* everyCall() {
  for (let when = 1; ; when++) yield when
}

/** Returns whether the server was killed before the scenario ended. */
async function writeUnderFault(storage: TestDatabase, writer: Writer, when: number): Promise<boolean> {
  const under = withFault({ calls: 'pwrite64', does: 'signal=KILL', when })
  let server: ServerProcess
  try {
    server = await startProcess({ storage, under, env: SERVER })
  } catch {
    return true
  }
  const call = callsTo(server)
  try {
    for (let change = 0; change < CHANGES; change++) expect(await writer.write(call)).toBeLessThan(500)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  return (await server.end()) === 'SIGKILL'
}

async function checkAfterRestart(storage: TestDatabase, writer: Writer): Promise<void> {
  const server = await startProcess({ storage, env: SERVER })
  await writer.check(await readAsOwner(writer.account, callsTo(server), storage))
  await server.end()
}
