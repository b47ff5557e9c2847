import { FLOW_ROLES, GIVEN_ROLES } from './flow-roles.ts'
import { FLOW_SORTS } from './flow-sorts.ts'
import { flowSummarySchema } from './flows.ts'
import { LIMITS } from './limits.ts'
import { atMost, requiredText } from './text.ts'
import { z } from './zod.ts'

const limitRange = `Must be a whole number from 1 to ${LIMITS.flowsPerPage}`

/** A word that users give to flows, to find them by. */
const tag = requiredText('Tag is missing')
  .trim()
  .min(1, 'Tag must not be empty')
  .check(atMost(LIMITS.tag, `A tag cannot exceed ${LIMITS.tag} characters`))
  .regex(/^\P{Cc}*$/u, 'A tag must not contain control characters')

const tagList = z.array(tag, 'Must be a list').max(LIMITS.tagsPerFlow, `A flow has at most ${LIMITS.tagsPerFlow} tags`)

/** Gives tags to flows, and takes others from them. */
export const changeTagsSchema = z.object({
  flows: z
    .array(z.string('Must be an id'), 'Must be a list')
    .min(1, 'Must name a flow')
    .max(LIMITS.taggedAtOnce, `Must be at most ${LIMITS.taggedAtOnce} flows`),
  add: tagList.default([]),
  remove: tagList.default([]),
})

export const tagCountSchema = z.object({ tag: z.string(), flows: z.int() })

/** Which flows of the library are listed. Without any of these it is the whole list. */
export const listFlowsQuery = z.object({
  limit: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, limitRange)
    .transform(Number)
    .pipe(z.number().max(LIMITS.flowsPerPage, limitRange))
    .optional()
    .meta({ description: `Flows of a page, at most ${LIMITS.flowsPerPage}.` }),
  cursor: z
    .string()
    .max(2_000, 'Must be the `next` of a page')
    .optional()
    .meta({ description: '`page.next` of the page before, in the same order.' }),
  q: z
    .string()
    .max(LIMITS.searchWords, `Must be at most ${LIMITS.searchWords} characters`)
    .regex(/^\P{Cc}*$/u, 'Must not contain control characters')
    .optional()
    .meta({ description: 'Words that all occur in the name, the description, or the names and kinds of the nodes.' }),
  tag: tag.optional().meta({ description: 'Only flows with this tag.' }),
  whose: z.enum(['own', 'shared', 'team'], 'Must be own, shared or team').optional().meta({
    description: 'The own flows, those that others share with the user, or those of the teams; absent: `own`.',
  }),
  sort: z
    .enum(FLOW_SORTS, `Must be one of ${FLOW_SORTS.join(', ')}`)
    .optional()
    .meta({ description: 'By last change, name, count of nodes or last opening; absent: `updated`.' }),
})

/** A flow on a page of the library. */
const libraryFlowSchema = flowSummarySchema.extend({
  tags: z.array(z.string()),
  openedAt: z.iso.datetime().nullable().meta({ description: 'When the user last opened it; null: never.' }),
  shared: z
    .object({ role: z.enum(GIVEN_ROLES), owner: z.string() })
    .optional()
    .meta({ description: 'What the user is to a flow of another, and the name of its owner.' }),
  team: z
    .object({ role: z.enum(FLOW_ROLES), names: z.array(z.string()), isOwner: z.boolean() })
    .optional()
    .meta({
      description: 'What the user is to a flow of a team, the names of the teams, and whether the first owns it.',
    }),
})

export const libraryPageSchema = z.object({
  data: z.array(libraryFlowSchema),
  page: z.object({
    next: z.string().nullable().meta({ description: 'Cursor of the next page; null on the last one.' }),
    found: z.int().meta({ description: 'How many flows are found, on all pages.' }),
    all: z.int().meta({ description: 'How many flows the library has.' }),
  }),
})

export type ChangeTagsRequest = z.infer<typeof changeTagsSchema>
export type TagCount = z.infer<typeof tagCountSchema>
export type ListFlowsQuery = z.infer<typeof listFlowsQuery>
export type LibraryFlow = z.infer<typeof libraryFlowSchema>
export type LibraryPage = z.infer<typeof libraryPageSchema>
