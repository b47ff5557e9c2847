import type { Queries } from '../../database/database.ts'
import { removeQueuedMails } from '../../mail/mails.repository.ts'
import { lockUser } from '../flows/flows.repository.ts'
import { closeUser } from '../removal/removal.repository.ts'
import { handOnIn, sharesOf } from '../sharing/people.service.ts'
import { listOwnShared, removeSharesWith } from '../sharing/sharing.repository.ts'
import { listMembers, removeMemberships } from '../teams/teams.repository.ts'
import { handOnTeams, lastOwnedTeams } from '../teams/teams.service.ts'

interface Removal {
  userId: string
  email: string
  flowsPerUser: number
  quotaBytesPerUser: number
  now: number
}

/**
 * Removes an account for its user. Nobody can ask that person who gets what others work on: a flow goes to its first editor, a team to
 * its first member, of those who have opened it. Everything else goes with the account.
 */
export async function removeAccount(queries: Queries, { userId, email, now, ...room }: Removal): Promise<void> {
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
  for (const flowId of shared) {
    const heir = shares.find(
      (share) => share.flow_id === flowId && share.role === 'editor' && share.first_name !== null,
    )
    if (heir) await handOnIn(queries, { userId, flowId, email: heir.email, now, ...room })
  }

  // First, as whoever sends one takes the mail and then the account.
  await removeQueuedMails(queries, email)
  await closeUser(queries, userId, now)
  await removeSharesWith(queries, email)
  await removeMemberships(queries, email)
}
