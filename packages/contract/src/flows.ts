import { GIVEN_ROLES } from './flow-roles.ts'
import { LIMITS } from './limits.ts'
import { atLeastTrimmed, atMost, requiredText } from './text.ts'
import { z } from './zod.ts'

const NAME_TOO_SHORT = `Name must be at least ${LIMITS.flowNameMin} characters`
const DESCRIPTION_TOO_SHORT = `Description must be at least ${LIMITS.flowDescriptionMin} characters`

const nameAtMost = atMost(LIMITS.flowName, `Name cannot exceed ${LIMITS.flowName} characters`)

/** The name of a design that may never have been saved. */
export const designName = requiredText('Name is missing').check(nameAtMost)

/** The save dialog: a name of 3 to 100 and a description of 6 to 2,000 characters. */
export const saveFlowSchema = z.object({
  name: requiredText(NAME_TOO_SHORT).check(atLeastTrimmed(LIMITS.flowNameMin, NAME_TOO_SHORT), nameAtMost),
  description: requiredText(DESCRIPTION_TOO_SHORT).check(
    atLeastTrimmed(LIMITS.flowDescriptionMin, DESCRIPTION_TOO_SHORT),
    atMost(LIMITS.flowDescription, `Description cannot exceed ${LIMITS.flowDescription} characters`),
  ),
})

function listOf(what: string, max: number) {
  return z
    .array(z.unknown(), { error: ({ input }) => (input === undefined ? `${what} are missing` : 'Must be a list') })
    .max(max, `A flow has at most ${max.toLocaleString('en-US')} ${what.toLowerCase()}`)
}

export const version = z
  .int('Must be a whole number')
  .min(1, 'Must be at least 1')
  .max(LIMITS.flowVersion, 'Must be the version of a flow')

/** What was changed, in the words of who saved it. */
export const versionNote = z
  .string('Must be text')
  .check(atMost(LIMITS.versionNote, `Note cannot exceed ${LIMITS.versionNote} characters`))

/** A new flow. The flow package validates its nodes, edges and groups. */
export const createFlowSchema = saveFlowSchema.extend({
  nodes: listOf('Nodes', LIMITS.nodes),
  edges: listOf('Edges', LIMITS.edges),
  documentVersion: z
    .int('Must be a whole number')
    .min(0, 'Must be at least 0')
    .default(0)
    .meta({ description: 'Version of the document format; 0 when the document has none.' }),
  groups: listOf('Groups', LIMITS.groups)
    .optional()
    .meta({ description: 'Labelled rectangles around nodes. A change without them keeps them.' }),
  slides: listOf('Slides', LIMITS.slides)
    .optional()
    .meta({ description: 'Named views with a text, in their order. A change without them keeps them.' }),
  simulation: z
    .looseObject({}, 'Must be an object')
    .optional()
    .meta({ description: 'Settings of the simulation, stored as sent. A change without them keeps them.' }),
  note: versionNote.optional().meta({ description: 'What this version changes; not part of the flow.' }),
})

/** A changed flow; `version` is the stored version that the change is based on. */
export const updateFlowSchema = createFlowSchema.extend({
  version,
  live: z.boolean().optional().meta({ description: 'Saves what is drawn together now, not this document.' }),
})

/** A flow in the list: `nodes` and `edges` are counts. */
export const flowSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  nodes: z.int(),
  edges: z.int(),
  updatedAt: z.iso.datetime(),
})

/** A removed flow in the list of the bin. */
export const removedFlowSchema = flowSummarySchema.extend({
  removedAt: z.iso.datetime(),
  team: z.string().optional().meta({ description: 'The name of the team that it belongs to; absent: it is the own.' }),
})

/** A flow with its nodes and edges as they were sent. */
export const flowDataSchema = z.object({
  role: z.enum(GIVEN_ROLES).optional().meta({ description: 'What the caller is to the flow; absent: its owner.' }),
  isShared: z.boolean().optional().meta({ description: 'Whether others have a role in it.' }),
  replaced: z
    .int()
    .optional()
    .meta({ description: 'The version that has what was drawn together before it was restored.' }),
  id: z.string(),
  name: z.string(),
  description: z.string(),
  version: z.int(),
  documentVersion: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  nodes: z.array(z.unknown()),
  edges: z.array(z.unknown()),
  groups: z.array(z.unknown()).optional(),
  slides: z.array(z.unknown()).optional(),
  simulation: z.looseObject({}).optional(),
})

export type SaveFlowForm = z.infer<typeof saveFlowSchema>
export type CreateFlowRequest = z.infer<typeof createFlowSchema>
export type UpdateFlowRequest = z.infer<typeof updateFlowSchema>
export type FlowSummary = z.infer<typeof flowSummarySchema>
export type FlowData = z.infer<typeof flowDataSchema>
export type RemovedFlow = z.infer<typeof removedFlowSchema>
