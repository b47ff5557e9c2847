import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { BODY_ATTACKS } from './support/body-attacks.ts'
import { flowBody } from './support/flows.ts'
import { bulkyFlow } from './support/large-flows.ts'
import { onEachTarget } from './support/target.ts'
import type { TestUser } from './support/test-server.ts'

const MIB = 2 ** 20
const MOST_MEMORY = 512
const EXPORT = '/api/profile/export'

onEachTarget(
  'attacks with bodies and answers',
  (target) => {
    const large = JSON.stringify(flowBody()) + ' '.repeat(400 * 1024)
    const save = ({ token }: TestUser, text: string) => target().call('/api/flows', { method: 'POST', token, text })

    it('[API-775] uploads without an end refuse nobody else, and take a bounded memory', async () => {
      const stop = await BODY_ATTACKS.unfinishedUploads(target())
      const honest = await target().addUser()
      for (let round = 0; round < 5; round++) {
        expect((await save(honest, large)).status).toBe(201)
        expect(await target().memory()).toBeLessThan(MOST_MEMORY)
      }
      expect([...(await stop()).keys()].filter((status) => status !== 0)).toEqual([503])
    })

    it('[API-777] a user whose answers are not read gets a 503, and others theirs', async () => {
      const text = JSON.stringify(bulkyFlow(7 * MIB))
      const [user, other] = [await target().addUser(), await target().addUser()]
      const path = `/api/flows/${(await save(user, text)).body.data.id}`
      expect((await save(user, text)).status).toBe(201)
      const theirs = `/api/flows/${(await save(other, JSON.stringify(bulkyFlow(MIB / 4)))).body.data.id}`
      const { port } = new URL(target().server.url)
      const silent = Array.from({ length: 2 }, () => {
        const socket = connect({ host: '127.0.0.1', port: Number(port) })
        socket.on('error', () => {})
        socket.pause()
        // More than the system takes from the server before anybody has read it.
        socket.write(`GET ${EXPORT} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${user.token}\r\n\r\n`)
        return socket
      })
      const begun = () => target().server.lines.filter((line) => line.includes(EXPORT) && line.includes('"status":200'))
      await expect.poll(begun).toHaveLength(2)
      const refused = await target().call(path, { token: user.token })
      expect(refused.status).toBe(503)
      expect(refused.headers['retry-after']).toBe('1')
      expect((await target().call(theirs, { token: other.token })).status).toBe(200)
      for (const socket of silent) {
        socket.destroy()
        await once(socket, 'close')
      }
      await expect.poll(async () => (await target().call(path, { token: user.token })).status).toBe(200)
    })
  },
  { hasCheapHashes: true, env: { NODE_OPTIONS: '--max-old-space-size=256' } },
)
