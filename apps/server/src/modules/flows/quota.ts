import type { Queries } from '../../database/database.ts'
import { ApiError } from '../../errors.ts'
import type { SignedInUser } from '../../requester.ts'
import { DEMO_LIMITS } from '../demo/demo-limits.ts'
import { countFlowBytes } from '../demo/sandboxes.repository.ts'
import { countFlows } from './flows.repository.ts'

/** How many flows a user may have; also how many the bin keeps. */
export const mostFlows = ({ isDemo }: SignedInUser, flowsPerUser: number): number =>
  isDemo ? DEMO_LIMITS.flows : flowsPerUser

export async function refuseFullLibrary(queries: Queries, user: SignedInUser, flowsPerUser: number): Promise<void> {
  if ((await countFlows(queries, user.id)) >= mostFlows(user, flowsPerUser)) throw new ApiError('validation/quota')
}

/** How many bytes the earlier versions of a user may have. */
export const mostVersionBytes = ({ isDemo }: SignedInUser, versionBytesPerUser: number): number =>
  isDemo ? Math.min(DEMO_LIMITS.versionBytes, versionBytesPerUser) : versionBytesPerUser

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
