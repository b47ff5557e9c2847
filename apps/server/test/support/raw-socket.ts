import { once } from 'node:events'
import { request } from 'node:http'
import { type RequestOptions, request as requestByTls } from 'node:https'
import type { Socket } from 'node:net'
import { IncomingMessage, MessageType } from '@hocuspocus/server'

/** A number, a text or bytes. */
type Part = number | string | Uint8Array

/** A socket of a flow that sends whatever a test likes. */
export interface RawSocket {
  authenticate(token: string): void
  send(type: MessageType, ...parts: Part[]): void
  sendFrame(frame: Uint8Array<ArrayBuffer> | string): void
  /** Authenticates, and resolves when the document is there. */
  join(token: string): Promise<void>
  /** Sends an update, and resolves when it is acknowledged or refused, or the socket has ended. */
  update(update: Uint8Array): Promise<void>
  /** Reads nothing any more. */
  pause(): void
  isClosedByServer(): boolean
  closed: Promise<{ code: number; reason: string }>
  close(): void
}

const TEXT = 0x81
const BINARY = 0x82
const PONG = 0x8a
const CLOSE = 8
const PING = 9
const NO_MASK = new Uint8Array(4)
const TOKEN = 0
const SYNC_STEP_1 = 0
const SYNC_UPDATE = 2

export async function openRawSocket(url: string, flowId: string, options: RequestOptions = {}): Promise<RawSocket> {
  const begin = url.startsWith('https:') ? requestByTls : request
  const outgoing = begin(`${url}/api/flows/${flowId}/live`, {
    ...options,
    headers: {
      ...options.headers,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    },
  })
  outgoing.end()
  const refused = once(outgoing, 'response').then(([{ statusCode }]) => {
    throw new Error(`The socket is refused with ${statusCode}.`)
  })
  const [, socket, head] = (await Promise.race([once(outgoing, 'upgrade'), refused])) as [unknown, Socket, Buffer]
  const closed = Promise.withResolvers<{ code: number; reason: string }>()
  const answered = Promise.withResolvers<void>()
  let settled = () => {}
  let received: Buffer = head
  let isClosed = false
  let isJoined = false
  socket.on('error', () => {})
  socket.on('close', () => {
    isClosed = true
    closed.resolve({ code: 1006, reason: '' })
  })
  socket.on('data', (data: Buffer) => {
    received = Buffer.concat([received, data])
    while (received.length >= 2) {
      const short = (received[1] ?? 0) & 127
      const start = short === 127 ? 10 : short === 126 ? 4 : 2
      if (received.length < start) return
      const length =
        short === 127 ? Number(received.readBigUInt64BE(2)) : short === 126 ? received.readUInt16BE(2) : short
      if (received.length < start + length) return
      const payload = received.subarray(start, start + length)
      const kind = (received[0] ?? 0) & 15
      if (kind === CLOSE) closed.resolve({ code: payload.readUInt16BE(0), reason: payload.toString('utf8', 2) })
      else if (kind === PING) stayOpen(payload)
      else if (typeOf(payload) === MessageType.Sync) answered.resolve()
      else if (typeOf(payload) === MessageType.SyncStatus) settled()
      received = received.subarray(start + length)
    }
  })

  function write(first: number, payload: Uint8Array) {
    const header = Buffer.alloc(14)
    header[0] = first
    header[1] = 128 | 127
    header.writeBigUInt64BE(BigInt(payload.length), 2)
    // The mask is zero.
    socket.write(Buffer.concat([header, payload]))
  }

  /** The server closes who does not answer, and who is silent for a minute. */
  function stayOpen(payload: Uint8Array) {
    // A control frame has the short form of the length.
    socket.write(Buffer.concat([Uint8Array.of(PONG, 128 | payload.length), NO_MASK, payload]))
    if (isJoined) askForState()
  }

  const askForState = () => send(MessageType.Sync, SYNC_STEP_1, new Uint8Array([0]))

  const send = (type: MessageType, ...parts: Part[]) =>
    write(BINARY, Buffer.concat([flowId, type, ...parts].map(encoded)))

  const authenticate = (token: string) => send(MessageType.Auth, TOKEN, token)

  return {
    authenticate,
    join(token) {
      authenticate(token)
      isJoined = true
      askForState()
      return answered.promise
    },
    update(update) {
      send(MessageType.Sync, SYNC_UPDATE, update)
      const told = Promise.withResolvers<void>()
      settled = told.resolve
      return Promise.race([told.promise, closed.promise.then(() => {})])
    },
    send,
    sendFrame: (frame) => (typeof frame === 'string' ? write(TEXT, Buffer.from(frame)) : write(BINARY, frame)),
    pause: () => void socket.pause(),
    isClosedByServer: () => isClosed,
    closed: closed.promise,
    close: () => void socket.destroy(),
  }
}

/** As the protocol writes numbers, texts and bytes. */
function encoded(part: Part): Uint8Array {
  if (typeof part === 'number') return varUint(part)
  const bytes = typeof part === 'string' ? Buffer.from(part) : part
  return Buffer.concat([varUint(bytes.length), bytes])
}

function varUint(number: number): Uint8Array {
  const bytes: number[] = []
  let rest = number
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push(128 | (rest & 127))
  return Uint8Array.from([...bytes, rest])
}

function typeOf(payload: Uint8Array): number {
  const message = new IncomingMessage(payload)
  message.readVarString()
  return message.readVarUint()
}
