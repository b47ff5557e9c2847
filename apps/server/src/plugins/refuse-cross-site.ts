import type { MiddlewareHandler } from 'hono'
import { ApiError } from '../errors.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Another site's page has nothing to change here, whatever it managed to send along. */
export const refuseCrossSite: MiddlewareHandler = async ({ req }, next) => {
  if (!SAFE_METHODS.has(req.method) && req.header('sec-fetch-site') === 'cross-site') {
    throw new ApiError('auth/forbidden')
  }
  await next()
}
