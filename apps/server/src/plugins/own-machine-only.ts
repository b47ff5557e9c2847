import type { MiddlewareHandler } from 'hono'
import { ApiError } from '../errors.ts'
import { isLoopback } from '../loopback.ts'
import type { PublicEnv } from './router.ts'

/** How `::1` is counted. */
const LOOPBACK_NETWORK = '0:0:0:0::/64'

/**
 * Answers what this machine itself asks for under a name of its own. For anyone else there is no such path: not for a
 * neighbour of a server that listens on all addresses, nor for a page of another site whose name leads here.
 */
export const ownMachineOnly: MiddlewareHandler<PublicEnv> = async (context, next) => {
  const { address } = context.get('client')
  const isFromHere = isLoopback(address) || address === LOOPBACK_NETWORK
  if (!isFromHere || !isLoopback(new URL(context.req.url).hostname)) throw new ApiError('resource/not-found')
  await next()
}
