import { clientAddress } from '../client-address.ts'
import type { Client } from '../requester.ts'
import type { SyncMiddleware } from './sync-middleware.ts'

const MAX_USER_AGENT_LENGTH = 200

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
