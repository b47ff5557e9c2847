import { ApiError } from '../errors.ts'
import { logEvent } from '../events.ts'
import type { Logger } from '../logger.ts'
import type { Step } from './before.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Another site's page has nothing to change here, whatever it managed to send along. */
export function refuseCrossSite(logger: Logger): Step {
  return ({ req }) => {
    if (!SAFE_METHODS.has(req.method) && req.header('sec-fetch-site') === 'cross-site') {
      logEvent(logger, 'access-denied', { reason: "another site's page" })
      throw new ApiError('auth/forbidden')
    }
  }
}
