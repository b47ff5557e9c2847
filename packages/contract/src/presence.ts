import { LIMITS } from './limits.ts'
import { z } from './zod.ts'

const idList = `Must be 1 to ${LIMITS.flowsPerPage} ids with commas between them`

/** Flows of which somebody wants to know who has them open. */
export const presenceQuery = z.object({
  flows: z
    .string(idList)
    .regex(new RegExp(`^[\\da-f-]{36}(?:,[\\da-f-]{36}){0,${LIMITS.flowsPerPage - 1}}$`), idList)
    .transform((text) => text.split(','))
    .meta({ description: `Ids of flows, at most ${LIMITS.flowsPerPage}, with commas between them.` }),
})

/** A flow that others have open now. */
export const flowPresenceSchema = z.object({
  flow: z.string(),
  names: z.array(z.string()).meta({ description: 'Of whoever else has it open, at most ten.' }),
  others: z.int().meta({ description: 'How many more there are.' }),
})

export type FlowPresence = z.infer<typeof flowPresenceSchema>
