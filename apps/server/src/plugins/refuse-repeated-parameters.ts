import { ApiError } from '../errors.ts'
import type { SyncMiddleware } from './sync-middleware.ts'

/** Refuses repeated query parameters, of which programs may read different values. */
export const refuseRepeatedParameters: SyncMiddleware = ({ req }) => {
  const isRepeated = req.url.includes('?') && Object.values(req.queries()).some((values) => values.length > 1)
  if (isRepeated) throw new ApiError('client/bad-request', { message: 'The address gives a parameter twice.' })
}
