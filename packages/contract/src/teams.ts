import { emailOnlySchema } from './accounts.ts'
import { GIVEN_ROLES } from './flow-roles.ts'
import { LIMITS } from './limits.ts'
import { TEAM_ROLES } from './team-roles.ts'
import { atLeastTrimmed, atMost, requiredText } from './text.ts'
import { z } from './zod.ts'

const NAME_TOO_SHORT = `Name must be at least ${LIMITS.teamNameMin} characters`

/** A new team, or another name for one. */
export const teamNameSchema = z.object({
  name: requiredText('Name is required')
    .check(
      atLeastTrimmed(LIMITS.teamNameMin, NAME_TOO_SHORT),
      atMost(LIMITS.teamName, `Name cannot exceed ${LIMITS.teamName} characters`),
    )
    .regex(/^\P{Cc}*$/u, 'Name must not contain control characters')
    .trim(),
})

/** Gives an address a role in a team, or another one. */
export const teamMemberSchema = emailOnlySchema.extend({
  role: z.enum(TEAM_ROLES, `Must be one of ${TEAM_ROLES.join(', ')}`),
})

const teamId = z.string('Must be the id of a team')

/** Gives a team a role for a flow, or another one. */
export const shareWithTeamSchema = z.object({
  team: teamId,
  role: z.enum(GIVEN_ROLES, `Must be one of ${GIVEN_ROLES.join(', ')}`),
})

export const teamOnlySchema = z.object({ team: teamId })

/** Where a flow is moved to. */
export const moveFlowSchema = z.object({
  team: teamId.nullable().meta({ description: 'A team of the caller; null: the own library.' }),
})

/** A team in the list of those that the caller is in. */
export const teamSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(TEAM_ROLES).meta({ description: 'What the caller is in it.' }),
  members: z.int(),
  flows: z.int().meta({ description: 'How many flows it owns.' }),
})

/** A team with its members. */
export const teamSchema = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(TEAM_ROLES).meta({ description: 'What the caller is in it.' }),
  flows: z.int().meta({ description: 'How many flows it owns.' }),
  members: z.array(
    z.object({
      email: z.string(),
      role: z.enum(TEAM_ROLES),
      name: z.string().nullable().meta({ description: 'Null until the person has opened the team.' }),
    }),
  ),
})

/** A team whose last owner is the caller, and who could own it. */
export const lastOwnedTeamSchema = z.object({
  id: z.string(),
  name: z.string(),
  flows: z.int().meta({ description: 'How many flows it owns.' }),
  heirs: z.array(z.object({ email: z.string(), name: z.string() })).meta({
    description: 'Members who have opened it: one of them can own it.',
  }),
})

export type TeamNameRequest = z.infer<typeof teamNameSchema>
export type TeamMemberRequest = z.infer<typeof teamMemberSchema>
export type ShareWithTeamRequest = z.infer<typeof shareWithTeamSchema>
export type MoveFlowRequest = z.infer<typeof moveFlowSchema>
export type TeamSummary = z.infer<typeof teamSummarySchema>
export type Team = z.infer<typeof teamSchema>
export type LastOwnedTeam = z.infer<typeof lastOwnedTeamSchema>
