import type { MiddlewareHandler } from 'hono'
import { onBehalfOf, partyOfAddress } from '../on-behalf-of.ts'
import type { PublicEnv } from './router.ts'

/** What a request waits for it waits for in the turn of its network address, and there in that of its token, until its user is known. */
export const takeTurns: MiddlewareHandler<PublicEnv> = (context, next) =>
  onBehalfOf(
    { party: partyOfAddress(context.get('client').address), member: context.req.header('authorization') ?? '' },
    next,
  )
