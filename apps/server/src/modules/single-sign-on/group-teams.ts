import { LIMITS } from '@plimsoll/contract'
import type { Queries } from '../../database/database.ts'
import { newId } from '../../database/ids.ts'
import { recordAudit } from '../audit/audit.ts'
import { lockUser } from '../flows/flows.repository.ts'
import {
  addTeam,
  countMembers,
  countTeams,
  findMember,
  lockTeamsOf,
  putMember,
  removeMember,
  removeTeam,
} from '../teams/teams.repository.ts'
import { bindTeam, findTeamOfGroup } from './single-sign-on.repository.ts'

interface GroupMember {
  userId: string
  email: string
  /** The groups that the provider says they are in. */
  groups: readonly string[]
  now: number
}

/**
 * Makes somebody a member of the teams of their groups, and of no other team that stands for a group. The first member of a team
 * owns it; the last owner stays, so that it does not get out of reach. Returns how many teams had no room for the person, or the person
 * for them.
 */
export async function followGroups(
  queries: Queries,
  teamGroups: readonly string[],
  { userId, email, groups, now }: GroupMember,
): Promise<number> {
  let refused = 0
  // Who signs in twice at the same time is counted one after the other.
  await lockUser(queries, userId)
  await lockTeamsOf(queries, email, now)
  for (const group of teamGroups.toSorted()) {
    const isIn = groups.includes(group)
    const known = await findTeamOfGroup(queries, group)
    const hasRoom = (await countTeams(queries, email)) < LIMITS.teamsPerUser
    const teamId = known ?? (isIn && hasRoom ? await makeTeam(queries, group, now) : undefined)
    if (teamId === undefined) {
      if (isIn) refused++
      continue
    }
    const note = (event: 'team-member-put' | 'team-member-removed', detail: string) =>
      recordAudit(queries, event, { actorId: userId, subjectId: teamId, detail, now })
    // Who signs in at the same time is counted one after the other.
    await lockUser(queries, teamId)
    const member = await findMember(queries, { teamId, email })
    const owners = await countMembers(queries, teamId, 'owner')
    if (isIn && !member) {
      if (!hasRoom || (await countMembers(queries, teamId)) >= LIMITS.membersPerTeam) {
        refused++
        continue
      }
      const role = owners === 0 ? 'owner' : 'member'
      await putMember(queries, { teamId, email, role, now, openedAt: now })
      await note('team-member-put', `${role} by group`)
    }
    const isLastOwner = member?.role === 'owner' && owners === 1
    if (isIn || !member || isLastOwner) continue
    await removeMember(queries, { teamId, email })
    await note('team-member-removed', 'by group')
  }
  return refused
}

async function makeTeam(queries: Queries, group: string, now: number) {
  const id = newId()
  await addTeam(queries, { id, name: group, now })
  if (await bindTeam(queries, group, id)) return id
  // Another member of the group made it at the same time.
  await removeTeam(queries, id)
  return findTeamOfGroup(queries, group)
}
