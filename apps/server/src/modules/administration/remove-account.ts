import type { Queries } from '../../database/database.ts'
import { ApiError } from '../../errors.ts'
import { removeQueuedMails } from '../../mail/mails.repository.ts'
import { lockUser } from '../flows/flows.repository.ts'
import { closeUser } from '../removal/removal.repository.ts'
import { handOnIn, sharesOf } from '../sharing/people.service.ts'
import { findAccessIn, giveFlow, listOwnShared, removeSharesWith } from '../sharing/sharing.repository.ts'
import { listTeamShares } from '../sharing/team-shares.repository.ts'
import { giveToTeam } from '../sharing/team-shares.service.ts'
import { listMembers, removeMemberships } from '../teams/teams.repository.ts'
import { handOnTeams, lastOwnedTeams } from '../teams/teams.service.ts'

interface Removal {
  userId: string
  email: string
  flowsPerUser: number
  quotaBytesPerUser: number
  now: number
}

interface Given {
  flowId: string
  /** Of its new owner. */
  email: string
}

/**
 * Removes an account for its user. Nobody can ask that person who gets what others work on: a flow goes to its first editor with room
 * for it, else to the first team with room that edits it, and a team to its first member, of those who have opened it. Everything else
 * goes with the account. Returns which person got which flow.
 */
export async function removeAccount(queries: Queries, { userId, email, now, ...room }: Removal): Promise<Given[]> {
  await lockUser(queries, userId)
  const decisions: { id: string; to: string | null }[] = []
  for (const { id } of await lastOwnedTeams(queries, userId)) {
    const members = await listMembers(queries, id)
    const heir = members.find((member) => member.email !== email && member.first_name !== null)
    decisions.push({ id, to: heir?.email ?? null })
  }
  await handOnTeams(queries, { userId, decisions, now })

  const shared = (await listOwnShared(queries, userId, now)).map(({ id }) => id)
  const shares = await sharesOf(queries, shared)
  const teams = shared.length === 0 ? [] : await listTeamShares(queries, shared)
  const given: Given[] = []
  for (const flowId of shared) {
    const editors = shares.filter(
      (share) => share.flow_id === flowId && share.role === 'editor' && share.first_name !== null,
    )
    const ofTeams = teams.filter((share) => share.flow_id === flowId && share.role === 'editor')
    const heirs = [
      ...editors.map((heir) => ({
        email: heir.email,
        give: () => handOnIn(queries, { userId, flowId, email: heir.email, now, ...room }),
      })),
      ...ofTeams.map(({ id: teamId }) => ({
        email: undefined,
        give: async () => {
          await lockUser(queries, teamId)
          await giveToTeam(queries, { flowId, ownerId: userId, teamId, now, ...room })
        },
      })),
    ]
    for (const { email, give } of heirs) {
      if (!(await isGiven(queries, { userId, flowId, give, now }))) continue
      if (email !== undefined) given.push({ flowId, email })
      break
    }
  }

  // First, as whoever sends one takes the mail and then the account.
  await removeQueuedMails(queries, email)
  await closeUser(queries, userId, now)
  await removeSharesWith(queries, email)
  await removeMemberships(queries, email)
  return given
}

interface Gift {
  userId: string
  flowId: string
  give: () => Promise<void>
  now: number
}

/** Whether somebody had room for a flow. Who has none keeps no account from being deleted. */
async function isGiven(queries: Queries, { userId, flowId, give, now }: Gift): Promise<boolean> {
  try {
    await give()
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // The bytes are counted after it was given.
    const access = await findAccessIn(queries, userId, flowId, now)
    if (access && access.owner_id !== userId)
      await giveFlow(queries, { flowId, from: access.owner_id, to: userId, openedAt: 0 })
    return false
  }
}
