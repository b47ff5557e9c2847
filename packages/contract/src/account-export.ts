import { profileDataSchema } from './accounts.ts'
import { experimentSchema } from './experiments.ts'
import { GIVEN_ROLES } from './flow-roles.ts'
import { flowDataSchema } from './flows.ts'
import { TEAM_ROLES } from './team-roles.ts'
import { savedVersionSchema } from './versions.ts'
import { z } from './zod.ts'

/** All stored data of a user: the profile, every flow, also those in the bin, with its versions and whom it is shared with, every comment and every experiment. */
export const exportSchema = z.object({
  exportedAt: z.iso.datetime(),
  profile: profileDataSchema.extend({ createdAt: z.iso.datetime() }),
  flows: z.array(flowDataSchema),
  tags: z.array(z.object({ tag: z.string(), flows: z.array(z.string()) })).meta({ description: 'With ids of flows.' }),
  shares: z
    .array(z.object({ flow: z.string(), email: z.string(), role: z.enum(GIVEN_ROLES) }))
    .meta({ description: 'Whom the own flows are shared with, by their ids.' }),
  comments: z
    .array(
      z.object({
        flow: z.string().meta({ description: 'Its id.' }),
        element: z.string().nullable().meta({ description: 'The name of what it is about.' }),
        text: z.string(),
        createdAt: z.iso.datetime(),
      }),
    )
    .meta({ description: 'What the user wrote, also on flows of others.' }),
  teams: z
    .array(z.object({ id: z.string(), name: z.string(), role: z.enum(TEAM_ROLES) }))
    .meta({ description: 'The teams that the user is in.' }),
  teamShares: z
    .array(z.object({ flow: z.string(), team: z.string(), role: z.enum(GIVEN_ROLES) }))
    .meta({ description: 'Which teams the own flows are shared with, by their ids.' }),
  removedFlows: z.array(flowDataSchema).meta({ description: 'What is in the bin.' }),
  versions: z.array(
    savedVersionSchema.pick({ version: true, savedAt: true, name: true, note: true, restoredFrom: true }).extend({
      flow: z.string().meta({ description: 'Its id.' }),
      content: flowDataSchema
        .nullable()
        .meta({ description: 'Null: the version that the flow is in; it is among the flows.' }),
    }),
  ),
  experiments: z.array(
    experimentSchema.pick({ kind: true, name: true, state: true, createdAt: true }).extend({
      request: z.looseObject({}).meta({ description: 'As it was sent.' }),
      result: z.looseObject({}).nullable(),
    }),
  ),
})

export type AccountExport = z.infer<typeof exportSchema>
