import { type EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { listen } from '../src/http-server.ts'

type Listening = Awaited<ReturnType<typeof listen>>
let server: Listening | undefined

afterEach(async () => {
  await server?.stop()
  server = undefined
})

async function start(
  fetch: (request: Request, env?: { outgoing?: EventEmitter }) => Response | Promise<Response>,
): Promise<Listening> {
  // Long for the tests themselves: in their own process, too, what is sent at once may take a while on a machine that is busy.
  const timeouts = { headersMs: 1000, requestMs: 1500, checkMs: 50, stallMs: 1000 }
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

/** Sends a byte now and then until the server closes the connection; what it got by then. */
function sendSlowly(port: number, beginning: string): Promise<string> {
  let timer: NodeJS.Timeout | undefined
  const socket = connect({ host: '127.0.0.1', port }, () => {
    socket.write(beginning)
    timer = setInterval(() => socket.write('x'), SLOW_MS)
  })
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  return new Promise((resolve) => {
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      resolve(received)
    })
  })
}

/** Less than any time that is given for more. */
const SLOW_MS = 60

/** More than the system takes from a server before a reader has read anything. */
const LARGE = 24 * 2 ** 20
const PART = 64 * 1024

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

  it.each([
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['a broken header', 'GET / HTTP/1.1\r\nhost: localhost\r\nx-some: \x01\r\n\r\n', 400],
    ['what is no HTTP', '\x16\x03\x01\r\n\r\n', 400],
    ['too long headers', `GET / HTTP/1.1\r\nhost: localhost\r\nx-some: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('[API-1] a request with %s gets the error body', async (_, bytes, status) => {
    const { port } = await start(() => new Response('done'))
    const answer = await exchange(port, bytes)
    expect(answer.slice(0, 13)).toBe(`HTTP/1.1 ${status} `)
    expect(answer).toContain('x-ours: 1\r\n')
    expect(answer).toContain('content-type: application/json; charset=utf-8\r\n')
    expect(answer).toMatch(/\r\n\r\n\{"message":"[^"]+"\}$/)
  })

  const HEAD = 'GET / HTTP/1.1\r\nhost: localhost\r\n'

  it.each([
    ['two hosts', `${HEAD}Host: evil.test\r\n\r\n`, 400],
    ['a length and chunks', `${POST}transfer-encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ['two lengths', `${POST}content-length: 11\r\n\r\nabcdefghijk`, 400],
    ['two Authorization headers', `${HEAD}authorization: Bearer a\r\nAuthorization: Bearer a\r\n\r\n`, 401],
  ])('[REL-IN9] a request with %s is refused before routing, and its connection closed', async (_, bytes, status) => {
    let isSeen = false
    const { port } = await start(() => {
      isSeen = true
      return new Response('done')
    })
    const answer = await exchange(port, bytes)
    expect(answer.slice(0, 13)).toBe(`HTTP/1.1 ${status} `)
    expect(answer).toContain('x-ours: 1\r\n')
    expect(answer).toContain('connection: close\r\n')
    expect(answer.includes('www-authenticate: Bearer\r\n')).toBe(status === 401)
    expect(isSeen).toBe(false)
  })

  const WAITING = `POST / HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\ncontent-length: 3\r\n\r\n`

  it('[REL-IN19] a body announced with Expect is requested only when the app reads it', async () => {
    const { port } = await start(async (request) => {
      const isWanted = request.headers.get('content-length') === '3'
      return new Response(isWanted ? await request.text() : 'not wanted', { headers: { connection: 'close' } })
    })
    const unwanted = await exchange(port, WAITING.replace(': 3', ': 4'))
    expect(unwanted).toMatch(/^HTTP\/1\.1 200 [\s\S]*not wanted$/)

    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(WAITING))
    const [asked] = (await once(socket, 'data')) as [Buffer]
    expect(asked.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    socket.write('abc')
    const [answered] = (await once(socket, 'data')) as [Buffer]
    expect(answered.toString()).toMatch(/^HTTP\/1\.1 200 [\s\S]*abc$/)
    socket.destroy()
  })

  it('[REL-IN19] the connection stays open after a requested body, and closes otherwise', async () => {
    const { port } = await start(async (request) => {
      return request.url.endsWith('/read') ? new Response(await request.text()) : new Response('refused')
    })
    const socket = connect({ host: '127.0.0.1', port })
    const next = async () => String((await once(socket, 'data'))[0])
    socket.write(WAITING.replace('/ ', '/read '))
    expect(await next()).toContain('100 Continue')
    socket.write('abc')
    expect(await next()).toMatch(/\r\nconnection: keep-alive\r\n[\s\S]*abc$/i)
    socket.write(WAITING)
    expect(await next()).toMatch(/connection: close[\s\S]*refused$/)
    await once(socket, 'close')
  })

  it('[API-1030] whoever sends a body that is refused before its end reads the answer, and what follows it is no request', async () => {
    const paths: string[] = []
    const { port } = await start(({ url }) => {
      paths.push(new URL(url).pathname)
      return new Response('refused', { status: 413, headers: { connection: 'close' } })
    })
    const socket = connect({ host: '127.0.0.1', port })
    // More than the system buffers, of a sender who reads nothing before all of it has gone.
    const size = 16 * 2 ** 20
    socket.write(`POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${size}\r\n\r\n`)
    await new Promise((done) => socket.write(Buffer.alloc(size), done))
    socket.write('GET /next HTTP/1.1\r\nhost: localhost\r\n\r\n')
    let answer = ''
    for await (const chunk of socket) answer += chunk
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close\r\n[\s\S]*refused$/i)
    expect(paths).toEqual(['/'])
  })

  it('[API-1] ignores unknown expectations', async () => {
    const { port } = await start(() => new Response('done'))
    const answer = await exchange(port, 'GET / HTTP/1.0\r\nexpect: a miracle\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  })

  it.each(['\x01', 'Bearer \x01', 'Bearer \0abc', 'Bearer abc\x7f'])(
    '[REL-SE8] control characters in the Authorization header are a 401: %j',
    async (authorization) => {
      const { port } = await start(() => new Response('done'))
      const request = `GET / HTTP/1.1\r\nhost: localhost\r\nAuthorization: ${authorization}\r\nx-some: 1\r\n\r\n`
      const answer = await exchange(port, request)
      expect(answer).toMatch(/^HTTP\/1\.1 401 [\s\S]*\r\n\r\n\{"message":"[^"]+"\}$/)
      expect(answer).toContain('www-authenticate: Bearer\r\n')
    },
  )

  it('[API-25] finishes requests in progress before it stops, and closes idle connections at once', async () => {
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
    await expect(exchange(listening.port, get('/'))).rejects.toThrow('ECONNREFUSED')
    expect(isStopped).toBe(false)
    release()
    expect(await slow).toContain('done')
    await stopped
    server = undefined
  })

  const inParts = (size: number) => {
    let sent = 0
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (sent >= size) return controller.close()
          controller.enqueue(new Uint8Array(PART))
          sent += PART
        },
      },
      { highWaterMark: 0 },
    )
    return { body, sent: () => sent }
  }
  const reader = async (port: number) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.pause()
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
    return socket
  }

  it.each(['at once', 'in parts'])('[API-776] a reader who reads nothing of an answer is closed (%s)', async (how) => {
    const gone = Promise.withResolvers<void>()
    const { port } = await start((_, { outgoing } = {}) => {
      outgoing?.once('close', gone.resolve)
      return new Response(how === 'at once' ? new Uint8Array(LARGE) : inParts(LARGE).body)
    })
    const socket = await reader(port)
    await gone.promise
    socket.resume()
    await once(socket, 'close')
    expect(socket.bytesRead).toBeLessThan(LARGE)
  })

  it('[REL-LO4] hundreds that send or read a byte now and then are closed, and others are answered meanwhile', async () => {
    const readers = 5
    const gone = Promise.withResolvers<void>()
    let closed = 0
    const { port } = await start(async (request, { outgoing } = {}) => {
      if (request.method === 'POST') return new Response(await request.text())
      outgoing?.once('close', () => ++closed === readers && gone.resolve())
      return new Response(new Uint8Array(LARGE))
    })
    const sockets = await Promise.all(Array.from({ length: readers }, () => reader(port)))
    const reading = setInterval(() => {
      for (const socket of sockets) socket.read(1)
    }, SLOW_MS)
    const beginnings = ['POST / HTTP/1.1\r\nhost: local', `${POST.replace('10', '5000')}\r\n`]
    const slow = Promise.all(Array.from({ length: 300 }, (_, index) => sendSlowly(port, beginnings[index % 2] ?? '')))
    const quick = await exchange(port, `${POST}connection: close\r\n\r\n0123456789`)
    expect(quick).toMatch(/^HTTP\/1\.1 200 [\s\S]*0123456789$/)
    for (const received of await slow) expect(received).toMatch(/^HTTP\/1\.1 408 /)
    await gone.promise
    clearInterval(reading)
    for (const socket of sockets) socket.destroy()
  })

  it('[API-776] a slow reader gets all', async () => {
    const { port } = await start(() => new Response(inParts(LARGE).body))
    const socket = await reader(port)
    let received = 0
    // Reads a part, and then nothing for a third of the time that is given.
    socket.on('data', (chunk) => {
      received += chunk.length
      if (received % (LARGE / 10) > chunk.length) return
      socket.pause()
      setTimeout(() => socket.resume(), 300)
    })
    socket.resume()
    await once(socket, 'close')
    expect(received).toBeGreaterThan(LARGE)
  })

  it.each(['at once', 'in parts'])('[API-779] a download is finished while the server stops (%s)', async (how) => {
    const listening = await start(() => new Response(how === 'at once' ? new Uint8Array(LARGE) : inParts(LARGE).body))
    const socket = await reader(listening.port)
    await once(socket, 'readable')
    const stopped = listening.stop()
    await expect(exchange(listening.port, '')).rejects.toThrow('ECONNREFUSED')
    let received = 0
    socket.on('data', (chunk) => {
      received += chunk.length
    })
    // Idle connections are looked for several times before the rest is read.
    socket.pause()
    setTimeout(() => socket.resume(), 150)
    await once(socket, 'close')
    expect(received).toBeGreaterThan(LARGE)
    await stopped
    server = undefined
  })
})
