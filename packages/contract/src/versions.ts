import { FLOW_ROLES } from './flow-roles.ts'
import { version, versionNote } from './flows.ts'
import { LIMITS } from './limits.ts'
import { atMost } from './text.ts'
import { z } from './zod.ts'

const limitRange = `Must be a whole number from 1 to ${LIMITS.versionsPerPage}`

const versionName = z
  .string('Must be text')
  .check(atMost(LIMITS.versionName, `Name cannot exceed ${LIMITS.versionName} characters`))
  .regex(/^\P{Cc}*$/u, 'Name must not contain control characters')

/** Which versions of a flow are listed, the newest first. */
export const listVersionsQuery = z.object({
  limit: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, limitRange)
    .transform(Number)
    .pipe(z.number().max(LIMITS.versionsPerPage, limitRange))
    .optional()
    .meta({ description: `Versions of a page, at most ${LIMITS.versionsPerPage}.` }),
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,9}$/, 'Must be the `next` of a page')
    .transform(Number)
    .pipe(z.number().max(LIMITS.flowVersion, 'Must be the `next` of a page'))
    .optional()
    .meta({ description: '`page.next` of the page before.' }),
})

const figure = (description: string) =>
  z.number('Must be a number').min(0, 'Cannot be negative').nullable().optional().meta({ description })

/**
 * Names a version, so that it is kept, or says what it changes; an empty text takes either away. The figures are those that an experiment
 * elsewhere than on the server found for its content.
 */
export const changeVersionSchema = z.object({
  name: versionName.optional(),
  note: versionNote.optional(),
  p99Ms: figure('99 % of the response times are at most this, in ms.'),
  capacityRps: figure('The highest load that meets the objectives, in requests per second.'),
  costPerHour: figure('In dollars.'),
})

/** `version` is the stored version that the restoring is based on. */
export const restoreVersionSchema = z.object({
  version,
  live: z.boolean().optional().meta({ description: 'Restores over what is drawn together now, whatever its version.' }),
})

/** A save of a flow. */
export const savedVersionSchema = z.object({
  version: z.int(),
  savedAt: z.iso.datetime(),
  savedBy: z.string().nullable().meta({ description: 'First and last name; null: a former member.' }),
  name: z.string().meta({ description: 'A version with a name is kept; empty: it has none.' }),
  note: z.string(),
  restoredFrom: z.int().nullable().meta({ description: 'The version whose content it has again.' }),
  nodes: z.int().meta({ description: 'Count of nodes.' }),
  edges: z.int().meta({ description: 'Count of edges.' }),
  p99Ms: z.number().nullable().meta({ description: 'As the last experiment found; null: none did.' }),
  capacityRps: z.number().nullable().meta({ description: 'The same of the highest load, in requests per second.' }),
  costPerHour: z.number().nullable().meta({ description: 'The same of the cost, in dollars.' }),
})

export const versionsPageSchema = z.object({
  role: z.enum(FLOW_ROLES).meta({ description: 'What the caller is to the flow.' }),
  data: z.array(savedVersionSchema),
  page: z.object({
    next: z.string().nullable().meta({ description: 'Cursor of the next page; null on the last one.' }),
  }),
})

export type ListVersionsQuery = z.infer<typeof listVersionsQuery>
export type ChangeVersionRequest = z.infer<typeof changeVersionSchema>
export type RestoreVersionRequest = z.infer<typeof restoreVersionSchema>
export type SavedVersion = z.infer<typeof savedVersionSchema>
export type VersionsPage = z.infer<typeof versionsPageSchema>
