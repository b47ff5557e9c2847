import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import { API_ERRORS, type ApiErrorCode, type ErrorBody } from '@plimsoll/contract'
import { Answer } from './answer.ts'

const TIMEOUTS = { headersMs: 10_000, requestMs: 30_000, checkMs: 2_000 }
const STOP_TIMEOUT_MS = 8_000
const IDLE_CHECK_MS = 50

/** What was read of a request whose `Authorization` holds a character that no header may hold. */
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
  /** Set on the answers that are given past the app, to what is not even a request. */
  headers: Record<string, string>
  /** Within what time headers and the whole request must have arrived, and how often that is looked at. */
  timeouts?: typeof TIMEOUTS
}

interface HttpServer {
  port: number
  /** Takes no new connection or request and waits for those under way, 8 s at most. */
  stop(): Promise<void>
}

/** Serves `fetch` over HTTP; resolves when it listens. */
export async function listen({ fetch, port, host, headers, timeouts = TIMEOUTS }: ListenOptions): Promise<HttpServer> {
  const answerMalformed = (error: unknown) => {
    const code = error instanceof RequestError ? 'client/bad-request' : 'api/server-error'
    const { status } = API_ERRORS[code]
    return new Response(errorText(code), { status, headers: errorHeaders(headers, code) })
  }
  const answer = getRequestListener(fetch, { hostname: host, errorHandler: answerMalformed })
  let isStopping = false
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    const fault = isStopping ? 'api/not-ready' : faultOfHead(request)
    if (!fault) return answer(request, response)
    const text = errorText(fault)
    const about = { ...errorHeaders(headers, fault), 'content-length': text.length, connection: 'close' }
    response.writeHead(API_ERRORS[fault].status, about).end(text)
  }
  const server = createServer(
    {
      ServerResponse: Answer,
      // Node's own refusal has neither our headers nor our body.
      requireHostHeader: false,
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      connectionsCheckingInterval: timeouts.checkMs,
    },
    respond,
  )
  // An expectation that nobody knows may be passed over; Node's own refusal would again not be ours.
  server.on('checkExpectation', respond)
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    continueWhenRead(request, response)
    respond(request, response)
  })
  server.on('clientError', (error: ParserError, socket: Socket) => refuse(socket, codeOf(error), headers))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, resolve)
  })

  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      isStopping = true
      const closeIdle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
      const closeAll = setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS)
      await new Promise((resolve) => server.close(resolve))
      clearInterval(closeIdle)
      clearTimeout(closeAll)
    },
  }
}

/** Headers that say one thing only; given twice, who reads on next may take the other one. */
const FAULT_OF_REPEATED: Readonly<Record<string, ApiErrorCode>> = {
  host: 'client/bad-request',
  authorization: 'auth/unauthorized',
}

/** Why the head of a request is refused before anybody looks at what it asks for. */
function faultOfHead({ headers, rawHeaders, httpVersion }: IncomingMessage): ApiErrorCode | undefined {
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
 * Asks for a body that waits to be asked for (`Expect: 100-continue`) when the app begins to read it: who may send it,
 * and how large it is, has been checked by then. What is answered without asking ends the connection, for nobody can
 * tell whether the body still comes.
 */
function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('connection', 'close')
  request.once('resume', () => {
    if (response.headersSent) return
    response.setHeader('connection', response.shouldKeepAlive ? 'keep-alive' : 'close')
    response.writeContinue()
  })
}

/** What Node tells of bytes that are no request. */
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
