import { isIP, isIPv4 } from 'node:net'
import type { Client } from '../requester.ts'
import type { SyncMiddleware } from './sync-middleware.ts'

const MAX_USER_AGENT_LENGTH = 200
const NO_SOCKET = '127.0.0.1'
const DOTTED_END = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/

/** The connection that the HTTP server passes on. */
interface Connection {
  incoming?: { socket?: { remoteAddress?: string } }
}

/**
 * Sets the client of each request: the socket's address or, behind `trustedProxies`, the entry that the first of them has
 * appended to `X-Forwarded-For`. Other entries are ignored, because clients can forge them. See docs/decisions/0064.
 */
export function identifyClient({ trustedProxies }: { trustedProxies: number }): SyncMiddleware {
  return (context) => {
    const socket = (context.env as Connection | undefined)?.incoming?.socket?.remoteAddress
    const client: Client = {
      address: clientAddress(socket, context.req.header('x-forwarded-for'), trustedProxies),
      userAgent: context.req.header('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    }
    context.set('client', client)
  }
}

/** The address that a client is counted by. */
export function clientAddress(
  socket: string | undefined,
  forwarded: string | undefined,
  trustedProxies: number,
): string {
  return countedAddress(addressOf(socket ?? NO_SOCKET, trustedProxies > 0 ? forwarded : undefined, trustedProxies))
}

function addressOf(socket: string, forwarded: string | undefined, trustedProxies: number): string {
  if (!forwarded) return socket
  const hops = forwarded.split(',').map((hop) => hop.trim())
  const hop = hops[Math.max(0, hops.length - trustedProxies)]
  return hop && isIP(hop) ? hop : socket
}

/** An IPv6 address counts by its /64, which one customer owns; one that maps an IPv4 address counts as that. */
function countedAddress(address: string): string {
  if (isIPv4(address)) return address
  const groups = ipv6Groups(address)
  const [high = 0, low = 0] = groups.slice(6)
  const isIpv4 = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)
  if (isIpv4) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

/** The eight groups of an IPv6 address. */
function ipv6Groups(address: string): number[] {
  const inGroups = address.replace(/%.*$/, '').replace(DOTTED_END, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number)
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
  const [before = [], after = []] = inGroups.split('::').map((part) =>
    part
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16)),
  )
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => 0)
  return [...before, ...zeros, ...after]
}
