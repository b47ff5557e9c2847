import { mayInTeam, type TeamAction, type TeamRole } from '@plimsoll/contract'
import type { Queries } from '../../database/database.ts'
import { isId } from '../../database/ids.ts'
import { ApiError } from '../../errors.ts'
import { lockUser } from '../flows/flows.repository.ts'
import { findTeamRole } from './teams.repository.ts'

interface Attempt {
  userId: string
  teamId: string
  action: TeamAction
}

/**
 * Decides whether a user may do something with a team, for every route of teams, by the table of the contract. Throws
 * 'resource/not-found' for a team that the user is not in, and 'auth/forbidden' where the role is not enough.
 */
export async function authorizeTeam(queries: Queries, { userId, teamId, action }: Attempt): Promise<TeamRole> {
  const role = isId(teamId) ? await findTeamRole(queries, userId, teamId) : undefined
  if (!role) throw new ApiError('resource/not-found')
  if (!mayInTeam(role, action)) throw new ApiError('auth/forbidden')
  return role
}

/** The same for what changes members or flows of the team, which other changes wait for until the transaction ends. */
export async function authorizeTeamChange(queries: Queries, attempt: Attempt): Promise<void> {
  await authorizeTeam(queries, attempt)
  await lockUser(queries, attempt.teamId)
  await authorizeTeam(queries, attempt)
}
