import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { listen } from '../src/http-server.ts'

type Listening = Awaited<ReturnType<typeof listen>>
let server: Listening | undefined

afterEach(async () => {
  await server?.stop()
  server = undefined
})

async function start(fetch: (request: Request) => Response | Promise<Response>): Promise<Listening> {
  const timeouts = { headersMs: 200, requestMs: 400, checkMs: 50 }
  server = await listen({ fetch, port: 0, host: '127.0.0.1', headers: { 'x-ours': '1' }, timeouts })
  return server
}

function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(bytes))
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })
}

const POST = 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n'

describe('the HTTP server', () => {
  it.each([
    ['headers', POST],
    ['a body', `${POST}\r\nabc`],
  ])('[API-29] %s that do not arrive in time end in a 408', async (_, bytes) => {
    const { port } = await start(async (request) => new Response(await request.text()))
    const answer = await exchange(port, bytes)
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toContain('x-ours: 1\r\n')
    expect(answer).toMatch(/\r\n\r\n\{"message":"[^"]+"\}$/)
  })

  it('[API-25] answers what is under way before it stops, and closes idle connections at once', async () => {
    const { promise: asked, resolve: tellAsked } = Promise.withResolvers<void>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const listening = await start(async ({ url }) => {
      if (url.endsWith('/slow')) {
        tellAsked()
        await released
      }
      return new Response('done')
    })
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`
    const idle = exchange(listening.port, get('/'))
    const slow = exchange(listening.port, get('/slow'))
    await asked
    let isStopped = false
    const stopped = listening.stop().then(() => {
      isStopped = true
    })
    expect(await idle).toContain('done')
    await delay(100)
    expect(isStopped).toBe(false)
    await expect(exchange(listening.port, get('/'))).rejects.toThrow('ECONNREFUSED')
    release()
    expect(await slow).toContain('done')
    await stopped
    server = undefined
  })
})
