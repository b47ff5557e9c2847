import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** A call whose path and headers are sent unchanged. */
export interface HttpCall {
  method?: string
  token?: string | undefined
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, as JSON unless the headers say otherwise. */
  text?: string | Buffer
  headers?: Record<string, string | string[]>
  /** The address of this machine that the call comes from; on Linux any of 127.0.0.0/8. */
  from?: string
}

export interface HttpResponse {
  status: number
  headers: IncomingHttpHeaders
  /** The header lines in order. */
  rawHeaders: string[]
  text: string
  /** The parsed text; undefined when it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, and fails on what is not there.
  body: any
  /** From the first byte sent to the last one received. */
  ms: number
}

/** Longer than any of the server's timeouts. */
const TIMEOUT_MS = 40_000

export interface HttpClient {
  call(path: string, call?: HttpCall): Promise<HttpResponse>
  /** Closes the connections that are kept for further calls. */
  close(): void
}

/** Calls a server without normalizing path, headers or body. */
export function createHttpClient(url: string): HttpClient {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const host = hostname === 'localhost' ? '127.0.0.1' : hostname
  return {
    call: (path, { method, token, body, text, headers, from }: HttpCall = {}) => {
      const content = body === undefined ? text : JSON.stringify(body)
      const start = performance.now()
      return new Promise((resolve, reject) => {
        const outgoing = request(
          {
            agent,
            host,
            port,
            path,
            method: method ?? (content === undefined ? 'GET' : 'POST'),
            ...(from && { localAddress: from }),
            headers: {
              ...(content !== undefined && {
                'content-type': 'application/json',
                'content-length': Buffer.byteLength(content),
              }),
              ...(token && { authorization: `Bearer ${token}` }),
              ...headers,
            },
          },
          (incoming) => {
            const chunks: Buffer[] = []
            incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
            incoming.on('error', reject)
            incoming.on('end', () => {
              const answer = Buffer.concat(chunks).toString()
              const isPlain = incoming.headers['content-encoding'] === undefined && answer !== ''
              const isJson = isPlain && incoming.headers['content-type']?.startsWith('application/json')
              resolve({
                status: incoming.statusCode ?? 0,
                headers: incoming.headers,
                rawHeaders: incoming.rawHeaders,
                text: answer,
                body: isJson ? JSON.parse(answer) : undefined,
                ms: performance.now() - start,
              })
            })
          },
        )
        outgoing.on('error', reject)
        outgoing.setTimeout(TIMEOUT_MS, () => outgoing.destroy(new Error(`${method ?? ''} ${path} is not answered.`)))
        outgoing.end(content)
      })
    },
    close: () => agent.destroy(),
  }
}
