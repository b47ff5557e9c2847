import type { Queries } from '../../database/database.ts'
import { ApiError } from '../../errors.ts'
import type { SignedInUser } from '../../requester.ts'
import { DEMO_LIMITS } from '../demo/demo-limits.ts'
import { countFlows, findMostFlows } from './flows.repository.ts'

type Owner = Pick<SignedInUser, 'id' | 'isDemo'>

/** How many flows a user or team may have, by an administrator or the configuration; also how many the bin keeps. */
export const mostFlows = async (queries: Queries, { id, isDemo }: Owner, flowsPerUser: number): Promise<number> =>
  isDemo ? DEMO_LIMITS.flows : ((await findMostFlows(queries, id)) ?? flowsPerUser)

export async function refuseFullLibrary(queries: Queries, owner: Owner, flowsPerUser: number): Promise<void> {
  if ((await countFlows(queries, owner.id)) >= (await mostFlows(queries, owner, flowsPerUser)))
    throw new ApiError('validation/quota')
}
