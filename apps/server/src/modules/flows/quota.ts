import type { Queries } from '../../database/database.ts'
import { ApiError } from '../../errors.ts'
import type { SignedInUser } from '../../requester.ts'
import { DEMO_LIMITS } from '../demo/demo-limits.ts'
import { countFlowBytes } from '../demo/sandboxes.repository.ts'
import type { StorageBounds } from '../versions/replace-flow.ts'
import { countFlows, findMostFlows } from './flows.repository.ts'

type Owner = Pick<SignedInUser, 'id' | 'isDemo'>

/** How many flows a user or team may have, by an administrator or the configuration; also how many the bin keeps. */
export const mostFlows = async (queries: Queries, { id, isDemo }: Owner, flowsPerUser: number): Promise<number> =>
  isDemo ? DEMO_LIMITS.flows : ((await findMostFlows(queries, id)) ?? flowsPerUser)

export async function refuseFullLibrary(queries: Queries, owner: Owner, flowsPerUser: number): Promise<void> {
  if ((await countFlows(queries, owner.id)) >= (await mostFlows(queries, owner, flowsPerUser)))
    throw new ApiError('validation/quota')
}

/** How many bytes a user may store. */
export const boundsOf = ({ isDemo }: SignedInUser, bounds: StorageBounds): StorageBounds =>
  isDemo ? { ...bounds, versionBytesPerUser: Math.min(DEMO_LIMITS.versionBytes, bounds.versionBytesPerUser) } : bounds

/** Throws when a sandbox has no room for a flow of so many bytes. */
export async function refuseFullSandbox(
  queries: Queries,
  user: SignedInUser,
  { id, packed }: { id: string; packed: Uint8Array },
): Promise<void> {
  if (!user.isDemo) return
  const bytes = (await countFlowBytes(queries, user.id, id)) + packed.byteLength
  if (bytes > DEMO_LIMITS.flowBytes) throw new ApiError('validation/demo-quota')
}
