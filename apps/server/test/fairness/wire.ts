import { connect, type Socket } from 'node:net'
import { gunzipSync } from 'node:zlib'

export interface Answer {
  /** 0: the connection was closed instead. */
  status: number
  /** The status line and the headers. */
  head: string
  /** Unpacked when it is read. */
  readonly text: string
  ms: number
}

/** What has arrived of an answer. */
interface Received {
  status: number
  head: string
  body: Buffer
}

/** As browsers ask. What is large has a length only then. */
export const GZIP = { 'accept-encoding': 'gzip' } as const

/** One connection, which asks one thing after the other. As cheap as can be: what loads a server shares its cores. */
export interface Wire {
  /** Sends a whole request, in parts or not, and waits for its answer. Opens the connection anew where the server has closed it. */
  ask(...request: Buffer[]): Promise<Answer>
  /** Sends part of a request, or more of one, without waiting. */
  send(bytes: Buffer): Promise<void>
  /** Reads nothing any more. */
  pause(): void
  readonly isOpen: boolean
  close(): void
}

const HEAD_END = '\r\n\r\n'
const CLOSED: Received = { status: 0, head: '', body: Buffer.alloc(0) }

interface RequestParts {
  method?: string
  path: string
  token?: string | undefined
  /** Sent as JSON, a text as it is. */
  body?: unknown
  headers?: Record<string, string>
}

/** The bytes of a request. */
export function requestBytes({ body, ...parts }: RequestParts): Buffer {
  const content = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
  return Buffer.concat(requestParts({ ...parts, content: content === undefined ? [] : [Buffer.from(content)] }))
}

/** The same in parts, which requests may have in common. */
export function requestParts(parts: Omit<RequestParts, 'body'> & { content: readonly Buffer[] }): Buffer[] {
  const { method, path, token, content, headers = {} } = parts
  const length = content.reduce((sum, part) => sum + part.length, 0)
  const lines = [
    `${method ?? (content.length === 0 ? 'GET' : 'POST')} ${path} HTTP/1.1`,
    'host: localhost',
    ...(token ? [`authorization: Bearer ${token}`] : []),
    ...(content.length === 0 ? [] : ['content-type: application/json', `content-length: ${length}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return [Buffer.from(lines.join('\r\n') + HEAD_END), ...content]
}

/** Answers with these have no body and no length (RFC 9110). */
const BODILESS = new Set([204, 304])

/** A connection from an address of this machine: on Linux any of 127.0.0.0/8. */
export function openWire(port: number, from = '127.0.0.1'): Wire {
  let socket: Socket | undefined
  let done: ((answer: Received | Error) => void) | undefined
  let chunks: Buffer[] = []
  let missing = -1
  let status = 0
  let head = ''

  function finish(answer: Received | Error) {
    const settle = done
    done = undefined
    chunks = []
    missing = -1
    settle?.(answer)
  }

  function read(chunk: Buffer) {
    if (missing < 0) {
      const received = chunks.length === 0 ? chunk : Buffer.concat([...chunks, chunk])
      const end = received.indexOf(HEAD_END)
      chunks = [received]
      if (end < 0) return
      head = received.toString('latin1', 0, end)
      status = Number(head.slice(9, 12))
      const length = BODILESS.has(status) ? 0 : /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
      // The rest of it would be taken for the next answer.
      if (length === undefined) return finish(new Error(`An answer has no length, ask for it as GZIP: ${head}`))
      missing = Number(length) + end + HEAD_END.length - received.length
      chunks = [received.subarray(end + HEAD_END.length)]
    } else {
      missing -= chunk.length
      chunks.push(chunk)
    }
    if (missing <= 0) finish({ status, head, body: Buffer.concat(chunks) })
  }

  function opened(): Promise<Socket> {
    if (socket?.writable) return Promise.resolve(socket)
    return new Promise((resolve) => {
      const made = connect({ host: '127.0.0.1', port, localAddress: from, noDelay: true }, () => resolve(made))
      socket = made
      made.on('data', read)
      made.on('error', () => {})
      made.on('close', () => {
        if (socket === made) finish(CLOSED)
        resolve(made)
      })
    })
  }

  return {
    async ask(...request) {
      const start = performance.now()
      const open = await opened()
      const answer = await new Promise<Received>((resolve, reject) => {
        done = (answer) => (answer instanceof Error ? reject(answer) : resolve(answer))
        if (open.destroyed) return finish(CLOSED)
        open.cork()
        for (const part of request) open.write(part)
        open.uncork()
      })
      return answerOf(answer, performance.now() - start)
    },
    async send(bytes) {
      const open = await opened()
      if (!open.destroyed) open.write(bytes)
    },
    pause: () => void socket?.pause(),
    get isOpen() {
      return socket !== undefined && !socket.destroyed
    },
    close: () => void socket?.destroy(),
  }
}

const answerOf = ({ status, head, body }: Received, ms: number): Answer => ({
  ...{ status, head, ms },
  get text() {
    return (/\r\ncontent-encoding: gzip/i.test(head) ? gunzipSync(body) : body).toString()
  },
})
