import { ApiError } from '../../errors.ts'
import { logEvent } from '../../events.ts'
import type { Logger } from '../../logger.ts'
import type { SignedInUser } from '../../requester.ts'

/** Throws in a sandbox, which anybody can have and which ends with its session. */
export function refuseDemo({ id, isDemo }: SignedInUser, logger: Logger): void {
  if (!isDemo) return
  logEvent(logger, 'demo-refused', { userId: id })
  throw new ApiError('auth/demo-account')
}
