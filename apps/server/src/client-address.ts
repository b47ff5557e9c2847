import { isIP, isIPv4 } from 'node:net'

const NO_SOCKET = '127.0.0.1'
const DOTTED_END = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/

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
