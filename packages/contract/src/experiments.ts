import { createFlowSchema, designName, version } from './flows.ts'
import { LIMITS } from './limits.ts'
import { z } from './zod.ts'

/** What can be asked of a design. */
const EXPERIMENT_KINDS = ['simulate', 'capacity', 'compare', 'sensitivity', 'sweep', 'drill'] as const

const EXPERIMENT_STATES = ['queued', 'running', 'done', 'failed'] as const

/** A design with the settings of its simulation; it need not be in the library. */
const designSchema = createFlowSchema.omit({ description: true, note: true }).extend({ name: designName })

const partName = z.string('Must be a text').max(LIMITS.label, `Cannot exceed ${LIMITS.label} characters`)

/** A flow of the library in the version from which a design comes. */
const flowVersionSchema = z.object({
  id: z.string('Must be a text').max(LIMITS.label, `Cannot exceed ${LIMITS.label} characters`),
  version,
})

/** An experiment that the server is to run. */
export const createExperimentSchema = z.object({
  kind: z.enum(EXPERIMENT_KINDS, `Must be one of ${EXPERIMENT_KINDS.join(', ')}`),
  design: designSchema,
  flow: flowVersionSchema
    .optional()
    .meta({ description: 'The flow of the library that the design is, as it is saved or changed since.' }),
  other: designSchema.optional().meta({ description: 'Of `compare`: the design that is compared with it.' }),
  client: partName
    .optional()
    .meta({ description: 'Of `capacity`: the id of the client whose load is varied; absent: all.' }),
  only: z
    .array(partName)
    .max(LIMITS.nodes)
    .optional()
    .meta({ description: 'Of `drill`: the ids of the components that are out in turn; absent: all but clients.' }),
  axes: z
    .array(partName)
    .max(LIMITS.experimentAxes, `At most ${LIMITS.experimentAxes} properties can be varied`)
    .optional()
    .meta({ description: 'Of `sweep` and `sensitivity`: properties and values, such as `api.instances=1..8`.' }),
  measure: z
    .enum(['p99', 'capacity'], 'Must be p99 or capacity')
    .optional()
    .meta({ description: 'Of `sensitivity`: whether the highest loads are searched, too; absent: `p99`.' }),
})

/** How far an experiment is. */
export const experimentSchema = z.object({
  id: z.string(),
  kind: z.enum(EXPERIMENT_KINDS),
  name: z.string().meta({ description: 'Of the design.' }),
  flow: flowVersionSchema
    .nullable()
    .meta({ description: 'The flow that the design is; null: it is none of the library.' }),
  state: z.enum(EXPERIMENT_STATES),
  share: z.number().meta({ description: 'Of what is being simulated, 0 to 1.' }),
  progress: z.string().meta({ description: 'How far it is, in words; why it failed.' }),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
})

/** What the terminal prints of it as JSON, and how it grew where its length was not given. */
export const experimentResultSchema = z.object({ report: z.looseObject({}), growth: z.looseObject({}).nullable() })

export type ExperimentKind = (typeof EXPERIMENT_KINDS)[number]
export type ExperimentState = (typeof EXPERIMENT_STATES)[number]
export type CreateExperimentRequest = z.infer<typeof createExperimentSchema>
export type Experiment = z.infer<typeof experimentSchema>
export type ExperimentResult = z.infer<typeof experimentResultSchema>
