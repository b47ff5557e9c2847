import { deleteAccountSchema, emailOnlySchema } from './accounts.ts'
import { FLOW_ROLES, GIVEN_ROLES } from './flow-roles.ts'
import { flowDataSchema } from './flows.ts'
import { LIMITS } from './limits.ts'
import { atLeast, atMost, requiredText } from './text.ts'
import { z } from './zod.ts'

const role = z.enum(GIVEN_ROLES, `Must be one of ${GIVEN_ROLES.join(', ')}`)

/** Gives an address a role, or another one. */
export const shareFlowSchema = emailOnlySchema.extend({ role })

const passwordNotTooLong = atMost(LIMITS.password, `Password cannot exceed ${LIMITS.password} characters`)
const linkLifetime = `Must be a whole number from 1 to ${LIMITS.linkDays}`

/** A link by which everybody sees a flow, and who has an account takes its role. */
export const createLinkSchema = z.object({
  role: role
    .default('viewer')
    .meta({ description: 'What it makes of who opens it and is signed in; of a viewer it makes nothing.' }),
  days: z
    .int(linkLifetime)
    .min(1, linkLifetime)
    .max(LIMITS.linkDays, linkLifetime)
    .nullable()
    .default(null)
    .meta({ description: 'After how many days it ends; null: when it is revoked.' }),
  password: requiredText('Password is missing')
    .check(
      atLeast(LIMITS.linkPasswordMin, `Password must be at least ${LIMITS.linkPasswordMin} characters`),
      passwordNotTooLong,
    )
    .nullable()
    .default(null)
    .meta({ description: 'What one has to know beside the link; null: nothing.' }),
})

export const linkPasswordSchema = z.object({
  password: requiredText('Password is required').min(1, 'Password is required').check(passwordNotTooLong),
})

/** Who a flow is shared with. */
const flowPersonSchema = z.object({
  email: z.string(),
  role: z.enum(GIVEN_ROLES),
  name: z.string().nullable().meta({ description: 'Null until the person has opened the flow.' }),
})

const flowLinkSchema = z.object({
  id: z.string(),
  role: z.enum(GIVEN_ROLES),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  hasPassword: z.boolean(),
  people: z.int().meta({ description: 'How many have taken its role.' }),
})

const flowTeamSchema = z.object({ id: z.string(), name: z.string(), role: z.enum(GIVEN_ROLES) })

export const flowSharingSchema = z.object({
  people: z.array(flowPersonSchema),
  links: z.array(flowLinkSchema),
  teams: z.array(flowTeamSchema),
  team: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .meta({ description: 'The team that owns it; null: a person does.' }),
})

export const sharedSchema = z.object({
  isMailed: z.boolean().meta({ description: 'Whether a mail tells the person.' }),
})

/** A new link: its token is told only now. */
export const newLinkSchema = flowLinkSchema.extend({ token: z.string() })

/** What a link shows. */
export const linkedFlowSchema = flowDataSchema
  .pick({
    name: true,
    description: true,
    documentVersion: true,
    nodes: true,
    edges: true,
    groups: true,
    slides: true,
    simulation: true,
  })
  .extend({
    role: z
      .enum(GIVEN_ROLES)
      .optional()
      .meta({ description: 'What the link makes of who takes its role; absent: it is for viewing.' }),
  })

/** Takes the role of a link; `password` where it needs one. */
export const takeLinkRoleSchema = z.object({
  password: requiredText('Must be text or null').check(passwordNotTooLong).nullable().default(null),
})

/** The flow that a link leads to. */
export const linkRoleSchema = z.object({ flow: z.string().meta({ description: 'Its id.' }), role: z.enum(FLOW_ROLES) })

/** A flow of the caller that others have a role in, and who could own it. */
export const ownSharedFlowSchema = z.object({
  id: z.string(),
  name: z.string(),
  people: z.int().meta({ description: 'With how many people it is shared.' }),
  heirs: z.array(z.object({ email: z.string(), name: z.string() })).meta({
    description: 'Editors who have opened it: one of them can own it.',
  }),
  teams: z.array(z.object({ id: z.string(), name: z.string() })).meta({
    description: 'Teams of the caller that it is shared with: one of them can own it.',
  }),
})

/** Account deletion with a decision on each flow that others have a role in. */
export const deleteSharingAccountSchema = deleteAccountSchema.partial().extend({
  flows: z
    .array(
      z.object({
        id: z.string('Must be an id'),
        to: z
          .string('Must be an address, or the id of a team')
          .nullable()
          .meta({ description: 'Who gets it, an address or the id of a team; null: nobody, it is deleted.' }),
      }),
      'Must be a list',
    )
    .optional(),
  teams: z
    .array(
      z.object({
        id: z.string('Must be an id'),
        to: z
          .string('Must be an address')
          .nullable()
          .meta({ description: 'The member who owns it then; null: nobody, it is deleted with its flows.' }),
      }),
      'Must be a list',
    )
    .optional()
    .meta({ description: 'A decision on each team whose last owner the caller is.' }),
})

export type DeleteAccountRequest = z.infer<typeof deleteSharingAccountSchema>
export type ShareFlowRequest = z.infer<typeof shareFlowSchema>
export type CreateLinkRequest = z.infer<typeof createLinkSchema>
export type FlowPerson = z.infer<typeof flowPersonSchema>
export type FlowTeam = z.infer<typeof flowTeamSchema>
export type FlowLink = z.infer<typeof flowLinkSchema>
export type FlowSharing = z.infer<typeof flowSharingSchema>
export type NewLink = z.infer<typeof newLinkSchema>
export type LinkedFlow = z.infer<typeof linkedFlowSchema>
export type TakeLinkRoleRequest = z.infer<typeof takeLinkRoleSchema>
export type LinkRole = z.infer<typeof linkRoleSchema>
export type OwnSharedFlow = z.infer<typeof ownSharedFlowSchema>
