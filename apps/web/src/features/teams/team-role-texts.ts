import type { TeamRole } from '@plimsoll/contract'

/** What somebody is in a team, within a sentence. */
export const TEAM_ROLE_TEXTS: Readonly<Record<TeamRole, string>> = {
  member: 'a member',
  owner: 'an owner',
}
