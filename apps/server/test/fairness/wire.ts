import { connect, type Socket } from 'node:net'

export interface Answer {
  /** 0: the connection was closed instead. */
  status: number
  text: string
  ms: number
}

/** One connection, which asks one thing after the other. As cheap as can be: what loads a server shares its cores. */
export interface Wire {
  /** Sends a whole request and waits for its answer. Opens the connection anew where the server has closed it. */
  ask(request: Buffer): Promise<Answer>
  /** Sends part of a request, or more of one, without waiting. */
  send(bytes: Buffer): Promise<void>
  /** Reads nothing any more. */
  pause(): void
  readonly isOpen: boolean
  close(): void
}

const HEAD_END = '\r\n\r\n'
const CLOSED: Answer = { status: 0, text: '', ms: 0 }

interface RequestParts {
  method?: string
  path: string
  token?: string | undefined
  /** Sent as JSON, a text as it is. */
  body?: unknown
  headers?: Record<string, string>
}

/** The bytes of a request. */
export function requestBytes({ method, path, token, body, headers = {} }: RequestParts): Buffer {
  const content = Buffer.from(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body))
  const lines = [
    `${method ?? (body === undefined ? 'GET' : 'POST')} ${path} HTTP/1.1`,
    'host: localhost',
    ...(token ? [`authorization: Bearer ${token}`] : []),
    ...(body === undefined ? [] : ['content-type: application/json', `content-length: ${content.length}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return Buffer.concat([Buffer.from(lines.join('\r\n') + HEAD_END), content])
}

/** A connection from an address of this machine: on Linux any of 127.0.0.0/8. */
export function openWire(port: number, from = '127.0.0.1'): Wire {
  let socket: Socket | undefined
  let done: ((answer: Omit<Answer, 'ms'>) => void) | undefined
  let chunks: Buffer[] = []
  let missing = -1
  let status = 0

  function finish(answer: Omit<Answer, 'ms'>) {
    const settle = done
    done = undefined
    chunks = []
    missing = -1
    settle?.(answer)
  }

  function read(chunk: Buffer) {
    if (missing < 0) {
      const head = chunks.length === 0 ? chunk : Buffer.concat([...chunks, chunk])
      const end = head.indexOf(HEAD_END)
      chunks = [head]
      if (end < 0) return
      const text = head.toString('latin1', 0, end)
      status = Number(text.slice(9, 12))
      // Answers of the server have a length.
      missing = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0) + end + HEAD_END.length - head.length
      chunks = [head.subarray(end + HEAD_END.length)]
    } else {
      missing -= chunk.length
      chunks.push(chunk)
    }
    if (missing <= 0) finish({ status, text: Buffer.concat(chunks).toString() })
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
    async ask(request) {
      const start = performance.now()
      const open = await opened()
      const answer = await new Promise<Omit<Answer, 'ms'>>((resolve) => {
        done = resolve
        if (open.destroyed) finish(CLOSED)
        else open.write(request)
      })
      return { ...answer, ms: performance.now() - start }
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
