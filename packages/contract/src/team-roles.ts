import type { FlowRole } from './flow-roles.ts'

/** What a person is in a team. Apart from the schemas: screens that show a role do without them. */
export const TEAM_ROLES = ['member', 'owner'] as const

export type TeamRole = (typeof TEAM_ROLES)[number]

/** Who may do what with a team: for each action, which is one route of the API, the roles that may. */
export const TEAM_ACTIONS = {
  show: TEAM_ROLES,
  open: TEAM_ROLES,
  rename: ['owner'],
  delete: ['owner'],
  'put member': ['owner'],
  'remove member': ['owner'],
  leave: TEAM_ROLES,
} as const satisfies Record<string, readonly TeamRole[]>

export type TeamAction = keyof typeof TEAM_ACTIONS

export function mayInTeam(role: TeamRole | undefined, action: TeamAction): boolean {
  const roles: readonly TeamRole[] = TEAM_ACTIONS[action]
  return role !== undefined && roles.includes(role)
}

/** What each member is to the flows that the team owns. */
export const ROLE_IN_TEAM_FLOWS = { member: 'editor', owner: 'owner' } as const satisfies Record<TeamRole, FlowRole>
