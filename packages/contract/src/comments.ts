import { FLOW_ROLES } from './flow-roles.ts'
import { LIMITS } from './limits.ts'
import { atLeastTrimmed, atMost, requiredText } from './text.ts'
import { z } from './zod.ts'

const EMPTY = 'Write something first'

const text = requiredText(EMPTY)
  .check(
    atLeastTrimmed(1, EMPTY),
    atMost(LIMITS.comment, `A comment has at most ${LIMITS.comment.toLocaleString('en-US')} characters`),
  )
  .regex(/^(?:\P{Cc}|[\n\t])*$/u, 'Must not contain control characters')

const elementText = (what: string) =>
  z
    .string('Must be text')
    .min(1, `${what} is missing`)
    .check(atMost(LIMITS.commentElement, `${what} cannot exceed ${LIMITS.commentElement} characters`))
    .regex(/^\P{Cc}*$/u, `${what} must not contain control characters`)

/** The component or connection that a thread is about, with its name at that time. */
const commentElement = z.object({ id: elementText('Id'), name: elementText('Name') }, 'Must be an object or null')

/** The text of an answer, or of a comment that is changed. */
export const commentTextSchema = z.object({ text })

/** Starts a thread. */
export const createCommentSchema = commentTextSchema.extend({
  element: commentElement.nullable().default(null).meta({ description: 'Null: it is about the flow as a whole.' }),
})

export const resolveCommentSchema = z.object({ isResolved: z.boolean('Must be true or false') })

const commentSchema = z.object({
  id: z.string(),
  author: z.string().nullable().meta({ description: 'First and last name; null: a former member.' }),
  isOwn: z.boolean().meta({ description: 'Whether the caller wrote it.' }),
  text: z.string(),
  mentions: z.array(z.string()).meta({ description: 'The names that are in the text after an @.' }),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  isDeleted: z.boolean().meta({ description: 'It stands for a comment that has answers.' }),
})

const commentThreadSchema = z.object({
  id: z.string().meta({ description: 'That of the comment that starts it.' }),
  element: commentElement.nullable(),
  resolvedAt: z.iso.datetime().nullable(),
  resolvedBy: z.string().nullable().meta({ description: 'First and last name; null: nobody, or a former member.' }),
  comments: z.array(commentSchema).meta({ description: 'The one that starts the thread, then its answers.' }),
})

/** All comments of a flow, the oldest thread first, with what the caller needs to write one. */
export const flowCommentsSchema = z.object({
  role: z.enum(FLOW_ROLES).meta({ description: 'What the caller is to the flow.' }),
  people: z.array(z.string()).meta({ description: 'Who can be mentioned by who may comment.' }),
  threads: z.array(commentThreadSchema),
})

export const newCommentSchema = z.object({ id: z.string() })

export type CommentTextRequest = z.infer<typeof commentTextSchema>
export type CreateCommentRequest = z.infer<typeof createCommentSchema>
export type ResolveCommentRequest = z.infer<typeof resolveCommentSchema>
export type FlowComment = z.infer<typeof commentSchema>
export type CommentThread = z.infer<typeof commentThreadSchema>
export type FlowComments = z.infer<typeof flowCommentsSchema>
