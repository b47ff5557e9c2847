import type { Context, MiddlewareHandler } from 'hono'
import { ApiError } from '../errors.ts'
import { isLoopback } from '../loopback.ts'
import type { PublicEnv } from './router.ts'

/** How `::1` is counted. */
const LOOPBACK_NETWORK = '0:0:0:0::/64'

/**
 * Whether this machine itself asks, and under a name of its own: neither a neighbour of a server that listens on all
 * addresses, nor a page of another site whose name leads here.
 */
export function isOwnMachine(context: Context<PublicEnv>): boolean {
  const { address } = context.get('client')
  const isFromHere = isLoopback(address) || address === LOOPBACK_NETWORK
  return isFromHere && isLoopback(new URL(context.req.url).hostname)
}

/** Answers this machine only; for others there is no such path. */
export const ownMachineOnly: MiddlewareHandler<PublicEnv> = async (context, next) => {
  if (!isOwnMachine(context)) throw new ApiError('resource/not-found')
  await next()
}
