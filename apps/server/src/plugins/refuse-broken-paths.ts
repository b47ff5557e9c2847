import { ApiError } from '../errors.ts'
import type { Step } from './before.ts'

/** A path whose percent signs spell no text, such as `/%ff`, means different things to different readers. */
export const refuseBrokenPaths: Step = ({ req }) => {
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
