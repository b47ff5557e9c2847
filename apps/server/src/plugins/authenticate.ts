import type { TokenScope } from '@plimsoll/contract'
import { bearerToken, isApiToken } from '../bearer-token.ts'
import { ApiError } from '../errors.ts'
import { logEvent } from '../events.ts'
import type { Logger } from '../logger.ts'
import { onBehalfOfUser } from '../on-behalf-of.ts'
import type { SignedInUser } from '../requester.ts'
import { shareLookups } from '../shared-lookups.ts'
import type { Authenticate } from './router.ts'
import { createUserRequests } from './user-requests.ts'

interface AuthenticateOptions {
  identify: (token: string) => Promise<SignedInUser | undefined>
  identifyByApiToken: (token: string) => Promise<(SignedInUser & { scope: TokenScope }) | undefined>
  /** Why the session of a token ended, for its user; undefined when that is not known. */
  whyEnded: (token: string) => Promise<string | undefined>
  logger: Logger
  config: { hasRateLimits: boolean }
}

/** What API tokens are for. Accounts, sharing and the tokens themselves need a session. */
const OPEN_TO_TOKENS = /^\/api\/(?:flows(?:\/[^/]+(?:\/versions(?:\/.+)?)?)?|experiments(?:\/.+)?)$/
const READING = ['GET', 'HEAD']

/** Refuses requests without a valid token of a session or, where these are enough, a valid API token. */
export function createAuthenticate(options: AuthenticateOptions): Authenticate {
  const { identify, identifyByApiToken, whyEnded, logger, config } = options
  const underWay = createUserRequests()

  /** Shared, because one session may ask for very much at once, and this waits for the database before it is known who asks. */
  const identifyBy = shareLookups(async (token) => {
    const byApiToken = isApiToken(token) ? await identifyByApiToken(token) : undefined
    return { byApiToken, user: byApiToken ?? (isApiToken(token) ? undefined : await identify(token)) }
  })

  return async (context, next) => {
    const header = context.req.header('authorization')
    const token = bearerToken(header)
    const { byApiToken, user } = token ? await identifyBy(token) : {}
    if (!user) {
      if (header) logEvent(logger, 'access-denied', { reason: 'no session', address: context.get('client').address })
      const message = token && !isApiToken(token) ? await whyEnded(token) : undefined
      throw new ApiError('auth/unauthorized', {
        ...(message && { message }),
        headers: { 'www-authenticate': 'Bearer' },
      })
    }
    const { path, method } = context.req
    if (byApiToken && !(OPEN_TO_TOKENS.test(path) && (byApiToken.scope === 'write' || READING.includes(method))))
      throw new ApiError('auth/token-scope')
    context.set('user', user)
    onBehalfOfUser(user.id)
    await (config.hasRateLimits ? underWay(user.id, context.req, next) : next())
  }
}
