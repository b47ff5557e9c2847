import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { request as requestByTls } from 'node:https'
import { type ConnectionOptions, connect } from 'node:tls'
import type { RunningProxy } from './nginx.ts'

export interface ProxyCall extends RequestOptions {
  token?: string
  body?: string
  /** https when absent. */
  scheme?: 'http' | 'https'
}

/** Calls the proxy under its own name. */
export function callProxy(
  { host, authority, httpPort, httpsPort }: RunningProxy,
  path: string,
  { token, body, scheme = 'https', ...options }: ProxyCall = {},
): Promise<IncomingMessage & { text: string }> {
  const isTls = scheme === 'https'
  const outgoing = (isTls ? requestByTls : request)({
    ...{ host: '127.0.0.1', port: isTls ? httpsPort : httpPort, ca: authority, servername: host, path, agent: false },
    method: body === undefined ? 'GET' : 'POST',
    ...options,
    headers: {
      host,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...options.headers,
    },
  })
  return new Promise((resolve, reject) => {
    outgoing.on('error', reject)
    outgoing.on('response', async (incoming) => {
      const parts = await incoming.setEncoding('utf8').toArray()
      resolve(Object.assign(incoming, { text: parts.join('') }))
    })
    outgoing.end(body)
  })
}

/** What client and proxy agree on before the first request. */
export function shakeHands({ host, authority, httpsPort }: RunningProxy, options: ConnectionOptions) {
  const socket = connect({ host: '127.0.0.1', port: httpsPort, ca: authority, servername: host, ...options })
  return new Promise<{ protocol: string | null; cipher: string; alpn: string | false | null }>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('secureConnect', () => {
      resolve({ protocol: socket.getProtocol(), cipher: socket.getCipher().name, alpn: socket.alpnProtocol })
      socket.destroy()
    })
  })
}
