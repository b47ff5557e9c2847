import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { closeLate } from '../src/late-close.ts'

const HEAD = 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000000\r\n\r\n'

describe('a refused body that does not end', () => {
  it.each([
    ['so long', { ms: 20, bytes: Number.POSITIVE_INFINITY }, 'a'],
    ['so many bytes', { ms: 2 ** 31 - 1, bytes: 100 }, 'a'.repeat(101)],
  ])('[API-1031] is passed over for %s only', async (_, limits, sent) => {
    const server = createServer((request, response) => {
      closeLate(request, response, limits)
      response.writeHead(413, { connection: 'close', 'content-length': 7 }).end('refused')
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true }, () => socket.write(HEAD))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(String(answer)).toMatch(/refused$/)
    socket.write(sent)
    // It closes on the server's side, since this one leaves it open.
    await new Promise<void>((closed) => server.close(() => closed()))
    socket.destroy()
  })
})
