import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPasswordHasher } from '../apps/server/src/modules/auth/password-hasher.ts'
import { addAccount } from './server/library.ts'
import { LoadGenerator } from './server/load.ts'
import { startMeasured } from './server/measured-process.ts'
import { request, requestWithBody } from './server/requests.ts'

const SERVER = join(import.meta.dirname, '..', 'apps', 'server', 'src', 'main.ts')
const LOGINS = 500
const MS = 8_000

/** How long somebody who is logged in waits for the list while 500 others log in at once, and again when they are answered. */
export async function bench(): Promise<Record<string, number>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'plimsoll-bench-'))
  const [id, password] = [randomUUID(), 'Correct4Horse']
  const token = await addAccount({ dataDir }, id, await (await createPasswordHasher()).hash(password))
  const server = await startMeasured(SERVER, [], { PORT: '0', DATA_DIR: dataDir, DEMO_MODE: '0', RATE_LIMITS: 'off' })
  const [reader, crowd] = [new LoadGenerator(), new LoadGenerator()]
  try {
    const { port } = server
    const list = { port, requests: [request('GET', '/api/flows', token)], from: [0] }
    const login = requestWithBody(
      'POST',
      '/api/auth/login',
      '',
      JSON.stringify({ email: `${id}@example.com`, password }),
    )
    const burst = { port, requests: Array<string>(LOGINS).fill(login), from: Array<number>(LOGINS).fill(0), ms: 0 }
    await reader.send({ ...list, ms: 2_000 })
    await crowd.send(burst, ['200', '503'])
    const quiet = await reader.send({ ...list, ms: MS })

    let isOver = false
    const statuses: Record<string, number> = {}
    const flood = (async () => {
      while (!isOver) {
        const answers = (await crowd.send(burst, ['200', '503'])).statuses
        for (const [status, count] of Object.entries(answers)) statuses[status] = (statuses[status] ?? 0) + count
      }
    })()
    const flooded = await reader.send({ ...list, ms: MS })
    isOver = true
    await flood
    return {
      'flood.list.p99Ms': flooded.p99Ms,
      'flood.list.quietP99Ms': quiet.p99Ms,
      'flood.list.p99.toQuiet': flooded.p99Ms / quiet.p99Ms,
      'flood.list.perSecond': flooded.count / flooded.seconds,
      'flood.logins.done': statuses['200'] ?? 0,
      'flood.logins.turnedAway': statuses['503'] ?? 0,
    }
  } finally {
    reader.stop()
    crowd.stop()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
