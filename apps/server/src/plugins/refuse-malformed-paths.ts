import { ApiError } from '../errors.ts'
import type { SyncMiddleware } from './sync-middleware.ts'

/** Refuses a path with invalid percent-encoding, such as `/%ff`, which programs interpret differently. */
export const refuseMalformedPaths: SyncMiddleware = ({ req }) => {
  const [path = ''] = req.url.split('?', 1)
  if (path.includes('%')) decode(path)
}

function decode(path: string): void {
  try {
    decodeURIComponent(path)
  } catch (cause) {
    throw new ApiError('client/bad-request', { message: 'The address is not well-formed.', cause })
  }
}
