import type { Context, MiddlewareHandler } from 'hono'
import { ApiError } from '../errors.ts'
import { isLoopback } from '../loopback.ts'
import type { PublicEnv } from './router.ts'

/** The form in which `::1` is counted. */
const LOOPBACK_NETWORK = '0:0:0:0::/64'

/**
 * Whether a request comes from this machine and addresses it by a loopback name. So it is neither from another machine nor
 * from a page whose domain name resolves to this machine (DNS rebinding).
 */
export function isLocalRequest(context: Context<PublicEnv>): boolean {
  const { address } = context.get('client')
  const isFromHere = isLoopback(address) || address === LOOPBACK_NETWORK
  return isFromHere && isLoopback(new URL(context.req.url).hostname)
}

/** Refuses requests from other machines with a 404. */
export const localOnly: MiddlewareHandler<PublicEnv> = async (context, next) => {
  if (!isLocalRequest(context)) throw new ApiError('resource/not-found')
  await next()
}
