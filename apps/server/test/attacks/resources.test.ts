import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { sized } from '../../../../tooling/lib/test-size.ts'
import { inParallel, measured } from '../support/attack.ts'
import { flowBody } from '../support/flows.ts'
import { onEachTarget, type Target } from '../support/target.ts'

onEachTarget('resources', (target) => {
  it('[REL-OP9] dropped connections leave nothing open', async ({ task }) => {
    const count = sized({ small: 150, full: 10_000 })
    const { token } = await target().addUser()
    await target().call('/api/flows', { token, body: flowBody() })
    // As many at once as later, so that what is kept for further ones is open by now.
    await inParallel(Array.from({ length: 500 }), 50, async () => void (await target().call('/api/flows', { token })))
    const before = await openFiles(target())
    const head = `authorization: Bearer ${token}\r\nhost: localhost\r\ncontent-type: application/json\r\n`
    const beginnings = [
      '',
      'GET /api/flows HTTP/1.1\r\nhost: lo',
      `POST /api/flows HTTP/1.1\r\n${head}content-length: 5000\r\n\r\n{"name":"ha`,
      `POST /api/flows HTTP/1.1\r\n${head}transfer-encoding: chunked\r\n\r\n5\r\n{"nam`,
      `GET /api/flows HTTP/1.1\r\n${head}\r\n`,
      `GET /api/profile/export HTTP/1.1\r\n${head}\r\n`,
    ]
    await inParallel(Array.from({ length: count }).keys(), 50, (index) =>
      drop(target(), beginnings[index % beginnings.length] ?? ''),
    )
    // The system takes a moment to tell the server that the other side is gone.
    await expect.poll(() => openFiles(target()), { timeout: 10_000 }).toBeLessThanOrEqual(before + 2)
    expect((await target().call('/api/flows', { token })).body.data).toHaveLength(1)
    measured(task, `${count} connections dropped: ${before} files open before, ${await openFiles(target())} after`)
  })
})

/** Number of open files and sockets; 0 where the system does not provide it. */
async function openFiles({ server }: Target): Promise<number> {
  return process.platform === 'linux' ? (await readdir(`/proc/${server.pid}/fd`)).length : 0
}

function drop({ server }: Target, beginning: string): Promise<void> {
  const { port } = new URL(server.url)
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: Number(port) }, () => {
      socket.write(beginning, () => socket.destroy())
    })
    socket.on('close', () => resolve())
    socket.on('error', () => {})
  })
}
