import { connect, type Socket } from 'node:net'
import type { Load, LoadResult } from './load.ts'

// Talks to its parent: takes one load after the other, and answers each with what came of it.
process.on('message', async (load: Load) => process.send?.(await generate(load)))

const HEAD_END = '\r\n\r\n'

async function generate({ port, requests, ms, from, isBusy = false }: Load): Promise<LoadResult> {
  const sockets = await Promise.all(requests.map(() => open(port)))
  const latencies: number[] = []
  const statuses: Record<string, number> = {}
  const started = performance.now()
  let isOver = !isBusy
  const poll = () => void (isOver || setImmediate(poll))
  poll()
  const next = await Promise.all(
    sockets.map(async (socket, index) => {
      const [before = '', after] = (requests[index] ?? '').split('{n}').map((text) => Buffer.from(text))
      const exchange = reader(socket)
      let n = from[index] ?? 0
      do {
        const sentAt = performance.now()
        socket.cork()
        socket.write(before)
        if (after) {
          socket.write(String(n).padEnd(8))
          socket.write(after)
        }
        socket.uncork()
        const status = await exchange()
        statuses[status] = (statuses[status] ?? 0) + 1
        latencies.push(performance.now() - sentAt)
        n++
      } while (performance.now() - started < ms)
      return n
    }),
  )
  isOver = true
  const seconds = (performance.now() - started) / 1_000
  for (const socket of sockets) socket.destroy()
  latencies.sort((a, b) => a - b)
  const p99Ms = latencies[Math.floor(latencies.length * 0.99)] ?? 0
  return { count: latencies.length, seconds, p99Ms, statuses, next }
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

/** Gives a function that waits for one whole answer and tells its status. Knows answers with a length only: ours have one. */
function reader(socket: Socket): () => Promise<number> {
  let missing = -1
  let status = 0
  let head: Buffer = Buffer.alloc(0)
  let done: (status: number) => void = () => {}
  socket.on('data', (chunk: Buffer) => {
    if (missing < 0) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
      const end = head.indexOf(HEAD_END)
      if (end < 0) return
      const text = head.toString('latin1', 0, end)
      status = Number(text.slice(9, 12))
      missing = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0) + end + HEAD_END.length - head.length
      head = Buffer.alloc(0)
    } else missing -= chunk.length
    if (missing > 0) return
    missing = -1
    done(status)
  })
  return () => new Promise((resolve) => (done = resolve))
}
