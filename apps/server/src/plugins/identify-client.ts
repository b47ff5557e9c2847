import { isIP, isIPv4 } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import type { Client, PublicEnv } from './router.ts'

const LONGEST_USER_AGENT = 200
const NOWHERE = '127.0.0.1'
const MAPPED_IPV4 = /^(?:0{0,4}:){2,5}ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** What the HTTP server hands on of a connection. */
interface Connection {
  incoming?: { socket?: { remoteAddress?: string } }
}

/**
 * Notes where each request comes from: the socket's address or, behind `trustedProxies` of them, the one that the first
 * of these has seen. Whatever else a client says of itself in `X-Forwarded-For` does not count.
 */
export function identifyClient({ trustedProxies }: { trustedProxies: number }): MiddlewareHandler<PublicEnv> {
  return async (context, next) => {
    const socket = (context.env as Connection | undefined)?.incoming?.socket?.remoteAddress
    const forwarded = trustedProxies > 0 ? context.req.header('x-forwarded-for') : undefined
    const client: Client = {
      address: countedAddress(addressOf(socket ?? NOWHERE, forwarded, trustedProxies)),
      userAgent: context.req.header('user-agent')?.slice(0, LONGEST_USER_AGENT) ?? null,
    }
    context.set('client', client)
    await next()
  }
}

function addressOf(socket: string, forwarded: string | undefined, trustedProxies: number): string {
  if (!forwarded) return socket
  const hops = forwarded.split(',').map((hop) => hop.trim())
  const hop = hops[Math.max(0, hops.length - trustedProxies)]
  return hop && isIP(hop) ? hop : socket
}

/** Whoever has an IPv6 address has the whole /64 around it, so that is what counts. */
function countedAddress(address: string): string {
  const mapped = MAPPED_IPV4.exec(address)?.[1]
  if (mapped || isIPv4(address)) return mapped ?? address
  const [head = '', tail = ''] = address.replace(/%.*$/, '').split('::')
  const groups = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  const isShortened = address.includes('::')
  const missing = isShortened ? Math.max(0, 8 - groups.length - after.length) : 0
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...after]
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
