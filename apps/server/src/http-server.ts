import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener, RequestError } from '@hono/node-server'
import { API_ERRORS, type ApiErrorCode, type ErrorBody } from '@plimsoll/contract'
import { closeLate } from './late-close.ts'
import { PresetHeadersResponse } from './preset-headers-response.ts'

/** However slowly somebody sends or reads, the connection ends within 30 s: after a check more, and at most two stalls. */
const TIMEOUTS = { headersMs: 10_000, requestMs: 28_000, checkMs: 2_000, stallMs: 14_000 }
const STOP_TIMEOUT_MS = 8_000
const IDLE_CHECK_MS = 50

/** Matches the parsed part of a request with an invalid character in `Authorization`. */
const BROKEN_AUTHORIZATION = /\r\nauthorization:[^\r\n]*$/i

const CODE_BY_PARSER_ERROR: Record<string, ApiErrorCode> = {
  HPE_HEADER_OVERFLOW: 'client/headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'client/timeout',
}

interface ListenOptions {
  fetch: (request: Request) => Response | Promise<Response>
  /** 0 lets the system choose. */
  port: number
  host: string
  /** Set on responses that bypass the app, such as those to malformed requests. */
  headers: Record<string, string>
  /** What becomes a socket instead of a request. */
  upgrades?: Upgrades | undefined
  /** Time limits for headers and the whole request, the interval at which they are checked, and for a reader who reads nothing. */
  timeouts?: typeof TIMEOUTS
}

interface Upgrades {
  accepts(request: IncomingMessage): boolean
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

interface HttpServer {
  port: number
  /** Refuses new connections and requests, and waits up to 8 s for those in progress. */
  stop(): Promise<void>
}

/** Serves `fetch` over HTTP; resolves when it listens. */
export async function listen(options: ListenOptions): Promise<HttpServer> {
  const { fetch, port, host, headers, upgrades, timeouts = TIMEOUTS } = options
  const respondToMalformed = (error: unknown) => {
    const code = error instanceof RequestError ? 'client/bad-request' : 'api/server-error'
    const { status } = API_ERRORS[code]
    return new Response(errorText(code), { status, headers: errorHeaders(headers, code) })
  }
  const answer = getRequestListener(fetch, { hostname: host, errorHandler: respondToMalformed })
  let isStopping = false
  const answering = new Set<ServerResponse>()
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    // A connection whose answer was the last one is passing over the rest of a body: what follows it is no request.
    if (request.socket.writableEnded) return request.socket.destroy()
    if (request.method !== 'GET' && request.method !== 'HEAD') closeLate(request, response)
    answering.add(response)
    response.once('close', () => answering.delete(response))
    const fault = isStopping ? 'api/not-ready' : faultOfHeaders(request)
    if (!fault) return answer(request, response)
    const text = errorText(fault)
    const about = { ...errorHeaders(headers, fault), 'content-length': text.length, connection: 'close' }
    response.writeHead(API_ERRORS[fault].status, about).end(text)
  }
  const server = createServer(
    {
      ServerResponse: PresetHeadersResponse,
      // Node would refuse such a request itself, without our headers and body.
      requireHostHeader: false,
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      connectionsCheckingInterval: timeouts.checkMs,
      // Any other request to upgrade is answered as one without.
      shouldUpgradeCallback: (request) => upgrades?.accepts(request) === true && !faultOfHeaders(request),
    },
    respond,
  )
  // Unknown expectations may be ignored; Node would refuse them without our headers and body.
  server.on('checkExpectation', respond)
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    deferContinue(request, response)
    respond(request, response)
  })
  server.setTimeout(timeouts.stallMs, (socket) => {
    // A socket between two requests has a shorter time. One that has nothing to send waits for the body or the answer.
    if (socket.timeout !== timeouts.stallMs || socket.writableLength > 0) socket.destroy()
  })
  if (upgrades) server.on('upgrade', upgrades.upgrade)
  server.on('clientError', (error: ParserError, socket: Socket) => refuse(socket, codeOf(error), headers))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, resolve)
  })

  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      isStopping = true
      const closeIdle = setInterval(() => {
        // Node takes a connection for idle when its answer is written, though its reader does not have it yet.
        const isSending = [...answering].some((one) => one.writableEnded && !one.writableFinished)
        if (!isSending) server.closeIdleConnections()
      }, IDLE_CHECK_MS)
      const closeAll = setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS)
      // Node's own `close` of an HTTP server ends such connections, too.
      await new Promise((resolve) => NetServer.prototype.close.call(server, resolve))
      server.close()
      clearInterval(closeIdle)
      clearTimeout(closeAll)
    },
  }
}

/** Headers that must not be repeated, because the app and a proxy might read different ones. */
const FAULT_OF_REPEATED: Readonly<Record<string, ApiErrorCode>> = {
  host: 'client/bad-request',
  authorization: 'auth/unauthorized',
}

/** Why the headers of a request are refused before routing. */
function faultOfHeaders({ headers, rawHeaders, httpVersion }: IncomingMessage): ApiErrorCode | undefined {
  if (headers.host === undefined && httpVersion !== '1.0') return 'client/bad-request'
  const seen = new Set<string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? ''
    const fault = FAULT_OF_REPEATED[name]
    if (fault && seen.has(name)) return fault
    if (fault) seen.add(name)
  }
  return undefined
}

/**
 * For `Expect: 100-continue`, requests the body only when the app begins to read it, after it has checked who sends it and
 * how large it is. A response without 100 closes the connection, because the body may still arrive.
 */
function deferContinue(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('connection', 'close')
  request.once('resume', () => {
    if (response.headersSent) return
    response.setHeader('connection', response.shouldKeepAlive ? 'keep-alive' : 'close')
    response.writeContinue()
  })
}

/** Node's error for bytes that are not a request. */
interface ParserError extends NodeJS.ErrnoException {
  rawPacket?: Buffer
  bytesParsed?: number
}

function codeOf({ code = '', rawPacket, bytesParsed }: ParserError): ApiErrorCode {
  const parsed = rawPacket?.toString('latin1', 0, bytesParsed) ?? ''
  if (code === 'HPE_INVALID_HEADER_TOKEN' && BROKEN_AUTHORIZATION.test(parsed)) return 'auth/unauthorized'
  return CODE_BY_PARSER_ERROR[code] ?? 'client/bad-request'
}

function refuse(socket: Socket, code: ApiErrorCode, headers: Record<string, string>): void {
  if (!socket.writable) return
  const body = errorText(code)
  const lines = Object.entries({ ...errorHeaders(headers, code), 'content-length': body.length, connection: 'close' })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(`HTTP/1.1 ${API_ERRORS[code].status} Refused\r\n${head}\r\n${body}`)
}

function errorHeaders(headers: Record<string, string>, code: ApiErrorCode): Record<string, string> {
  return {
    ...headers,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    ...(code === 'auth/unauthorized' && { 'www-authenticate': 'Bearer' }),
    ...(code === 'api/not-ready' && { 'retry-after': '1' }),
  }
}

function errorText(code: ApiErrorCode): string {
  return JSON.stringify({ message: API_ERRORS[code].message } satisfies ErrorBody)
}
