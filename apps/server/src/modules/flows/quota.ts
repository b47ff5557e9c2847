import { LIMITS } from '@plimsoll/contract'
import type { Queries } from '../../database/database.ts'
import { ApiError } from '../../errors.ts'
import type { SignedInUser } from '../../requester.ts'
import { DEMO_LIMITS } from '../demo/demo-limits.ts'
import { countFlows } from './flows.repository.ts'

/** How many flows a user may have; also how many the bin keeps. */
export const mostFlows = ({ isDemo }: SignedInUser): number => (isDemo ? DEMO_LIMITS.flows : LIMITS.flowsPerUser)

export async function refuseFullLibrary(queries: Queries, user: SignedInUser): Promise<void> {
  if ((await countFlows(queries, user.id)) >= mostFlows(user)) throw new ApiError('validation/quota')
}
