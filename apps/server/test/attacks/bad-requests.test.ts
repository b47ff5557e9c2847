import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { sized } from '../../../../tooling/lib/test-size.ts'
import { inParallel, measured, pick, pinnedRandom } from '../support/attack.ts'
import { spoil, spoilBytes, validCalls } from '../support/bad-requests.ts'
import { flowBody } from '../support/flows.ts'
import { onEachTarget, type Target } from '../support/target.ts'

/** Number of requests per user; some of them end the user's session. */
const PER_USER = 250
/** The share of those that are sent as bytes, past any client. */
const RAW_SHARE = 0.05
const MOST_GROWTH_MIB = 200

onEachTarget(
  'bad requests',
  (target) => {
    it('[REL-OP3] no input causes a 5xx, a crash or growing memory', async ({ task }) => {
      const random = pinnedRandom()
      const size = sized({ small: 200, full: 50_000 })
      const { pid } = target().server
      const statuses = new Map<number, number>()
      const faults: string[] = []
      let memory = 0

      for (let sent = 0; sent < size; sent += PER_USER) {
        const { token, email, id } = await target().addUser()
        const endingSession = await target().openSession(id)
        const saved = await target().call('/api/flows', { token, body: flowBody() })
        const valid = validCalls({ email, flowId: saved.body.data.id })
        const requests = Array.from({ length: Math.min(PER_USER, size - sent) }, () => {
          const from = pick(random, valid)
          if (random() < RAW_SHARE) return spoilBytes(random, from)
          return spoil(random, from, from.path.endsWith('/logout') ? endingSession : token)
        })
        await inParallel(requests, 16, async (request) => {
          const status =
            typeof request === 'string'
              ? await exchange(target(), request)
              : (await target().call(request.path, request.call)).status
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          if (status >= 500) faults.push(`${status} to ${describeRequest(request)}`)
        })
        // A tenth of the way is for warming up.
        if (process.platform === 'linux' && memory === 0 && sent >= size / 10) memory = await target().memory()
      }

      expect(faults.slice(0, 5)).toEqual([])
      expect((await target().call('/api/ready')).status).toBe(200)
      expect(target().server.pid).toBe(pid)
      const growth = process.platform === 'linux' ? (await target().memory()) - memory : 0
      expect(growth).toBeLessThan(MOST_GROWTH_MIB)
      const found = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
      measured(task, `${size} requests, 0 × 5xx, memory ${growth.toFixed(0)} MiB more (${found.join(', ')})`)
    })
  },
  { hasCheapHashes: true },
)

/** Sends bytes and gives the status of the answer, 0 when the connection ends without one. */
function exchange({ server }: Target, bytes: string): Promise<number> {
  const { port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect({ host: '127.0.0.1', port: Number(port), allowHalfOpen: true }, () => socket.end(bytes))
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
    })
    socket.on('end', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0)))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(0) : reject(error),
    )
  })
}

function describeRequest(request: string | { path: string; call: { text?: unknown } }): string {
  if (typeof request === 'string') return JSON.stringify(request)
  return JSON.stringify({ ...request, call: { ...request.call, text: String(request.call.text) } })
}
