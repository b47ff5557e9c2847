import { bearerToken, isApiToken } from '../bearer-token.ts'
import { ApiError } from '../errors.ts'
import { logEvent } from '../events.ts'
import type { Logger } from '../logger.ts'
import type { SignedInUser } from '../requester.ts'
import type { Authenticate } from './router.ts'

interface AdministratorsOnlyOptions {
  identify: (token: string) => Promise<SignedInUser | undefined>
  logger: Logger
}

/**
 * The one place that says who may administer the server. For everybody else its routes are not there: they answer as an unknown
 * path does, before anything of the request is read.
 */
export function createAdministratorsOnly({ identify, logger }: AdministratorsOnlyOptions): Authenticate {
  return async (context, next) => {
    const token = bearerToken(context.req.header('authorization'))
    const user = token && !isApiToken(token) ? await identify(token) : undefined
    if (!user?.isAdministrator) {
      const { address } = context.get('client')
      if (token) logEvent(logger, 'access-denied', { userId: user?.id, reason: 'no administrator', address })
      throw new ApiError('resource/not-found')
    }
    context.set('user', user)
    await next()
  }
}
