import type { EmailOnlyRequest, LastOwnedTeam, Team, TeamMemberRequest, TeamSummary } from '@plimsoll/contract'
import type { Client, SignedInUser } from '../../requester.ts'

/** What the routes need from the service. */
export interface TeamActions {
  /** The teams that the user is in. */
  list(user: SignedInUser): Promise<TeamSummary[]>
  create(user: SignedInUser, name: string): Promise<TeamSummary>
  show(user: SignedInUser, teamId: string): Promise<Team>
  /** Remembers that the user opened a team now. */
  open(user: SignedInUser, teamId: string): Promise<void>
  rename(user: SignedInUser, teamId: string, name: string): Promise<void>
  /** Deletes a team that owns no flow. */
  remove(user: SignedInUser, teamId: string): Promise<void>
  /** Gives an address a role in a team, or another one. */
  putMember(
    user: SignedInUser,
    teamId: string,
    member: TeamMemberRequest,
    client: Client,
  ): Promise<{ isMailed: boolean }>
  removeMember(user: SignedInUser, teamId: string, person: EmailOnlyRequest): Promise<void>
  leave(user: SignedInUser, teamId: string): Promise<void>
  /** The teams whose last owner the user is, and who could own them. */
  lastOwned(user: SignedInUser): Promise<LastOwnedTeam[]>
}
