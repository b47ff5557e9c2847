import type { Queries } from '../../database/database.ts'
import { ApiError } from '../../errors.ts'
import type { SignedInUser } from '../../requester.ts'
import { DEMO_LIMITS } from '../demo/demo-limits.ts'
import { countFlows } from './flows.repository.ts'

/** How many flows a user may have; also how many the bin keeps. */
export const mostFlows = ({ isDemo }: SignedInUser, flowsPerUser: number): number =>
  isDemo ? DEMO_LIMITS.flows : flowsPerUser

export async function refuseFullLibrary(queries: Queries, user: SignedInUser, flowsPerUser: number): Promise<void> {
  if ((await countFlows(queries, user.id)) >= mostFlows(user, flowsPerUser)) throw new ApiError('validation/quota')
}
