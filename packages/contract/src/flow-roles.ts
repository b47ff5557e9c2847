/** What a person is to a flow. Apart from the schemas: screens that show a role do without them. */
export const FLOW_ROLES = ['viewer', 'commenter', 'editor', 'owner'] as const

export type FlowRole = (typeof FLOW_ROLES)[number]

/** The roles that an owner can give. */
export const GIVEN_ROLES = ['viewer', 'commenter', 'editor'] as const

export type GivenRole = (typeof GIVEN_ROLES)[number]

/** Who may do what with a flow: for each action, which is one route of the API, the roles that may. */
export const FLOW_ACTIONS = {
  show: FLOW_ROLES,
  open: FLOW_ROLES,
  save: ['editor', 'owner'],
  'list versions': FLOW_ROLES,
  'show version': FLOW_ROLES,
  'describe version': ['editor', 'owner'],
  'restore version': ['editor', 'owner'],
  remove: ['owner'],
  tag: ['owner'],
  'list sharing': ['owner'],
  share: ['owner'],
  unshare: ['owner'],
  'hand on': ['owner'],
  'make link': ['owner'],
  'revoke link': ['owner'],
  leave: GIVEN_ROLES,
  'list comments': FLOW_ROLES,
  comment: ['commenter', 'editor', 'owner'],
  'change comment': ['commenter', 'editor', 'owner'],
  'delete comment': ['commenter', 'editor', 'owner'],
  'resolve comment': ['commenter', 'editor', 'owner'],
  'share with team': ['owner'],
  'unshare from team': ['owner'],
  move: ['owner'],
} as const satisfies Record<string, readonly FlowRole[]>

export type FlowAction = keyof typeof FLOW_ACTIONS

/** The role that may do most; undefined where there is none. */
export const strongestRole = <Role extends FlowRole>(roles: readonly (Role | null | undefined)[]): Role | undefined =>
  FLOW_ROLES.findLast((strongest): strongest is Role => roles.includes(strongest as Role))

/** Whether a role may do this; without a role nothing may be done. */
export function mayRole(role: FlowRole | undefined, action: FlowAction): boolean {
  const roles: readonly FlowRole[] = FLOW_ACTIONS[action]
  return role !== undefined && roles.includes(role)
}
