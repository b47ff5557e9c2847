import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it, vi } from 'vitest'
import { type Attack, refusedValues, unfinishedUploads, uniqueKeys } from './support/body-attacks.ts'
import { flowBody } from './support/flows.ts'
import { bulkyFlow } from './support/large-flows.ts'
import { onEachTarget } from './support/target.ts'
import type { TestUser } from './support/test-server.ts'

const MIB = 2 ** 20
const MOST_MEMORY = 512

onEachTarget(
  'attacks with bodies and answers',
  (target) => {
    const large = JSON.stringify(flowBody()) + ' '.repeat(400 * 1024)
    const save = ({ token }: TestUser, text: string) => target().call('/api/flows', { method: 'POST', token, text })

    it.each<[string, Attack, number]>([
      ['API-772', uniqueKeys, 413],
      ['API-770', refusedValues, 422],
      ['API-775', unfinishedUploads, 503],
    ])('[%s] one user refuses nobody else, and takes a bounded memory', async (_, attack, refusal) => {
      const stop = await attack(target())
      const honest = await target().addUser()
      for (let round = 0; round < 15; round++) {
        expect((await save(honest, large)).status).toBe(201)
        expect((await target().call('/api/flows?limit=5', { token: honest.token })).status).toBe(200)
        expect(await target().memory()).toBeLessThan(MOST_MEMORY)
      }
      expect([...(await stop()).keys()].filter((status) => status !== 0)).toEqual([refusal])
    })

    it('[API-777] a user whose answers are not read gets a 503, and others theirs', async () => {
      const text = JSON.stringify(bulkyFlow(7 * MIB))
      const [user, other] = [await target().addUser(), await target().addUser()]
      const path = `/api/flows/${(await save(user, text)).body.data.id}`
      const theirs = `/api/flows/${(await save(other, text)).body.data.id}`
      const { port } = new URL(target().server.url)
      const silent = Array.from({ length: 2 }, () => {
        const socket = connect({ host: '127.0.0.1', port: Number(port) })
        socket.on('error', () => {})
        socket.pause()
        socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${user.token}\r\n\r\n`)
        return socket
      })
      const refused = await vi.waitFor(async () => {
        const answer = await target().call(path, { token: user.token })
        expect(answer.status).toBe(503)
        return answer
      })
      expect(refused.headers['retry-after']).toBe('1')
      expect((await target().call(theirs, { token: other.token })).status).toBe(200)
      for (const socket of silent) {
        socket.destroy()
        await once(socket, 'close')
      }
      await vi.waitFor(async () => expect((await target().call(path, { token: user.token })).status).toBe(200))
    })
  },
  { hasCheapHashes: true, env: { NODE_OPTIONS: '--max-old-space-size=256' } },
)
