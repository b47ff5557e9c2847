import { bearerToken } from '../bearer-token.ts'
import { ApiError } from '../errors.ts'
import { logEvent } from '../events.ts'
import type { Logger } from '../logger.ts'
import type { SignedInUser } from '../requester.ts'
import type { Authenticate } from './router.ts'

interface AuthenticateOptions {
  identify: (token: string) => Promise<SignedInUser | undefined>
  logger: Logger
}

/** Refuses requests without a valid bearer token. */
export function createAuthenticate({ identify, logger }: AuthenticateOptions): Authenticate {
  return async (context, next) => {
    const header = context.req.header('authorization')
    const token = bearerToken(header)
    const user = token && (await identify(token))
    if (!user) {
      if (header) logEvent(logger, 'access-denied', { reason: 'no session', address: context.get('client').address })
      throw new ApiError('auth/unauthorized', { headers: { 'www-authenticate': 'Bearer' } })
    }
    context.set('user', user)
    await next()
  }
}
