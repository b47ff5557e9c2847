import { ApiError } from '../errors.ts'
import { logEvent } from '../events.ts'
import type { Logger } from '../logger.ts'
import type { SyncMiddleware } from './sync-middleware.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses changes that a page of another site requests. */
export function refuseCrossSite(logger: Logger): SyncMiddleware {
  return ({ req }) => {
    if (!SAFE_METHODS.has(req.method) && req.header('sec-fetch-site') === 'cross-site') {
      logEvent(logger, 'access-denied', { reason: "another site's page" })
      throw new ApiError('auth/forbidden')
    }
  }
}
