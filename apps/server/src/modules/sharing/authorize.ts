import {
  type FlowAction,
  type FlowRole,
  mayRole,
  ROLE_IN_TEAM_FLOWS,
  strongestRole,
  type TeamRole,
} from '@plimsoll/contract'
import type { Database, Queries } from '../../database/database.ts'
import { isId } from '../../database/ids.ts'
import { ApiError } from '../../errors.ts'
import { findAccess, findAccessIn, findFlowWithAccess, findHeadWithAccess, listAccess } from './sharing.repository.ts'

/** What a user may rely on once an action is allowed. */
export interface Access {
  role: FlowRole
  ownerId: string
}

export interface Attempt {
  userId: string
  flowId: string
  action: FlowAction
  /** Roles of links count until these expire. */
  now: number
}

/**
 * Decides whether a user may do something with a flow, for every route of flows, by the table of the contract. Throws
 * 'resource/not-found' for a flow that the user may not know of, and 'auth/forbidden' where the role is not enough.
 */
export async function authorize(database: Database, attempt: Attempt): Promise<Access> {
  const [row] = isId(attempt.flowId) ? await findAccess(database, attempt.userId, attempt.flowId, attempt.now) : []
  return requireAllowed(row, attempt)
}

/** The same with what is stored of the flow. */
export async function authorizedFlow(database: Database, attempt: Attempt) {
  const [row] = isId(attempt.flowId)
    ? await findFlowWithAccess(database, attempt.userId, attempt.flowId, attempt.now)
    : []
  return requireAllowed(row, attempt)
}

/** The same with what is stored of the flow but for its content. */
export async function authorizedHead(database: Database, attempt: Attempt) {
  const [row] = isId(attempt.flowId)
    ? await findHeadWithAccess(database, attempt.userId, attempt.flowId, attempt.now)
    : []
  return requireAllowed(row, attempt)
}

/** The same within a transaction, so that what is decided still holds when it is done. */
export async function authorizeIn(queries: Queries, attempt: Attempt): Promise<Access> {
  const { userId, flowId, now } = attempt
  const row = isId(flowId) ? await findAccessIn(queries, userId, flowId, now) : undefined
  return requireAllowed(row, attempt)
}

/** Of several flows those with which a user may do something. */
export async function allowedFlows(
  queries: Queries,
  { userId, flowIds, action, now }: Omit<Attempt, 'flowId'> & { flowIds: readonly string[] },
): Promise<string[]> {
  const ids = flowIds.filter(isId)
  const rows = ids.length === 0 ? [] : await listAccess(queries, userId, ids, now)
  return rows.filter((row) => mayRole(roleOf(row, userId), action)).map(({ id }) => id)
}

interface AccessRow {
  owner_id: string
  role: FlowRole | null
  /** Of the links that the user has taken a role of. */
  link_role: FlowRole | null
  /** In the team that owns the flow. */
  team_role: TeamRole | null
  /** The strongest that a team has which the user is in. */
  team_share: FlowRole | null
}

function requireAllowed<Row extends AccessRow>(
  row: Row | undefined,
  { userId, action }: Attempt,
): Access & { row: Row } {
  const role = row && roleOf(row, userId)
  if (!row || !role) throw new ApiError('resource/not-found')
  if (!mayRole(role, action)) throw new ApiError('auth/forbidden')
  return { role, ownerId: row.owner_id, row }
}

/** The strongest of all that a user is to a flow. */
function roleOf({ owner_id, role, link_role, team_role, team_share }: AccessRow, userId: string): FlowRole | undefined {
  if (owner_id === userId) return 'owner'
  return strongestRole<FlowRole>([role, link_role, team_role && ROLE_IN_TEAM_FLOWS[team_role], team_share])
}
